import { bundleFiles } from '../../openapi/bundle.ts';
import { pathOfFile } from '../../openapi/file-paths.ts';
import type { FileProblem } from '../../openapi/file-references.ts';
import { shortened } from '../../openapi/problem.ts';

type Given = { paths: readonly string[] } & Record<string, unknown>;

/** The text of all files, or why they make none. */
export type Joined = { ok: true; text: string } | { ok: false; message: string };

/** Makes one document of several files. The first path is that of the document. */
export async function bundle({ paths, ...texts }: Given): Promise<Joined> {
  const files = new Map(paths.map((path, index) => [pathOfFile(path), texts[`text${index}`] as string]));
  const outcome = await bundleFiles(paths[0] as string, async path => files.get(path));
  // A function cannot be sent to another thread.
  return outcome.ok ? { ok: true, text: outcome.text } : { ok: false, message: placedMessage(outcome.problem) };
}

const placedMessage = ({ path, line = 1, column = 1, message }: FileProblem): string =>
  shortened(path === undefined ? message : `${path}:${line}:${column}: ${message}`);
