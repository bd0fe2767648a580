import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// The service and its packages are 1,200 files, whose loading took a third of a start. So `npm ci` writes each program as a few
// files (scripts/bundle.ts).

const root = join(import.meta.dirname, '../..');

export const bundles = join(root, 'node_modules/.cache/bundles');

/** The programs by name. */
export const programs = {
  server: 'src/server.ts',
  admin: 'src/admin/main.ts',
  migrate: 'src/migrate.ts',
  compare: 'facades/cli/compare.ts',
} as const;

/** Names the files that the bundles were made from, and has the digest of their texts. */
export const madeFrom = join(bundles, 'made-from.json');

/** Runs a program: its bundle, or its sources if one of them has changed since. */
export async function runProgram(name: keyof typeof programs): Promise<void> {
  const file = areBundlesCurrent() ? join(bundles, `${name}.mjs`) : join(root, programs[name]);
  await import(pathToFileURL(file).href);
}

export function areBundlesCurrent(): boolean {
  try {
    const { files, digest } = JSON.parse(readFileSync(madeFrom, 'utf8'));
    return digestOf(files) === digest;
  } catch {
    // There are no bundles, or a source was removed.
    return false;
  }
}

export function digestOf(files: readonly string[]): string {
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file}\n`).update(readFileSync(join(root, file)));
  return digest.digest('hex');
}
