import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Io } from './outcome.ts';

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;

/** Without what Git sets for its hooks and aliases, it looks for the repository of the folder. */
const OF_THE_FOLDER = {
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_PREFIX: undefined,
};

/** The output of Git in a folder. */
export async function git(io: Io, folder: string, ...args: string[]): Promise<Buffer> {
  const env = { ...io.env, ...OF_THE_FOLDER, ...(await namedRepository(io, folder)) };
  return output(env, folder, args);
}

/**
 * The repository that the environment names, if the folder has none of its own or the environment names its work tree too. In a
 * hook, GIT_DIR alone would make every folder the root of the repository of the hook.
 */
async function namedRepository({ env, folder: from }: Io, folder: string): Promise<NodeJS.ProcessEnv> {
  const { GIT_DIR: directory, GIT_WORK_TREE: workTree } = env;
  if (directory === undefined) return {};
  if (workTree) return { GIT_DIR: resolve(from, directory), GIT_WORK_TREE: resolve(from, workTree) };
  const isInRepository = await printed({ ...env, ...OF_THE_FOLDER }, folder, 'rev-parse', '--git-dir');
  if (isInRepository) return {};
  const named = { GIT_DIR: resolve(from, directory), GIT_WORK_TREE: undefined };
  const top = await printed({ ...env, ...OF_THE_FOLDER, ...named }, from, 'rev-parse', '--show-toplevel');
  return { ...named, GIT_WORK_TREE: top ?? from };
}

/** The line that Git prints; undefined if it refuses. */
const printed = (env: NodeJS.ProcessEnv, folder: string, ...args: string[]): Promise<string | undefined> =>
  output(env, folder, args).then(
    line => line.toString().replace(/\n$/, ''),
    () => undefined,
  );

async function output(env: NodeJS.ProcessEnv, folder: string, args: string[]): Promise<Buffer> {
  return (await run('git', ['-C', folder, ...args], { encoding: 'buffer', maxBuffer: MOST_BYTES, env })).stdout;
}

/** Why Git failed: its message, or the code of the system, such as ENOENT without Git. Rethrows what is no failure of Git. */
export function gitProblem(error: unknown): string {
  const { code, stderr } = error as { code?: unknown; stderr?: Buffer };
  if (code === undefined) throw error;
  return String(stderr ?? code).trim() || String(code);
}
