import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import {
  inTransaction,
  isDatabaseUnavailable,
  type OpenedDatabase,
  openDatabase,
} from '../../../src/platform/database.ts';
import { readRows } from '../../../src/platform/rows.ts';
import { inSqlTransaction } from '../../../src/platform/sql-transactions.ts';
import { emptyDatabase, testDatabase } from '../../support/database.ts';
import { databaseUrl, runSql, urlAs } from '../../support/postgresql.ts';

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

/** Statements of Prisma and of our own, alone and in a transaction, are all told that the database is unavailable. */
async function refuses({ prisma }: OpenedDatabase): Promise<void> {
  await unavailable(prisma.user.count());
  await unavailable(prisma.$transaction(async tx => tx.user.count()));
  await unavailable(readRows(prisma, Prisma.sql`SELECT 1`));
  await unavailable(inSqlTransaction(prisma, tx => tx.send(Prisma.sql`SELECT 1`)));
}

test.runIf(onServer)('a server that is not there', async () => {
  const gone = await openDatabase({ url: 'postgresql://postgres@127.0.0.1:1/postgres' });
  await refuses(gone);
  await gone.close();
});

test.runIf(onServer).each([
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE', 'CERT_HAS_EXPIRED'],
  // The socket file of a stopped server, no free port, a network that is down.
  ...['ENOENT', 'EADDRNOTAVAIL', 'ENETDOWN'],
  // The server after a failover has another name or issuer.
  ...['ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
])('a connection that fails with %s', async code => {
  const gone = await openDatabase({ url: 'postgresql://postgres@127.0.0.1:1/postgres' });
  // A refused certificate is no failed system call.
  const isOfSystem = !/CERT|SIGNATURE/.test(code);
  const failure = Object.assign(new Error(code), { code, ...(isOfSystem && { errno: -1, syscall: 'connect' }) });
  const connect = (done?: (error: Error) => void) => (done ? done(failure) : Promise.reject(failure));
  gone.pool.connect = connect as typeof gone.pool.connect;
  await refuses(gone);
  await gone.close();
});

test.runIf(onServer)('a server that refuses to serve this database or role', async () => {
  const { url } = inject('database') as { url: string };
  const name = `refusing_${randomUUID().replaceAll('-', '')}`;
  await runSql(url, `CREATE ROLE ${name} NOLOGIN PASSWORD 'password'`);
  await runSql(url, `CREATE DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    for (const address of [
      urlAs(url, name, 'password'),
      urlAs(url, name, 'another password'),
      databaseUrl(url, name),
      databaseUrl(url, `${name}_gone`),
    ]) {
      const refusing = await openDatabase({ url: address });
      await refuses(refusing);
      await refusing.close();
    }
  } finally {
    await runSql(url, `DROP DATABASE ${name}`);
    await runSql(url, `DROP ROLE ${name}`);
  }
});

test.runIf(onServer)('a server that became read-only, as after a failover: reads go on, changes fail', async () => {
  const url = new URL(pool.options.connectionString as string);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const standby = await openDatabase({ url: url.toString() });
  expect(await standby.prisma.user.count()).toBe(0);
  const changes = [
    standby.prisma.user.deleteMany(),
    inTransaction(standby.prisma, tx => tx.user.deleteMany()),
    readRows(standby.prisma, Prisma.sql`DELETE FROM users`),
    inSqlTransaction(standby.prisma, tx => tx.send(Prisma.sql`DELETE FROM users`)),
  ];
  await Promise.all(changes.map(unavailable));
  await standby.close();
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
