import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { DocumentFormat, DocumentType } from '../generated/prisma/enums.ts';
import { compareMarkdown } from '../markdown/compare.ts';
import { type Heading, renderMarkdown } from '../markdown/render.ts';
import { normalizeMarkdown } from '../markdown/stable.ts';
import { type Bundled, bundleFiles } from '../openapi/bundle.ts';
import { endpointDetail, type IndexedEndpoint, indexEndpoints } from '../openapi/endpoints.ts';
import { pathOfFile } from '../openapi/file-paths.ts';
import { ingestOpenApi } from '../openapi/ingest.ts';
import { parsePointer } from '../openapi/pointer.ts';
import type { Problem } from '../openapi/problem.ts';
import { ComparisonTooLarge } from '../openapi-diff/budgets.ts';
import { compareOpenApi, type OpenApiComparison } from '../openapi-diff/compare.ts';
import type { DiffSummary } from '../openapi-diff/model.ts';
import { packItems } from '../openapi-diff/report/packed-items.ts';
import { newId } from '../platform/ids.ts';
import { type JsonObject, parseScannedJson, scanJson } from '../platform/json.ts';
import { inOwnMemory } from '../platform/own-memory.ts';
import { intoOneBuffer } from '../platform/zstd.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { type PlacedText, placesOfLines, placesOfPointers } from './places.ts';
import { entriesOfMarkdown, entriesOfOpenApi } from './search-entries.ts';
import { wordsOf } from './search-words.ts';

/**
 * The tasks of the worker threads. Texts are transferred compressed where possible, so that the main thread neither
 * copies nor hashes large data.
 */

/** A text in its stored form. */
export type PackedText = { hash: string; sizeBytes: number; body: Uint8Array };

export type Analyzed = {
  documentFormat: DocumentFormat;
  content: PackedText;
  canonical: PackedText;
  warnings: PackedText;
  warningCount: number;
  endpoints: PackedText;
};

export type AnalyzeOutcome = { analyzed: Analyzed } | { problems: Problem[] };

function pack(text: string | Buffer): PackedText {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    body: inOwnMemory(zstdCompressSync(bytes)),
  };
}

const unpack = ({ body, sizeBytes }: PackedText): string =>
  zstdDecompressSync(body, intoOneBuffer(sizeBytes)).toString('utf8');

/** Checks a content in UTF-8 and computes its canonical form. */
export function analyze({ content, documentType }: SentContent): AnalyzeOutcome {
  const outcome = analysisOf(Buffer.from(content.buffer, content.byteOffset, content.byteLength), documentType);
  return 'problems' in outcome ? outcome : moved(outcome, largeBuffersOf(outcome.analyzed));
}

type SentContent = { content: Uint8Array; documentType: DocumentType };

function analysisOf(bytes: Buffer, documentType: DocumentType): AnalyzeOutcome {
  const content = pack(bytes);
  const text = bytes.toString('utf8');
  if (documentType === 'MARKDOWN') {
    const canonical = pack(normalizeMarkdown(text));
    const none = { warnings: pack('[]'), warningCount: 0, endpoints: pack('[]') };
    return { analyzed: { documentFormat: 'MARKDOWN', content, canonical, ...none } };
  }
  const outcome = ingestOpenApi(text);
  if (!outcome.ok) return { problems: outcome.problems };
  return {
    analyzed: {
      documentFormat: outcome.format,
      content,
      canonical: pack(outcome.normalized),
      warnings: pack(JSON.stringify(outcome.warnings)),
      warningCount: outcome.warningCount,
      endpoints: pack(JSON.stringify(indexEndpoints(outcome.document))),
    },
  };
}

/** Makes one document of several files. The first path is that of the document. */
export function bundle({ paths, ...texts }: { paths: readonly string[] } & Record<string, unknown>): Promise<Bundled> {
  const files = new Map(paths.map((path, index) => [pathOfFile(path), texts[`text${index}`] as string]));
  return bundleFiles(paths[0] as string, async path => files.get(path));
}

/** Cuts a text down to `roomBytes`. Parts that contain a word of `focus` come first. */
export const excerpt = (query: { text: PackedText; roomBytes: number; focus: readonly string[] }): Excerpt =>
  excerptOf(unpack(query.text), query.roomBytes, query.focus);

const CACHED_DOCUMENT_BYTES = 48 * 1024 * 1024;

/** Least memory of a value in a parsed document. */
const VALUE_BYTES = 32;

/** Parsed documents of this thread by the digest of their canonical text. Sizes are estimated from text and values. */
const documents = new LRUCache<string, JsonObject>({ maxSize: CACHED_DOCUMENT_BYTES });

function parse(packed: PackedText): JsonObject {
  const cached = documents.get(packed.hash);
  if (cached) return cached;
  const text = unpack(packed);
  const scan = scanJson(text);
  const document = parseScannedJson(text, scan) as JsonObject;
  documents.set(packed.hash, document, { size: Math.max(1, packed.sizeBytes, scan.values * VALUE_BYTES) });
  return document;
}

/** An endpoint in full: its fields as JSON with exact numbers, one after the other in `bytes`. */
export type WrittenEndpoint = { bytes: Uint8Array; fields: { name: string; end: number; values: number }[] };

function writeEndpoint(detail: object): WrittenEndpoint {
  const fields: WrittenEndpoint['fields'] = [];
  const parts: Buffer[] = [];
  let end = 0;
  for (const [name, value] of Object.entries(detail)) {
    const text = JSON.stringify(value);
    const bytes = Buffer.from(text);
    end += bytes.length;
    parts.push(bytes);
    fields.push({ name, end, values: scanJson(text).values });
  }
  return { bytes: new Uint8Array(Buffer.concat(parts)), fields };
}

/**
 * Returns endpoints in full, or null for an operation that does not exist, and their size. Returns none if they have more
 * than `mostBytes`.
 */
export function endpointDetails(query: {
  canonical: PackedText;
  operations: { method: string; path: string }[];
  mostBytes: number;
}): WrittenEndpoints {
  const document = parse(query.canonical);
  const endpoints: WrittenEndpoints['endpoints'] = [];
  let size = 0;
  for (const { method, path } of query.operations) {
    const detail = endpointDetail(document, method, path);
    const written = detail === undefined ? null : writeEndpoint(detail);
    endpoints.push(written);
    size += written?.bytes.length ?? 0;
    if (size > query.mostBytes) return { size, endpoints: [] };
  }
  return moved(
    { size, endpoints },
    endpoints.flatMap(endpoint => endpoint?.bytes.buffer ?? []),
  );
}

export type WrittenEndpoints = { size: number; endpoints: (WrittenEndpoint | null)[] };

/** The buffers of large texts. Small texts may share theirs. */
const largeBuffersOf = ({ content, canonical }: Analyzed): ArrayBufferLike[] =>
  [content.body, canonical.body].filter(body => body.length === body.buffer.byteLength).map(({ buffer }) => buffer);

/** Hands buffers over to the main thread without a copy. */
const moved = <T>(value: T, buffers: ArrayBufferLike[]): T =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: value } as never) as T;

/** `dated`: the result depends on the date, so it is valid only for that day. */
export type Compared = { summary: DiffSummary; itemCount: number; items: PackedText; dated: boolean };

export type CompareOutcome = { compared: Compared } | { tooLarge: string };

type ComparedPair = { documentType: DocumentType; before?: PackedText; after: PackedText; day: string };

/** Compares two canonical texts. The first version of a branch has no text before it. */
export function compare(pair: ComparedPair): CompareOutcome {
  try {
    const { summary, items, dated } = comparisonOf(pair);
    const facts = { summary, itemCount: items.length, dated };
    return { compared: { ...facts, items: pack(packItems(items)) } };
  } catch (error) {
    if (error instanceof ComparisonTooLarge) return { tooLarge: error.message };
    throw error;
  }
}

/** Only the comparison of OpenAPI documents depends on the date. */
function comparisonOf({ documentType, before, after, day }: ComparedPair): OpenApiComparison {
  return documentType === 'MARKDOWN'
    ? { ...compareMarkdown(before ? unpack(before) : null, unpack(after)), dated: false }
    : compareOpenApi(before ? parse(before) : null, parse(after), { today: day });
}

/** The HTML of short Markdown texts on one page. Their headings have no ids, because ids could repeat. */
export const renderBodies = ({ bodies }: { bodies: string[] }): string[] =>
  bodies.map(body => renderMarkdown(body, () => '').html);

/** What an OpenAPI document says about itself and its tags; descriptions as safe HTML. */
export type Introduction = {
  title: string | null;
  descriptionHtml: string | null;
  tags: { name: string; descriptionHtml: string }[];
};

const MOST_TAGS = 1_000;

export function introduction({ canonical }: { canonical: PackedText }): Introduction {
  const { info, tags } = parse(canonical);
  const { title, description } = (info ?? {}) as JsonObject;
  const htmlOf = (text: string) => renderMarkdown(text, () => '').html;
  const described = (Array.isArray(tags) ? tags : []).flatMap(tag => {
    const { name, description: text } = (tag ?? {}) as JsonObject;
    return typeof name === 'string' && typeof text === 'string' && text.trim() !== '' ? [{ name, text }] : [];
  });
  return {
    title: typeof title === 'string' ? title : null,
    descriptionHtml: typeof description === 'string' ? htmlOf(description) : null,
    tags: described.slice(0, MOST_TAGS).map(({ name, text }) => ({ name, descriptionHtml: htmlOf(text) })),
  };
}

/** A line of a text, by its number from 1; null when the text has fewer lines. */
export const lineText = ({ content, line }: { content: PackedText; line: number }): string | null =>
  linesOf(unpack(content))[line - 1] ?? null;

/** The current number of each line: the line with the same text nearest to its old place; null if there is none. */
export function findLines(wanted: { content: PackedText; lines: WantedLine[] }): (number | null)[] {
  const lines = linesOf(unpack(wanted.content));
  return wanted.lines.map(({ line, text }) => nearestLine(lines, text ?? lines[line - 1], line));
}

/** Of a line whose text is not known only the number counts. */
type WantedLine = { line: number; text: string | null };

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

function nearestLine(lines: readonly string[], text: string | undefined, line: number): number | null {
  if (text === undefined) return null;
  for (let distance = 0; distance <= Math.max(lines.length, line); distance += 1) {
    if (lines[line - 1 - distance] === text) return line - distance;
    if (lines[line - 1 + distance] === text) return line + distance;
  }
  return null;
}

/** Whether each JSON pointer (RFC 6901) leads to something in an OpenAPI document. */
export function findPointers({ canonical, pointers }: { canonical: PackedText; pointers: string[] }): boolean[] {
  const document = parse(canonical);
  return pointers.map(pointer => isAt(document, parsePointer(pointer)));
}

const isAt = (value: unknown, tokens: readonly string[]): boolean => valueAt(value, tokens) !== undefined;

/** Undefined where nothing is. */
function valueAt(value: unknown, tokens: readonly string[]): unknown {
  let found = value;
  for (const token of tokens) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, token)) return undefined;
    found = (found as Record<string, unknown>)[token];
  }
  return found;
}

/** The values at these places as indented JSON with exact numbers; null where nothing is. */
export function excerptsAt(query: { canonical: PackedText; pointers: string[]; mostCharacters: number }) {
  const document = parse(query.canonical);
  return query.pointers.map(pointer => {
    const value = valueAt(document, parsePointer(pointer));
    return value === undefined ? null : JSON.stringify(value, undefined, 2).slice(0, query.mostCharacters);
  });
}

/** Where these places stand in a text: JSON pointers into OpenAPI, or `/line/N` of Markdown. */
export const findPlaces = (query: {
  content: PackedText;
  documentType: DocumentType;
  pointers: string[];
}): PlacedText[] =>
  (query.documentType === 'MARKDOWN' ? placesOfLines : placesOfPointers)(unpack(query.content), query.pointers);

export type CheckOutcome = { problems: Problem[] } | { checked: Checked } | { tooLarge: string };

/** What a content is and would change, without storing anything. `items` is packed JSON. */
export type Checked = {
  documentFormat: DocumentFormat;
  versionName: string | null;
  title: string | null;
  warnings: Problem[];
  summary: DiffSummary;
  items: PackedText;
};

type CheckedPair = SentContent & { before?: PackedText; day: string };

/** Checks a content and compares it with the one before it. */
export function check({ content, documentType, before, day }: CheckedPair): CheckOutcome {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const outcome = analysisOf(bytes, documentType);
  if ('problems' in outcome) return outcome;
  const { documentFormat, canonical, warnings } = outcome.analyzed;
  const compared = compare({ documentType, after: canonical, day, ...(before && { before }) });
  if ('tooLarge' in compared) return compared;
  const { summary, items } = compared.compared;
  const info = documentType === 'OPENAPI' ? (parse(canonical).info as JsonObject) : {};
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    checked: {
      ...{ documentFormat, summary, items, warnings: JSON.parse(unpack(warnings)) as Problem[] },
      ...{
        versionName: textOf(info.version),
        title: textOf(info.title) ?? headingOf(documentType, bytes.toString('utf8')),
      },
    },
  };
}

const headingOf = (documentType: DocumentType, text: string): string | null =>
  documentType === 'MARKDOWN' ? (/^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? null) : null;

type Published = { canonical: PackedText; endpoints?: PackedText | undefined; documentType: DocumentType };

/** The rows of a version, each list as JSON in UTF-8: to write them would block the event loop for 10 ms. */
export type PublishedRows = { entries: Uint8Array; endpoints: Uint8Array };

/** Makes the rows that are published with a canonical text. Markdown has no endpoints. */
export function publishedRows({ canonical, endpoints, documentType }: Published): PublishedRows {
  const rows = {
    entries: jsonRows(searchRows(canonical, documentType)),
    endpoints: jsonRows(endpoints === undefined ? [] : endpointRows(JSON.parse(unpack(endpoints)))),
  };
  const large = Object.values(rows).filter(({ length }) => length > LARGE_ROWS_BYTES);
  return large.length === 0
    ? rows
    : moved(
        rows,
        large.map(({ buffer }) => buffer),
      );
}

/** Smaller rows are copied faster than handed over. */
const LARGE_ROWS_BYTES = 64 * 1024;

/** PostgreSQL holds neither NUL nor lone surrogates. */
const jsonRows = (rows: object[]): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify(rows, (_, value) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
    ),
  );

/** What a search may find of a canonical text, with its words; a row that says the same has the same digest. */
function searchRows(canonical: PackedText, documentType: DocumentType): object[] {
  const entries =
    documentType === 'MARKDOWN' ? entriesOfMarkdown(unpack(canonical)) : entriesOfOpenApi(parse(canonical));
  return entries.map(entry => {
    const said = JSON.stringify(entry);
    const digest = createHash('sha256').update(said).digest('hex').slice(0, 32);
    return { ...entry, digest, title_words: wordsOf(entry.title), body_words: wordsOf(entry.body) };
  });
}

/** The endpoints with ids, which sort as in the document. */
const endpointRows = (endpoints: IndexedEndpoint[]): object[] =>
  endpoints.map(({ operationId, ...endpoint }) => ({ id: newId(), operation_id: operationId, ...endpoint }));

export type Rendered = { html: PackedText; headings: Heading[] };

/** Renders a Markdown text as HTML. */
export function render({ text }: { text: PackedText }): Rendered {
  const { html, headings } = renderMarkdown(unpack(text));
  // A heading cut inside a surrogate pair: UTF-8 replaces it in the HTML, but PostgreSQL refuses it in JSON.
  const whole = headings.map(({ level, id, text }) => ({ level, id: id.toWellFormed(), text: text.toWellFormed() }));
  return { html: pack(html), headings: whole };
}
