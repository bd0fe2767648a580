import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { isDatabaseUnavailable, uniqueViolation } from '../../../src/platform/database.ts';
import type { SqlTransaction } from '../../../src/platform/rows.ts';
import { inSqlTransaction } from '../../../src/platform/sql-transactions.ts';
import { testDatabase } from '../../support/database.ts';

const { prisma, pool, kind, withConnection } = await testDatabase();
await withConnection(client => client.query('CREATE TABLE counters (name text PRIMARY KEY, n int NOT NULL DEFAULT 0)'));

const add = (name: string) => Prisma.sql`INSERT INTO counters (name) VALUES (${name})`;
const raise = (name: string) => Prisma.sql`UPDATE counters SET n = n + 1 WHERE name = ${name} RETURNING n`;
const countOf = async (name: string): Promise<number | undefined> =>
  (await pool.query('SELECT n FROM counters WHERE name = $1', [name])).rows[0]?.n;
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    error => error as unknown,
  );

test('a transaction returns what its work returns, and its statements see each other', async () => {
  const rows = await inSqlTransaction(prisma, async tx => {
    await tx.send(add('own'));
    return tx.send<{ n: number }>(raise('own'));
  });
  expect(rows).toEqual([{ n: 1 }]);
  expect(await countOf('own')).toBe(1);
});

test('others see nothing before the end', async () => {
  await inSqlTransaction(prisma, async tx => {
    await tx.send(add('unseen'));
    if (kind === 'postgresql') expect(await countOf('unseen')).toBeUndefined();
  });
  expect(await countOf('unseen')).toBe(0);
});

test('a transaction that throws leaves nothing, nor one whose statement fails, first or later', async () => {
  const throwing = inSqlTransaction(prisma, async tx => {
    await tx.send(add('gone'));
    throw new Error('stop');
  });
  await expect(throwing).rejects.toThrow('stop');
  for (const names of [['own'], ['gone', 'own']]) {
    const failing = inSqlTransaction(prisma, async tx => {
      for (const name of names) await tx.send(add(name));
    });
    expect(uniqueViolation(await caught(failing))).toBe('counters_pkey');
  }
  expect(await countOf('gone')).toBeUndefined();
  expect(pool.waitingCount).toBe(0);
});

test('a failed statement that the work caught still fails the transaction', async () => {
  const work = async (tx: SqlTransaction) => {
    await tx.send(raise('own'));
    await caught(tx.send(add('own')));
  };
  await expect(inSqlTransaction(prisma, work)).rejects.toThrow('rolled back');
  expect(await countOf('own')).toBe(1);
});

test('an error of the commit itself is not swallowed', async () => {
  await withConnection(client => client.query('CREATE TABLE later (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)'));
  const insert = Prisma.sql`INSERT INTO later VALUES (1)`;
  await inSqlTransaction(prisma, tx => tx.send(insert));
  expect(uniqueViolation(await caught(inSqlTransaction(prisma, tx => tx.send(insert))))).toBe('later_id_key');
});

test('a transaction that takes too long sends nothing more and is rolled back', async () => {
  const work = async (tx: SqlTransaction) => {
    await tx.send(raise('own'));
    await delay(50);
    await tx.send(raise('own'));
  };
  expect(isDatabaseUnavailable(await caught(inSqlTransaction(prisma, work, 20)))).toBe(true);
  expect(await countOf('own')).toBe(1);
});

test.runIf(kind === 'postgresql')('the loser of a deadlock is tried again', async () => {
  await inSqlTransaction(prisma, async tx => {
    for (const name of ['a', 'b']) await tx.send(add(name));
  });
  const lock = (names: string[]) =>
    inSqlTransaction(prisma, async tx => {
      for (const name of names) {
        await tx.send(raise(name));
        await delay(100);
      }
    });
  await Promise.all([lock(['a', 'b']), lock(['b', 'a'])]);
  expect([await countOf('a'), await countOf('b')]).toEqual([2, 2]);
});
