import SwaggerParser from '@apidevtools/swagger-parser';
import { parseDocument } from './document.ts';
import type { Problem } from './problem.ts';

/** One text in which every reference is local, or what stands in the way. */
export type Bundled = { ok: true; text: string } | { ok: false; problems: Problem[] };

/** The text of a file, by its path in the folder of the document; undefined where there is none. */
export type ReadFile = (path: string) => Promise<string | undefined>;

const MAX_FILES = 1_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** The folder as the parser knows it. */
const ROOT = '/files/';

/** What is wrong with the files, in words for the caller. */
class BundleError extends Error {}

/**
 * Makes one document of an OpenAPI document and all files that its references lead to. `entry` is its path in the folder.
 * Nothing outside of the folder is asked for, and nothing is fetched.
 */
export async function bundleFiles(entry: string, readFile: ReadFile): Promise<Bundled> {
  const seen = { files: 0, characters: 0 };
  const read = async ({ url }: { url: string }): Promise<string> => {
    const path = pathOf(url);
    const text = await readFile(path);
    if (text === undefined) throw new BundleError(`${path}: no such file. Correct the $ref that names it.`);
    seen.characters += text.length;
    if (++seen.files > MAX_FILES) throw new BundleError(`More than ${MAX_FILES} files.`);
    if (seen.characters > MAX_CHARACTERS) throw new BundleError(`More than ${MAX_CHARACTERS} characters in all files.`);
    return text;
  };
  const parse = ({ url, data }: { url: string; data: unknown }): unknown => {
    const { document, problems } = parseDocument(String(data));
    const [first] = problems;
    if (first === undefined) return document;
    throw new BundleError(`${pathOf(url)}:${first.line ?? 1}:${first.column ?? 1}: ${first.message}`);
  };
  try {
    const document = await SwaggerParser.bundle(ROOT + entry.replaceAll('\\', '/'), {
      parse: { json: false, yaml: false, text: false, binary: false, openapi: { order: 1, canParse: true, parse } },
      resolve: { http: false, file: false, folder: { order: 1, canRead: true, read } },
    } as SwaggerParser.Options);
    return { ok: true, text: JSON.stringify(document) };
  } catch (error) {
    return { ok: false, problems: [{ message: causeOf(error).message, pointer: '', rule: 'bundle' }] };
  }
}

/** The path in the folder of what the parser asks for. */
function pathOf(url: string): string {
  if (/^[a-z][a-z\d+.-]+:/i.test(url)) throw new BundleError(`${url}: only files are read, nothing is fetched.`);
  const path = decodeURIComponent(url.split('#', 1)[0] as string);
  if (!path.startsWith(ROOT)) throw new BundleError(`${path}: stands outside of the folder of the document.`);
  return path.slice(ROOT.length);
}

/** The parser wraps what is thrown here, several times. */
function causeOf(error: unknown): Error {
  let found = error as Error & { cause?: unknown };
  for (let levels = 0; levels < 10; levels++) {
    if (found instanceof BundleError || !(found.cause instanceof Error)) break;
    found = found.cause;
  }
  return found;
}
