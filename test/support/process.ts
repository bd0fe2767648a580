import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

export type ServerProcess = {
  base: string;
  output: () => string;
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

const words = packageJson.scripts.start.split(' ');

/** The options of Node in `npm start`. */
export const NODE_OPTIONS = words.filter(word => word.startsWith('--'));

/** The variables that `npm start` sets. */
export const START_VARIABLES = Object.fromEntries(
  words.slice(0, words.indexOf('exec')).map(word => /^(\w+)=(.*)$/.exec(word)?.slice(1) as [string, string]),
);

/** The environment for another installation: without node_modules in PATH, and without variables of npm and Node. */
export const environmentOutside = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => !/^(npm_|NODE_)/i.test(name))
    .map(([name, value = '']) => [name, name === 'PATH' ? value.replaceAll(/[^:]*node_modules[^:]*:/g, '') : value]),
);

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const { PATH, NODE_COMPILE_CACHE } = process.env;
const START_LIMIT_MS = 120_000;

/**
 * Delays the optimization of WebAssembly (PGlite, Prisma) in V8. Most test servers end before it pays off; without it,
 * an embedded start takes 0.6 s less CPU time, and the set-up of the embedded tests 3.6 s less.
 */
export const LATE_OPTIMIZATION = '--wasm-tiering-budget=2000000000';

/** For tests alone: benchmarks and load runs measure the server that people run. */
const OF_TESTS = process.env.VITEST ? [LATE_OPTIMIZATION] : [];

/** Starts the real server as `npm start` does, on a free port, and waits for its start-up text. */
export async function startServer(env: Record<string, string>, cwd?: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...OF_TESTS, MAIN], {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, DOCSVC_PORT: '0', DOCSVC_RATE_LIMITS: 'off', ...START_VARIABLES, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Kill the server at the end of the test in any case.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let output = '';
  child.stdout.on('data', chunk => (output += chunk));
  child.stderr.on('data', chunk => (output += chunk));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const base = /docsvc is ready on (\S+)/.exec(output)?.[1];
    if (base) return { base, output: () => output, process: child, stop };
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop('SIGKILL');
      throw new Error(`The server did not start:\n${output}`);
    }
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
