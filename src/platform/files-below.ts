import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

const UNREADABLE: ReadonlySet<string | undefined> = new Set([
  ...['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'],
]);

/** Reads regular files below a folder by their paths in it; undefined for all others, also where a link leads out of it. */
export const filesBelow =
  (folder: string) =>
  async (path: string): Promise<Buffer | undefined> => {
    try {
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
      const isBelow = file.startsWith(root.endsWith(sep) ? root : root + sep);
      // A pipe would never end.
      return isBelow && (await stat(file)).isFile() ? await readFile(file) : undefined;
    } catch (error) {
      if (UNREADABLE.has((error as NodeJS.ErrnoException).code)) return undefined;
      throw error;
    }
  };
