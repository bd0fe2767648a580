import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answerHelp } from '../src/platform/usage.ts';

// Generates the catalogue of the diff rules and the versions of comparisons from the rules. --check only compares them
// with the files.
answerHelp('Usage: node scripts/diff-rules.ts [--check]');
const { renderVersions } = await import('./comparison-versions.ts');
const { renderCatalogue } = await import('./rule-catalogue.ts');
const FILES: Record<string, () => string> = {
  'docs/diff-rules.md': renderCatalogue,
  'src/contents/comparison-versions.ts': renderVersions,
};

for (const [name, render] of Object.entries(FILES)) {
  const file = join(import.meta.dirname, '..', name);
  const rendered = render();
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, rendered);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== rendered) {
    console.error(`${name} is not current: run npm run generate`);
    process.exitCode = 1;
  }
}
