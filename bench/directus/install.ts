import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/postgresql.ts';

const DIRECTUS = 'directus@11.17.4';
const READY_LIMIT_MS = 60_000;

export const administrator = { email: 'admin@example.com', password: 'a password of this benchmark' };

export type Directus = { base: string; stop(): Promise<void> };

/** Installs Directus into a temporary folder and starts it on an empty database. */
export async function startDirectus(databaseUrl: string): Promise<Directus> {
  const folder = mkdtempSync(join(tmpdir(), 'docsvc-directus-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    install(folder);
    const server = await run(folder, databaseUrl);
    return { base: server.base, stop: () => server.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Installs without scripts, so that nothing is compiled. Other packages contain their binaries. */
function install(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  console.log(`installing ${DIRECTUS}: about 800 MB, some minutes`);
  execFileSync('npm', ['install', DIRECTUS, ...options], { cwd: folder, stdio: 'inherit' });
  // Replaces a package that must be compiled. It runs code of extensions and flows, which the benchmark does not have.
  writeFileSync(join(folder, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {};');
}

async function run(folder: string, databaseUrl: string): Promise<Directus> {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const env = {
    ...{ PATH, HOME, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: `${port}` },
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: databaseUrl, SECRET: 'a secret that only this benchmark uses' },
    ...{ ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password, ACCESS_TOKEN_TTL: '1d' },
    ...{ LOG_LEVEL: 'error', TELEMETRY: 'false' },
  };
  const command = join(folder, 'node_modules/directus/cli.js');
  execFileSync(process.execPath, [command, 'bootstrap'], { cwd: folder, env, stdio: 'pipe' });
  const child = spawn(process.execPath, [command, 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  };
  const isReady = () =>
    fetch(`${base}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = performance.now() + READY_LIMIT_MS; !(await isReady()); await delay(200))
    if (child.exitCode !== null || performance.now() > until) {
      await stop();
      throw new Error('Directus did not start');
    }
  return { base, stop };
}
