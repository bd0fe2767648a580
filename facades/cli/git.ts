import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Io } from './outcome.ts';

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Git sets these for its hooks and aliases. With them, it takes every folder for the root of the repository of the hook; without
 * them, it looks for the repository of the folder.
 */
const OF_HOOKS = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined, GIT_PREFIX: undefined };

/** The output of Git in a folder. */
export async function git({ env }: Io, folder: string, ...args: string[]): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: MOST_BYTES, env: { ...env, ...OF_HOOKS } } as const;
  return (await run('git', ['-C', folder, ...args], options)).stdout;
}
