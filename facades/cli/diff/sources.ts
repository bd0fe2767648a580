import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Io, wrongUse } from '../outcome.ts';

/** One side of a comparison. */
export type Source = {
  /** As the user named it. */
  name: string;
  text: string;
  /** Undefined for standard input, whose type is that of the other side. */
  isMarkdown: boolean | undefined;
};

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;

export const isMarkdown = (file: string): boolean => /\.(md|markdown)$/i.test(file);

/** Reads a file, `-` (standard input), or a file of a git revision, such as `main:api.yaml`. */
export async function readSource(name: string, io: Io): Promise<Source> {
  if (name === '-') return { name: 'standard input', text: await readAll(process.stdin), isMarkdown: undefined };
  try {
    const bytes = await readFile(resolve(io.folder, name));
    return { name, text: decoded(name, bytes), isMarkdown: isMarkdown(name) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const [, revision, path] = /^([^:]+):(.+)$/.exec(name) ?? [];
    if (code === 'ENOENT' && revision !== undefined && path !== undefined)
      return readRevision(name, revision, path, io);
    throw wrongUse(`${name}: cannot be read (${code})`);
  }
}

function decoded(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrongUse(`${name}: is not UTF-8`);
  }
}

/** Paths are relative to the folder, unlike those of `git show`, which begin at the root of the repository. */
async function readRevision(name: string, revision: string, path: string, io: Io): Promise<Source> {
  const folder = resolve(io.folder, dirname(path));
  const args = ['-C', folder, 'show', '--end-of-options', `${revision}:./${basename(path)}`];
  try {
    const { stdout } = await run('git', args, { encoding: 'buffer', maxBuffer: MOST_BYTES });
    return { name, text: decoded(name, stdout), isMarkdown: isMarkdown(path) };
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: Buffer };
    if (code === undefined) throw error;
    throw wrongUse(`${name}: cannot be read from git (${String(stderr ?? code).trim() || code})`);
  }
}
