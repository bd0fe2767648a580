import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';
import { adminSettings, makeDocument, signIn, succeed } from '../support/http-client.ts';
import { environmentOutside } from '../support/process.ts';
import { startBy } from '../support/ways-to-start.ts';
import { report } from './failing-database.ts';

// `npm ci --omit=dev && npm start` in a clean clone of the last commit: its size, its first start, the console in a real
// browser, and one request of each kind that loads a package late.
const INSTALL_MB = 350;
const FIRST_START_MS = 5_000;

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'docsvc-production-'));
const clone = join(folder, 'clone');
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, {
    cwd: clone,
    encoding: 'utf8',
    env: environmentOutside,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  run('npm', 'ci', '--omit=dev', '--no-audit', '--no-fund');
  const sizeMb = Number(/^\d+/.exec(run('du', '-sm', 'node_modules'))?.[0]);
  const changed = run('git', 'status', '--porcelain');
  if (changed !== '') throw new Error(`The installation changed files of the repository:\n${changed}`);
  Object.assign(process.env, { PATH: environmentOutside.PATH });
  const startedAt = performance.now();
  const server = await startBy('npm', { ...adminSettings, DOCSVC_DATA_DIR: join(folder, 'data') }, clone);
  const startMs = performance.now() - startedAt;
  try {
    await useAll(server.base);
  } finally {
    await server.stop();
  }
  report([
    { name: `node_modules of at most ${INSTALL_MB} MB`, holds: sizeMb <= INSTALL_MB, figure: `${sizeMb} MB` },
    {
      name: `first start within ${FIRST_START_MS} ms`,
      holds: startMs <= FIRST_START_MS,
      figure: `${startMs.toFixed(0)} ms`,
    },
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function useAll(base: string): Promise<void> {
  await seeConsole(base);
  const { rest } = await signIn(base);
  const { document, branches } = await makeDocument(rest);
  const schema_content = 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n';
  const body = { branch_id: branches.dev, version_name: '1', schema_content };
  const draft = await succeed(rest('POST', `${document}/drafts`, body));
  await succeed(rest('POST', `${document}/drafts/${draft.id}/submit`, {}));
  for (const path of ['/reference', '/cli.tgz', '/graphql', '/api/v1/open/docs/openapi.yaml']) {
    const { ok } = await fetch(`${base}${path}`, { headers: { accept: 'text/html, */*' } });
    if (!ok) throw new Error(`${path} is not there`);
  }
}

async function seeConsole(base: string): Promise<void> {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(base);
    await page.waitForSelector('input[type=password]');
    await page.type('input[type=email]', adminSettings.DOCSVC_INITIAL_ADMIN_EMAIL);
    await page.type('input[type=password]', adminSettings.DOCSVC_INITIAL_ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForSelector('nav');
  } finally {
    await browser.close();
  }
}
