import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer-core';
import { afterEach } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { TestApp } from './app.ts';
import { cleanUp } from './clean-up.ts';

/** A real browser with the service on a real port. */

export type Received = { method: string; url: string; headers: IncomingHttpHeaders };

export type Look = { width?: number; height?: number; dark?: boolean };

export type Tab = {
  page: Page;
  /** Opens an address and waits until the page has its result. */
  open(url: string): Promise<void>;
  settle(): Promise<void>;
  /** The value of an expression in the page. */
  read<Value = string>(expression: string): Promise<Value>;
  /** Waits until an expression is true in the page. While it throws, it is not true. */
  until(expression: string): Promise<void>;
  /**
   * Console messages (failed requests and policy violations too), errors and dialogs of the page. It should be empty.
   */
  noise: string[];
  /** The addresses in the history of the tab. */
  history(): Promise<string[]>;
  look(look: Look): Promise<void>;
  /** The problems that axe finds, by all its rules or by these. */
  audit(rules?: string[]): Promise<string[]>;
};

export type Stage = {
  base: string;
  /** The requests that the service received, in order. */
  received: Received[];
  /** A tab with its own profile. `meet` sees each request before it is sent and may answer it itself. */
  tab(meet?: (request: HTTPRequest, tab: Tab) => Promise<boolean>): Promise<Tab>;
  /** Replaces an answer of the service, for one test. */
  answer: ((url: string) => string | undefined) | undefined;
  downloads: string;
};

/** Timeout for a browser that hangs. Long, because a busy machine takes several times longer than an idle one. */
export const PATIENCE_MS = 90_000;

/** Interval between polls of a page. Not shorter, because the page computes its layout for each poll. */
export const POLL_MS = 50;

let opened: Promise<Browser> | undefined;

/** One browser for all files of a worker. It ends with the worker. */
async function openBrowser(): Promise<Browser> {
  if (!(await opened)?.connected) opened = startBrowser();
  return opened as Promise<Browser>;
}

const startBrowser = async (): Promise<Browser> =>
  puppeteer.launch({
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
    executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  });

/** Serves the app to the browser, for the tests of one file. */
export async function openStage(app: TestApp): Promise<Stage> {
  const served = await createApp(app.services);
  await served.ready();
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    stage.received.push({ method, url, headers });
    const body = stage.answer?.(url);
    if (body === undefined) served.routing(request, response);
    else response.setHeader('content-type', 'application/json').end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const browser = await openBrowser();
  const downloads = await mkdtemp(join(tmpdir(), 'docsvc-test-downloads-'));
  afterEach(async () => {
    stage.answer = undefined;
    await Promise.all(
      browser.browserContexts().map(context => (context.id === undefined ? undefined : context.close())),
    );
  });
  cleanUp(async () => {
    await new Promise(resolve => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await served.close();
    await rm(downloads, { recursive: true, force: true });
  });
  const stage: Stage = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: undefined,
    downloads,
    tab: meet => openTab(browser, downloads, meet),
  };
  return stage;
}

const NOISE = `document.addEventListener('securitypolicyviolation', event =>
  console.error('policy ' + event.violatedDirective + ' ' + event.blockedURI));`;

/** Whether the share page shows a result, and nothing is loading, including the list of versions. */
const SETTLED = `document.readyState !== 'loading'
  && (['notice', 'locked'].some(id => !document.getElementById(id).hidden) || document.getElementById('versions').length > 0)
  && !/…$/.test(document.getElementById('status').textContent)`;

/**
 * Resolves after two frames, when all reactions to the layout have run. Background tabs have no frames: after 500 ms.
 */
const TWO_FRAMES = `new Promise(done => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 500);
})`;

const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Of the results that pass, axe otherwise describes each element, by selectors that nobody reads. */
const OF_VIOLATIONS = { resultTypes: ['violations'], selectors: false };

async function openTab(browser: Browser, downloads: string, meet: Parameters<Stage['tab']>[0]): Promise<Tab> {
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const noise: string[] = [];
  page.on('console', message => noise.push(`console: ${message.text()}`));
  page.on('pageerror', error => noise.push(`error: ${error}`));
  page.on('dialog', dialog => {
    noise.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.evaluateOnNewDocument(NOISE);
  const devtools = await page.createCDPSession();
  const read = <Value>(expression: string) => page.evaluate(expression) as Promise<Value>;
  const tab: Tab = {
    page,
    noise,
    read,
    async open(url) {
      await page.goto(url);
      await tab.settle();
    },
    settle: () => tab.until(SETTLED),
    async until(expression) {
      // Puppeteer stops polling, without an error, if the first evaluation throws.
      const holds = `(() => { try { return (${expression}); } catch { return false; } })()`;
      await page.waitForFunction(holds, { polling: POLL_MS });
    },
    async history() {
      const { entries } = await devtools.send('Page.getNavigationHistory');
      return entries.map(({ url }) => url);
    },
    async look({ width = 1280, height = 800, dark = false }) {
      await page.setViewport({ width, height });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
    },
    async audit(rules) {
      if (!(await read<boolean>("'axe' in window"))) await page.evaluate(await axeSource);
      await read(TWO_FRAMES);
      type Violation = { id: string; nodes: { html: string }[] };
      const violations = await read<Violation[]>(
        `axe.run(${JSON.stringify({ ...OF_VIOLATIONS, ...(rules && { runOnly: rules }) })}).then(({ violations }) => violations)`,
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
  };
  if (meet !== undefined) await interceptRequests(page, tab, meet);
  return tab;
}

async function interceptRequests(page: Page, tab: Tab, meet: NonNullable<Parameters<Stage['tab']>[0]>): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', async request => {
    if (!(await meet(request, tab))) await request.continue();
  });
}
