import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/postgresql.ts';

const CADDYFILE = new URL('../../deploy/Caddyfile', import.meta.url);

/** Runs the proxy of deploy/compose.yaml with its own Caddyfile, in front of servers on these ports. */
export async function startCaddy(ports: number[], folder: string) {
  const port = await freePort();
  const written = await readFile(CADDYFILE, 'utf8');
  const config = written
    .replace('{\n', '{\n\tadmin off\n\tskip_install_trust\n\thttp_port 0\n')
    .replace(':8443', `:${port}`)
    .replace('server-1:8080 server-2:8080', ports.map(one => `127.0.0.1:${one}`).join(' '));
  const file = join(folder, 'Caddyfile');
  await writeFile(file, config);
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', chunk => (log += chunk));
  const failed = once(child, 'error');
  // The certificate is Caddy's own, and the run sends to loopback only.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  while (!log.includes('serving initial configuration')) {
    const [error] = await Promise.race([failed, delay(50, [])]);
    if (error || child.exitCode !== null) throw new Error(`caddy did not start:\n${error ?? log}`);
  }
  return {
    base: `https://localhost:${port}`,
    /** The ports are in its configuration. */
    add: () => {},
    counts: { repeated: Number.NaN },
    close: () => child.kill(),
  };
}
