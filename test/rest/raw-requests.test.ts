import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanUp } from '../support/clean-up.ts';
import { migratedDatabaseIn } from '../support/database.ts';
import { adminSettings, keySettings, signIn } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';
import { exchangeRaw, isInternal, makeRawTargets, statusesOf, UNEXPECTED } from '../support/raw-requests.ts';

// `npm run load -- raw-http` sends more.
const REQUESTS = Number(process.env.REQUESTS ?? 900);
const SEED = Number(process.env.SEED ?? 3);
const AT_ONCE = 12;

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-raw-'));
const { url = '' } = await migratedDatabaseIn(dataDir);
const server = await startServer({
  ...adminSettings,
  ...keySettings,
  DOCSVC_DATA_DIR: dataDir,
  DOCSVC_DATABASE_URL: url,
});
cleanUp(async () => {
  await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true });
});
const targets = await makeRawTargets(await signIn(server.base));

it('malformed requests are answered or disconnected: none causes an internal error or ends the process', async () => {
  const failed: string[] = [];
  const statuses = new Set<string>();
  let sent = 0;
  const sendOthers = async () => {
    while (sent < REQUESTS) {
      const exchange = await exchangeRaw(targets, SEED, sent++);
      for (const status of statusesOf(exchange)) statuses.add(status);
      if (isInternal(exchange)) failed.push(exchange.sent.toString('latin1').slice(0, 1000));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOthers));
  expect(failed).toEqual([]);
  expect(server.output()).not.toContain(UNEXPECTED);
  expect(server.process.exitCode).toBeNull();
  expect([...statuses]).toEqual(expect.arrayContaining(['200', '400', '404', '405', '415']));
});
