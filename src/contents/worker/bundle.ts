import { type Bundled, bundleFiles } from '../../openapi/bundle.ts';
import { pathOfFile } from '../../openapi/file-paths.ts';

/** Makes one document of several files. The first path is that of the document. */
export function bundle({ paths, ...texts }: { paths: readonly string[] } & Record<string, unknown>): Promise<Bundled> {
  const files = new Map(paths.map((path, index) => [pathOfFile(path), texts[`text${index}`] as string]));
  return bundleFiles(paths[0] as string, async path => files.get(path));
}
