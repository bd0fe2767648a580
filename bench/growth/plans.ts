import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresqlServer } from '../../test/support/postgresql.ts';
import { type TimedRequest, timedClient } from '../../test/support/timed.ts';
import type { GrownWorld } from './world.ts';

/** Settings with which PostgreSQL writes the plan of every statement of a session to its log. */
const EXPLAINED = '-c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0';

/** PostgreSQL may plan a statement again for each of its first five executions. */
const REQUESTS = 7;

/** Returns, for each request, the large tables that its statements read in full (sequential scan). */
export async function sequentialScans(
  { log }: PostgresqlServer,
  world: GrownWorld,
  requests: ReadonlyMap<string, TimedRequest>,
): Promise<Map<string, string[]>> {
  const server = await world.another(EXPLAINED);
  const send = timedClient(server.base);
  const found = new Map<string, string[]>();
  try {
    for (const [name, request] of requests) {
      const before = log().length;
      for (let count = 0; count < REQUESTS; count += 1) await send(request);
      await delay(20);
      const scanned = [
        ...log()
          .slice(before)
          .matchAll(/Seq Scan on (\w+)/g),
      ].map(([, table]) => table as string);
      found.set(
        name,
        [...new Set(scanned)].filter(table => world.large.has(table)),
      );
    }
    return found;
  } finally {
    await server.stop();
  }
}
