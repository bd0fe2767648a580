import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runForCaller, runWithSignal } from '../../../src/platform/callers.ts';
import { inTransaction } from '../../../src/platform/database.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { testDatabase } from '../../support/database.ts';

const database = await testDatabase();
const { prisma, pool, kind } = database;

/** The connections that one caller may use. */
const PLACES = kind === 'embedded' ? 1 : 3;

const sleep = (seconds: number) => prisma.$queryRawUnsafe(`SELECT pg_sleep(${seconds})::text`);

/**
 * A statement that lasts: on PostgreSQL until `end`, on the single connection of the embedded database for some time.
 */
async function lasting(): Promise<{ statement: string; end(): Promise<unknown> }> {
  if (kind === 'embedded') return { statement: 'SELECT pg_sleep(0.05)::text', end: async () => {} };
  const holder = await runForCaller('holder', () => pool.connect());
  await holder.query('SELECT pg_advisory_lock(1)');
  const end = () => holder.query('SELECT pg_advisory_unlock(1)').finally(() => holder.release());
  return { statement: 'SELECT pg_advisory_xact_lock_shared(1)::text', end };
}

test('a caller with many statements waits for their own; another caller waits for at most one of them', async () => {
  const { statement, end } = await lasting();
  const order: string[] = [];
  const greedy = runForCaller('greedy', () =>
    Array.from({ length: 12 }, () => prisma.$queryRawUnsafe(statement).then(() => order.push('greedy'))),
  );
  await delay(10);
  const before = order.length;
  await runForCaller('modest', async () => {
    for (let turn = 0; turn < 3; turn += 1) await sleep(0);
  });
  // Three statements alternate with those of the other caller; on PostgreSQL they use other connections in parallel.
  expect(order.length - before).toBeLessThanOrEqual(4);
  await end();
  await Promise.all(greedy);
  expect(order).toHaveLength(12);
});

test('transactions and statements of the pool take turns too', async () => {
  const { statement, end } = await lasting();
  const order: string[] = [];
  const greedy = runForCaller('greedy', () =>
    Array.from({ length: 8 }, () =>
      inTransaction(prisma, tx => tx.$queryRawUnsafe(statement)).then(() => order.push('greedy')),
    ),
  );
  await delay(10);
  const before = order.length;
  await runForCaller('modest', () => inTransaction(prisma, tx => tx.$queryRaw`SELECT 1`));
  await runForCaller('modest', () => pool.query('SELECT 1'));
  expect(order.length - before).toBeLessThanOrEqual(3);
  await end();
  await Promise.all(greedy);
});

test('of the connections of a PostgreSQL one caller uses a quarter', async () => {
  let working = 0;
  let most = 0;
  const one = async () => {
    const client = await pool.connect();
    working += 1;
    most = Math.max(most, working);
    await delay(10);
    working -= 1;
    client.release();
  };
  await runForCaller('greedy', () => Promise.all(Array.from({ length: 20 }, one)));
  expect(most).toBe(PLACES);
});

test('abandoned work sends no statement, neither at once nor later', async () => {
  const gone = new AbortController();
  const held = await runForCaller('busy', () => Promise.all(Array.from({ length: PLACES }, () => pool.connect())));
  const count = async () => await prisma.user.count();
  const waiting = runForCaller('busy', () =>
    runWithSignal(gone.signal, () => Promise.allSettled([count(), count(), count()])),
  );
  await expect.poll(() => database.waiting()).toBe(3);
  gone.abort();
  const failures = (await waiting).map(outcome => outcome.status === 'rejected' && outcome.reason.status);
  expect(failures).toEqual(Array(3).fill('DEADLINE_EXCEEDED'));
  for (const client of held) client.release();
  await expect(runWithSignal(gone.signal, () => pool.query('SELECT 1'))).rejects.toMatchObject({
    status: 'DEADLINE_EXCEEDED',
  });
  expect(await prisma.user.count()).toBe(0);
});

test('a failed connection does not cost a waiting caller their turn', async () => {
  const lost = () =>
    runForCaller('unlucky', async () => {
      const client = await pool.connect();
      client.release(new Error('thrown away'));
    });
  for (let round = 0; round < 12; round += 1) await lost();
  await runForCaller('unlucky', () => Promise.all([sleep(0), sleep(0), sleep(0), sleep(0)]));
});

// Reading the metrics needs a connection too, and the embedded database has only one.
test.runIf(kind === 'postgresql')('metrics count the callers who wait for a connection', async () => {
  const metrics = createMetrics();
  metrics.watchDatabase(database);
  const waiting = async () => /^docsvc_database_connections\{state="waiting"\} (\d+)$/m.exec(await metrics.read())?.[1];
  const held = await runForCaller('busy', () => Promise.all(Array.from({ length: PLACES }, () => pool.connect())));
  const later = runForCaller('busy', () => Promise.all([sleep(0), sleep(0)]));
  await expect.poll(waiting).toBe('2');
  for (const client of held) client.release();
  await later;
  expect(await waiting()).toBe('0');
});
