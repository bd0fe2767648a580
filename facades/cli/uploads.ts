import { execFile } from 'node:child_process';
import { basename, dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseDocument } from '../../src/openapi/document.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { optionalText, title } from '../../src/platform/fields.ts';
import { isJsonObject } from '../../src/platform/json.ts';
import { CHARACTERS } from '../../src/platform/text-limits.ts';
import type { Given } from './command.ts';
import { check, textOf } from './commands/validate.ts';
import { readSource, type Source } from './diff/sources.ts';
import { storedName } from './lookups.ts';
import { type Io, refused, wrongUse } from './outcome.ts';
import type { Session } from './session.ts';
import { entryOf } from './settings.ts';

/** A file to upload, and where to. */
export type Upload = {
  file: string;
  source: Source;
  path: string;
  branchName: string;
  folder: string;
  versionName: string;
  changelog: string | undefined;
};

export async function readUpload({ settings }: Session, given: Given, io: Io, file: string): Promise<Upload> {
  const source = await readSource(file, io, given.text('root'));
  const entry = entryOf(settings, file, io);
  const path = given.text('document') ?? entry.document;
  const branchName = given.text('branch') ?? entry.branch ?? 'dev';
  const folder = dirname(resolve(io.folder, file));
  const versionName = storedName(await versionNameOf(given.text('version') ?? entry.version, source, folder));
  return { file, source, path, branchName, folder, versionName, changelog: given.text('changelog') };
}

/** Throws the errors of a text that the server would refuse. */
export async function refuseInvalid(source: Source): Promise<void> {
  const { ok, problems } = await check(source);
  if (!ok) throw refused(...problems.map(one => textOf({ ...one, file: source.name, severity: 'error' })));
}

export function refuseInvalidLabels({ versionName, changelog }: Upload): void {
  try {
    title('version', versionName, CHARACTERS.versionName);
    optionalText('changelog', changelog, CHARACTERS.changelog);
  } catch (error) {
    throw error instanceof DomainError ? refused(error.message) : error;
  }
}

const run = promisify(execFile);

async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await run('git', ['-C', folder, ...args])).stdout.trim();
  } catch {
    return undefined;
  }
}

/** The Git commit of a file; undefined if it is in none, or if its repository has changes that are not committed. */
export async function commitOf({ file, folder }: Upload): Promise<string | undefined> {
  const isTracked = await git(folder, 'ls-files', '--error-unmatch', `:(literal)${basename(file)}`);
  const changes = await git(folder, 'status', '--porcelain', '--untracked-files=no', ':/');
  return isTracked && changes === '' ? git(folder, 'rev-parse', 'HEAD') : undefined;
}

/** The name of a version: `from-info` (of the OpenAPI document), `git` (tag or commit), or the given text. */
export async function versionNameOf(given: string | undefined, source: Source, folder: string): Promise<string> {
  const asked = given ?? (source.isMarkdown ? 'git' : 'from-info');
  if (asked === 'git') {
    const found = await git(folder, 'describe', '--tags', '--always', '--dirty');
    if (found) return found;
    throw wrongUse(`${source.name}: no version from git. Name one: --version 1.0.0`);
  }
  if (asked !== 'from-info') return asked;
  const { document } = parseDocument(source.text);
  if (!isJsonObject(document)) await refuseInvalid(source);
  const info = isJsonObject(document) ? document.info : undefined;
  const version = (isJsonObject(info) ? info.version : undefined) ?? '';
  if (typeof version !== 'string') await refuseInvalid(source);
  else if (version.trim() !== '') return version;
  throw wrongUse(`${source.name}: has no info.version. Add it, or name a version: --version 1.0.0`);
}
