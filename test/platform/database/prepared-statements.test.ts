import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/platform/config.ts';
import type { OpenedDatabase } from '../../../src/platform/database.ts';
import { openOwnDatabase } from '../../../src/platform/own-database.ts';
import { createStatementNames } from '../../../src/platform/prepared-statements.ts';
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

it('statements have one name for each text, and no name beyond the bound, for searches or where a new column would change the result', () => {
  const nameOf = createStatementNames(2);
  const [one, other] = [nameOf({ sql: 'SELECT 1' }), nameOf({ sql: 'SELECT 2' })];
  expect(one).not.toBe(other);
  expect(nameOf({ sql: 'SELECT 1' })).toBe(one);
  expect(nameOf({ sql: 'SELECT 3' })).toBe('');
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
    expect(createStatementNames()({ sql })).toBe('');
  expect(createStatementNames()({ sql: 'SELECT count(*) FROM users' })).not.toBe('');
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
  const listOf = (length: number) =>
    `SELECT id FROM users WHERE id IN (${Array(length)
      .fill(0)
      .map((_, n) => `$${n + 1}`)
      .join(',')})`;
  expect([2, 3, 4].map(length => nameOf({ sql: listOf(length) }) !== '')).toEqual([true, true, false]);
  expect(nameOf({ sql: 'SELECT 1' })).not.toBe('');
  expect(nameOf({ sql: listOf(2) })).not.toBe('');
});

it('the database parses a statement of the service once for each connection', async () => {
  expect(await preparedIn(opened)).toEqual([{ count: 1 }]);
});

it('a column that a migration adds meanwhile disturbs no statement', async () => {
  await prisma.team.findMany();
  await prisma.$executeRaw`ALTER TABLE teams ADD COLUMN later text`;
  expect(await prisma.team.findMany()).toEqual([]);
});
