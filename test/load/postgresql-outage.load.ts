import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgresql } from '../support/postgresql.ts';
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

// PostgreSQL is stopped repeatedly under load. Options: --stops 5 of each kind, --away-ms: how long it stays away,
// --recovery-ms and --health-ms: the limits.
const STOPS = option('stops', 5);
const AWAY_MS = option('away-ms', 5_000);
const RECOVERY_MS = option('recovery-ms', 10_000);
const HEALTH_MS = option('health-ms', 1_000);

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-outage-'));
const postgresql = await startPostgresql();
const server = await serverOn(postgresql.url, dataDir);
const bounds: Bound[] = [];
try {
  const load = await startLoad(server.base);
  const probe = startHealthProbe(server.base);
  for (const mode of ['fast', 'immediate'] as const) {
    let slowest = 0;
    for (let stop = 1; stop <= STOPS; stop++) {
      await delay(1_000);
      await postgresql.halt(mode);
      await delay(AWAY_MS);
      await postgresql.restart();
      const backAt = performance.now();
      const ready = await recoveredAfter(server.base, backAt);
      await delay(3_000);
      const lastFailure = Math.max(0, load.lastFailureAt - backAt);
      slowest = Math.max(slowest, ready, lastFailure);
      console.log(`${mode} stop ${stop}: ready after ${seconds(ready)}, last error after ${seconds(lastFailure)}`);
    }
    const figure = `slowest recovery ${seconds(slowest)}`;
    bounds.push({ name: `${STOPS} ${mode} stops`, holds: slowest <= RECOVERY_MS, figure });
  }
  const health = await probe.stop();
  await load.stop();
  console.log(load.statuses, `slowest write ${seconds(load.slowestMs)}`);
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
  await postgresql.stop();
  await rm(dataDir, { recursive: true });
}
report(bounds);
