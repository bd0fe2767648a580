import { access, chmod, constants, lstat, realpath, rename, rm, writeFile } from 'node:fs/promises';

/** The folder takes no other file, or another file system is mounted at the file, such as one file of a container. */
const NOT_REPLACEABLE = ['EACCES', 'EPERM', 'EROFS', 'EBUSY'];

/**
 * Writes a file that has its old or its new text at any time, also on a full disk and if the process ends. What cannot be
 * replaced, or is no regular file, such as a pipe, is written directly.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const present = await lstat(target).catch(() => undefined);
  if (present && !present.isFile()) return writeFile(file, text);
  // Replacing a file asks for no right to write it.
  if (present) await access(target, constants.W_OK);
  const unfinished = `${target}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, text);
    if (present) await chmod(unfinished, present.mode);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (present && NOT_REPLACEABLE.includes((error as NodeJS.ErrnoException).code ?? ''))
      return writeFile(target, text);
    throw error;
  }
}
