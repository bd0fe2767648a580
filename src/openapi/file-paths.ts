import { posix } from 'node:path';

/** Most files of a document. */
export const MAX_FILES = 1_000;

/** A path as references to it are resolved: `./a\\b.yaml` is `a/b.yaml`. */
export const pathOfFile = (path: string): string => posix.normalize(path.replaceAll('\\', '/'));
