import { COMMIT } from './commit.ts';
import type { DatabaseKind } from './database.ts';
import { VERSION } from './version.ts';

/** Leaves time for the rest of the response, which must come within a second. */
const CHECK_LIMIT_MS = 800;

export type Health = {
  status: 'ok' | 'degraded';
  healthy: boolean;
  ready: boolean;
  /** Why the server is not ready; empty if it is ready. */
  not_ready: readonly string[];
  version: string;
  commit: string;
  uptime: number;
  uptime_seconds: number;
  dependencies: { database: { status: 'ok' | 'down'; kind: DatabaseKind; latency_ms: number } };
};

export type HealthSource = { databaseKind: DatabaseKind; isDatabaseAnswering(): Promise<boolean> };

/** Reads the state of the process and its dependencies, within a second. */
export async function readHealth(services: HealthSource, takesRequests: () => boolean): Promise<Health> {
  const startedAt = performance.now();
  const isUp = await answersInTime(services.isDatabaseAnswering());
  const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const notReady = [
    ...(isUp ? [] : ['The database does not answer']),
    ...(takesRequests() ? [] : ['The server is stopping']),
  ];
  const uptimeSeconds = Math.floor(process.uptime());
  return {
    status: isUp ? 'ok' : 'degraded',
    healthy: isUp,
    ready: notReady.length === 0,
    not_ready: notReady,
    version: VERSION,
    commit: COMMIT,
    uptime: uptimeSeconds,
    uptime_seconds: uptimeSeconds,
    dependencies: { database: { status: isUp ? 'ok' : 'down', kind: services.databaseKind, latency_ms: latencyMs } },
  };
}

async function answersInTime(check: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, CHECK_LIMIT_MS, false);
  });
  try {
    return await Promise.race([check, limit]);
  } finally {
    clearTimeout(timer);
  }
}
