import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Reads files below a folder by their paths in it; undefined for all others, also where a link leads out of it. */
export const filesBelow =
  (folder: string) =>
  async (path: string): Promise<string | undefined> => {
    try {
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
      return file.startsWith(root.endsWith(sep) ? root : root + sep) ? await readFile(file, 'utf8') : undefined;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  };
