import { posix } from 'node:path';
import { isJsonObject, type JsonValue } from '../platform/json.ts';
import { isLocalRef } from './references.ts';
import { Place, walk } from './walk.ts';

/** What is wrong with the files of a document, in words for the caller. */
export class BundleError extends Error {}

/** A reference as a file and a fragment, each empty if absent. */
export function splitReference(reference: string): [file: string, fragment: string] {
  const hash = reference.indexOf('#');
  return hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
}

export const isAddress = (file: string): boolean => /^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(file);
export const isInside = (path: string): boolean => !/^(?:\/|\.\.(?:\/|$))/.test(path);

/** The path of the file that a reference leads to; undefined for the same file and for addresses. */
export function fileOf(from: string, reference: string): string | undefined {
  const [name] = splitReference(reference);
  if (name === '' || isAddress(name)) return undefined;
  return posix.normalize(posix.join(name.startsWith('/') ? '' : posix.dirname(from), decoded(name)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a document has references to other files. */
export function leadsToFiles(document: JsonValue | undefined): boolean {
  if (document === undefined) return false;
  let isFound = false;
  const visit = (place: Place) => {
    const { node } = place;
    const reference = isJsonObject(node) ? node.$ref : place.pointer.endsWith('/$ref') ? node : undefined;
    isFound ||= typeof reference === 'string' && !isLocalRef(document, reference) && !isAddress(reference);
  };
  walk(new Place('OpenApi', document), { visit });
  return isFound;
}
