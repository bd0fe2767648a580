import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './postgresql.ts';

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** The program, of the system's package `pgbouncer`. */
export const pgbouncer = folders.map(folder => join(folder, 'pgbouncer')).find(path => existsSync(path));

const NOBODY = 65_534;

/** Starts PgBouncer in transaction mode with two sessions for each database of a server. */
export async function startPgbouncer(serverUrl: string) {
  const { hostname, port, username, password } = new URL(serverUrl);
  const ownPort = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'docsvc-pgbouncer-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    'max_client_conn = 100',
  ];
  await writeFile(file, lines.join('\n'));
  // It refuses to run as root.
  const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(pgbouncer as string, [file], { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', chunk => (log += chunk));
  while (!log.includes('process up')) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${log}`);
    await delay(20);
  }
  return {
    url(direct: string): string {
      const url = new URL(direct);
      url.host = `127.0.0.1:${ownPort}`;
      return url.toString();
    },
    async stop() {
      child.kill();
      await rm(folder, { recursive: true });
    },
  };
}
