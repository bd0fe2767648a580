import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';
import { type ParsedDocument, parseDocument } from './document.ts';
import type { BundledFile, FilePosition } from './file-origins.ts';
import { MAX_FILES, pathOfFile } from './file-paths.ts';
import { BundleError, type FileProblem, fileOf, isInside } from './file-references.ts';
import { FileWalk } from './file-walk.ts';
import { withShortTexts } from './problem.ts';

/**
 * One text in which every reference is local, or the problem that prevents it. `locateAll` returns the positions of
 * pointers of the text in the files.
 */
export type Bundled =
  | { ok: true; text: string; locateAll: (pointers: readonly string[]) => FilePosition[] }
  | { ok: false; problem: FileProblem };

/** Returns the text of a file, by its path in the folder of the document; undefined if there is none. */
export type ReadFile = (path: string) => Promise<string | undefined>;

const MAX_CHARACTERS = 64 * 1024 * 1024;

/**
 * Makes one document of an OpenAPI document and all files that its references lead to. `entry` is its path in the folder.
 * Reads nothing outside the folder and fetches nothing. What was in other files becomes components with the names of
 * their files or definitions.
 */
export async function bundleFiles(entry: string, readFile: ReadFile): Promise<Bundled> {
  try {
    const path = pathOfFile(entry);
    const files = await readAll(path, readFile);
    const walk = new FileWalk(files, path);
    const document = walk.bundle();
    requireSize(document);
    const text = `${JSON.stringify(document, null, 2)}\n`;
    return { ok: true, text, locateAll: pointers => walk.locateAll(pointers) };
  } catch (error) {
    if (!(error instanceof BundleError || error instanceof RangeError)) throw error;
    const problem = error instanceof BundleError ? error.problem : { message: 'The files are nested too deep.' };
    return { ok: false, problem: withShortTexts({ rule: 'bundle', ...problem }) };
  }
}

/** Whether a text has references to other files. A quick look: it may say yes for data in an example. */
export const mayNeedFiles = (text: string): boolean => /\$ref["']?\s*:\s*(?:["']?(?!#)[^"'\s#{[]|["'](?!#))/.test(text);

/**
 * Reads the entry and all files that references name, directly or indirectly. A file that is missing or cannot be parsed is
 * refused only if the document needs it, because examples may also contain references.
 */
async function readAll(entry: string, readFile: ReadFile): Promise<Map<string, BundledFile | BundleError | undefined>> {
  const files = new Map<string, BundledFile | BundleError | undefined>();
  let characters = 0;
  const pending = [entry];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (files.has(path)) continue;
    if (files.size >= MAX_FILES) throw new BundleError({ message: `More than ${MAX_FILES} files.` });
    const text = await readFile(path);
    characters += text?.length ?? 0;
    if (characters > MAX_CHARACTERS)
      throw new BundleError({ message: `More than ${MAX_CHARACTERS} characters in all files.` });
    const file = text === undefined ? undefined : parsed(path, text);
    files.set(path, file);
    if (file !== undefined && !(file instanceof BundleError)) pending.push(...filesNamedIn(file));
  }
  return files;
}

function parsed(path: string, text: string): BundledFile | BundleError {
  const { document, problems, locate, locateAll }: ParsedDocument = parseDocument(text);
  const [first] = problems;
  if (first !== undefined) return new BundleError({ ...first, path });
  return { path, value: document as JsonValue, locate, locateAll };
}

/** The paths of all files that a file names anywhere. */
function filesNamedIn({ path, value }: BundledFile): Set<string> {
  const names = new Set<string>();
  const open: JsonValue[] = [value];
  const add = (reference: JsonValue | undefined): void => {
    const file = typeof reference === 'string' ? fileOf(path, reference) : undefined;
    if (file !== undefined && isInside(file)) names.add(file);
  };
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (isJsonObject(at)) {
      add(at.$ref);
      if (isJsonObject(at.discriminator) && isJsonObject(at.discriminator.mapping))
        for (const target of Object.values(at.discriminator.mapping)) add(target);
    }
    if (typeof at === 'object' && at !== null && !JSON.isRawJSON(at)) open.push(...Object.values(at));
  }
  return names;
}

/** Refuses a document that is too long as text. An object that is used in several places counts each time. */
function requireSize(document: JsonObject): void {
  const sizes = new Map<object, number | 'open'>();
  const sizeOf = (value: JsonValue): number => {
    if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.length : 8;
    const known = sizes.get(value);
    if (known === 'open')
      throw new BundleError({ message: 'Files lead back to themselves where a reference is not possible.' });
    if (known !== undefined) return known;
    sizes.set(value, 'open');
    let size = 2;
    for (const [key, inner] of Object.entries(value)) size += key.length + sizeOf(inner as JsonValue);
    sizes.set(value, size);
    return size;
  };
  if (sizeOf(document) > MAX_CHARACTERS)
    throw new BundleError({ message: `More than ${MAX_CHARACTERS} characters when all files are put together.` });
}
