import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

const TASKS = '/proc/self/task';

/** Also used for worker threads. */
export const NICE_INCREMENT = 5;

/**
 * Lowers the priority of the threads of libuv's pool, which compress and decompress texts, so that event loop and database
 * go first. Only on Linux does a priority affect single threads.
 */
export async function lowerPoolPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  const lowered = Math.min(getPriority() + NICE_INCREMENT, constants.priority.PRIORITY_LOW);
  // Reading the folder uses the pool, so all its threads exist by now.
  for (const id of await readdir(TASKS).catch(() => [])) {
    const name = await readFile(`${TASKS}/${id}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'libuv-worker') setPriority(Number(id), lowered);
  }
}
