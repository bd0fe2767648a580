import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Page } from 'puppeteer-core';
import { githubDescription } from '../support/github-description.ts';
import { adminSettings, makeDocument, type Resource, type SignedIn, signIn, succeed } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';
import { type Bound, report } from './failing-database.ts';

// Measures the console in a real browser: the first view, and the review page of two releases of GitHub's description
// (11 and 13 MB, 1,100 changes): until it can be read, and how long frames take while it is scrolled.
const FIRST_VIEW_MS = 1_000;
const FIRST_VIEW_BYTES = 200_000;
const READABLE_MS = 2_000;
const FRAME_MS = 100;

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
  const draft = await submitPair(admin);
  report([...bounds, ...(await measureReview(page, `${server.base}/drafts/${draft}`))]);
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function submitPair({ rest }: SignedIn): Promise<string> {
  const { document, branches } = await makeDocument(rest);
  const send = (path: string, body: object = {}) => succeed(rest<Resource>('POST', `${document}${path}`, body));
  const submit = async (release: string) => {
    const schema_content = githubDescription(folder, release);
    const draft = await send('/drafts', { branch_id: branches.dev, version_name: release, schema_content });
    return send(`/drafts/${draft.id}/submit`);
  };
  const first = await submit('19.1.0');
  await send(`/drafts/${first.id}/approve`, { expected_review_revision: first.review_revision });
  return (await submit('23.0.2')).id;
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

async function measureReview(page: Page, url: string): Promise<Bound[]> {
  const startedAt = performance.now();
  await page.goto(url);
  await page.waitForSelector('.change');
  const tookMs = performance.now() - startedAt;
  await page.waitForFunction('/Changes \\(\\d+\\)/.test(document.body.innerText)');
  const count = await page.evaluate('/Changes \\((\\d+)\\)/.exec(document.body.innerText)[1]');
  const slowest = (await page.evaluate(`new Promise(resolve => {
    let [last, longest, steps] = [performance.now(), 0, 0];
    function frame(now) {
      if (steps > 0) longest = Math.max(longest, now - last);
      last = now;
      steps += 1;
      scrollBy(0, 400);
      if (steps < 150) requestAnimationFrame(frame);
      else resolve(longest);
    }
    requestAnimationFrame(frame);
  })`)) as number;
  return [
    { name: 'review page readable', holds: tookMs <= READABLE_MS, figure: `${tookMs.toFixed(0)} ms, ${count} changes` },
    { name: 'longest frame while scrolling', holds: slowest <= FRAME_MS, figure: `${slowest.toFixed(0)} ms` },
  ];
}
