import { existsSync, fstatSync, statSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { bundleFiles, mayNeedFiles } from '../../../src/openapi/bundle.ts';
import { parseDocument } from '../../../src/openapi/document.ts';
import { leadsToFiles } from '../../../src/openapi/file-references.ts';
import type { Position, Problem } from '../../../src/openapi/problem.ts';
import { filesBelow } from '../../../src/platform/files-below.ts';
import type { Command } from '../command.ts';
import { git, gitProblem } from '../git.ts';
import { Failure, failureIn, type Io, wrongUse } from '../outcome.ts';
import { decoded } from '../texts.ts';

/** One side of a comparison. */
export type Source = {
  /** The file name, as the user wrote it. */
  name: string;
  /** The path of the file from the working folder, with `/` and without a revision. */
  path?: string;
  /** The Git revision of all its files; undefined if they are on disk. */
  revision?: string;
  text: string;
  /** Why the files make no document: then the text is that of the first one alone. */
  problems?: readonly PlacedProblem[];
  /** The places of pointers of the text in the files that were bundled into it. Undefined if it is of one file. */
  locateAll?: (pointers: readonly string[]) => Place[];
  /** The paths of all files whose content is in the text. Undefined for standard input and Git revisions. */
  files?: readonly string[];
  /** Undefined for standard input, which has the type of the other side. */
  isMarkdown: boolean | undefined;
};

/** A position in a file, by its path from the working folder. */
export type Place = Position & { file: string };

/** A problem, and the file in which it is, as the user would name it. */
export type PlacedProblem = Problem & { file: string };

export const readsAsMarkdown = (file: string): boolean => /\.(md|markdown)$/i.test(file);

/** The option of commands that read documents split into several files. */
export const rootOption: Command['options'] = {
  root: {
    value: 'FOLDER',
    says: 'Read files that a $ref names only below this folder. When absent: the folder of the document.',
  },
};

/**
 * Reads a file, `-` (standard input), or a file of a Git revision, such as `main:api.yaml`. Bundles the files that it
 * refers to, if they are below `root`; by default, the folder of the file.
 */
export async function readSource(name: string, io: Io, root?: string): Promise<Source> {
  if (name === '-') return readInput('standard input');
  const file = resolve(io.folder, name);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    // `C:\api.yaml` is a path of Windows.
    const [, revision, path] = /^(?![a-z]:[\\/])([^:]+):(.+)$/i.exec(name) ?? [];
    if (/^https?:\/\//i.test(name)) throw wrongUse(`${name}: is an address. Download it, and name the file`);
    // ENOTDIR: there is a file `origin`, and the name is `origin/main:api.yaml`.
    if ((code === 'ENOENT' || code === 'ENOTDIR') && revision !== undefined && path !== undefined)
      return readRevision(name, revision, path, io, root);
    throw wrongUse(`${name}: cannot be read (${code})`);
  }
  const source = { name, path: pathOf(file, io), text: decoded(name, bytes), isMarkdown: readsAsMarkdown(name) };
  const files = [file];
  const readerOf = (folder: string) => async (path: string) => {
    const found = await filesBelow(folder)(path);
    if (found) files.push(join(folder, path));
    return found;
  };
  return { ...(await bundled(source, file, io, root, readerOf)), files };
}

const pathOf = (file: string, { folder }: Io): string => relative(folder, file).split(sep).join('/');

async function readInput(name: string): Promise<Source> {
  if (isInputClosed())
    throw failureIn(name, wrongUse(`${name}: is closed. Send the document to it, such as cat FILE | docsvc …`));
  return { name, text: textIn(name, await buffer(process.stdin)), isMarkdown: undefined };
}

/** Node replaces a closed standard input by /dev/null, open for writing too. Shells open it only for reading. */
function isInputClosed(): boolean {
  try {
    if (fstatSync(0).rdev !== statSync('/dev/null').rdev) return false;
    writeSync(0, '');
    return true;
  } catch {
    return false;
  }
}

/** Decodes what the user does not name as messages do: standard input, or a file behind a `$ref`. A failure names it. */
function textIn(file: string, bytes: Uint8Array): string {
  try {
    return decoded(file, bytes);
  } catch (error) {
    throw failureIn(file, error);
  }
}

const inRevision = (revision: string | undefined, file: string): string =>
  revision === undefined ? file : `${revision}:${file}`;

/** The problems of a text, with the file and the place of each as they are written. */
export function placed(source: Source, problems: readonly Problem[]): PlacedProblem[] {
  const places = source.locateAll?.(problems.map(({ pointer = '' }) => pointer));
  return problems.map((problem, index) => {
    const { file, ...position } = places?.[index] ?? {};
    return { ...problem, ...position, file: nameOf(source, file) };
  });
}

/** The name of a file of a source, by its path from the working folder. */
const nameOf = ({ name, path, revision }: Source, file = path): string =>
  file === undefined || file === path ? name : inRevision(revision, file);

/** Whether an OpenAPI document refers to other files. */
export const needsFiles = (text: string): boolean => mayNeedFiles(text) && leadsToFiles(parseDocument(text).document);

/** Returns the source with all files that it refers to bundled into its text, or with the problem that prevents it. */
async function bundled(
  source: Source,
  file: string,
  io: Io,
  root: string | undefined,
  readerOf: (folder: string) => (path: string) => Promise<Buffer | undefined>,
): Promise<Source> {
  const { name, text, revision } = source;
  if (source.isMarkdown || !needsFiles(text)) return source;
  const folder = root === undefined ? dirname(file) : resolve(io.folder, root);
  const entry = relative(folder, file).split(sep).join('/');
  if (entry.startsWith('../') || isAbsolute(entry))
    throw wrongUse(`${name}: is not below ${root}. Name a folder above it: --root FOLDER`);
  const read = readerOf(folder);
  const fileAt = (path: string) => pathOf(join(folder, path), io);
  const outcome = await bundleFiles(entry, async path => {
    const bytes = await read(path);
    return bytes && textIn(inRevision(revision, fileAt(path)), bytes);
  });
  if (outcome.ok) {
    const locateAll = (pointers: readonly string[]) =>
      outcome.locateAll(pointers).map(({ path, ...position }) => ({ ...position, file: fileAt(path) }));
    return { ...source, text: outcome.text, locateAll };
  }
  const { path = entry, message, ...problem } = outcome.problem;
  const hint = message.includes('outside of the folder') ? ' Name a folder above all files: --root FOLDER' : '';
  return { ...source, problems: [{ ...problem, message: `${message}${hint}`, file: nameOf(source, fileAt(path)) }] };
}

/**
 * Reads a file of a Git revision. Its path is relative to the folder or, as in `git show`, to the root of the
 * repository.
 */
async function readRevision(name: string, revision: string, path: string, io: Io, root?: string): Promise<Source> {
  const inFolder = resolve(io.folder, path);
  try {
    return await readFileOf(name, revision, inFolder, io, root);
  } catch (error) {
    const problem = gitProblem(error);
    const top = await repositoryOf(io.folder, io);
    const inRoot = /^\.{0,2}\//.test(path) ? inFolder : resolve(top, path);
    if (top !== '' && inRoot !== inFolder) {
      const source = await readFileOf(name, revision, inRoot, io, root).catch(unlessFound);
      if (source !== undefined) return source;
    }
    const others = await Promise.all([inFolder, inRoot].map(file => repositoryOf(dirname(file), io)));
    const own = others.find(other => other !== top);
    const hint = own ? `. It is in the repository ${pathOf(own, io)}: name a revision of that` : '';
    throw wrongUse(`${name}: cannot be read from git (${problem})${hint}`);
  }
}

/** The top of the repository that has the folder; empty without one. */
async function repositoryOf(folder: string, io: Io): Promise<string> {
  const line = await git(io, existing(folder), 'rev-parse', '--show-toplevel').catch(() => '');
  return String(line).replace(/\r?\n$/, '');
}

/** The folder or the nearest one above that exists: Git needs one, and that of an old revision may exist no longer. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

/** Ignores that Git has no such file. Rethrows what is wrong with a file that it has. */
function unlessFound(error: unknown): undefined {
  if (error instanceof Failure) throw error;
}

async function readFileOf(name: string, revision: string, file: string, io: Io, root?: string): Promise<Source> {
  const folder = existing(dirname(file));
  const show = (at: string) =>
    git(io, folder, 'show', '--end-of-options', `${revision}:./${relative(folder, at).split(sep).join('/')}`);
  const path = pathOf(file, io);
  const source = { name, path, revision, text: decoded(name, await show(file)), isMarkdown: readsAsMarkdown(file) };
  return await bundled(source, file, io, root, below => inside => show(resolve(below, inside)).catch(() => undefined));
}
