import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NODE_OPTIONS, START_VARIABLES } from './process.ts';

/** `container`: as the first process of a separate PID namespace (Linux, as root). */
export const waysToStart = ['npm', 'node', 'container'] as const;

export type WayToStart = (typeof waysToStart)[number];

export type StartedServer = {
  base: string;
  process: ChildProcess;
  output(): string;
  /** Sends the signal to the started process, and returns how it ended. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; tookMs: number }>;
};

const root = join(import.meta.dirname, '../..');
const NODE = [process.execPath, ...NODE_OPTIONS, 'src/main.js'];
const commands: Record<WayToStart, readonly string[]> = {
  npm: ['npm', 'start'],
  node: NODE,
  container: ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', ...NODE],
};

const START_LIMIT_MS = 90_000;

export async function startBy(
  way: WayToStart,
  settings: Record<string, string>,
  folder = root,
): Promise<StartedServer> {
  const [command = '', ...args] = commands[way];
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const own = { DOCSVC_RATE_LIMITS: 'off', DOCSVC_PORT: '0' };
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...own, ...(way !== 'npm' && START_VARIABLES), ...settings };
  // A separate process group: a signal to the started process reaches only that process.
  const child = spawn(command, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () =>
    child.exitCode === null && child.signalCode === null && process.kill(-(child.pid as number), 'SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  child.stdout.on('data', chunk => (output += chunk));
  child.stderr.on('data', chunk => (output += chunk));
  const deadline = Date.now() + START_LIMIT_MS;
  let base: string | undefined;
  while (base === undefined) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${way} did not start:\n${output}`);
    await delay(25);
    base = /docsvc is ready on (\S+)/.exec(output)?.[1];
  }
  return {
    base,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      const startedAt = performance.now();
      process.kill(way === 'container' ? firstChild(child.pid as number) : (child.pid as number), signal);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return { code: child.exitCode, tookMs: performance.now() - startedAt };
    },
  };
}

/** The first process in the namespace, which receives the signal when a container stops. */
const firstChild = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
