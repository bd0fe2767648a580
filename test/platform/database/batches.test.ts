import { expect, test } from 'vitest';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { readRows } from '../../../src/platform/rows.ts';
import { inSqlTransaction } from '../../../src/platform/sql-transactions.ts';
import { testDatabase } from '../../support/database.ts';

const { prisma, pool, kind, withConnection } = await testDatabase();
await withConnection(client => client.query('CREATE TABLE notes (id int PRIMARY KEY, body text)'));

const note = (id: number) => Prisma.sql`INSERT INTO notes (id) VALUES (${id}::int)`;
const countNotes = async (id: number): Promise<number> =>
  (await pool.query('SELECT count(*)::int AS n FROM notes WHERE id = $1', [id])).rows[0]?.n;
/** Fails if the first statement raises. */
const failing = Prisma.sql`SELECT 1 / (${0}::int) AS never`;

test('rows are those of pg, also when the columns of a statement are known', async () => {
  const text = `SELECT n, n::bigint AS big, n * 1.5 AS half, n = 1 AS "isOne", 'té' AS text, NULL::text AS nothing,
    timestamptz '2026-01-02 03:04:05.678Z' AS at, '{"a": [1]}'::jsonb AS json, ARRAY['a', NULL] AS list,
    '\\x00ff'::bytea AS bytes FROM generate_series(1, 3) n`;
  const { rows } = await pool.query(text);
  for (let times = 0; times < 3; times += 1) {
    const read = await readRows<object>(prisma, Prisma.raw(text));
    expect(read).toEqual(rows);
    expect(Object.keys(read[0] as object)).toEqual(Object.keys(rows[0]));
  }
});

test('a statement without rows and one of no row', async () => {
  for (let id = 1; id < 4; id += 1) {
    expect(await readRows(prisma, note(id))).toEqual([]);
    expect(await readRows(prisma, Prisma.sql`SELECT id FROM notes WHERE id = ${-id}::int`)).toEqual([]);
  }
});

test('two statements at once return their own rows, and the second sees what the first wrote', async () => {
  const write = Prisma.sql`INSERT INTO notes (id) VALUES (${10}::int) RETURNING id`;
  const read = Prisma.sql`SELECT id AS seen FROM notes WHERE id >= ${10}::int`;
  expect(await inSqlTransaction(prisma, tx => tx.sendBoth(write, read))).toEqual([[{ id: 10 }], [{ seen: 10 }]]);
});

test('after a failed statement, the next one is skipped and can be sent later on the same connection', async () => {
  const skipped = Prisma.sql`SELECT ${'skipped'}::text AS word`;
  const work = inSqlTransaction(prisma, tx => tx.sendBoth(failing, skipped));
  await expect(work).rejects.toThrow('division by zero');
  for (let times = 0; times < 4; times += 1) expect(await readRows(prisma, skipped)).toEqual([{ word: 'skipped' }]);
});

test('a statement that PostgreSQL could not parse as the first of a transaction can be sent later', async () => {
  const read = Prisma.sql`SELECT body FROM letters WHERE id = ${1}::int`;
  const work = () => inSqlTransaction(prisma, tx => tx.send(read));
  await expect(work()).rejects.toThrow('relation "letters" does not exist');
  await pool.query('CREATE TEMP TABLE letters (id int PRIMARY KEY, body text)');
  for (let times = 0; times < 4; times += 1) expect(await work()).toEqual([]);
});

test('the last statement is committed with what was sent before, or nothing of it', async () => {
  await inSqlTransaction(prisma, async tx => {
    await tx.send(note(20));
    await tx.sendLast(note(21));
  });
  expect([await countNotes(20), await countNotes(21)]).toEqual([1, 1]);
  const work = inSqlTransaction(prisma, async tx => {
    await tx.send(note(22));
    await tx.sendLast(failing);
  });
  await expect(work).rejects.toThrow('division by zero');
  expect(await countNotes(22)).toBe(0);
  await withConnection(client => client.query('CREATE TABLE ends (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)'));
  const end = Prisma.sql`INSERT INTO ends VALUES (1)`;
  await inSqlTransaction(prisma, tx => tx.sendLast(end));
  await expect(inSqlTransaction(prisma, tx => tx.sendLast(end))).rejects.toThrow('ends_id_key');
  expect((await pool.query('SELECT count(*)::int AS n FROM ends')).rows).toEqual([{ n: 1 }]);
});

test.runIf(kind === 'postgresql')('columns that a migration changes are refused, not read as before', async () => {
  const read = Prisma.sql`SELECT body FROM notes WHERE id = ${1}::int`;
  // Over several connections, of which the migration takes and closes one.
  const readOften = () => Promise.allSettled(Array.from({ length: 8 }, () => readRows(prisma, read)));
  await readOften();
  await withConnection(client => client.query('ALTER TABLE notes ALTER body TYPE int USING 7'));
  const outcomes = await readOften();
  const refusals = outcomes.filter(({ status }) => status === 'rejected');
  expect(refusals.length).toBeGreaterThan(0);
  for (const { reason } of refusals as PromiseRejectedResult[]) expect(reason.message).toContain('cached plan');
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') expect(outcome.value).toEqual([{ body: 7 }]);
});
