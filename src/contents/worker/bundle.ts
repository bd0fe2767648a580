import { type Bundled, bundleFiles } from '../../openapi/bundle.ts';
import { pathOfFile } from '../../openapi/file-paths.ts';

type Given = { paths: readonly string[] } & Record<string, unknown>;

/** Makes one document of several files. The first path is that of the document. */
export async function bundle({ paths, ...texts }: Given): Promise<Bundled> {
  const files = new Map(paths.map((path, index) => [pathOfFile(path), texts[`text${index}`] as string]));
  const outcome = await bundleFiles(paths[0] as string, async path => files.get(path));
  // A function cannot be sent to another thread.
  return outcome.ok ? { ok: true, text: outcome.text } : outcome;
}
