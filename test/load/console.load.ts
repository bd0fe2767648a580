import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Page } from 'puppeteer-core';
import { githubDescription } from '../support/github-description.ts';
import { adminSettings, makeDocument, type Resource, type SignedIn, signIn, succeed } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';
import { type Bound, report } from './failing-database.ts';

// Measures the console in a real browser: the first view; with two releases of GitHub's description (11 and 13 MB, 1,100
// changes) the review page, its whole text, the source of a version and the editor, whose frames are timed from the
// first byte on; and the reference.
const FIRST_VIEW_MS = 1_000;
const FIRST_VIEW_BYTES = 200_000;
const READABLE_MS = 2_000;
const LIST_MS = 1_000;
const OPERATION_MS = 500;
const FRAME_MS = 100;

/** Notes the longest frame of the page, and the work that held it up. */
const WATCH_FRAMES = `(() => {
  window.longestFrame = 0;
  let last = performance.now();
  const frame = now => {
    window.longestFrame = Math.max(window.longestFrame, now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

const EDITOR = "document.querySelector('.editor, .source')?.shadowRoot";

const folder = await mkdtemp(join(tmpdir(), 'docsvc-console-'));
const server = await startServer({
  DOCSVC_DATA_DIR: join(folder, 'data'),
  DOCSVC_LOG_LEVEL: 'error',
  ...adminSettings,
});
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const admin = await signIn(server.base);
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const bounds = await measureFirstView(page, server.base);
  const pair = await makePair(admin);
  await page.evaluateOnNewDocument(WATCH_FRAMES);
  bounds.push(...(await measureReview(page, `${server.base}/drafts/${pair.submitted}`)));
  for (const width of [1280, 360]) {
    await page.setViewport({ width, height: 800 });
    bounds.push(await measureWholeText(page, `${server.base}/drafts/${pair.submitted}?tab=text`, width));
    bounds.push(await measureSource(page, `${server.base}/versions/${pair.version}/source`, width));
    bounds.push(...(await measureEditor(page, admin, pair.open, width)));
  }
  await page.setViewport({ width: 1280, height: 800 });
  report([...bounds, ...(await measureReference(page, `${server.base}/versions/${pair.version}`))]);
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

type Pair = { version: string; submitted: string; open: string };

/** An older release is published; the newer one is submitted, and stands in another draft that is still written. */
async function makePair({ rest }: SignedIn): Promise<Pair> {
  const { document, branches } = await makeDocument(rest);
  const send = (path: string, body: object = {}) => succeed(rest<Resource>('POST', `${document}${path}`, body));
  const create = (release: string) => {
    const schema_content = githubDescription(folder, release);
    return send('/drafts', { branch_id: branches.dev, version_name: release, schema_content });
  };
  const submit = ({ id }: Resource) => send(`/drafts/${id}/submit`);
  const first = await submit(await create('19.1.0'));
  const approval = { expected_review_revision: first.review_revision };
  const version = await send(`/drafts/${first.id}/approve`, approval);
  const submitted = await submit(await create('23.0.2'));
  return { version: version.id, submitted: submitted.id, open: (await create('23.0.2')).id };
}

/** The sign-in with an empty cache, then what follows it. */
async function measureFirstView(page: Page, base: string): Promise<Bound[]> {
  const startedAt = performance.now();
  await page.goto(base);
  await page.waitForSelector('input[type=password]');
  const tookMs = performance.now() - startedAt;
  await page.type('input[type=email]', adminSettings.DOCSVC_INITIAL_ADMIN_EMAIL);
  await page.type('input[type=password]', adminSettings.DOCSVC_INITIAL_ADMIN_PASSWORD);
  await page.click('button[type=submit]');
  await page.waitForSelector('.page-title');
  await page.waitForFunction("document.querySelector('.shell-head') !== null");
  type Entry = { name: string; encodedBodySize: number };
  const entries = (await page.evaluate(
    "performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))",
  )) as Entry[];
  const scripts = entries.filter(({ name }) => name.endsWith('.js'));
  const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const foreign = entries.filter(({ name }) => !name.startsWith(base) && !name.startsWith('data:'));
  return [
    { name: 'first view', holds: tookMs <= FIRST_VIEW_MS, figure: `${tookMs.toFixed(0)} ms` },
    { name: 'its scripts, compressed', holds: bytes <= FIRST_VIEW_BYTES, figure: `${bytes} bytes` },
    { name: 'requests to other servers', holds: foreign.length === 0, figure: String(foreign.length) },
  ];
}

/** Scrolls the page and the editor in it through 150 steps, and answers with the longest frame since it was opened. */
function scrollThrough(page: Page): Promise<number> {
  return page.evaluate(`new Promise(resolve => {
    const scrolled = ${EDITOR}?.querySelector('.cm-scroller');
    let steps = 0;
    const step = () => {
      scrollBy(0, 400);
      scrolled?.scrollBy(0, 4_000);
      steps += 1;
      if (steps < 150) requestAnimationFrame(step);
      else resolve(window.longestFrame);
    };
    requestAnimationFrame(step);
  })`) as Promise<number>;
}

function frameBound(name: string, ms: number): Bound {
  return {
    name,
    holds: ms <= FRAME_MS,
    figure: `${ms.toFixed(0)} ms`,
  };
}

async function measureReview(page: Page, url: string): Promise<Bound[]> {
  const startedAt = performance.now();
  await page.goto(url);
  await page.waitForSelector('.change');
  const tookMs = performance.now() - startedAt;
  await page.waitForFunction('/Changes \\(\\d+\\)/.test(document.body.innerText)');
  const count = await page.evaluate('/Changes \\((\\d+)\\)/.exec(document.body.innerText)[1]');
  const loadingMs = (await page.evaluate('window.longestFrame')) as number;
  await page.evaluate('window.longestFrame = 0');
  const figure = `${tookMs.toFixed(0)} ms, ${count} changes, longest frame meanwhile ${loadingMs.toFixed(0)} ms`;
  return [
    { name: 'review page readable', holds: tookMs <= READABLE_MS, figure },
    frameBound('longest frame of the review page, scrolled', await scrollThrough(page)),
  ];
}

async function measureWholeText(page: Page, url: string, width: number): Promise<Bound> {
  await page.goto(url);
  await (await page.waitForSelector('::-p-aria([name="Load the text"][role="button"])'))?.click();
  await page.waitForFunction(`${EDITOR}?.querySelector('.cm-collapsedLines') != null`, { timeout: 60_000 });
  return frameBound(`longest frame of the whole text, ${width} px`, await scrollThrough(page));
}

async function measureSource(page: Page, url: string, width: number): Promise<Bound> {
  await page.goto(url);
  await page.waitForFunction(`${EDITOR}?.querySelector('.cm-line') != null`, { timeout: 60_000 });
  return frameBound(`longest frame of the source, ${width} px`, await scrollThrough(page));
}

/** Opens the text, types in it, and saves it: all of it must arrive. */
async function measureEditor(page: Page, admin: SignedIn, id: string, width: number): Promise<Bound[]> {
  const read = async () => {
    const query = 'query($id: ID!) { draft(id: $id) { content(kind: RAW) { content } } }';
    return (await admin.graphql<{ content: { content: string } }>(query, { id })).content.content;
  };
  const before = await read();
  await page.goto(`${server.base}/drafts/${id}/edit`);
  const isValid = () => page.waitForFunction("document.body.innerText.includes('✓ Valid')", { timeout: 60_000 });
  await isValid();
  const opened = await scrollThrough(page);
  await page.evaluate(`window.longestFrame = 0; ${EDITOR}.querySelector('.cm-content').focus()`);
  const typed = ' '.repeat(20);
  await page.keyboard.type(typed, { delay: 50 });
  await page.waitForFunction("document.body.innerText.includes('checking…')");
  await page.waitForFunction("!document.body.innerText.includes('checking…')", { timeout: 60_000 });
  await isValid();
  await (await page.waitForSelector('::-p-aria([name="Save as draft"][role="button"])'))?.click();
  await page.waitForFunction(`location.pathname === '/drafts/${id}'`, { timeout: 60_000 });
  const typing = (await page.evaluate('window.longestFrame')) as number;
  const after = await read();
  const isWhole = after === typed + before || after === before + typed;
  return [
    frameBound(`longest frame of the editor, ${width} px`, opened),
    frameBound(`longest frame while typing, checking and saving, ${width} px`, typing),
    { name: `the whole text was saved, ${width} px`, holds: isWhole, figure: `${after.length} characters` },
  ];
}

/** The list of operations, then one after the other of several operations. */
async function measureReference(page: Page, url: string): Promise<Bound[]> {
  const listedAt = performance.now();
  await page.goto(url);
  await page.waitForSelector('.reference-nav .tag');
  const listMs = performance.now() - listedAt;
  await page.waitForFunction("document.querySelector('.reference-nav input').placeholder.includes('operations')");
  for (const tag of (await page.$$('.reference-nav .tag')).slice(0, 12)) await tag.click();
  const links = await page.$$('.operation-link');
  let slowestMs = 0;
  for (let index = 0; index < links.length; index += Math.ceil(links.length / 20)) {
    const link = links[index];
    const path = await link?.$eval('.mono', ({ textContent }) => textContent);
    const startedAt = performance.now();
    await link?.evaluate(element => (element as unknown as { click(): void }).click());
    await page.waitForFunction(`document.querySelector('.operation h2')?.textContent === ${JSON.stringify(path)}`, {
      polling: 10,
    });
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return [
    { name: 'operations listed', holds: listMs <= LIST_MS, figure: `${listMs.toFixed(0)} ms` },
    {
      name: 'slowest operation',
      holds: slowestMs <= OPERATION_MS,
      figure: `${slowestMs.toFixed(0)} ms, of ${links.length}`,
    },
    frameBound('longest frame of the reference', (await page.evaluate('window.longestFrame')) as number),
  ];
}
