import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { migratedDatabaseIn } from '../support/database.ts';
import { type StartedServer, startBy } from '../support/ways-to-start.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-npm-'));
await migratedDatabaseIn(dataDir);
const started: StartedServer[] = [];
afterAll(async () => {
  for (const { process: child } of started)
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<StartedServer> {
  const server = await startBy('npm', { DOCSVC_DATA_DIR: dataDir });
  started.push(server);
  return server;
}

const isReached = (base: string) =>
  fetch(`${base}/api/v1/open/health/live`).then(
    () => true,
    () => false,
  );

describe('a server of npm start', () => {
  it('ends with code 0 when npm or its whole group gets a signal, and frees the data folder', async () => {
    const first = await start();
    expect((await first.stop('SIGTERM')).code).toBe(0);
    expect(first.output()).toContain('"signal":"SIGTERM"');
    const second = await start();
    process.kill(-(second.process.pid as number), 'SIGINT');
    await expect.poll(() => second.process.exitCode).toBe(0);
    expect(second.output().match(/"msg":"stopped"/g)).toHaveLength(1);
  });

  it('ends when npm is killed and can pass nothing on', async () => {
    const server = await start();
    await server.stop('SIGKILL');
    for (let waited = 0; (await isReached(server.base)) && waited < 20_000; waited += 100) await delay(100);
    expect(await isReached(server.base)).toBe(false);
    await expect.poll(() => server.output()).toContain('"msg":"stopped"');
  });
});
