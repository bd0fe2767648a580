import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  inTransaction,
  isDatabaseUnavailable,
  isWriteConflict,
  uniqueViolation,
} from '../../../src/platform/database.ts';
import { testDatabase } from '../../support/database.ts';

const { prisma, pool, kind, withConnection } = await testDatabase();

const user = (email: string) => ({ id: randomUUID(), email, name: 'A', passwordHash: 'x' });
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    error => error as unknown,
  );

test('a unique violation names its constraint, inside and outside of a transaction and in plain SQL', async () => {
  const first = await prisma.user.create({ data: user('twice@example.com') });
  const create = () => prisma.user.create({ data: user('twice@example.com') });
  expect(uniqueViolation(await caught(create()))).toBe('users_email_key');
  const inside = inTransaction(prisma, tx => tx.user.create({ data: user('twice@example.com') }));
  expect(uniqueViolation(await caught(inside))).toBe('users_email_key');
  const sameId = prisma.user.create({ data: { ...user('other@example.com'), id: first.id } });
  expect(uniqueViolation(await caught(sameId))).toBe('users_pkey');
  const insert = pool.query(`INSERT INTO users SELECT * FROM users WHERE id = $1`, [first.id]);
  expect(uniqueViolation(await caught(insert))).toBe('users_pkey');
});

test('other errors are no unique violation, no conflict and no outage', async () => {
  for (const error of [
    new Error('x'),
    undefined,
    await caught(prisma.user.findUniqueOrThrow({ where: { id: randomUUID() } })),
    await caught(pool.query('SELECT * FROM nothing')),
    await caught(prisma.$queryRawUnsafe('SELECT 1 / 0')),
  ]) {
    expect(uniqueViolation(error)).toBeUndefined();
    expect(isWriteConflict(error)).toBe(false);
    expect(isDatabaseUnavailable(error)).toBe(false);
  }
});

test('a transaction that throws leaves nothing and returns its connection', async () => {
  const failing = inTransaction(prisma, async tx => {
    await tx.user.create({ data: user('rolled-back@example.com') });
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await prisma.user.count({ where: { email: 'rolled-back@example.com' } })).toBe(0);
});

test('a transaction that lost is tried again, so that no update is lost', async () => {
  const { id } = await prisma.user.create({ data: user('raced@example.com') });
  let attempts = 0;
  const allHaveRead = Promise.withResolvers<void>();
  const raise = () =>
    inTransaction(
      prisma,
      async tx => {
        attempts += 1;
        const { sessionEpoch } = await tx.user.findUniqueOrThrow({ where: { id } });
        if (attempts === 3) allHaveRead.resolve();
        if (kind === 'postgresql') await allHaveRead.promise;
        await tx.user.update({ where: { id }, data: { sessionEpoch: sessionEpoch + 1 } });
      },
      { isolationLevel: 'RepeatableRead', retries: 10 },
    );
  await Promise.all([raise(), raise(), raise()]);
  expect((await prisma.user.findUniqueOrThrow({ where: { id } })).sessionEpoch).toBe(4);
  if (kind === 'embedded') expect(attempts).toBe(3);
  else expect(attempts).toBeGreaterThan(3);
});

test.runIf(kind === 'postgresql')('a deadlock is a conflict, and the loser is tried again', async () => {
  const [a, b] = await Promise.all(['a', 'b'].map(name => prisma.user.create({ data: user(`${name}@deadlock`) })));
  const lock = (ids: (string | undefined)[]) => async (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => {
    for (const id of ids) {
      await tx.user.update({ where: { id }, data: { sessionEpoch: { increment: 1 } } });
      await delay(100);
    }
  };
  await Promise.all([inTransaction(prisma, lock([a?.id, b?.id])), inTransaction(prisma, lock([b?.id, a?.id]))]);
  expect((await prisma.user.findUniqueOrThrow({ where: { id: a?.id } })).sessionEpoch).toBe(3);
});

test('a conflict beyond the retries reaches the caller', async () => {
  let attempts = 0;
  const error = await caught(
    inTransaction(
      prisma,
      tx => {
        attempts += 1;
        return tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`);
      },
      { retries: 2 },
    ),
  );
  expect(attempts).toBe(3);
  expect(isWriteConflict(error)).toBe(true);
});

test('an error of the commit itself is not swallowed', async () => {
  await withConnection(client =>
    client.query(`
      CREATE TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO late VALUES (1);`),
  );
  const error = await caught(inTransaction(prisma, tx => tx.$executeRawUnsafe('INSERT INTO late VALUES (1)')));
  expect(uniqueViolation(error)).toBe('late_id_key');
  expect(await prisma.$queryRawUnsafe('SELECT count(*)::int AS n FROM late')).toEqual([{ n: 1 }]);
});

test('a transaction that takes too long is rolled back and the next one works', async () => {
  const slow = inTransaction(
    prisma,
    async tx => {
      await tx.user.create({ data: user('slow@example.com') });
      await delay(400);
      await tx.user.count();
    },
    { timeoutMs: 200 },
  );
  await expect(slow).rejects.toMatchObject({ code: 'P2028' });
  expect(await prisma.user.count({ where: { email: 'slow@example.com' } })).toBe(0);
});

test('times are stored as the instants they are', async () => {
  const now = new Date('2026-03-29T01:30:00.123Z');
  const { id } = await prisma.user.create({ data: { ...user('time@example.com'), createdAt: now } });
  expect((await prisma.user.findUniqueOrThrow({ where: { id } })).createdAt).toEqual(now);
  const { rows } = await pool.query('SELECT extract(epoch FROM created_at)::text AS epoch FROM users WHERE id = $1', [
    id,
  ]);
  expect(rows[0].epoch).toBe('1774747800.123000');
  expect((await pool.query('SHOW TimeZone')).rows[0].TimeZone).toBe('UTC');
});

test('a connection with work of its own leaves nothing in the session', async () => {
  await withConnection(async client => {
    await client.query('BEGIN');
    await client.query(`SET TimeZone = 'Asia/Tokyo'`);
    await client.query('CREATE TEMPORARY TABLE mine (id int)');
  });
  expect((await pool.query('SHOW TimeZone')).rows[0].TimeZone).toBe('UTC');
  await expect(pool.query('SELECT * FROM mine')).rejects.toThrow('does not exist');
});

test('large bytes and texts come back as they were, many statements at once in their order', async () => {
  const body = Buffer.alloc(3_000_000, 'ä€\u{1F600}');
  await prisma.text.create({ data: { hash: 'h'.repeat(64), sizeBytes: body.length, body } });
  const back = await prisma.text.findUniqueOrThrow({ where: { hash: 'h'.repeat(64) } });
  expect(Buffer.from(back.body).equals(body)).toBe(true);
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const answers = await Promise.all(numbers.map(n => prisma.$queryRaw<{ n: number }[]>`SELECT ${n}::int AS n`));
  expect(answers.map(([row]) => row?.n)).toEqual(numbers);
});
