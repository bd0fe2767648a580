import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../../src/platform/config.ts';
import { type OpenedDatabase, openDatabase } from '../../../src/platform/database.ts';
import { MigrationError, migrate, migrationsFolder, pendingMigrations } from '../../../src/platform/migrations.ts';
import { openServices } from '../../../src/start.ts';
import { emptyDatabase, migratedDatabaseIn } from '../../support/database.ts';
import { startServer } from '../../support/process.ts';
import { statementsOf } from '../../support/statements.ts';
import { KEY } from '../../support/wrong-settings.ts';

const root = await mkdtemp(join(tmpdir(), 'docsvc-migrations-'));
afterAll(() => rm(root, { recursive: true }));

const opened: OpenedDatabase[] = [];
afterAll(() => Promise.all(opened.map(database => database.close())));
async function open(options?: Awaited<ReturnType<typeof emptyDatabase>>) {
  const database = await openDatabase(options ?? (await emptyDatabase()));
  opened.push(database);
  return database;
}

let folders = 0;
async function folderOf(migrations: Record<string, string>) {
  const folder = join(root, String(folders++));
  await mkdir(folder);
  await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
  for (const [name, script] of Object.entries(migrations)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), script);
  }
  return folder;
}

const tables = async ({ pool }: OpenedDatabase) =>
  (await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).rows.map(
    row => row.tablename,
  );

test('the migrations of the service create its tables; a second start sends two statements to compare them', async () => {
  const database = await open();
  const pending = await pendingMigrations(database);
  expect(pending.length).toBeGreaterThan(0);
  expect(await migrate(database, { mode: 'apply' })).toEqual({ applied: pending, unknown: [] });
  expect(await database.prisma.user.count()).toBe(0);
  expect(await pendingMigrations(database)).toEqual([]);
  for (const mode of ['apply', 'verify'] as const) {
    const again = async () => expect(await migrate(database, { mode })).toEqual({ applied: [], unknown: [] });
    expect(await statementsOf(database, again)).toHaveLength(2);
  }
});

test('with DOCSVC_MIGRATE=off pending migrations stop the start, which changes nothing', async () => {
  const database = await open();
  const dataDir = await mkdtemp(join(root, 'data-'));
  const start = async (settings: Record<string, string>) => {
    const config = readConfig({ DOCSVC_DATA_DIR: dataDir, DOCSVC_LOG_LEVEL: 'silent', ...settings });
    const { close } = await openServices(config, undefined, kept);
    await close();
  };
  // The test closes it.
  const kept = Promise.resolve({ ...database, close: async () => {} });
  await expect(start({ DOCSVC_MIGRATE: 'off' })).rejects.toThrow(/lacks \d+ migration.*npm run migrate/);
  expect(await tables(database)).toEqual([]);
  await start({});
  expect(await tables(database)).toContain('users');
  await start({ DOCSVC_MIGRATE: 'off' });
});

test.skipIf(inject('database').kind === 'embedded')(
  'a migration that waits for a table lets other readers through, and is applied when the table is free',
  async () => {
    const database = await open();
    await database.pool.query('CREATE TABLE held (id int)');
    const [dump, reader] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await dump.query('BEGIN');
      await dump.query('SELECT * FROM held');
      const folder = await folderOf({ '1_wider': 'ALTER TABLE held ADD COLUMN later text' });
      const migrating = migrate(database, { mode: 'apply', folder });
      for (let reads = 0; reads < 5; reads += 1) await reader.query('SELECT id FROM held');
      // The migration waits for at most two seconds at a time.
      await delay(1_000);
      await reader.query('SELECT id FROM held');
      await dump.query('COMMIT');
      expect((await migrating).applied).toEqual(['1_wider']);
    } finally {
      dump.release(true);
      reader.release();
    }
  },
);

test('later migrations are applied in the order of their names, with functions in them', async () => {
  const folder = await folderOf({
    '1_first': 'CREATE TABLE first (id int); INSERT INTO first VALUES (1);',
    '2_second': `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM 1; RAISE EXCEPTION 'rows of % stay; always', TG_TABLE_NAME; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON first FOR EACH ROW EXECUTE FUNCTION refuse();`,
  });
  const database = await open();
  await expect(migrate(database, { mode: 'verify', folder })).rejects.toThrow(
    new MigrationError('The database lacks 2 migration(s): 1_first, 2_second. Run: npm run migrate'),
  );
  expect(await tables(database)).toEqual([]);
  expect((await migrate(database, { mode: 'apply', folder })).applied).toEqual(['1_first', '2_second']);
  await expect(database.pool.query('DELETE FROM first')).rejects.toThrow('rows of first stay; always');

  const more = await folderOf({ '3_third': 'CREATE TABLE third (id int);' });
  await cp(folder, more, { recursive: true });
  expect((await migrate(database, { mode: 'apply', folder: more })).applied).toEqual(['3_third']);
  expect(await migrate(database, { mode: 'apply', folder })).toEqual({ applied: [], unknown: ['3_third'] });
});

test('npm run migrate and a start say so where a newer release has migrated', async () => {
  const dataDir = await mkdtemp(join(root, 'newer-'));
  const { url } = await migratedDatabaseIn(dataDir);
  const database = await openDatabase(url === undefined ? { dataDir } : { url });
  await database.pool.query(`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name)
    VALUES ('newer', '', now(), '9999_newer')`);
  await database.close();
  const env = {
    DOCSVC_DATA_DIR: dataDir,
    ...(url && { DOCSVC_DATABASE_URL: url, DOCSVC_JWT_SECRET: 'x'.repeat(32), DOCSVC_ENCRYPTION_KEYS: `k1:${KEY}` }),
  };
  const warning = 'A newer release has migrated the database: 1 migration(s) are unknown to this one (9999_newer)';
  const { stdout } = await promisify(execFile)(process.execPath, ['src/migrate.ts'], {
    env: { PATH: process.env.PATH, ...env },
  });
  expect(stdout).toMatch(/^Nothing is pending\.\n/);
  expect(stdout).toContain(warning);
  const server = await startServer(env);
  await server.stop();
  expect(server.output()).toContain(warning);
});

test('a migration that meets the transaction of a running server in a deadlock is applied after it', async context => {
  const database = await open();
  if (database.kind === 'embedded') return context.skip('one connection has no deadlock');
  await database.pool.query('CREATE TABLE one (id int); CREATE TABLE two (id int)');
  const folder = await folderOf({
    '1_both': `CREATE INDEX ON one (id); CREATE INDEX ON two (id);`,
  });
  const running = await database.pool.connect();
  await running.query('BEGIN');
  await running.query('INSERT INTO two VALUES (1)');
  const applied = migrate(database, { mode: 'apply', folder });
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'two'::regclass`;
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
  // PostgreSQL ends the one that has waited for a second first: the migration, unless this machine stands still.
  const ending = running.query('INSERT INTO one VALUES (1)').then(
    () => 'COMMIT',
    () => 'ROLLBACK',
  );
  await running.query(await ending);
  running.release();
  expect((await applied).applied).toEqual(['1_both']);
});

test('a migration that fails leaves nothing behind, and the next start tries it again', async () => {
  const database = await open();
  const broken = await folderOf({
    '1_good': 'CREATE TABLE good (id int);',
    '2_bad': 'CREATE TABLE bad (id int); SELEKT',
  });
  await expect(migrate(database, { mode: 'apply', folder: broken })).rejects.toThrow(/^Migration 2_bad failed: syntax/);
  expect(await tables(database)).toEqual(['_prisma_migrations', 'good']);
  const repaired = await folderOf({ '1_good': 'CREATE TABLE good (id int);', '2_bad': 'CREATE TABLE bad (id int);' });
  expect((await migrate(database, { mode: 'apply', folder: repaired })).applied).toEqual(['2_bad']);
});

test('a migration that was changed later stops the start; other line ends do not', async () => {
  const database = await open();
  await migrate(database, { mode: 'apply', folder: await folderOf({ '1_one': 'CREATE TABLE one (\n id int);\n' }) });
  const windows = await folderOf({ '1_one': 'CREATE TABLE one (\r\n id int);\r\n' });
  expect((await migrate(database, { mode: 'verify', folder: windows })).applied).toEqual([]);
  const changed = await folderOf({ '1_one': 'CREATE TABLE one (id bigint);' });
  await expect(migrate(database, { mode: 'apply', folder: changed })).rejects.toThrow(/1_one was changed after/);
});

test('a migration that Prisma recorded as failed stops the start', async () => {
  const database = await open();
  const folder = await folderOf({ '1_one': 'CREATE TABLE one (id int);' });
  await migrate(database, { mode: 'apply', folder });
  await database.pool.query('UPDATE _prisma_migrations SET finished_at = NULL');
  await expect(migrate(database, { mode: 'apply', folder })).rejects.toThrow(/^Migration 1_one failed earlier/);
});

test('servers that start at once apply every migration once', async () => {
  const folder = await folderOf({
    '1_slow': `CREATE TABLE slow (id int); ${'SELECT pg_sleep(0.05);'.repeat(10)}`,
    '2_next': 'CREATE TABLE next (id int);',
  });
  const options = await emptyDatabase();
  const first = await open(options);
  const servers = options.url === undefined ? [first, first] : [first, await open(options), await open(options)];
  const reports = await Promise.all(servers.map(server => migrate(server, { mode: 'apply', folder })));
  expect(reports.flatMap(({ applied }) => applied)).toEqual(['1_slow', '2_next']);
});

test('who changed drafts before they were kept as authors is found in the audit log, also by their tokens', async () => {
  const folder = join(root, 'before');
  const filter = (path: string) => !path.includes('_editors_of_drafts');
  await cp(migrationsFolder, folder, { recursive: true, filter });
  const database = await open();
  await migrate(database, { mode: 'apply', folder });
  const idOf = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;
  const [draft, other, creator, editor, owner, token, gone] = [1, 2, 3, 4, 5, 6, 7].map(idOf);
  await database.pool.query(`
    SET session_replication_role = 'replica';
    INSERT INTO users (id, email, name, password_hash, updated_at)
    SELECT id, id::text, 'Somebody', 'none', now() FROM unnest('{${creator},${editor},${owner}}'::uuid[]) id;
    INSERT INTO drafts (id, project_id, document_id, branch_id, version_name, content_kind, document_format, source_type,
      revision, content_hash, canonical_hash, warning_count, status, created_by, updated_at)
    SELECT id, id, id, id, '1', 'RAW', 'OPENAPI_3_1', 'WEB', 'r', '', '', 0, 'PUBLISHED', '${creator}', now()
    FROM unnest('{${draft},${other}}'::uuid[]) id;
    INSERT INTO api_tokens (id, user_id, name, scopes, secret_hash, last_characters, updated_at)
    VALUES ('${token}', '${owner}', 'robot', '{DRAFT}', '', '', now());
    INSERT INTO audit_entries (id, actor_type, actor_id, action, resource_type, resource_id, trace_id)
    SELECT gen_random_uuid(), type::"ActorType", actor::uuid, action, 'draft', resource::uuid, '' FROM (VALUES
      ('USER', '${editor}', 'draft.update', '${draft}'), ('USER', '${editor}', 'draft.update', '${draft}'),
      ('USER', '${creator}', 'draft.update', '${draft}'), ('API_TOKEN', '${token}', 'draft.update', '${draft}'),
      ('MCP_TOKEN', '${gone}', 'draft.update', '${draft}'), ('USER', '${editor}', 'draft.submit', '${other}')
    ) a(type, actor, action, resource);
    SET session_replication_role = 'origin'`);
  await migrate(database, { mode: 'apply' });
  const { rows } = await database.pool.query('SELECT draft_id, user_id FROM draft_editors ORDER BY user_id');
  expect(rows).toEqual([editor, owner].map(user_id => ({ draft_id: draft, user_id })));
});

test('keys of paths with a final sigma become those of new documents, unless two documents would share one', async () => {
  const folder = join(root, 'before-sigma');
  const filter = (path: string) => !path.includes('_final_sigma');
  await cp(migrationsFolder, folder, { recursive: true, filter });
  const database = await open();
  await migrate(database, { mode: 'apply', folder });
  await database.pool.query(`
    SET session_replication_role = 'replica';
    INSERT INTO documents (id, project_id, name, document_type, relative_path, relative_path_key, created_by, updated_at)
    SELECT gen_random_uuid(), project::uuid, 'Guide', 'MARKDOWN', path, path, gen_random_uuid(), now() FROM (VALUES
      ('00000000-0000-7000-8000-000000000001', 'οδος.md'), ('00000000-0000-7000-8000-000000000002', 'οδος.md'),
      ('00000000-0000-7000-8000-000000000002', 'οδοσ.md'), ('00000000-0000-7000-8000-000000000002', 'ας.md')
    ) d(project, path);
    SET session_replication_role = 'origin'`);
  await migrate(database, { mode: 'apply' });
  const { rows } = await database.pool.query(`
    SELECT right(project_id::text, 1) || ' ' || relative_path_key AS key FROM documents
    WHERE relative_path_key ~ '[σς]' ORDER BY project_id, relative_path_key COLLATE "C"`);
  expect(rows.map(({ key }) => key)).toEqual(['1 οδοσ.md', '2 ασ.md', '2 οδος.md', '2 οδοσ.md']);
});
