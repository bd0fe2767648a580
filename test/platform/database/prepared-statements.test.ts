import { expect, it, onTestFinished } from 'vitest';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { readConfig } from '../../../src/platform/config.ts';
import type { OpenedDatabase } from '../../../src/platform/database.ts';
import { openOwnDatabase } from '../../../src/platform/own-database.ts';
import { createStatementNames } from '../../../src/platform/prepared-statements.ts';
import { readRows } from '../../../src/platform/rows.ts';
import { testDatabase } from '../../support/database.ts';

const opened = await testDatabase();
const { prisma, kind } = opened;

/** How often a connection has prepared a statement that it was sent three times. */
const preparedIn = (database: Pick<OpenedDatabase, 'prisma'>) =>
  database.prisma.$transaction(async tx => {
    for (let again = 0; again < 3; again += 1) await tx.user.findUnique({ where: { email: 'nobody@example.com' } });
    return tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE ${'%"email" = $1%'}`;
  });

type NameOf = ReturnType<typeof createStatementNames>;

/** The name of a statement after several uses, the last of them. */
const nameAfter = (nameOf: NameOf, uses: number, sql: string) => {
  for (let use = 1; use < uses; use += 1) nameOf({ sql });
  return nameOf({ sql });
};

const filtered = (n: number) => `SELECT id FROM audit_entries WHERE combination_${n}`;

it('a statement is named from its second use, and each text has its own name', () => {
  const nameOf = createStatementNames();
  expect(nameAfter(nameOf, 1, 'SELECT 1')).toBe('');
  const [one, other] = [nameOf({ sql: 'SELECT 1' }), nameAfter(nameOf, 2, 'SELECT 2')];
  expect(new Set(['', one, other]).size).toBe(3);
  expect(nameAfter(nameOf, 3, 'SELECT 1')).toBe(one);
  expect(nameOf({ sql: 'SELECT 2' })).toBe(other);
});

it('long texts, searches and statements whose result a new column would change have no name', () => {
  for (const sql of [
    'SELECT * FROM users',
    'SELECT u.* FROM users u',
    'DELETE FROM users RETURNING *',
    'SELECT id FROM users WHERE name ILIKE $1',
    'SELECT c.id FROM audit_entries c WHERE c.actor_id = ANY($1::uuid[]) ORDER BY c.id DESC LIMIT 51',
    'SELECT id FROM endpoint_texts WHERE strpos(text, lower($1)) > 0 AND strpos(text, lower($2)) > 0',
    'SELECT id FROM endpoint_texts WHERE letter_pairs(text) @> ARRAY[lower($1)]',
    ' '.repeat(20_001),
  ])
    expect(nameAfter(createStatementNames(), 4, sql)).toBe('');
  expect(nameAfter(createStatementNames(), 4, 'SELECT count(*) FROM users')).not.toBe('');
});

it.each([1, 2])(
  'who asks for thousands of combinations of filters, each %i times, takes no names from others',
  uses => {
    const nameOf = createStatementNames();
    const ordinary = Array.from({ length: 200 }, (_, n) => `SELECT ${n}`);
    const names = ordinary.map(sql => nameAfter(nameOf, 3, sql));
    for (let n = 0; n < 5_000; n += 1) nameAfter(nameOf, uses, filtered(n));
    expect(ordinary.map(sql => nameOf({ sql }))).toEqual(names);
    expect(nameAfter(nameOf, 2, 'SELECT later')).not.toBe('');
  },
);

it('what is used in between keeps its name, however often others ask for each combination', () => {
  const nameOf = createStatementNames();
  const name = nameAfter(nameOf, 3, 'SELECT 1');
  for (let n = 0; n < 5_000; n += 1) {
    nameAfter(nameOf, 4, filtered(n));
    if (n % 100 === 0) expect(nameOf({ sql: 'SELECT 1' })).toBe(name);
  }
});

it('statements that are used often may have all names', () => {
  const nameOf = createStatementNames(4);
  const often = [1, 2, 3, 4].map(n => `SELECT ${n}`);
  const names = often.map(sql => nameAfter(nameOf, 3, sql));
  expect(often.map(sql => nameOf({ sql }))).toEqual(names);
});

it.runIf(kind === 'postgresql')(
  'with DOCSVC_DATABASE_POOLING=transaction the database needs the settings of sessions, and prepares no statement',
  async () => {
    const { pool } = await testDatabase();
    const url = pool.options.connectionString as string;
    const config = readConfig({
      DOCSVC_DATABASE_URL: url,
      DOCSVC_DATABASE_POOLING: 'transaction',
      DOCSVC_JWT_SECRET: 'x'.repeat(32),
      DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    });
    const database = new URL(url).pathname.slice(1);
    await pool.query(`ALTER DATABASE ${database} SET TimeZone = 'UTC'`);
    await expect(openOwnDatabase(config)).rejects.toThrow(`ALTER DATABASE ${database} SET statement_timeout = '30s'`);
    await pool.query(`ALTER DATABASE ${database} SET statement_timeout = '30s'`);
    const pooled = await openOwnDatabase(config);
    onTestFinished(() => pooled.close());
    expect(await preparedIn(pooled)).toEqual([{ count: 0 }]);
    await expect(pooled.withConnection(async () => {})).rejects.toThrow('DOCSVC_DATABASE_MIGRATION_URL');
  },
);

it('lists of different length take at most half of the names', () => {
  const nameOf = createStatementNames(4);
  const listOf = (length: number) => `SELECT id FROM users WHERE id IN (${Array(length).fill('$1').join(',')})`;
  const name = nameAfter(nameOf, 3, 'SELECT 1');
  const others = nameAfter(nameOf, 3, 'SELECT 2');
  for (const length of [2, 3, 4, 5]) expect(nameAfter(nameOf, 5, listOf(length))).not.toBe('');
  expect([nameOf({ sql: 'SELECT 1' }), nameOf({ sql: 'SELECT 2' })]).toEqual([name, others]);
  expect([2, 3, 4, 5].map(length => nameOf({ sql: listOf(length) }) !== '')).toEqual([false, false, true, true]);
});

it('the database parses a statement of the service once for each connection', async () => {
  expect(await preparedIn(opened)).toEqual([{ count: 1 }]);
});

it('a connection keeps a bounded number of statements, and prepares one again that it has closed', async () => {
  const useOften = async () => {
    for (let use = 0; use < 3; use += 1) {
      expect(await prisma.team.count()).toBe(0);
      expect(await readRows(prisma, Prisma.sql`SELECT ${'often'}::text AS word`)).toEqual([{ word: 'often' }]);
    }
  };
  await useOften();
  for (let n = 0; n < 700; n += 1)
    for (let use = 0; use < 2; use += 1)
      expect(await readRows(prisma, Prisma.raw(`SELECT ${n} AS n_${n}`))).toEqual([{ [`n_${n}`]: n }]);
  await useOften();
  const [kept] = await readRows<{ count: number }>(
    prisma,
    Prisma.sql`SELECT count(*)::int AS count FROM pg_prepared_statements`,
  );
  expect(kept?.count).toBeGreaterThan(400);
  expect(kept?.count).toBeLessThanOrEqual(501);
});

it('a column that a migration adds meanwhile disturbs no statement', async () => {
  await prisma.team.findMany();
  await prisma.$executeRaw`ALTER TABLE teams ADD COLUMN later text`;
  expect(await prisma.team.findMany()).toEqual([]);
});
