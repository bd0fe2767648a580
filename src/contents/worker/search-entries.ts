import { effectiveParameters, followRefs, type OperationPlace, operationsOf } from '../../openapi/operations.ts';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';
import { linesOfMarkdown } from './markdown-lines.ts';

/** A part of a published text that a search may find. */
export type SearchEntry = {
  kind: 'ENDPOINT' | 'TEXT';
  title: string;
  body: string;
  method?: string;
  path?: string;
  pointer?: string;
  /** The line of a Markdown text, from 1. */
  line?: number;
};

const MAX_ENTRIES = 10_000;
const MAX_TITLE = 500;
const MAX_BODY = 4_000;
/** Limit for all bodies together, so that a publication writes a limited amount to the index. */
const MAX_CHARACTERS = 2_000_000;

/** The parts of an OpenAPI document: its operations, its component schemas and its description. */
export const entriesOfOpenApi = (document: JsonObject): SearchEntry[] => bounded(partsOfOpenApi(document));

function* partsOfOpenApi(document: JsonObject): Iterable<SearchEntry> {
  const bodies: SharedBodies = new WeakMap();
  for (const place of operationsOf(document)) {
    const { method, path } = place;
    yield { kind: 'ENDPOINT', title: `${method} ${path}`, body: bodyOf(document, place, bodies), method, path };
  }
  const info = ownField(document, 'info');
  if (isJsonObject(info)) yield textEntry(textOf(info, 'title'), [textOf(info, 'description')], '/info');
  yield* schemaEntries(document);
}

/** Many paths may refer to one path item: its operations are read once for each summary and list that a path adds. */
type SharedBodies = WeakMap<JsonObject, { summary: string; parameters: JsonValue | undefined; body: string }>;

function bodyOf(document: JsonObject, place: OperationPlace, bodies: SharedBodies): string {
  const { operation, pathItem } = place;
  const summary = textOf(operation, 'summary') || textOf(pathItem, 'summary');
  const parameters = ownField(pathItem, 'parameters');
  const known = bodies.get(operation);
  if (known?.summary === summary && known.parameters === parameters) return known.body;
  const body = joined(wordsOfOperation(document, place, summary));
  bodies.set(operation, { summary, parameters, body });
  return body;
}

function* wordsOfOperation(document: JsonObject, place: OperationPlace, summary: string): Iterable<string> {
  const { operation } = place;
  yield summary;
  yield textOf(operation, 'description');
  yield textOf(operation, 'operationId');
  const tags = ownField(operation, 'tags');
  if (Array.isArray(tags)) for (const tag of tags) if (typeof tag === 'string') yield tag;
  for (const parameter of effectiveParameters(document, place)) {
    const target = followRefs(document, parameter);
    if (!isJsonObject(target)) continue;
    yield textOf(target, 'name');
    yield textOf(target, 'description');
  }
}

function* schemaEntries(document: JsonObject): Iterable<SearchEntry> {
  const components = ownField(document, 'components');
  const schemas = isJsonObject(components) ? ownField(components, 'schemas') : undefined;
  if (!isJsonObject(schemas)) return;
  for (const [name, schema] of Object.entries(schemas)) {
    const words = isJsonObject(schema) ? wordsOfSchema(schema) : [];
    yield textEntry(name, words, append('/components/schemas', name));
  }
}

function* wordsOfSchema(schema: JsonObject): Iterable<string> {
  yield textOf(schema, 'title');
  yield textOf(schema, 'description');
  const properties = ownField(schema, 'properties');
  if (!isJsonObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    yield name;
    if (isJsonObject(property)) yield textOf(property, 'description');
  }
}

const textEntry = (title: string, words: Iterable<string>, pointer: string): SearchEntry => ({
  kind: 'TEXT',
  title,
  body: joined(words),
  pointer,
});

const textOf = (object: JsonObject, key: string): string => {
  const value = ownField(object, key);
  return typeof value === 'string' ? value : '';
};

/** The first words, one on each line, up to the limit of a body. */
function joined(words: Iterable<string>): string {
  let body = '';
  for (const word of words) {
    if (!isSaid(word)) continue;
    body += `${body === '' ? '' : '\n'}${word.slice(0, MAX_BODY)}`;
    if (body.length >= MAX_BODY) break;
  }
  return body.slice(0, MAX_BODY);
}

const isSaid = (word: string): boolean => word.trim() !== '';

/** The parts of a Markdown text: its sections, long ones in pieces. */
export function entriesOfMarkdown(text: string): SearchEntry[] {
  const entries: SearchEntry[] = [];
  let section: SearchEntry = { kind: 'TEXT', title: '', body: '', line: 1 };
  const end = () => {
    if (section.title !== '' || section.body.trim() !== '') entries.push(section);
  };
  for (const { line, number, heading } of linesOfMarkdown(text)) {
    if (heading !== undefined) {
      end();
      section = { kind: 'TEXT', title: heading.title, body: '', line: number };
      continue;
    }
    for (const piece of piecesOf(line)) {
      if (section.body.length + piece.length >= MAX_BODY && section.body !== '') {
        end();
        section = { kind: 'TEXT', title: section.title, body: piece, line: number };
      } else section.body += section.body === '' ? piece : `\n${piece}`;
    }
  }
  end();
  return bounded(entries);
}

/** A line in pieces that fit into a section, cut at spaces if possible. */
function* piecesOf(line: string): Iterable<string> {
  let start = 0;
  while (line.length - start > MAX_BODY) {
    const space = line.slice(start, start + MAX_BODY).lastIndexOf(' ');
    const end = start + (space > 0 ? space : MAX_BODY);
    yield line.slice(start, end);
    start = end;
  }
  yield line.slice(start);
}

/** Cuts entries to the limits of one entry and of all entries. Text beyond them cannot be found. */
function bounded(entries: Iterable<SearchEntry>): SearchEntry[] {
  const cut: SearchEntry[] = [];
  let left = MAX_CHARACTERS;
  for (const entry of entries) {
    if (cut.length === MAX_ENTRIES) break;
    const body = entry.body.slice(0, Math.min(MAX_BODY, left));
    left -= body.length;
    cut.push({ ...entry, title: entry.title.slice(0, MAX_TITLE), body });
  }
  return cut;
}
