import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isBelow } from '../../src/platform/files-below.ts';
import { isObject } from '../../src/platform/json.ts';
import type { Given } from './command.ts';
import { readKept } from './credentials.ts';
import { Failure, failureIn, fileFailure, type Io, wrongArguments, wrongUse } from './outcome.ts';
import { decoded } from './texts.ts';
import { type Fail, readMapping } from './yaml-file.ts';

/** One item of `documents` in docsvc.yaml: a file and its document. */
export type Entry = { file: string; document?: string; branch?: string; version?: string };

/** The content of docsvc.yaml. Its paths are relative to `folder`. `foreignFile`: its path, if it is another user's. */
export type Settings = {
  folder: string;
  server?: string;
  project?: string;
  documents: Entry[];
  foreignFile?: string;
};

const FILE = 'docsvc.yaml';
const TEXT_KEYS = ['server', 'project'];
const KEYS = [...TEXT_KEYS, 'documents'];
const ENTRY_KEYS = ['file', 'document', 'branch', 'version'];

/**
 * Reads docsvc.yaml from the working folder or the nearest folder above it, up to the top of the Git repository.
 * Without one, there are no settings.
 */
export function readSettings(io: Io): Settings {
  for (let folder = resolve(io.folder); ; folder = dirname(folder)) {
    const file = join(folder, FILE);
    if (existsSync(file)) {
      const isForeign = isOfOthers(file, io);
      return { ...settingsIn(file, folder), ...(isForeign && { foreignFile: file }) };
    }
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder)
      return { folder: resolve(io.folder), documents: [] };
  }
}

/**
 * Whether another user of the computer has put the file there. Throws if it is not the owner of the working folder either, for
 * example if the file is in /tmp: it would choose which files are sent, and where to. Windows has no such owners.
 */
function isOfOthers(file: string, io: Io): boolean {
  const user = process.getuid?.();
  if (user === undefined) return false;
  const others = [lstatSync(file), statSync(file)].map(({ uid }) => uid).filter(uid => uid !== user && uid !== 0);
  const { uid: owner } = statSync(io.folder);
  if (others.some(uid => uid !== owner))
    throw wrongUse(
      `${file}: belongs to another user, and could send your files to a project of theirs. Put a ${FILE} of your own into a folder below it. If you trust this one, make it yours, by chown or with a copy`,
    );
  return others.length > 0;
}

function settingsIn(file: string, folder: string): Settings {
  const { map, fail } = readMapping(file, contentOf(file), ' with server, project and documents');
  requireKeys(map, KEYS, fail);
  // An empty text is a setting whose lines are all commented out.
  const documents = map.documents || [];
  if (!Array.isArray(documents)) return fail('documents must be a list', 'documents');
  const entries = documents.map((entry: unknown, index) => entryIn(entry, index, fail));
  const paths = entries.map(entry => resolve(folder, entry.file).normalize('NFC'));
  const again = paths.findIndex((path, index) => paths.indexOf(path) < index);
  if (again >= 0)
    return fail(
      `documents names ${entries[again]?.file} twice, but one file is one document`,
      ...['documents', `${again}`, 'file'],
    );
  return { folder, documents: entries, ...textsOf(map, TEXT_KEYS, key => fail(`${key} must be a text`, key)) };
}

function contentOf(file: string): string {
  try {
    return decoded(file, readFileSync(file));
  } catch (error) {
    throw failureIn(file, error instanceof Failure ? error : fileFailure(file, 'read', error));
  }
}

function entryIn(entry: unknown, index: number, fail: Fail): Entry {
  const path = ['documents', `${index}`];
  if (!isObject(entry)) return fail(`documents[${index}] must be a mapping with file`, ...path);
  requireKeys(entry, ENTRY_KEYS, fail, ...path);
  const texts = textsOf(entry, ENTRY_KEYS, key => fail(`documents[${index}]: ${key} must be a text`, ...path, key));
  return { ...texts, file: texts.file ?? fail(`documents[${index}]: file is missing`, ...path) };
}

/** The values of these keys, without empty ones. Calls `fail` for a value that is not a string. */
function textsOf(map: Record<string, unknown>, keys: string[], fail: (key: string) => never): Record<string, string> {
  const given = keys.map(key => [key, map[key] ?? ''] as const).filter(([, text]) => text !== '');
  return Object.fromEntries(given.map(([key, text]) => [key, typeof text === 'string' ? text : fail(key)]));
}

function requireKeys(map: Record<string, unknown>, known: string[], fail: Fail, ...path: string[]): void {
  const unknown = Object.keys(map).find(key => !known.includes(key));
  if (unknown !== undefined) fail(`there is no setting ${unknown}; there are ${known.join(', ')}`, ...path, unknown);
}

/** The files of a command: its arguments, or else those of docsvc.yaml, relative to the working folder. */
export function filesOf({ positionals }: Given, { folder, documents }: Settings, io: Io): string[] {
  if (positionals.length > 0) return positionals;
  if (documents.length === 0) throw wrongArguments('Name a file, or list documents in docsvc.yaml.');
  return documents.map(({ file }) => {
    const path = resolve(folder, file);
    requireInside(folder, path, file);
    return relative(io.folder, path) || file;
  });
}

/** Throws if a file of docsvc.yaml is outside of its folder: the author of a repository could read and write any file. */
function requireInside(folder: string, path: string, file: string): void {
  try {
    if (isBelow(realpathSync(folder), withoutLinks(path))) return;
  } catch (error) {
    throw fileFailure(file, 'read', error);
  }
  throw wrongUse(
    `${file}: is outside of the folder of ${FILE}. Move ${FILE} to a folder above it, or name the file as an argument`,
  );
}

/** The path without links, also of a file that does not exist. Throws for a link that leads nowhere. */
function withoutLinks(path: string): string {
  const parent = dirname(path);
  const isAbsent = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  return isAbsent && parent !== path ? join(withoutLinks(parent), basename(path)) : realpathSync(path);
}

/** The item of docsvc.yaml for a file. Without one, the path of the file is the path of the document. */
export function entryOf(settings: Settings, file: string, io: Io): Entry & { document: string } {
  const path = resolve(io.folder, file);
  const isSame = (other: string): boolean => other.normalize('NFC') === path.normalize('NFC');
  const found = settings.documents.find(entry => isSame(resolve(settings.folder, entry.file)));
  const inside = relative(settings.folder, path).split(sep).join('/');
  // On Windows, `relative` returns an absolute path for another drive.
  const isOutside = inside.startsWith('../') || isAbsolute(inside);
  return { document: isOutside ? basename(path) : inside, ...found, file };
}

/**
 * The address of the server, without a trailing slash: from the option, DOCSVC_SERVER, docsvc.yaml, the address that
 * the client was installed from, or the only login. Throws without one.
 */
export async function serverOf(option: string | undefined, settings: Settings, io: Io): Promise<string> {
  // `||` skips empty strings: pipelines set variables without a value to an empty string.
  const chosen = option ?? (io.env.DOCSVC_SERVER || undefined);
  if (chosen === undefined && settings.server && settings.foreignFile)
    throw wrongUse(
      `${settings.foreignFile}: belongs to another user, and could send your token to a server of theirs. Name the server by --server or DOCSVC_SERVER`,
    );
  const address = chosen ?? (settings.server || installedFrom() || (await onlyLogin(io)));
  if (!address) throw wrongUse('Name the server: --server URL, DOCSVC_SERVER, or server in docsvc.yaml');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw wrongUse(`${withoutPassword(address)}: is no address such as https://docs.example.com`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const withoutPassword = (address: string): string => address.replace(/.*@/s, '…@');

/** Read only if nothing else names the server: a pipeline with its own token may be unable to read the file. */
async function onlyLogin(io: Io): Promise<string | undefined> {
  const kept = Object.keys(await readKept(io));
  return kept.length === 1 ? kept[0] : undefined;
}

/**
 * The server that the client was installed from, as npm records it: `npx https://docs.example.com/cli.tgz` needs no
 * --server.
 */
function installedFrom(): string | undefined {
  try {
    const file = join(import.meta.dirname, '../.package-lock.json');
    const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages?: Record<string, { resolved?: string }> };
    const resolved = lock.packages?.['node_modules/docsvc']?.resolved;
    return resolved?.startsWith('http') ? resolved.replace(/\/cli\.tgz$/, '') : undefined;
  } catch {
    return undefined;
  }
}
