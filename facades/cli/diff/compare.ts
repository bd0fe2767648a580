import { type JudgedComparison, type JudgedItem, type Judgement, judgeComparison } from '../../../src/diffs/judge.ts';
import { compareMarkdown } from '../../../src/markdown/compare.ts';
import { parseDocument } from '../../../src/openapi/document.ts';
import { ingestOpenApi } from '../../../src/openapi/ingest.ts';
import { parsePointer, toPointer } from '../../../src/openapi/pointer.ts';
import { compareOpenApi } from '../../../src/openapi-diff/compare.ts';
import type { Comparison } from '../../../src/openapi-diff/model.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/platform/json.ts';
import { EXIT, Failure, oneLine, wrongUse } from '../outcome.ts';
import { type Place, type PlacedProblem, placed, type Source } from './sources.ts';

/** A judged comparison, with the positions of its changes in the files. */
export type Compared = JudgedComparison & {
  before: Source;
  after: Source;
  /** The file and place of each change: in the new file, or, for what was removed, in the old one if there is such a file. */
  placesOf(items: readonly JudgedItem[]): Place[];
};

/** Compares two texts of one type. Throws one Failure with the problems of both texts. */
export function compareSources(before: Source, after: Source, selection: Selection, judgement: Judgement): Compared {
  const types = new Set([before.isMarkdown, after.isMarkdown].filter(type => type !== undefined));
  if (types.size > 1) throw wrongUse(`${after.name}: an OpenAPI document and a Markdown file cannot be compared`);
  const isText = types.has(true);
  const comparison = isText ? compareMarkdown(before.text, after.text) : compareApis(before, after, selection);
  const judged = judgeComparison(comparison, judgement);
  const placesOf = (items: readonly JudgedItem[]) =>
    isText ? linesOf(after, items) : positionsOf(before, after, items, selection.prefixes);
  return { ...judged, before, after, placesOf };
}

function compareApis(before: Source, after: Source, selection: Selection): Comparison {
  const read = [before, after].map(readDocument);
  const problems = read.flatMap(outcome => (Array.isArray(outcome) ? outcome : []));
  if (problems.length > 0)
    throw new Failure(EXIT.wrongUse, problems.map(one => oneLine(lineOf(one))).join('\n'), { problems });
  const documents = read as JsonObject[];
  requireMatches(documents, selection);
  const [old, now] = documents.map(document => selectPaths(document, selection)) as [JsonObject, JsonObject];
  return compareOpenApi(old, now, { today: new Date().toISOString().slice(0, 10) });
}

/** Returns the parsed document, or its problems. */
function readDocument(source: Source): JsonObject | readonly PlacedProblem[] {
  if (source.problems !== undefined) return source.problems;
  const outcome = ingestOpenApi(source.text, 'compare');
  return outcome.ok ? outcome.document : placed(source, outcome.problems);
}

function lineOf({ file, message, line, column, pointer }: PlacedProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return `${place}: ${message}${pointer ? ` (${pointer})` : ''}`;
}

const linesOf = (after: Source, items: readonly JudgedItem[]): Place[] =>
  items.map(({ location }) => ({
    file: after.path ?? after.name,
    line: Number(/^\/line\/(\d+)/.exec(location)?.[1] ?? 1),
    column: 1,
  }));

function positionsOf(
  before: Source,
  after: Source,
  items: readonly JudgedItem[],
  prefixes: readonly string[],
): Place[] {
  const isGone = ({ location, pointerBefore, pointerAfter }: JudgedItem) =>
    before.path !== undefined && location === pointerBefore && location !== pointerAfter;
  const places = new Map<JudgedItem, Place>();
  for (const [source, gone] of [
    [before, true],
    [after, false],
  ] as const) {
    const here = items.filter(item => isGone(item) === gone);
    if (here.length === 0) continue;
    const { document, locateAll } = parseDocument(source.text);
    const toWritten = pointersToWritten(document, prefixes);
    const pointers = here.map(({ location }) => toWritten(location));
    const file = source.path ?? source.name;
    const found = source.locateAll?.(pointers) ?? locateAll(pointers).map(position => ({ ...position, file }));
    for (const [index, item] of here.entries()) places.set(item, found[index] as Place);
  }
  return items.map(item => places.get(item) as Place);
}

/** Which paths of the documents are compared, and under which names. */
type Selection = { include: readonly string[]; exclude: readonly string[]; prefixes: readonly string[] };

const WILD: Readonly<Record<string, string>> = { '/**': '(?:/.*)?', '**': '.*', '*': '[^/]*' };

/**
 * Converts a glob to a regular expression: `*` matches within one segment, `**` any number of segments, including none.
 */
const patternOf = (glob: string): RegExp =>
  new RegExp(`^${glob.replace(/\/\*\*(?=\/|$)|\*\*|\*|[^*/]+|\//g, part => WILD[part] ?? literal(part))}$`);

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Removes the first prefix that matches whole segments: `/v1` is a prefix of `/v1/pets`, but not of `/v10`. */
function withoutPrefix(path: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find(one => hasPrefix(path, one));
  return prefix === undefined ? path : path.slice(withoutSlash(prefix).length) || '/';
}

const withoutSlash = (prefix: string): string => prefix.replace(/\/+$/, '');
const hasPrefix = (path: string, prefix: string): boolean => `${path}/`.startsWith(`${withoutSlash(prefix)}/`);

/** The path items of a document, under their paths without prefixes. */
const namedPaths = (
  { paths }: JsonObject,
  prefixes: readonly string[],
): [name: string, item: JsonValue, path: string][] =>
  Object.entries(isJsonObject(paths) ? paths : {}).map(([path, item]) => [
    path.startsWith('/') ? withoutPrefix(path, prefixes) : path,
    item as JsonValue,
    path,
  ]);

/** Converts pointers into the compared document to pointers into the written one, whose paths have their prefixes. */
function pointersToWritten(document: JsonValue | undefined, prefixes: readonly string[]): (pointer: string) => string {
  const named = isJsonObject(document) && prefixes.length > 0 ? namedPaths(document, prefixes) : [];
  const paths = new Map(named.map(([name, , path]) => [name, path]));
  return pointer => {
    const [part, name = '', ...rest] = parsePointer(pointer);
    const path = part === 'paths' ? paths.get(name) : undefined;
    return path === undefined ? pointer : toPointer(['paths', path, ...rest]);
  };
}

function findTwice(names: string[]): string | undefined {
  const seen = new Set<string>();
  return names.find(name => seen.size === seen.add(name).size);
}

/** Throws if a --strip-prefix or --path matches nothing: misspelled, it would report other changes, or none. */
function requireMatches(documents: JsonObject[], { include, prefixes }: Selection): void {
  const named = documents.map(document => namedPaths(document, prefixes));
  const [paths, names] = [named.flat().map(([, , path]) => path), named.map(one => one.map(([name]) => name))];
  requireMatch('--strip-prefix', prefixes, paths, hasPrefix);
  const twice = names.map(findTwice).find(name => name !== undefined);
  if (twice !== undefined) throw wrongUse(`--strip-prefix: two paths become ${twice}`);
  requireMatch('--path', include, names.flat(), (name, glob) => patternOf(glob).test(name));
}

function requireMatch(
  option: string,
  values: readonly string[],
  paths: string[],
  matches: (path: string, value: string) => boolean,
): void {
  const idle = values.find(value => !paths.some(path => matches(path, value)));
  if (idle === undefined) return;
  const example = paths[0] === undefined ? '' : `, such as ${paths[0]}`;
  throw wrongUse(`${option} ${idle} matches no path of the documents${example}`);
}

/** The document with only the selected paths, without their prefixes. */
function selectPaths(document: JsonObject, { include, exclude, prefixes }: Selection): JsonObject {
  if (!isJsonObject(document.paths) || include.length + exclude.length + prefixes.length === 0) return document;
  const [wanted, unwanted] = [include.map(patternOf), exclude.map(patternOf)];
  const isSelected = (name: string): boolean =>
    !name.startsWith('/') ||
    ((wanted.length === 0 || wanted.some(pattern => pattern.test(name))) &&
      !unwanted.some(pattern => pattern.test(name)));
  return {
    ...document,
    paths: Object.fromEntries(namedPaths(document, prefixes).filter(([name]) => isSelected(name))),
  };
}
