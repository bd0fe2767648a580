import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import {
  inTransaction,
  isDatabaseUnavailable,
  type OpenedDatabase,
  openDatabase,
} from '../../../src/platform/database.ts';
import { LIMITS } from '../../../src/platform/database-limits.ts';
import { readHealth } from '../../../src/platform/health.ts';
import { testDatabase } from '../../support/database.ts';
import { startProxy } from '../../support/proxy.ts';

/** A server whose answers are lost. */

const onServer = inject('database').kind === 'postgresql';
const direct = onServer ? await testDatabase() : undefined;

async function throughProxy(): Promise<OpenedDatabase & { proxy: Awaited<ReturnType<typeof startProxy>> }> {
  const url = String(direct?.pool.options.connectionString);
  const proxy = await startProxy(url);
  const database = await openDatabase({ url: proxy.url(url), maxConnections: 4 });
  afterAll(async () => {
    proxy.swallowAnswers(false);
    await database.close();
    await proxy.close();
  });
  return { ...database, proxy };
}

/** The duration of a call that must fail because the database is unavailable. */
async function unavailableAfter(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const error = await work().then(
    () => undefined,
    error => error as Error,
  );
  expect(isDatabaseUnavailable(error), String(error?.stack)).toBe(true);
  return performance.now() - startedAt;
}

/** Health is answered within a second. On a busy machine this takes longer, but less than a probe of the database. */
async function healthOf({ kind, isAnswering }: OpenedDatabase): Promise<string> {
  const startedAt = performance.now();
  const { status } = await readHealth({ databaseKind: kind, isDatabaseAnswering: isAnswering }, () => true);
  expect(performance.now() - startedAt).toBeLessThan(LIMITS.probeMs);
  return status;
}

/** Waits until the database serves again. */
async function recovery(database: OpenedDatabase): Promise<number> {
  const startedAt = performance.now();
  while (
    !(await database.prisma.user.count().then(
      () => true,
      () => false,
    ))
  ) {
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    await delay(50);
  }
  return performance.now() - startedAt;
}

test.runIf(onServer)('lost answers end statements and transactions, later ones at once, and it recovers', async () => {
  const database = await throughProxy();
  const { prisma, proxy } = database;
  await Promise.all([1, 2, 3, 4].map(() => prisma.$queryRawUnsafe('SELECT pg_sleep(0.05)::text')));
  proxy.swallowAnswers(true);
  const took = await Promise.all([
    unavailableAfter(() => prisma.user.count()),
    unavailableAfter(() => inTransaction(prisma, tx => tx.user.count())),
    ...Array.from({ length: 20 }, () => unavailableAfter(() => prisma.user.count())),
  ]);
  expect(Math.max(...took)).toBeLessThan(LIMITS.statementMs);
  expect(await unavailableAfter(() => prisma.user.count())).toBeLessThan(LIMITS.silenceMs);
  expect(await healthOf(database)).toBe('degraded');
  proxy.swallowAnswers(false);
  await recovery(database);
  await inTransaction(prisma, tx => tx.user.count());
  expect(database.pool.totalCount).toBeLessThanOrEqual(4);
  expect(await healthOf(database)).toBe('ok');
});

test.runIf(onServer)('a connection that lost one answer is destroyed though the server answers others', async () => {
  const { prisma, pool, proxy, isAnswering } = await throughProxy();
  await prisma.user.count();
  await isAnswering();
  const inside = inTransaction(prisma, async tx => {
    await tx.user.count();
    proxy.loseOne();
    const lost = unavailableAfter(() => tx.user.count());
    expect(await lost).toBeLessThan(LIMITS.statementMs);
  });
  expect(await unavailableAfter(() => inside)).toBeLessThan(LIMITS.statementMs);
  expect(pool.totalCount - pool.idleCount).toBe(0);
  expect(await prisma.user.count()).toBe(0);
});

test.runIf(onServer)('a statement that the server works on may be silent for longer', async () => {
  const { prisma } = await throughProxy();
  expect(await prisma.$queryRawUnsafe('SELECT pg_sleep(4)::text AS slept')).toEqual([{ slept: '' }]);
});
