import { effectiveParameters, followRefs, type OperationPlace, operationsOf } from '../../openapi/operations.ts';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';

/** A part of a published text that a search may find. */
export type SearchEntry = {
  kind: 'ENDPOINT' | 'TEXT';
  title: string;
  body: string;
  method?: string;
  path?: string;
  pointer?: string;
  /** Of Markdown, from 1. */
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
  const operations = operationsOf(document).map(place => operationEntry(document, place));
  return bounded([...operations, ...about, ...schemaEntries(document)]);
}

function operationEntry(document: JsonObject, place: OperationPlace): SearchEntry {
  const { method, path, operation, pathItem } = place;
  const parameters = effectiveParameters(document, place).map(parameter => followRefs(document, parameter));
  const tags = ownField(operation, 'tags');
  const words = [
    textOf(operation, 'summary') || textOf(pathItem, 'summary'),
    textOf(operation, 'description'),
    textOf(operation, 'operationId'),
    ...(Array.isArray(tags) ? tags.filter(tag => typeof tag === 'string') : []),
    ...parameters.flatMap(one => (isJsonObject(one) ? [textOf(one, 'name'), textOf(one, 'description')] : [])),
  ];
  return { kind: 'ENDPOINT', title: `${method} ${path}`, body: joined(words), method, path };
}

function schemaEntries(document: JsonObject): SearchEntry[] {
  const components = ownField(document, 'components');
  const schemas = isJsonObject(components) ? ownField(components, 'schemas') : undefined;
  if (!isJsonObject(schemas)) return [];
  return Object.entries(schemas).map(([name, schema]) =>
    textEntry(name, isJsonObject(schema) ? wordsOfSchema(schema) : [], append('/components/schemas', name)),
  );
}

function wordsOfSchema(schema: JsonObject): string[] {
  const properties = ownField(schema, 'properties');
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  const ofProperty = ([name, property]: [string, JsonValue]) => [
    name,
    isJsonObject(property) ? textOf(property, 'description') : '',
  ];
  return [textOf(schema, 'title'), textOf(schema, 'description'), ...named.flatMap(ofProperty)];
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

const joined = (words: readonly string[]): string => words.filter(word => word.trim() !== '').join('\n');

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(```|~~~)/;

/** The parts of a Markdown text: its sections, long ones in pieces. */
export function entriesOfMarkdown(text: string): SearchEntry[] {
  const entries: SearchEntry[] = [];
  let fence: string | undefined;
  let section: SearchEntry = { kind: 'TEXT', title: '', body: '', line: 1 };
  const end = () => {
    if (section.title !== '' || section.body.trim() !== '') entries.push(section);
  };
  for (const [index, line] of text.split('\n').entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence;
    const heading = fence === undefined ? HEADING.exec(line)?.[2] : undefined;
    if (heading !== undefined || section.body.length + line.length > MAX_BODY) {
      end();
      section = {
        kind: 'TEXT',
        title: heading ?? section.title,
        body: heading === undefined ? line : '',
        line: index + 1,
      };
    } else section.body += section.body === '' ? line : `\n${line}`;
  }
  end();
  return bounded(entries);
}

/** Cuts entries to the limits of one entry and of all entries. Text beyond them cannot be found. */
function bounded(entries: readonly SearchEntry[]): SearchEntry[] {
  let left = MAX_CHARACTERS;
  return entries.slice(0, MAX_ENTRIES).map(entry => {
    const body = entry.body.slice(0, Math.min(MAX_BODY, left));
    left -= body.length;
    return { ...entry, title: entry.title.slice(0, MAX_TITLE), body };
  });
}
