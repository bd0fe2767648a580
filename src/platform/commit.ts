import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The Git commit of the sources, or `unknown`: from the file `commit`, which images have, or from the checkout. */
export const COMMIT: string = commitInFile() ?? commitOfCheckout() ?? 'unknown';

function commitInFile(): string | undefined {
  try {
    return readFileSync(join(root, 'commit'), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if this folder is only a part of another checkout: then Git reports a prefix. */
function commitOfCheckout(): string | undefined {
  try {
    const answer = execFileSync('git', ['rev-parse', 'HEAD', '--show-prefix'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [commit, prefix] = answer.split('\n');
    return prefix === '' ? commit : undefined;
  } catch {
    return undefined;
  }
}
