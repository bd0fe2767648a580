import { existsSync, readdirSync } from 'node:fs';

// npm run bench -- NAME: each file beside this one is a benchmark that prints ratios to a bare reference.
const [name = ''] = process.argv.splice(2, 1);
const file = new URL(`./${name}.ts`, import.meta.url);
if (!/^[a-z]+$/.test(name) || name === 'run' || !existsSync(file)) {
  const names = readdirSync(import.meta.dirname)
    .filter(entry => entry.endsWith('.ts') && entry !== 'run.ts')
    .map(entry => entry.slice(0, -3));
  console.error(`Usage: npm run bench -- ${names.join('|')}`);
  process.exit(2);
}
await import(file.href);
