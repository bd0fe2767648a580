import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseDocument } from '../../src/openapi/document.ts';
import { isJsonObject } from '../../src/platform/json.ts';
import type { Source } from './diff/sources.ts';
import { wrongUse } from './outcome.ts';

const run = promisify(execFile);

async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await run('git', ['-C', folder, ...args])).stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The commit that a text comes from; undefined outside of git, and while the folder has changes. */
export async function commitOf(folder: string): Promise<string | undefined> {
  const changes = await git(folder, 'status', '--porcelain', '--untracked-files=no', '.');
  return changes === undefined ? git(folder, 'rev-parse', 'HEAD') : undefined;
}

/** The name of a version: `from-info` (of the OpenAPI document), `git` (tag or commit), or the given text. */
export async function versionNameOf(given: string | undefined, source: Source, folder: string): Promise<string> {
  const asked = given ?? (source.isMarkdown ? 'git' : 'from-info');
  if (asked === 'git') {
    const found = await git(folder, 'describe', '--tags', '--always', '--dirty');
    if (found !== undefined) return found;
    throw wrongUse(`${source.name}: no version from git. Name one: --version 1.0.0`);
  }
  if (asked !== 'from-info') return asked;
  const { document } = parseDocument(source.text);
  const info = isJsonObject(document) ? document.info : undefined;
  const version = isJsonObject(info) ? info.version : undefined;
  if (version !== undefined && version !== null && String(version).trim() !== '') return String(version).trim();
  throw wrongUse(`${source.name}: has no info.version. Add it, or name a version: --version 1.0.0`);
}
