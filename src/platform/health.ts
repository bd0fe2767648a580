import type { PrismaClient } from '../generated/prisma/client.ts';
import type { DatabaseKind } from './database.ts';
import { VERSION } from './version.ts';

const CHECK_LIMIT_MS = 2_000;

export type Health = {
  status: 'ok' | 'degraded';
  version: string;
  uptime_seconds: number;
  dependencies: { database: { status: 'ok' | 'down'; kind: DatabaseKind; latency_ms: number } };
};

/** The state of the process and of what it depends on; each check takes at most two seconds. */
export async function readHealth(services: { db: PrismaClient; databaseKind: DatabaseKind }): Promise<Health> {
  const startedAt = performance.now();
  const isUp = await answersInTime(services.db.$queryRaw`SELECT 1`);
  const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
  return {
    status: isUp ? 'ok' : 'degraded',
    version: VERSION,
    uptime_seconds: Math.floor(process.uptime()),
    dependencies: { database: { status: isUp ? 'ok' : 'down', kind: services.databaseKind, latency_ms: latencyMs } },
  };
}

async function answersInTime(check: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, CHECK_LIMIT_MS, false);
  });
  try {
    return await Promise.race([Promise.resolve(check).then(() => true), limit]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
