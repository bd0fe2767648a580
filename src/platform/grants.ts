import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { type OpenedDatabase, openDatabase } from './database.ts';
import { checkServer } from './database-check.ts';
import {
  INSUFFICIENT_PRIVILEGE,
  MIGRATION_LOCK,
  type MigrateOptions,
  MigrationError,
  type MigrationReport,
  migrate,
} from './migrations.ts';

/**
 * Migrates the database as the role that owns the tables, if one is configured, and grants the role of the service only
 * the rights that it needs. This limits what a bug or an attacker can do.
 */
export async function prepareDatabase(
  database: OpenedDatabase,
  ownerUrl: string | undefined,
  { mode }: Pick<MigrateOptions, 'mode'>,
): Promise<MigrationReport> {
  if (ownerUrl === undefined || mode === 'verify') return migrate(database, { mode });
  const { rows } = await database.pool.query<Where>(WHERE_AM_I);
  const owner = await openDatabase({ url: ownerUrl, maxConnections: 1 });
  try {
    await checkServer(owner, 'DOCSVC_DATABASE_MIGRATION_URL');
    const service = rows[0] as Where;
    const isSame = await isSameDatabase(database.pool, owner.pool);
    const schema = await owner.withConnection(client => refuseOther(client, service, isSame));
    const report = await migrate(owner, { mode });
    await owner.withConnection(client => grantRights(client, service.role, schema));
    return report;
  } catch (error) {
    throw (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE ? ownerLacksRight(error as Error) : error;
  } finally {
    await owner.close();
  }
}

const ownerLacksRight = (error: Error): MigrationError =>
  new MigrationError(
    `The role of DOCSVC_DATABASE_MIGRATION_URL lacks a right (${error.message}): it must own the tables and have the right to create them (docs/postgresql.md)`,
    { cause: error },
  );

type Where = { role: string; database: string; schema: string | null };

const WHERE_AM_I =
  'SELECT current_user::text AS role, current_database()::text AS database, current_schema()::text AS schema';

/** Names may be those of a database on another server. A lock that one holds is met by the other only in the same database. */
async function isSameDatabase(service: pg.Pool, owner: pg.Pool): Promise<boolean> {
  const key = [randomInt(2 ** 47)];
  const client = await service.connect();
  try {
    // In a transaction, because behind a pooler each statement may have another session.
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', key);
    const { rows } = await owner.query<{ isMet: boolean }>('SELECT NOT pg_try_advisory_xact_lock($1) AS "isMet"', key);
    return rows[0]?.isMet === true;
  } finally {
    // Ends the transaction too.
    client.release(true);
  }
}

/** Refuses roles that do not work together, before the owner changes anything. Returns the schema of the tables. */
async function refuseOther(client: pg.ClientBase, service: Where, isSame: boolean): Promise<string> {
  const { rows } = await client.query<Where>(WHERE_AM_I);
  const owner = rows[0] as Where;
  // Before its first grants, the service role may see no schema.
  if (!isSame || (service.schema ?? owner.schema) !== owner.schema)
    throw new MigrationError(
      `DOCSVC_DATABASE_URL uses ${service.database} (schema ${service.schema}), and DOCSVC_DATABASE_MIGRATION_URL uses ${owner.database} (schema ${owner.schema}): set both to the same database and schema of one server`,
    );
  await refusePowerful(client, service.role);
  return owner.schema as string;
}

async function grantRights(client: pg.ClientBase, role: string, schema: string): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  for (const statement of await statements(client, role, schema)) await client.query(statement);
  await client.query('COMMIT');
}

/**
 * Refuses a service role that is the owner, may act as the owner, or owns a table: it could grant itself every right.
 */
async function refusePowerful(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ isPowerful: boolean }>(
    `SELECT r.rolsuper OR pg_has_role(r.oid, current_user, 'MEMBER') OR EXISTS (
       SELECT FROM pg_class c WHERE c.relowner = r.oid AND c.relnamespace = current_schema()::regnamespace
     ) AS "isPowerful"
     FROM pg_roles r WHERE r.rolname = $1`,
    [role],
  );
  if (rows[0]?.isPowerful !== false)
    throw new MigrationError(
      `The role ${role} of DOCSVC_DATABASE_URL is a superuser, can act as the role of DOCSVC_DATABASE_MIGRATION_URL, or owns tables: use a role without such rights (docs/postgresql.md)`,
    );
}

/** The tables of the schema. Rows of a table with a trigger of this name are append-only. */
const IMMUTABLE = `SELECT c.relname::text AS name, EXISTS (
    SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = c.relname || '_immutable'
  ) AS "isImmutable"
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND pg_has_role(c.relowner, 'MEMBER')
  ORDER BY c.relname`;

/** Functions that run with the owner's rights (SECURITY DEFINER). */
const FOR_OTHERS = `SELECT oid::regprocedure::text AS signature FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace AND prosecdef AND pg_has_role(proowner, 'MEMBER')`;

async function statements(client: pg.ClientBase, serviceRole: string, itsSchema: string): Promise<string[]> {
  const quote = (name: string) => client.escapeIdentifier(name);
  const [role, schema] = [quote(serviceRole), quote(itsSchema)];
  const { rows } = await client.query<{ name: string; isImmutable: boolean }>(IMMUTABLE);
  const { rows: functions } = await client.query<{ signature: string }>(FOR_OTHERS);
  const onTables = rows.flatMap(({ name, isImmutable }) => {
    const table = `${schema}.${quote(name)}`;
    return [`REVOKE ALL ON ${table} FROM ${role}`, `GRANT ${rightsOn(name, isImmutable)} ON ${table} TO ${role}`];
  });
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    ...onTables,
    ...functions.map(({ signature }) => `GRANT EXECUTE ON FUNCTION ${signature} TO ${role}`),
    // For tables that another tool creates, such as `prisma migrate`. The next start restricts these rights.
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`,
  ];
}

function rightsOn(table: string, isImmutable: boolean): string {
  if (table === '_prisma_migrations') return 'SELECT';
  return isImmutable ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
}
