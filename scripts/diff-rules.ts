import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderCatalogue } from './rule-catalogue.ts';

// Writes the catalogue of rules to docs/diff-rules.md; --check only compares the two.
const file = join(import.meta.dirname, '../docs/diff-rules.md');
const rendered = renderCatalogue();

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== rendered) {
    console.error('docs/diff-rules.md is not current: run npm run generate');
    process.exitCode = 1;
  }
} else {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, rendered);
}
