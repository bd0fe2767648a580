import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NODE_OPTIONS } from '../support/process.ts';
import { type Bound, report, seconds } from './failing-database.ts';

// Opens the embedded database and exits, with the options of `npm start`, in many processes one after the other. V8 is
// told to keep its memory small: it then collects garbage often while it optimizes code, which once made a start wait for
// ever, and an exit too.
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const LIMIT_MS = 60_000;

const PROGRAM = fileURLToPath(new URL('open-and-exit.ts', import.meta.url));

const ended: number[] = [];
let hung = 0;
for (let round = 0; round < Number(values.rounds); round += 1) {
  const startedAt = performance.now();
  if (await openAndExit()) ended.push(performance.now() - startedAt);
  else hung += 1;
}
const bounds: Bound[] = [
  {
    name: 'every start and exit ends',
    holds: hung === 0,
    figure: `${ended.length} ended, the slowest after ${seconds(Math.max(...ended))}; ${hung} hung`,
  },
];
report(bounds);

async function openAndExit(): Promise<boolean> {
  const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
  const child = spawn(process.execPath, [...NODE_OPTIONS, '--optimize-for-size', PROGRAM], { env, stdio: 'inherit' });
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  clearTimeout(limit);
  return exitCode === 0;
}
