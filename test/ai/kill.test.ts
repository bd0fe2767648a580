import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { providerOf } from '../support/ai.ts';
import { migratedDatabaseIn } from '../support/database.ts';
import { petstore31Json } from '../support/documents.ts';
import {
  adminSettings,
  type HttpClient,
  keySettings,
  makeDocument,
  type Resource,
  signIn,
  succeed,
  type Workplace,
} from '../support/http-client.ts';
import { answerOf, json, type ModelServer, startModelServer } from '../support/model-server.ts';
import { type ServerProcess, startServer } from '../support/process.ts';

/**
 * Server processes that are killed while they write a summary. On PostgreSQL a second process takes the work over; the
 * embedded database has one process at a time, and the next start continues.
 */

let environment: Record<string, string>;
let hasNeighbour: boolean;
let location: { url: string } | { dataDir: string };
let server: ServerProcess;
let client: HttpClient;
let place: Workplace;
const servers: ServerProcess[] = [];

/** Answers at once, or never. */
let isHanging = true;
const waiting: ServerResponse[] = [];
let models: ModelServer;

async function start(): Promise<ServerProcess> {
  const started = await startServer(environment);
  servers.push(started);
  return started;
}

async function use(started: ServerProcess): Promise<void> {
  server = started;
  client = (await signIn(server.base)).rest;
}

async function begin(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-jobs-'));
  afterAll(async () => {
    await Promise.all(servers.map(one => one.stop('SIGKILL')));
    await rm(dataDir, { recursive: true });
  });
  const { url } = await migratedDatabaseIn(dataDir);
  hasNeighbour = url !== undefined;
  location = url === undefined ? { dataDir } : { url };
  models = await startModelServer(response =>
    isHanging ? waiting.push(response) : json(response, answerOf('CHAT_COMPLETIONS', 'Explained.')),
  );
  environment = {
    ...adminSettings,
    ...keySettings,
    DOCSVC_DATA_DIR: dataDir,
    ...(url === undefined ? {} : { DOCSVC_DATABASE_URL: url }),
  };
  await use(await start());
  await succeed(client('PUT', '/private/ai/provider', providerOf(models.url, { timeout_ms: 60_000 })));
  place = await makeDocument(client);
}

// Not in a hook: clean-up can only be registered while the tests are collected.
await begin();

/** Submits a draft and waits until its summary is in progress. Returns the path of the summary. */
async function beginSummary(versionName: string): Promise<string> {
  isHanging = true;
  const asked = models.seen.length;
  const body = { branch_id: place.branches.dev, version_name: versionName, schema_content: petstore31Json };
  const draft = await succeed(client('POST', `${place.document}/drafts`, body));
  await succeed(client('POST', `${place.document}/drafts/${draft.id}/submit`));
  await expect.poll(() => models.seen.length).toBe(asked + 1);
  return `${place.document}/drafts/${draft.id}/ai-summary`;
}

async function expectDoneOnce(path: string): Promise<void> {
  const read = () => succeed(client<Resource & { status: string; content: string }>('GET', path));
  await expect.poll(async () => (await read()).status, { interval: 100 }).toBe('succeeded');
  expect(await read()).toMatchObject({ content: 'Explained.', stale: false });
}

it('a summary of a killed process is written once, by another process or the next one', async () => {
  const neighbour = hasNeighbour ? await start() : undefined;
  const path = await beginSummary('1.0.0');
  const asked = models.seen.length;
  isHanging = false;
  await server.stop('SIGKILL');
  await use(neighbour ?? (await start()));
  await expectDoneOnce(path);
  await delay(300);
  expect(models.seen).toHaveLength(asked + 1);
});

it('on stop, a summary in progress is released at once, as if it had not started', async () => {
  const path = await beginSummary('2.0.0');
  const summary = await succeed(client('GET', path));
  const startedAt = performance.now();
  const ended = once(server.process, 'exit');
  await server.stop('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  const database = await openDatabase(location);
  onTestFinished(() => database.close());
  const jobs = await database.prisma.job.findMany();
  expect(jobs).toEqual([{ id: summary.id, kind: 'ai.summary', claim: null, attempts: 0, dueAt: expect.any(Date) }]);
  expect(jobs[0]?.dueAt.getTime()).toBeLessThan(Date.now() + 1_000);
});
