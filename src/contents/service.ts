import { setTimeout as delay } from 'node:timers/promises';
import { type Call, callerOf, type Services } from '../access/call.ts';
import {
  type Analysis,
  type Comparison,
  type ContentKind,
  type DocumentType,
  Prisma,
} from '../generated/prisma/client.ts';
import { type Bundled, MAX_FILES } from '../openapi/bundle.ts';
import type { EndpointDetail } from '../openapi/endpoints.ts';
import { sha256 } from '../platform/crypto.ts';
import { DomainError, type FieldError, invalidArgument } from '../platform/errors.ts';
import { yieldToEventLoop } from '../platform/event-loop.ts';
import { isBlank, storable } from '../platform/fields.ts';
import { JsonBytes } from '../platform/json-bytes.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { WorkerError } from '../platform/workers.ts';
import { COMPARISON_VERSIONS } from './comparison-versions.ts';
import type { Excerpt } from './excerpt.ts';
import type { AnalyzeOutcome, CompareOutcome, PackedText, WrittenEndpoint, WrittenEndpoints } from './tasks.ts';
import { type Budget, insertText, insertTexts, loadAllPacked, loadPacked } from './texts.ts';

const RETRY_SECONDS = 5;
const LARGE_BYTES = 1024 * 1024;
const isLarge = ({ body }: PackedText): boolean => body.length > LARGE_BYTES;
const MAX_SHOWN_PROBLEMS = 100;

export const CANONICAL_KIND: Record<DocumentType, ContentKind> = { OPENAPI: 'NORMALIZED', MARKDOWN: 'STABLE' };

const ANALYSIS_FIELDS = { contentHash: true, canonicalHash: true, documentFormat: true, warningCount: true } as const;

/** The results of an analysis that a draft stores. */
export type Judged = Pick<Analysis, keyof typeof ANALYSIS_FIELDS>;

/**
 * Analyzes a content and stores it with its canonical form and warnings, or throws an error that lists every problem.
 */
export async function analyzeContent(
  services: Services,
  field: string,
  text: string,
  documentType: DocumentType,
): Promise<Judged> {
  requireStorable(services, field, text);
  const sent = { content: await encodeText(text), documentType };
  const outcome = await runTask<AnalyzeOutcome>(services, 'analyze', sent, () =>
    invalidArgument(field, 'takes too long or too much memory to check: split the document'),
  );
  if ('problems' in outcome) throw refusal(field, outcome.problems);
  const { content, canonical, warnings, endpoints, ...facts } = outcome.analyzed;
  // The embedded database writes 9 MB for some hundred milliseconds: others get their turn between two large texts.
  const large = [content, canonical].filter(isLarge);
  const small = [content, canonical, warnings, endpoints].filter(text => !large.includes(text));
  for (const text of large) await insertText(services, text);
  const [made] = await services.db.$queryRaw<Judged[]>`
    WITH stored AS (${insertTexts(small)}),
    made AS (
      INSERT INTO analyses (content_hash, document_type, document_format, canonical_hash, warning_count, warnings_hash,
        endpoints_hash)
      VALUES (${content.hash}, ${documentType}::"DocumentType", ${facts.documentFormat}::"DocumentFormat",
        ${canonical.hash}, ${facts.warningCount}, ${warnings.hash}, ${endpoints.hash})
      ON CONFLICT DO NOTHING
      RETURNING *
    )
    SELECT content_hash AS "contentHash", canonical_hash AS "canonicalHash", document_format::text AS "documentFormat",
      warning_count AS "warningCount"
    FROM (SELECT * FROM made UNION ALL SELECT * FROM analyses
      WHERE content_hash = ${content.hash} AND document_type = ${documentType}::"DocumentType") AS one`;
  const key = { contentHash: content.hash, documentType };
  // Another caller inserted the row while this statement ran, and the statement does not see it.
  return (
    made ??
    services.db.analysis.findUniqueOrThrow({ where: { contentHash_documentType: key }, select: ANALYSIS_FIELDS })
  );
}

type File = { path: string; content: string };

/** Makes one text of a document and the files that it refers to. */
export async function bundleContent(
  services: Services,
  field: string,
  entry: File,
  files: readonly File[],
): Promise<string> {
  const most = services.config.maxContentBytes;
  const paths = [entry, ...files].map(({ path }) => path);
  const repeated = paths.find((path, index) => paths.indexOf(path) !== index);
  if (files.length >= MAX_FILES) throw invalidArgument('files', `must be fewer than ${MAX_FILES}`);
  if (repeated !== undefined) throw invalidArgument('files', `has two files with the path ${repeated.slice(0, 200)}`);
  const bytes = [entry, ...files].reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (bytes > most) throw invalidArgument('files', `must have at most ${most} bytes in all, with ${field}`);
  // The worker knows the memory of a task by the texts of its payload.
  const texts = Object.fromEntries([entry, ...files].map(({ content }, index) => [`text${index}`, content]));
  const outcome = await runTask<Bundled>(services, 'bundle', { paths, ...texts }, () =>
    invalidArgument('files', 'take too long or too much memory to be put together'),
  );
  if (outcome.ok) return outcome.text;
  throw refusal('files', outcome.problems);
}

export function requireStorable(services: Services, field: string, text: string): void {
  const most = services.config.maxContentBytes;
  if (isBlank(text)) throw invalidArgument(field, 'must not be empty');
  if (text.length > most || Buffer.byteLength(text) > most)
    throw invalidArgument(field, `must have at most ${most} bytes`);
  storable(field, text);
}

function refusal(field: string, problems: Omit<FieldError, 'field'>[]): DomainError {
  const errors = problems
    .slice(0, MAX_SHOWN_PROBLEMS)
    .map(({ message, line, column, pointer }) => ({ field, message, line, column, pointer }));
  const [first] = errors;
  const place = first?.pointer ? [`at ${first.pointer}, line ${first.line}`] : [];
  const details = [...place, ...(errors.length === 1 ? [] : [`and ${errors.length - 1} more`])].join('; ');
  const message = `${field}: ${first?.message ?? 'is not valid'}${details === '' ? '' : ` (${details})`}`;
  return new DomainError('INVALID_ARGUMENT', message, { errors });
}

/** The digests of a content as sent and in canonical form. */
export type ContentHashes = { contentHash: string; canonicalHash: string };

/** The digest of a content in the given form. Throws for OpenAPI in the stable and Markdown in the normalized form. */
export function hashOfKind(hashes: ContentHashes, kind: ContentKind, documentType: DocumentType): string {
  if (kind === 'RAW') return hashes.contentHash;
  return requireKind(kind, documentType, 'kind') && hashes.canonicalHash;
}

export function requireKind(kind: ContentKind, documentType: DocumentType, field: string): ContentKind {
  if (kind === 'RAW' || kind === CANONICAL_KIND[documentType]) return kind;
  const allowed = CANONICAL_KIND[documentType].toLowerCase();
  throw invalidArgument(
    field,
    `must be raw or ${allowed} for ${documentType === 'OPENAPI' ? 'an OpenAPI' : 'a Markdown'} document`,
  );
}

/** Loads operations of one text in full, in the order of the request; null for an operation that does not exist. */
export async function loadEndpointDetails(
  services: Services,
  canonicalHash: string,
  operations: { method: string; path: string }[],
  budget: Budget,
): Promise<(EndpointFields | null)[]> {
  const canonical = await loadPacked(services.db, canonicalHash);
  const payload = { canonical, operations, mostBytes: budget.left };
  const { size, endpoints } = await runTask<WrittenEndpoints>(services, 'endpointDetails', payload);
  budget.take(size);
  return endpoints.map(endpoint => endpoint && fieldsOf(endpoint));
}

/** The fields of an endpoint in full that it has. */
export type EndpointFields = { readonly [Field in keyof EndpointDetail]?: JsonBytes };

const fieldsOf = ({ bytes, fields }: WrittenEndpoint): EndpointFields =>
  Object.fromEntries(
    fields.map(({ name, end, values }, index) => [
      name,
      new JsonBytes(bytes.subarray(fields[index - 1]?.end ?? 0, end), values),
    ]),
  );

/** Comparisons in progress, by database. Concurrent requests for one comparison share the work. */
const underway = new WeakMap<Services['db'], Map<string, Promise<ComparedContents>>>();

/** The digests of the canonical texts to compare. `beforeHash` is null for the first version of a branch. */
export type ContentPair = { documentType: DocumentType; beforeHash: string | null; afterHash: string };

/**
 * The cache key of a comparison. With `day` if the result depends on the date (for example, whether a sunset has
 * passed).
 */
const comparisonId = ({ documentType, beforeHash, afterHash }: ContentPair, day?: string): string =>
  sha256(
    [COMPARISON_VERSIONS[documentType], documentType, beforeHash ?? '', afterHash, ...(day ? [day] : [])].join('\n'),
  );

export const today = (): string => new Date().toISOString().slice(0, 10);

/** Returns comparisons in the order of the pairs. Reads stored ones with one statement; computes others in a worker. */
export async function compareContents(
  services: Services,
  pairs: ContentPair[],
  day = today(),
  mostItemsBytes = -1,
): Promise<ComparedContents[]> {
  const known = await findComparisons(services, pairs, day, mostItemsBytes);
  return Promise.all(pairs.map((pair, index) => known[index] ?? compareOnce(services, pair, day)));
}

/** The same for readers who need the changes too: reads short ones with the same statement. */
export const compareWithItems = (services: Services, pairs: ContentPair[]): Promise<ComparedContents[]> =>
  compareContents(services, pairs, today(), MAX_ITEMS_BYTES);

/** A comparison, with its changes in stored form if they were at hand. */
export type ComparedContents = Comparison & { items?: PackedText | undefined };

const MAX_ITEMS_BYTES = 64 * 1024;

/** How many comparisons a list waits for, and how long. */
const MAX_QUICK = 20;
const QUICK_MS = 2_000;

/** The same without those that a list would have to wait for, or that fail. What was begun is stored for the next list. */
export async function compareQuickly(services: Services, pairs: ContentPair[]): Promise<(Comparison | null)[]> {
  const day = today();
  const known = await findComparisons(services, pairs, day);
  const begun = pairs.filter((_, index) => known[index] === undefined).slice(0, MAX_QUICK);
  if (begun.length === 0) return known.map(comparison => comparison ?? null);
  const tooLate = delay(QUICK_MS, null, { ref: false });
  const quick = (pair: ContentPair) => Promise.race([compareOnce(services, pair, day).catch(() => null), tooLate]);
  return Promise.all(pairs.map((pair, index) => known[index] ?? (begun.includes(pair) ? quick(pair) : null)));
}

async function findComparisons(
  services: Services,
  pairs: ContentPair[],
  day: string,
  mostItemsBytes = -1,
): Promise<(ComparedContents | undefined)[]> {
  const ids = pairs.map(pair => [comparisonId(pair), comparisonId(pair, day)]);
  const rows = await readRows<Comparison & Omit<PackedText, 'hash'>>(
    services.db,
    Prisma.sql`
      SELECT ${selectColumns('k', Prisma.ComparisonScalarFieldEnum)}, t.size_bytes AS "sizeBytes", t.body
      FROM comparisons k LEFT JOIN texts t ON t.hash = k.items_hash AND t.size_bytes <= ${mostItemsBytes}::int
      WHERE k.id = ANY(${ids.flat()}::char(64)[])`,
  );
  const byId = new Map((await keepUsed(services, rows)).map(row => [row.id, withItems(row)]));
  return ids.map(either => either.map(id => byId.get(id)).find(comparison => comparison !== undefined));
}

/** Less than the least time of DOCSVC_COLLECT_AFTER, with time left for what somebody does with a comparison. */
const USED_FOR_MS = 12 * 60 * 60_000;

/** Notes that comparisons are used, so that they are not collected. Returns those that are still there. */
async function keepUsed<Row extends Comparison>({ db }: Services, comparisons: Row[]): Promise<Row[]> {
  const isOld = ({ usedAt }: Comparison) => usedAt.getTime() < Date.now() - USED_FOR_MS;
  const ids = comparisons.filter(isOld).map(({ id }) => id);
  if (ids.length === 0) return comparisons;
  const rows = await db.$queryRaw<{ id: string }[]>`SELECT id FROM use_comparisons(${ids}::char(64)[]) AS id`;
  const there = new Set(rows.map(({ id }) => id));
  return comparisons.filter(comparison => !isOld(comparison) || there.has(comparison.id));
}

function withItems({ sizeBytes, body, ...comparison }: Comparison & Omit<PackedText, 'hash'>): ComparedContents {
  if (body === null) return comparison;
  return { ...comparison, items: { hash: comparison.itemsHash, sizeBytes, body } };
}

function compareOnce(services: Services, pair: ContentPair, day: string): Promise<ComparedContents> {
  const id = comparisonId(pair, day);
  const running = underway.get(services.db) ?? new Map<string, Promise<ComparedContents>>();
  underway.set(services.db, running);
  const made = running.get(id) ?? makeComparison(services, pair, day).finally(() => running.delete(id));
  running.set(id, made);
  return made;
}

async function makeComparison(services: Services, pair: ContentPair, day: string): Promise<ComparedContents> {
  const { documentType, beforeHash, afterHash } = pair;
  const [after, before] = await loadAllPacked(services.db, beforeHash === null ? [afterHash] : [afterHash, beforeHash]);
  const outcome = await runTask<CompareOutcome>(services, 'compare', { documentType, before, after, day });
  if ('tooLarge' in outcome) throw new DomainError('DEADLINE_EXCEEDED', outcome.tooLarge);
  const { items, dated, summary, itemCount } = outcome.compared;
  const id = comparisonId(pair, dated ? day : undefined);
  const [made] = await services.db.$queryRaw<Comparison[]>`
    WITH stored AS (${insertTexts([items])})
    INSERT INTO comparisons (id, document_type, summary, item_count, items_hash)
    VALUES (${id}, ${documentType}::"DocumentType", ${JSON.stringify(summary)}::jsonb, ${itemCount}, ${items.hash})
    ON CONFLICT DO NOTHING
    RETURNING id, document_type::text AS "documentType", summary, item_count AS "itemCount",
      items_hash AS "itemsHash", created_at AS "createdAt", used_at AS "usedAt"`;
  return { ...(made ?? (await services.db.comparison.findUniqueOrThrow({ where: { id } }))), items };
}

/**
 * Reads as much of a stored text as fits `roomBytes`, cut at its structure. Parts with a word of `focus` come first.
 */
export async function readExcerpt(
  services: Services,
  hash: string,
  roomBytes: number,
  focus: readonly string[],
): Promise<Excerpt> {
  const text = await loadPacked(services.db, hash);
  return runTask<Excerpt>(services, 'excerpt', { text, roomBytes, focus });
}

/** Measured: 1.5 million numbers in 3 MB take 460 MB during analysis; long texts take a multiple of their size. */
const BYTES_PER_VALUE = 300;
const BYTES_PER_BYTE = 6;
/**
 * In a stored text, each value has a line of at least this size: two levels of indentation, a digit, a comma, a
 * newline.
 */
const LEAST_LINE_BYTES = 7;
/** Most values that a document may contain. */
const MAX_VALUES = 2_000_000;
/** Bytes counted before the event loop may run other work. */
const COUNT_BATCH = 128 * 1024;

/** Characters encoded before the event loop may run other work. */
const ENCODE_BATCH = 256 * 1024;

/** A well-formed text in UTF-8, for a worker: to copy 16 MB at once would block the event loop for 40 ms. */
export async function encodeText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Buffer.byteLength(text));
  const encoder = new TextEncoder();
  for (let start = 0, at = 0; start < text.length; ) {
    if (start > 0) await yieldToEventLoop();
    const end = start + ENCODE_BATCH;
    const isPairCut = text.charCodeAt(end - 1) >>> 10 === HIGH_SURROGATE;
    const piece = text.slice(start, isPairCut ? end - 1 : end);
    at += encoder.encodeInto(piece, bytes.subarray(at)).written;
    start += piece.length;
  }
  return bytes;
}

/** The upper bits of the first half of a surrogate pair. */
const HIGH_SURROGATE = 0xd800 >>> 10;

/** Estimates the most memory that the texts of a task take while it runs: those in UTF-8 and those in their stored form. */
async function heldBytes(payload: object): Promise<number> {
  let [bytes, values] = [0, 0];
  for (const part of Object.values(payload) as unknown[]) {
    if (part instanceof Uint8Array) {
      bytes += part.length;
      values += await countValues(part);
    } else if (typeof part === 'object' && part !== null && 'sizeBytes' in part) {
      bytes += Number(part.sizeBytes);
      values += Number(part.sizeBytes) / LEAST_LINE_BYTES;
    }
  }
  return bytes * BYTES_PER_BYTE + Math.min(values, MAX_VALUES) * BYTES_PER_VALUE;
}

/** Characters that start or separate values in JSON and YAML. */
const SEPARATORS = Uint8Array.from({ length: 256 }, (_, byte) =>
  ',:[{-\n'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** An upper bound of the number of values in a text. */
async function countValues(text: Uint8Array): Promise<number> {
  let count = 1;
  for (let at = 0; at < text.length; at += COUNT_BATCH) {
    if (at > 0) await yieldToEventLoop();
    for (const byte of text.subarray(at, at + COUNT_BATCH)) count += SEPARATORS[byte] ?? 0;
  }
  return count;
}

/** Runs a task in a worker. Turns worker errors into domain errors. */
export async function runTask<T>(
  services: Services | Call,
  task: string,
  payload: object,
  overBudget: () => DomainError = () => new DomainError('DEADLINE_EXCEEDED', 'The document takes too long to process'),
): Promise<T> {
  try {
    return await services.workers.run<T>(task, payload, {
      caller: 'actor' in services ? callerOf(services) : 'system',
      heldBytes: await heldBytes(payload),
      transfer: Object.values(payload).flatMap(part =>
        part instanceof Uint8Array ? (part.buffer as ArrayBuffer) : [],
      ),
    });
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.failure === 'OVERLOADED' || error.failure === 'CLOSED')
      throw new DomainError('UNAVAILABLE', 'The server is overloaded. Try again in a few seconds', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    services.log.warn({ task, failure: error.failure }, 'a worker task failed');
    throw overBudget();
  }
}
