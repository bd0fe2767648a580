import pg from 'pg';
import { type EmbeddedServer, startEmbedded } from '../../src/platform/embedded.ts';

/**
 * Embedded databases that serve one test file after the other: emptying one takes less than a third of the CPU time of
 * starting one. The files of one worker share this module.
 */
const idle: { server: EmbeddedServer; created: string }[] = [];

/** An embedded database with the tables of this snapshot and no rows. Closing it keeps it for a later file. */
export async function takeEmbedded(snapshot: string): Promise<EmbeddedServer> {
  const { server, created } = idle.pop() ?? (await startOne(snapshot));
  return {
    ...server,
    async close() {
      if (await isRestored(server, created)) idle.push({ server, created });
      else await server.close();
    },
  };
}

async function startOne(snapshot: string) {
  const server = await startEmbedded({ snapshot });
  return { server, created: await connected(server, describe) };
}

/**
 * Deletes all rows. Returns whether the definitions are still those of creation, so that the database can be reused.
 */
const isRestored = (server: EmbeddedServer, created: string): Promise<boolean> =>
  connected(server, async client => {
    await client.query(EMPTY);
    return (await describe(client)) === created;
  }).catch(() => false);

async function connected<T>(server: EmbeddedServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ stream: () => server.connect() as never, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Deletes all rows, with triggers off: they forbid it in the service. Also deletes statistics, which affect plans. */
const EMPTY = `DO $$ BEGIN
  SET LOCAL session_replication_role = replica;
  EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> '_prisma_migrations');
  DELETE FROM pg_statistic WHERE starelid >= 16384;
END $$`;

/**
 * The definitions that a test could change. Of pg_class only some columns: TRUNCATE changes the others, and `reltuples`
 * of indexes.
 */
const CREATED = [
  ...['pg_attrdef', 'pg_constraint', 'pg_extension', 'pg_namespace', 'pg_proc', 'pg_trigger', 'pg_type'],
  "(SELECT oid, relname, relkind, CASE relkind WHEN 'r' THEN reltuples END, reloptions FROM pg_class)",
].map(catalog => `SELECT t::text AS line FROM ${catalog} t WHERE oid >= 16384`);
const OTHER = ['pg_authid', 'pg_db_role_setting', '_prisma_migrations'].map(
  table => `SELECT t::text AS line FROM ${table} t`,
);

/** A digest of the definitions of a database: tables, functions, roles, settings. */
async function describe(client: pg.Client): Promise<string> {
  const lines = [...CREATED, ...OTHER].join(' UNION ALL ');
  const text = `SELECT md5(string_agg(line, '|' ORDER BY line)) AS digest FROM (${lines})`;
  return (await client.query<{ digest: string }>(text)).rows[0]?.digest as string;
}
