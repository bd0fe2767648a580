import { effectiveParameters, followRefs, type OperationPlace, operationsOf } from '../../openapi/operations.ts';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, ownField } from '../../platform/json.ts';
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
export function entriesOfOpenApi(document: JsonObject): SearchEntry[] {
  const info = ownField(document, 'info');
  const about = isJsonObject(info) ? [textEntry(textOf(info, 'title'), [textOf(info, 'description')], '/info')] : [];
  const operations: SearchEntry[] = [];
  for (const place of operationsOf(document)) operations.push(operationEntry(document, place));
  return bounded([...operations, ...about, ...schemaEntries(document)]);
}

function operationEntry(document: JsonObject, place: OperationPlace): SearchEntry {
  const { method, path, operation, pathItem } = place;
  const words = [
    textOf(operation, 'summary') || textOf(pathItem, 'summary'),
    textOf(operation, 'description'),
    textOf(operation, 'operationId'),
  ];
  const tags = ownField(operation, 'tags');
  if (Array.isArray(tags)) for (const tag of tags) if (typeof tag === 'string') words.push(tag);
  for (const parameter of effectiveParameters(document, place)) {
    const target = followRefs(document, parameter);
    if (isJsonObject(target)) words.push(textOf(target, 'name'), textOf(target, 'description'));
  }
  return { kind: 'ENDPOINT', title: `${method} ${path}`, body: joined(words), method, path };
}

function schemaEntries(document: JsonObject): SearchEntry[] {
  const components = ownField(document, 'components');
  const schemas = isJsonObject(components) ? ownField(components, 'schemas') : undefined;
  if (!isJsonObject(schemas)) return [];
  const entries: SearchEntry[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const words = isJsonObject(schema) ? wordsOfSchema(schema) : [];
    entries.push(textEntry(name, words, append('/components/schemas', name)));
  }
  return entries;
}

function wordsOfSchema(schema: JsonObject): string[] {
  const words = [textOf(schema, 'title'), textOf(schema, 'description')];
  const properties = ownField(schema, 'properties');
  if (isJsonObject(properties))
    for (const [name, property] of Object.entries(properties))
      words.push(name, isJsonObject(property) ? textOf(property, 'description') : '');
  return words;
}

const textEntry = (title: string, words: string[], pointer: string): SearchEntry => ({
  kind: 'TEXT',
  title,
  body: joined(words),
  pointer,
});

const textOf = (object: JsonObject, key: string): string => {
  const value = ownField(object, key);
  return typeof value === 'string' ? value : '';
};

const joined = (words: readonly string[]): string => words.filter(isSaid).join('\n');

const isSaid = (word: string): boolean => word.trim() !== '';

/** The parts of a Markdown text: its sections, long ones in pieces. */
export function entriesOfMarkdown(text: string): SearchEntry[] {
  const entries: SearchEntry[] = [];
  let section: SearchEntry = { kind: 'TEXT', title: '', body: '', line: 1 };
  const end = () => {
    if (section.title !== '' || section.body.trim() !== '') entries.push(section);
  };
  for (const { line, number, heading } of linesOfMarkdown(text)) {
    if (heading !== undefined || section.body.length + line.length > MAX_BODY) {
      end();
      section = {
        kind: 'TEXT',
        title: heading?.title ?? section.title,
        body: heading === undefined ? line : '',
        line: number,
      };
    } else section.body += section.body === '' ? line : `\n${line}`;
  }
  end();
  return bounded(entries);
}

/** Cuts entries to the limits of one entry and of all entries. Text beyond them cannot be found. */
function bounded(entries: readonly SearchEntry[]): SearchEntry[] {
  const cut: SearchEntry[] = [];
  let left = MAX_CHARACTERS;
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const body = entry.body.slice(0, Math.min(MAX_BODY, left));
    left -= body.length;
    cut.push({ ...entry, title: entry.title.slice(0, MAX_TITLE), body });
  }
  return cut;
}
