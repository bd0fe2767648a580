import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { answerHelp } from '../../src/platform/usage.ts';

// npm run load -- NAME: a long load or failure run, `NAME.load.ts` in this folder. It prints its measurements and exits
// with 1 if a limit is exceeded. Runs send to loopback only, and are limited in count and time.
const SUFFIX = '.load.ts';
const names = readdirSync(import.meta.dirname)
  .filter(entry => entry.endsWith(SUFFIX))
  .map(entry => entry.slice(0, -SUFFIX.length));
const usage = `Usage: npm run load -- ${names.join('|')}`;
answerHelp(usage);
const [name = ''] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  console.error(usage);
  process.exit(2);
}
execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/generate.ts')], { stdio: 'inherit' });
await import(new URL(`./${name}${SUFFIX}`, import.meta.url).href);
