import { readdirSync } from 'node:fs';

// npm run load -- NAME: a long load or failure run, `NAME.load.ts` beside this file. It prints what it measured and
// exits with 1 when a bound does not hold. Runs send to loopback only, and are bounded in count and time.
const SUFFIX = '.load.ts';
const [name = ''] = process.argv.splice(2, 1);
const names = readdirSync(import.meta.dirname)
  .filter(entry => entry.endsWith(SUFFIX))
  .map(entry => entry.slice(0, -SUFFIX.length));
if (!names.includes(name)) {
  console.error(`Usage: npm run load -- ${names.join('|')}`);
  process.exit(2);
}
await import(new URL(`./${name}${SUFFIX}`, import.meta.url).href);
