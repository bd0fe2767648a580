import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { isDatabaseUnavailable, openDatabase } from '../../../src/platform/database.ts';
import { emptyDatabase, testDatabase } from '../../support/database.ts';

const database = await testDatabase();
const { prisma, pool } = database;
const onServer = inject('database').kind === 'postgresql';

const unavailable = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    error => error as Error,
  );
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error), String(error?.stack)).toBe(true);
};

test.runIf(onServer)('a server that is not there', async () => {
  const gone = await openDatabase({ url: 'postgresql://postgres@127.0.0.1:1/postgres' });
  await unavailable(gone.prisma.user.count());
  await unavailable(gone.prisma.$transaction(async tx => tx.user.count()));
  await gone.close();
});

test.runIf(onServer)('connections that the server ends: idle ones are replaced, running ones fail', async () => {
  const end = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await Promise.all([1, 2, 3].map(() => prisma.user.count()));
  await pool.query(end);
  // Only the connection of the statement itself is left.
  await expect.poll(() => pool.totalCount).toBe(1);
  expect(await prisma.user.count()).toBe(0);

  const running = unavailable(prisma.$queryRawUnsafe('SELECT pg_sleep(20)'));
  const inside = unavailable(prisma.$transaction(async tx => tx.$queryRawUnsafe('SELECT pg_sleep(20)')));
  const sleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  await expect.poll(async () => (await pool.query(sleeping)).rowCount).toBe(2);
  await pool.query(end);
  await running;
  await inside;
  expect(await prisma.user.count()).toBe(0);
});

test.runIf(onServer)('a statement that takes too long is ended', async () => {
  const { url, template } = inject('database') as { url: string; template: string };
  const hasty = await openDatabase({ url: url.replace(/\/[^/]*$/, `/${template}`), statementTimeoutMs: 1_000 });
  try {
    await unavailable(hasty.prisma.$queryRawUnsafe('SELECT pg_sleep(60)'));
    expect(await hasty.prisma.user.count()).toBe(0);
  } finally {
    await hasty.close();
  }
});

test('closing waits for running and waiting work', async () => {
  const own = await openDatabase(
    onServer ? { url: pool.options.connectionString, maxConnections: 1 } : await emptyDatabase(),
  );
  const queries = [1, 2, 3].map(() => own.prisma.$queryRawUnsafe('SELECT 1 AS one'));
  const answers = Promise.all(queries);
  await delay(20);
  await own.close();
  expect(await answers).toHaveLength(3);
});
