import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Io } from './outcome.ts';

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Git sets these for its hooks and aliases. With GIT_DIR alone, it takes every folder for the root of the repository of the hook;
 * without, it looks for the repository of the folder. Both together name a repository that is apart from its work tree.
 */
function repositoryOf({ env, folder }: Io): NodeJS.ProcessEnv {
  const { GIT_DIR: directory, GIT_WORK_TREE: workTree } = env;
  const isNamed = directory !== undefined && workTree !== undefined;
  return {
    GIT_DIR: isNamed ? resolve(folder, directory) : undefined,
    GIT_WORK_TREE: isNamed ? resolve(folder, workTree) : undefined,
    GIT_INDEX_FILE: undefined,
    GIT_PREFIX: undefined,
  };
}

/** The output of Git in a folder. */
export async function git(io: Io, folder: string, ...args: string[]): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: MOST_BYTES, env: { ...io.env, ...repositoryOf(io) } } as const;
  return (await run('git', ['-C', folder, ...args], options)).stdout;
}
