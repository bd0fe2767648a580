import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { readConfig } from '../platform/config.ts';
import { explainFailure } from '../platform/start-failures.ts';
import { askServer } from './ask-server.ts';

async function* run(sent: string[]): AsyncGenerator<string> {
  const config = readConfig(process.env);
  const [name, ...rest] = sent;
  const folders = name === 'backup' || name === 'restore';
  // A server may run the command, and its working directory differs.
  const args = folders ? [name, ...rest.map(folder => resolve(folder))] : sent;
  const input = name === 'reset-password' ? await readInput() : '';
  const answer = config.databaseUrl === undefined ? await askServer(config, { args, input }) : undefined;
  // Loaded only if no server runs the command.
  yield* answer ?? (await import('./without-server.ts')).runAlone(config, args, input);
}

async function readInput(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  process.stderr.write('New password (not shown): ');
  const input = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  // readline echoes what is typed, and handles Ctrl-C as a key: both as a password prompt does.
  Object.assign(input, { _writeToOutput: () => undefined });
  input.once('SIGINT', () => {
    input.close();
    process.kill(process.pid, 'SIGINT');
  });
  const [line] = await Promise.race([once(input, 'line'), once(input, 'close').then(() => [''])]);
  input.close();
  process.stderr.write('\n');
  return line;
}

// The reader may end early, as in `npm run -s admin -- verify | head -1`: the command and its exit code do not depend on it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  for await (const line of run(process.argv.slice(2))) console.log(line);
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}
