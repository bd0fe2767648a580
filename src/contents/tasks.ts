import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { DocumentFormat, DocumentType } from '../generated/prisma/enums.ts';
import { compareMarkdown } from '../markdown/compare.ts';
import { type Heading, renderMarkdown } from '../markdown/render.ts';
import { normalizeMarkdown } from '../markdown/stable.ts';
import { endpointDetail, indexEndpoints } from '../openapi/endpoints.ts';
import { ingestOpenApi } from '../openapi/ingest.ts';
import { parsePointer } from '../openapi/pointer.ts';
import type { Problem } from '../openapi/problem.ts';
import { ComparisonTooLarge } from '../openapi-diff/budgets.ts';
import { compareOpenApi, type OpenApiComparison } from '../openapi-diff/compare.ts';
import type { DiffSummary } from '../openapi-diff/model.ts';
import { packItems } from '../openapi-diff/report/packed-items.ts';
import { type JsonObject, parseScannedJson, scanJson } from '../platform/json.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { entriesOfMarkdown, entriesOfOpenApi } from './search-entries.ts';
import { wordsOf } from './search-words.ts';

/**
 * The tasks of the worker threads. Texts come and go compressed where they can, so that the main thread neither
 * copies nor hashes what is large.
 */

/** A text as it is stored. */
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
    body: zstdCompressSync(bytes),
  };
}

const unpack = (packed: PackedText): string => zstdDecompressSync(packed.body).toString('utf8');

/** Judges a content that a caller sent and makes its canonical form. */
export function analyze({ text, documentType }: { text: string; documentType: DocumentType }): AnalyzeOutcome {
  const content = pack(text);
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

/** As much of a text as fits into `roomBytes`, what holds a word of `focus` first. */
export const excerpt = (wanted: { text: PackedText; roomBytes: number; focus: readonly string[] }): Excerpt =>
  excerptOf(unpack(wanted.text), wanted.roomBytes, wanted.focus);

const CACHED_DOCUMENT_BYTES = 48 * 1024 * 1024;

/** What a value of a parsed document takes at least. */
const VALUE_BYTES = 32;

/** Parsed documents of this thread by the hash of their canonical text, weighed by their text or their values. */
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

/**
 * Endpoints in full, each as JSON text with exact numbers; null for an operation that is not there. Ends early when they
 * have more than `mostBytes`, the last one included.
 */
export function endpointDetails(query: {
  canonical: PackedText;
  operations: { method: string; path: string }[];
  mostBytes: number;
}): string[] {
  const document = parse(query.canonical);
  const texts: string[] = [];
  let bytes = 0;
  for (const { method, path } of query.operations) {
    const text = JSON.stringify(endpointDetail(document, method, path) ?? null);
    texts.push(text);
    bytes += text.length;
    if (bytes > query.mostBytes) break;
  }
  return texts;
}

/** `dated`: the result depends on the day, another day may give another one. */
export type Compared = { summary: DiffSummary; itemCount: number; items: PackedText; dated: boolean };

export type CompareOutcome = { compared: Compared } | { tooLarge: string };

type ComparedPair = { documentType: DocumentType; before?: PackedText; after: PackedText; day: string };

/** Compares two canonical texts; the first version of a branch has none before it. */
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

/** Only the comparison of OpenAPI documents knows dates. */
function comparisonOf({ documentType, before, after, day }: ComparedPair): OpenApiComparison {
  return documentType === 'MARKDOWN'
    ? { ...compareMarkdown(before ? unpack(before) : null, unpack(after)), dated: false }
    : compareOpenApi(before ? parse(before) : null, parse(after), { today: day });
}

/** The HTML of short Markdown texts that stand on one page: their headings have no ids, which would be the same. */
export const renderBodies = ({ bodies }: { bodies: string[] }): string[] =>
  bodies.map(body => renderMarkdown(body, () => '').html);

/** A line of a text, by its number from 1; null when the text has fewer lines. */
export const lineText = ({ content, line }: { content: PackedText; line: number }): string | null =>
  linesOf(unpack(content))[line - 1] ?? null;

/** Where each of these lines stands now: nearest to where it stood; null when no line has its text. */
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

function isAt(value: unknown, tokens: readonly string[]): boolean {
  let found = value;
  for (const token of tokens) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, token)) return false;
    found = (found as Record<string, unknown>)[token];
  }
  return true;
}

/** What a search may find of a canonical text, as JSON rows with their words; a row that says the same has the same digest. */
export function searchEntries(given: { canonical: PackedText; documentType: DocumentType }): string {
  const entries =
    given.documentType === 'MARKDOWN'
      ? entriesOfMarkdown(unpack(given.canonical))
      : entriesOfOpenApi(parse(given.canonical));
  const rows = entries.map(entry => {
    const said = JSON.stringify(entry);
    const digest = createHash('sha256').update(said).digest('hex').slice(0, 32);
    return { ...entry, digest, title_words: wordsOf(entry.title), body_words: wordsOf(entry.body) };
  });
  // PostgreSQL holds neither NUL nor lone surrogates.
  return JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
  );
}

export type Rendered = { html: PackedText; headings: Heading[] };

/** Makes the HTML of a Markdown text. */
export function render({ text }: { text: PackedText }): Rendered {
  const { html, headings } = renderMarkdown(unpack(text));
  // A text that was cut inside of a character: the HTML as UTF-8 has the same sign in its place, JSON of PostgreSQL none.
  const whole = headings.map(({ level, id, text }) => ({ level, id: id.toWellFormed(), text: text.toWellFormed() }));
  return { html: pack(html), headings: whole };
}
