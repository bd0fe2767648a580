import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { firstDatabase, writeFirstDatabase } from '../../src/platform/first-database.ts';
import { migrate, pendingMigrations } from '../../src/platform/migrations.ts';
import { openOwnDatabase } from '../../src/platform/own-database.ts';

const root = await mkdtemp(join(tmpdir(), 'docsvc-first-'));
afterAll(() => rm(root, { recursive: true }));
await writeFirstDatabase();
const file = (await firstDatabase()) as string;

test('a folder that begins with the prepared database has all tables, lasts, and is used as it is afterwards', async () => {
  const dataDir = join(root, 'loaded');
  const database = await openDatabase({ dataDir, snapshot: file });
  expect(await migrate(database, { mode: 'verify' })).toEqual({ applied: [], unknown: [] });
  const { rows } = await database.pool.query(
    `SELECT relname FROM pg_stat_user_tables WHERE n_live_tup > 0 AND relname <> '_prisma_migrations'`,
  );
  expect(rows).toEqual([]);
  const databases = await database.pool.query('SELECT datname FROM pg_database');
  expect(databases.rows, 'templates would be written and synchronized too').toEqual([{ datname: 'postgres' }]);
  await database.pool.query('CREATE TABLE kept ()');
  await database.close();
  const again = await openDatabase({ dataDir, snapshot: file });
  expect((await again.pool.query('SELECT count(*)::int AS rows FROM kept')).rows).toEqual([{ rows: 0 }]);
  await again.close();
});

test('the first start of a server begins with it', async () => {
  const database = await openOwnDatabase(readConfig({ DOCSVC_DATA_DIR: join(root, 'server') }));
  expect(await pendingMigrations(database)).toEqual([]);
  await database.close();
});

test('a damaged one stops the start with its name, and the folder stays free for the next start', async () => {
  const [dataDir, damaged] = [join(root, 'damaged'), join(root, 'damaged.tar.zst')];
  const bytes = await readFile(file);
  await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
  await expect(openDatabase({ dataDir, snapshot: damaged })).rejects.toThrow(
    /damaged\.tar\.zst is damaged .*remove it/,
  );
  const database = await openDatabase({ dataDir, snapshot: file });
  expect(await migrate(database, { mode: 'verify' })).toEqual({ applied: [], unknown: [] });
  await database.close();
});
