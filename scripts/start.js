import { setTimeout as delay } from 'node:timers/promises';
import { keepCompiledCode } from '../src/platform/compiled-code.js';

// `npm start`: one process that generates the files that the server needs and then becomes the server. The script in
// package.json uses `exec`, so that this process replaces the shell of npm, which would not forward signals.
keepCompiledCode();
const { refuseArguments } = await import('../src/platform/usage.ts');
refuseArguments(`Usage: npm start

Starts the server. It takes no arguments: all settings come from the environment (README.md, Settings).`);
await import('./generate.ts');
if (process.exitCode) process.exit();
void endWithParent();
await (await import('../src/platform/bundles.ts')).runProgram('server');

/** Ends the server if npm ends without forwarding a signal. npm forwards only SIGTERM and SIGINT. */
async function endWithParent() {
  const parent = process.ppid;
  while (process.ppid === parent) await delay(500, undefined, { ref: false });
  process.kill(process.pid, 'SIGTERM');
}
