import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseDocument } from '../../src/openapi/document.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { optionalText, title } from '../../src/platform/fields.ts';
import { isJsonObject } from '../../src/platform/json.ts';
import { CHARACTERS } from '../../src/platform/text-limits.ts';
import { check, textOf } from './check.ts';
import type { Given } from './command.ts';
import { readSource, type Source } from './diff/sources.ts';
import { git, gitProblem } from './git.ts';
import { storedName } from './lookups.ts';
import { EXIT, Failure, type Io, refused, wrongUse } from './outcome.ts';
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

/** Reads the text that an upload of a file would have. Throws if the files to which it refers make no document with it. */
export async function readText(given: Given, io: Io, file: string): Promise<Source> {
  const source = await readSource(file, io, given.text('root'));
  if (source.problems !== undefined) await refuseInvalid(source);
  return source;
}

export async function readUpload({ settings }: Session, given: Given, io: Io, file: string): Promise<Upload> {
  const source = await readText(given, io, file);
  const entry = entryOf(settings, file, io);
  const path = given.text('document') ?? entry.document;
  const branchName = given.text('branch') ?? entry.branch ?? 'dev';
  const folder = dirname(resolve(io.folder, file));
  const versionName = storedName(await versionNameOf(io, given.text('version') ?? entry.version, source, folder));
  return { file, source, path, branchName, folder, versionName, changelog: given.text('changelog') };
}

/** Throws the errors of a text that the server would refuse. */
export async function refuseInvalid(source: Source): Promise<void> {
  const { ok, problems } = await check(source);
  if (ok) return;
  const lines = problems.map(one => textOf({ ...one, severity: 'error' }));
  throw new Failure(EXIT.refused, lines.join('\n'), { problems });
}

export function refuseInvalidLabels({ versionName, changelog }: Upload): void {
  try {
    title('version', versionName, CHARACTERS.versionName);
    optionalText('changelog', changelog, CHARACTERS.changelog);
  } catch (error) {
    throw error instanceof DomainError ? refused(error.message) : error;
  }
}

/** The answer of Git; undefined without one. */
async function gitText(io: Io, folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await git(io, folder, ...args)).toString().trim();
  } catch {
    return undefined;
  }
}

/** The answer of Git about these files; undefined if one of them is not in the repository of the folder. */
async function gitAbout(
  io: Io,
  folder: string,
  files: readonly string[],
  ...args: string[]
): Promise<string | undefined> {
  // The text of a link is that of the file to which it leads. Git follows no links, not of folders either.
  const real = (path: string) => realpath(path).catch(() => path);
  const asked = files.map(async file => [join(await real(dirname(file)), basename(file)), await real(file)]);
  return gitText(io, folder, '--literal-pathspecs', ...args, '--', ...new Set((await Promise.all(asked)).flat()));
}

/** The Git commit that has all files of a text as they are; undefined without one. */
export async function commitOf(io: Io, { source: { files }, folder }: Upload): Promise<string | undefined> {
  if (files === undefined) return undefined;
  const isTracked = await gitAbout(io, folder, files, 'ls-files', '--error-unmatch');
  const changes = await gitAbout(io, folder, files, 'status', '--porcelain');
  return isTracked && changes === '' ? gitText(io, folder, 'rev-parse', 'HEAD') : undefined;
}

/** The tag or commit of a text: `-dirty` if files of the repository are changed, or files of the text are new in it. */
async function nameFromGit(io: Io, { name: file, files }: Source, folder: string): Promise<string> {
  const described = await git(io, folder, 'describe', '--tags', '--always', '--dirty').catch(error => {
    throw wrongUse(`${file}: no version from git (${gitProblem(error)}). Name one: --version 1.0.0`);
  });
  const name = described.toString().trim();
  if (name.endsWith('-dirty') || files === undefined) return name;
  const added = await gitAbout(io, folder, files, 'ls-files', '--others', '--exclude-standard');
  return added === '' ? name : `${name}-dirty`;
}

/** The name of a version: `from-info` (of the OpenAPI document), `git` (tag or commit), or the given text. */
async function versionNameOf(io: Io, given: string | undefined, source: Source, folder: string): Promise<string> {
  const asked = given ?? (source.isMarkdown ? 'git' : 'from-info');
  if (asked === 'git') return nameFromGit(io, source, folder);
  if (asked !== 'from-info') return asked;
  const { document } = parseDocument(source.text);
  const info = isJsonObject(document) ? document.info : undefined;
  const version = isJsonObject(info) ? info.version : undefined;
  if (typeof version === 'string' && version.trim() !== '') return version;
  await refuseInvalid(source);
  throw refused(`${source.name}: has no info.version. Add it, or name a version: --version 1.0.0`);
}
