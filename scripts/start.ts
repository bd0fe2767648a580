import { setTimeout as delay } from 'node:timers/promises';
import { refuseArguments } from '../src/platform/usage.ts';

// `npm start`: one process that generates what the server needs and then is the server. It takes the place of the shell
// that npm starts (`exec`), which would keep signals to itself.
refuseArguments(`Usage: npm start

Starts the server. It takes no arguments: all settings come from the environment (README.md, Settings).`);
await import('./generate.ts');
if (process.exitCode) process.exit();
void endWithParent();
await import('../src/main.ts');

/** npm passes SIGTERM and SIGINT on. When it ends in any other way, nobody else would end the server. */
async function endWithParent(): Promise<void> {
  const parent = process.ppid;
  while (process.ppid === parent) await delay(500, undefined, { ref: false });
  process.kill(process.pid, 'SIGTERM');
}
