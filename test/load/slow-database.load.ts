import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgresql } from '../support/postgresql.ts';
import { type LossyProxy, startProxy } from '../support/proxy.ts';
import {
  type Bound,
  lostOrDoubled,
  option,
  otherErrors,
  recoveredAfter,
  report,
  seconds,
  serverOn,
  startHealthProbe,
  startLoad,
} from './failing-database.ts';

// A network between service and PostgreSQL that delays answers, loses them and cuts connections. Options: --scale 0.5
// halves the duration of each fault, --recovery-ms and --health-ms: the limits.
const scale = option('scale', 1);
const RECOVERY_MS = option('recovery-ms', 10_000);
const HEALTH_MS = option('health-ms', 1_000);

type Trouble = { name: string; begin(proxy: LossyProxy): void; lastsMs: number };

const delayed = (ms: number, lastsMs: number): Trouble => ({
  name: `answers delayed by ${seconds(ms * scale)}`,
  begin: proxy => proxy.delayAnswers(ms * scale),
  lastsMs,
});
const troubles: Trouble[] = [
  delayed(2_000, 20_000),
  delayed(25_000, 40_000),
  delayed(60_000, 70_000),
  { name: 'answers lost for 1 s', begin: proxy => proxy.swallowAnswers(true), lastsMs: 1_000 },
  { name: 'answers lost', begin: proxy => proxy.swallowAnswers(true), lastsMs: 20_000 },
  { name: 'connections cut half-way', begin: proxy => proxy.cutHalfWay(), lastsMs: 1_000 },
];

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-slow-database-'));
const postgresql = await startPostgresql();
const proxy = await startProxy(postgresql.url);
const server = await serverOn(postgresql.url, dataDir, proxy.url);
const bounds: Bound[] = [];
try {
  const load = await startLoad(server.base);
  const probe = startHealthProbe(server.base);
  await delay(2_000);
  for (const { name, begin, lastsMs } of troubles) {
    begin(proxy);
    await delay(lastsMs * scale);
    proxy.delayAnswers(0);
    proxy.swallowAnswers(false);
    const endedAt = performance.now();
    const ready = await recoveredAfter(server.base, endedAt);
    await delay(RECOVERY_MS + 2_000 - Math.min(ready, RECOVERY_MS));
    const lastFailure = Math.max(0, load.lastFailureAt - endedAt);
    const figure = `ready after ${seconds(ready)}, last error after ${seconds(lastFailure)}, slowest write so far ${seconds(load.slowestMs)}`;
    bounds.push({ name, holds: ready <= RECOVERY_MS && lastFailure <= RECOVERY_MS, figure });
    console.log(`${name}: ${figure}`);
  }
  const health = await probe.stop();
  await load.stop();
  console.log(load.statuses);
  bounds.push(
    {
      name: 'health',
      holds: health.slowestMs <= HEALTH_MS,
      figure: `slowest of ${health.asked} ${seconds(health.slowestMs)}`,
    },
    { name: 'liveness', holds: health.slowestLiveMs <= HEALTH_MS, figure: `slowest ${seconds(health.slowestLiveMs)}` },
    { name: 'only UNAVAILABLE', holds: otherErrors(load).length === 0, figure: JSON.stringify(otherErrors(load)) },
    ...(await lostOrDoubled(load)),
  );
} finally {
  await server.stop('SIGKILL');
  await proxy.close();
  await postgresql.stop();
  await rm(dataDir, { recursive: true });
}
report(bounds);
