import { isJsonObject, type JsonObject } from '../../../src/platform/json.ts';

/** Which paths of the documents are compared, and under which names. */
export type Selection = { include: readonly string[]; exclude: readonly string[]; prefixes: readonly string[] };

/** A pattern of a path: `*` stands for a part of one segment, `**` for any number of segments. */
const patternOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob.replace(/\*\*|\*|[^*]+/g, part => (part === '**' ? '.*' : part === '*' ? '[^/]*' : literal(part)))}$`,
  );

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The document with only the selected paths, whose prefix is removed. */
export function selectPaths(document: JsonObject, { include, exclude, prefixes }: Selection): JsonObject {
  const { paths } = document;
  if (!isJsonObject(paths) || include.length + exclude.length + prefixes.length === 0) return document;
  const [wanted, unwanted] = [include.map(patternOf), exclude.map(patternOf)];
  const entries = Object.entries(paths).flatMap(([path, item]) => {
    if (!path.startsWith('/')) return [[path, item] as const];
    const prefix = prefixes.find(one => path.startsWith(one));
    const name = prefix === undefined ? path : `/${path.slice(prefix.length).replace(/^\/+/, '')}`;
    const isWanted = wanted.length === 0 || wanted.some(pattern => pattern.test(name));
    return isWanted && !unwanted.some(pattern => pattern.test(name)) ? [[name, item] as const] : [];
  });
  return { ...document, paths: Object.fromEntries(entries) };
}
