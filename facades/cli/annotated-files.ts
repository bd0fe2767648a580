import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isBelow } from '../../src/platform/files-below.ts';
import type { Io } from './outcome.ts';

/**
 * Returns a function that names files as GitHub does: from the top of the repository of the working folder, or else of `main` or of
 * the file itself, or from the workspace of a workflow that has them without one. What is not below it or is no file, such as
 * standard input, keeps its name.
 */
export function annotatedFiles({ folder, env }: Io, main?: string): (file: string) => string {
  const known = new Map<string, string>();
  const here = repositoryAbove(join(folder, 'any'));
  const nameOf = (file: string): string => {
    const path = resolve(folder, file);
    if (!existsSync(path)) return file;
    const top = here ?? repositoryAbove(main === undefined ? path : resolve(folder, main)) ?? env.GITHUB_WORKSPACE;
    return top && isBelow(resolve(top), path) ? relative(top, path).split(sep).join('/') : file;
  };
  return file => {
    const name = known.get(file) ?? nameOf(file);
    known.set(file, name);
    return name;
  };
}

/** The top of the Git repository of a path; undefined without one. */
function repositoryAbove(path: string): string | undefined {
  const folder = dirname(path);
  if (existsSync(join(folder, '.git'))) return folder;
  return folder === path ? undefined : repositoryAbove(folder);
}
