import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { ComparisonTooLarge } from '../diffs/compare/budget.ts';
import { compareOpenApi } from '../diffs/compare/openapi.ts';
import type { Comparison, DiffSummary } from '../diffs/model.ts';
import { packItems } from '../diffs/packed-items.ts';
import type { DocumentFormat, DocumentType } from '../generated/prisma/enums.ts';
import { compareMarkdown } from '../markdown/compare.ts';
import { type Heading, renderMarkdown } from '../markdown/render.ts';
import { normalizeMarkdown } from '../markdown/stable.ts';
import { endpointDetail, indexEndpoints } from '../openapi/endpoints.ts';
import { ingestOpenApi } from '../openapi/ingest.ts';
import type { Problem } from '../openapi/problem.ts';
import { type JsonObject, parseJson } from '../platform/json.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';

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

/** Parsed documents of this thread by the hash of their canonical text, weighed by the size of the text. */
const documents = new LRUCache<string, JsonObject>({ maxSize: CACHED_DOCUMENT_BYTES });

function parse(packed: PackedText): JsonObject {
  const cached = documents.get(packed.hash);
  if (cached) return cached;
  const document = parseJson(unpack(packed)) as JsonObject;
  documents.set(packed.hash, document, { size: Math.max(1, packed.sizeBytes) });
  return document;
}

/** Endpoints in full, as the text of a JSON array with exact numbers; null for an operation that is not there. */
export function endpointDetails(query: {
  canonical: PackedText;
  operations: { method: string; path: string }[];
}): string {
  const document = parse(query.canonical);
  return JSON.stringify(query.operations.map(({ method, path }) => endpointDetail(document, method, path) ?? null));
}

/** `dated`: a rule asked for the day, so that another day may judge otherwise. */
export type Compared = { summary: DiffSummary; itemCount: number; items: PackedText; dated: boolean };

export type CompareOutcome = { compared: Compared } | { tooLarge: string };

type ComparedPair = { documentType: DocumentType; before?: PackedText; after: PackedText; day: string };

/** Compares two canonical texts; the first version of a branch has none before it. */
export function compare(pair: ComparedPair): CompareOutcome {
  try {
    const notice = noticeOf(pair.day);
    const { summary, items } = comparisonOf(pair, notice);
    const facts = { summary, itemCount: items.length, dated: notice.asked };
    return { compared: { ...facts, items: pack(packItems(items)) } };
  } catch (error) {
    if (error instanceof ComparisonTooLarge) return { tooLarge: error.message };
    throw error;
  }
}

/** Remembers whether a rule read the day. */
function noticeOf(day: string): { readonly today: string; asked: boolean } {
  return {
    asked: false,
    get today() {
      this.asked = true;
      return day;
    },
  };
}

function comparisonOf({ documentType, before, after }: ComparedPair, notice: { today: string }): Comparison {
  return documentType === 'MARKDOWN'
    ? compareMarkdown(before ? unpack(before) : null, unpack(after))
    : compareOpenApi(before ? parse(before) : null, parse(after), notice);
}

export type Rendered = { html: PackedText; headings: Heading[] };

/** Makes the HTML of a Markdown text. */
export function render({ text }: { text: PackedText }): Rendered {
  const { html, headings } = renderMarkdown(unpack(text));
  // A text that was cut inside of a character: the HTML as UTF-8 has the same sign in its place, JSON of PostgreSQL none.
  const whole = headings.map(({ level, id, text }) => ({ level, id: id.toWellFormed(), text: text.toWellFormed() }));
  return { html: pack(html), headings: whole };
}
