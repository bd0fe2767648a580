import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import { type OpenedDatabase, retried } from './database.ts';
import { OperatorError } from './errors.ts';

export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

export type MigrateOptions = {
  /** `verify` changes nothing and throws if migrations are pending. */
  mode: 'apply' | 'verify';
  folder?: string;
};

export type MigrationReport = {
  applied: string[];
  /** Migrations in the database but not in the folder: a newer version of the service was used before. */
  unknown: string[];
};

export class MigrationError extends OperatorError {}

export const newerWarning = (unknown: string[]): string =>
  `A newer release has migrated the database: ${unknown.length} migration(s) are unknown to this one (${unknown.join(', ')}). Going back more than one release needs the backup (docs/releases.md#upgrade)`;

type Migration = { name: string; script: string; checksum: string };
type Queryable = Pick<ClientBase, 'query'>;

/**
 * Applies the migrations in prisma/migrations. It uses Prisma's own table, so `prisma migrate deploy` and `status` work
 * on the same database. Unlike Prisma's engine, it commits each migration together with its record: a killed start
 * leaves nothing to repair by hand.
 */
export async function migrate(
  database: OpenedDatabase,
  { mode, folder = migrationsFolder }: MigrateOptions,
): Promise<MigrationReport> {
  const migrations = await readMigrations(folder);
  const { pending, unknown } = await compare(database.pool, migrations);
  if (pending.length === 0) return { applied: [], unknown };
  const names = pending.map(({ name }) => name).join(', ');
  if (mode === 'verify')
    throw new MigrationError(`The database lacks ${pending.length} migration(s): ${names}. Run: npm run migrate`);
  return { applied: await database.withConnection(client => applyPending(client, migrations)), unknown };
}

export async function pendingMigrations(database: OpenedDatabase): Promise<string[]> {
  const { pending } = await compare(database.pool, await readMigrations());
  return pending.map(({ name }) => name);
}

/** The names of the migrations that this release knows. */
export const knownMigrations = async (): Promise<string[]> => (await readMigrations()).map(({ name }) => name);

/** The migrations of this release, in the order in which they are applied. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter(entry => entry.isDirectory()).map(entry => entry.name);
  const migrations: Migration[] = [];
  // One file at a time: reading all at once can exceed the limit of open files.
  for (const name of names.sort()) {
    const script = await readFile(join(folder, name, 'migration.sql'), 'utf8');
    migrations.push({ name, script, checksum: checksum(script) });
  }
  return migrations;
}

/** The checksum as Prisma computes it. Line ends are normalized, because a Windows checkout may change them. */
const checksum = (script: string): string => createHash('sha256').update(script.replaceAll('\r\n', '\n')).digest('hex');

async function compare(
  client: Queryable,
  migrations: Migration[],
): Promise<{ pending: Migration[]; unknown: string[] }> {
  const recorded = await readRecords(client);
  const failed = [...recorded.values()].find(record => !record.finished);
  if (failed !== undefined)
    throw new MigrationError(`Migration ${failed.name} failed earlier. Repair it, then: npx prisma migrate resolve`);
  for (const { name, checksum } of migrations) {
    const record = recorded.get(name);
    if (record !== undefined && record.checksum !== checksum)
      throw new MigrationError(`Migration ${name} was changed after it was applied to this database`);
  }
  const known = new Set(migrations.map(({ name }) => name));
  return {
    pending: migrations.filter(({ name }) => !recorded.has(name)),
    unknown: [...recorded.keys()].filter(name => !known.has(name)),
  };
}

type MigrationRecord = { name: string; checksum: string; finished: boolean };

async function readRecords(client: Queryable): Promise<Map<string, MigrationRecord>> {
  const { rows: tables } = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`);
  if (!tables[0].present) return new Map();
  const { rows } = await client.query<MigrationRecord>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return new Map(rows.map(record => [record.name, record]));
}

/** Prisma's own lock, so that its CLI and other starting servers wait for each other. */
export const MIGRATION_LOCK = 72_707_369;

async function applyPending(client: ClientBase, migrations: Migration[]): Promise<string[]> {
  // A session lock: withConnection destroys the session and with it the lock.
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await client.query(createTable);
  const { pending } = await compare(client, migrations);
  for (const migration of pending) await applyOne(client, migration);
  return pending.map(({ name }) => name);
}

/** While a statement waits for the lock of a table, all requests for this table wait behind it: not longer than this. */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';
/** The error code of a role that lacks a right. */
export const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_PATIENCE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 10_000;

/** Retries a migration that deadlocked with a transaction of another running server, or that waited for its lock. */
async function applyOne(client: ClientBase, migration: Migration): Promise<void> {
  const until = performance.now() + LOCK_PATIENCE_MS;
  for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS))
    try {
      return await retried(() => applyOnce(client, migration));
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const isLocked = code === LOCK_NOT_AVAILABLE;
      if (isLocked && performance.now() < until) await delay(pauseMs);
      else
        throw new MigrationError(`Migration ${migration.name} failed: ${message}${ADVICE[code ?? ''] ?? ''}`, {
          cause: error,
        });
    }
}

const ADVICE: Readonly<Record<string, string>> = {
  [LOCK_NOT_AVAILABLE]: '. A long transaction, such as a dump, holds a table: end it, or migrate when it has ended',
  [INSUFFICIENT_PRIVILEGE]:
    '. Set DOCSVC_DATABASE_MIGRATION_URL to the URL of the role that owns the tables (docs/postgresql.md)',
};

async function applyOnce(client: ClientBase, { name, script, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
       VALUES ($1, $2, now(), $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

const createTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;
