import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

const UNREADABLE: ReadonlySet<string | undefined> = new Set([
  ...['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'],
]);

/** Whether a path is below a folder. Both are without links. */
export const isBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Reads regular files below a folder by their paths in it; undefined for all others, also where a link leads out of it. */
export const filesBelow =
  (folder: string) =>
  async (path: string): Promise<Buffer | undefined> => {
    try {
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
      // A pipe would never end.
      return isBelow(root, file) && (await stat(file)).isFile() ? await readFile(file) : undefined;
    } catch (error) {
      if (UNREADABLE.has((error as NodeJS.ErrnoException).code)) return undefined;
      throw error;
    }
  };
