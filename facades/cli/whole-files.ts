import { chmod, lstat, realpath, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that has its old or its new text at any time, also on a full disk and if the process ends. What is no
 * regular file, such as a pipe, is written directly.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const present = await lstat(target).catch(() => undefined);
  if (present && !present.isFile()) return writeFile(file, text);
  const unfinished = `${target}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, text);
    if (present) await chmod(unfinished, present.mode);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
