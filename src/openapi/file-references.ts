import { posix } from 'node:path';
import { isJsonObject, type JsonValue } from '../platform/json.ts';
import type { Problem } from './problem.ts';
import { isLocalRef } from './references.ts';
import { Place, walk } from './walk.ts';

/** A problem, and the path of the file that has it; without a path, all files have it together. */
export type FileProblem = Problem & { path?: string };

/** Why files do not make one document. */
export class BundleError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

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
