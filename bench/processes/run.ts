import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminSettings } from '../../test/support/http-client.ts';
import { databaseUrl, runSql, startPostgresql } from '../../test/support/postgresql.ts';
import { NODE_OPTIONS, START_VARIABLES } from '../../test/support/process.ts';

const root = join(import.meta.dirname, '../..');

export const programs = { service: 'src/main.js', bare: 'bench/processes/bare-server.ts' } as const;

export type Program = keyof typeof programs;
export type Started = { base: string; process: ChildProcess; readyMs: number; stop(): Promise<void> };

/** The bare server runs without NODE_OPTIONS: with one V8 thread, PGlite in the main thread sometimes hangs. */
const optionsOf = { service: NODE_OPTIONS, bare: [] } as const;

/** Starts a program and waits until it says that it is ready. */
export async function start(program: Program, settings: Record<string, string>): Promise<Started> {
  const startedAt = performance.now();
  const { PATH } = process.env;
  const child = spawn(process.execPath, [...optionsOf[program], programs[program]], {
    cwd: root,
    env: { PATH, DOCSVC_PORT: '0', ...START_VARIABLES, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      output += chunk;
      const found = /ready on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`${program} did not start:\n${output}`)));
  });
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { base, process: child, readyMs: performance.now() - startedAt, stop };
}

export type Database = { settings: Record<string, string>; close(): Promise<void> };

const common = (folder: string) => ({
  ...adminSettings,
  DOCSVC_DATA_DIR: folder,
  DOCSVC_LOG_LEVEL: 'warn',
  DOCSVC_RATE_LIMITS: 'off',
});

/** Settings for an embedded database in a temporary folder. */
export function embedded(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'docsvc-bench-'));
  return { settings: common(folder), close: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** The settings and the database of this process: without DOCSVC_DATABASE_URL, the embedded one in a folder of its own. */
export function fromEnvironment(): Database & { dataDir: string } {
  const { settings, close } = embedded();
  const own = Object.entries(process.env).filter((entry): entry is [string, string] =>
    /^(DOCSVC|NODE_OPTIONS)/.test(entry[0]),
  );
  const dataDir = settings.DOCSVC_DATA_DIR as string;
  return { dataDir, settings: { ...settings, ...Object.fromEntries(own), DOCSVC_DATA_DIR: dataDir }, close };
}

/** Starts a separate PostgreSQL with an empty database. */
export async function postgresql(): Promise<Database> {
  const [server, files] = [await startPostgresql(), embedded()];
  const database = `docsvc_bench_${process.pid}`;
  await runSql(server.url, `CREATE DATABASE ${database}`);
  const settings = {
    ...files.settings,
    DOCSVC_DATABASE_URL: databaseUrl(server.url, database),
    DOCSVC_JWT_SECRET: 'a secret that only this benchmark uses',
    DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  return {
    settings,
    async close() {
      await files.close();
      await server.stop();
    },
  };
}
