import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { answerHelp } from '../src/platform/usage.ts';

// npm run bench -- NAME: each file in this folder is a benchmark that prints ratios to a plain reference.
const names = readdirSync(import.meta.dirname)
  .filter(entry => entry.endsWith('.ts') && entry !== 'run.ts')
  .map(entry => entry.slice(0, -3));
const usage = `Usage: npm run bench -- ${names.join('|')}`;
answerHelp(usage);
const [name = ''] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  console.error(usage);
  process.exit(2);
}
execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/generate.ts')], { stdio: 'inherit' });
await import(new URL(`./${name}.ts`, import.meta.url).href);
