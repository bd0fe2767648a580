import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type OpenedDatabase, openDatabase } from '../../../src/platform/database.ts';
import { checkPooled } from '../../../src/platform/database-check.ts';
import { overDatabase } from '../../support/app.ts';
import { testDatabase } from '../../support/database.ts';
import { petstore31Json, petstoreNext } from '../../support/documents.ts';
import { pgbouncer, startPgbouncer } from '../../support/pgbouncer.ts';
import { runSql } from '../../support/postgresql.ts';
import { seed } from '../../support/seed.ts';

const direct = (await testDatabase()).pool.options.connectionString as string;
const untouched = (await testDatabase()).pool.options.connectionString as string;

let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
const opened: OpenedDatabase[] = [];

async function open(url: string, pooling: 'session' | 'transaction'): Promise<OpenedDatabase> {
  const database = await openDatabase({ url: pooler.url(url), pooling });
  opened.push(database);
  return database;
}

beforeAll(async () => {
  if (pgbouncer === undefined) return;
  const name = new URL(direct).pathname.slice(1);
  await runSql(
    direct,
    `ALTER DATABASE ${name} SET TimeZone = 'UTC'; ALTER DATABASE ${name} SET statement_timeout = '30s'`,
  );
  pooler = await startPgbouncer((inject('database') as { url: string }).url);
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await pooler?.stop();
});
beforeEach(({ skip }) => skip(pgbouncer === undefined, 'pgbouncer is not installed (package pgbouncer)'));

it('serves many callers over two sessions in transaction mode', async () => {
  const database = await open(direct, 'transaction');
  await checkPooled(database);
  const app = await overDatabase(database);
  const { admin } = await seed(app);
  const project = await admin.createProject();
  const publish = async (_: unknown, index: number) => {
    const document = await project.createDocument({ name: `Pets ${index}` });
    await document.publish({ content: petstore31Json });
    await document.publish({ content: petstoreNext, versionName: '2' });
    const { detail } = await admin.rest<unknown[]>('GET', `${document.path}/diffs`);
    return detail.length;
  };
  expect(await Promise.all(Array.from({ length: 4 }, publish))).toEqual(Array(4).fill(1));
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM pg_prepared_statements');
  expect(rows).toEqual([{ count: 0 }]);
});

it('refuses what needs a session of its own', async () => {
  const session = await open(direct, 'session');
  await expect(session.pool.query('SELECT 1')).rejects.toThrow(/unsupported startup parameter/);
  const database = await open(direct, 'transaction');
  await expect(database.withConnection(async () => {})).rejects.toThrow(/DOCSVC_DATABASE_MIGRATION_URL/);
});

it('names the settings that the database lacks', async () => {
  const database = await open(untouched, 'transaction');
  await expect(checkPooled(database)).rejects.toThrow(/ALTER DATABASE \S+ SET statement_timeout = '30s'$/);
});
