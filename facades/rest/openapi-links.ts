import { pathParameters } from './route.ts';

type Operation = { operationId?: string; responses?: Record<string, { links?: object }> };

/** Adds OpenAPI links from a POST to the GET of the same object: the id in the answer completes the path. */
export function addLinks(paths: Record<string, Record<string, unknown>>): void {
  for (const [path, item] of Object.entries(paths)) {
    const made = item.post as Operation | undefined;
    const [readPath, read] = readerOf(path, paths);
    const success = made?.responses?.['200'];
    if (success === undefined || read?.operationId === undefined) continue;
    const own = pathParameters(path);
    const parameters = Object.fromEntries(
      pathParameters(readPath).map(name => [
        name,
        own.includes(name) ? `$request.path.${name}` : '$response.body#/detail/id',
      ]),
    );
    success.links = { [read.operationId]: { operationId: read.operationId, parameters } };
  }
}

/** The GET that reads the object which a POST to the collection creates. */
function readerOf(path: string, paths: Record<string, Record<string, unknown>>): [string, Operation | undefined] {
  const pattern = new RegExp(`^${path.replaceAll(/[{}]/g, '\\$&')}/\\{\\w+\\}$`);
  const found = Object.keys(paths).find(candidate => pattern.test(candidate) && paths[candidate]?.get !== undefined);
  return found === undefined ? [path, undefined] : [found, paths[found]?.get as Operation];
}
