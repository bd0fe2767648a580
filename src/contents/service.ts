import { type Call, callerOf, type Services } from '../access/call.ts';
import type { Analysis, Comparison, ContentKind, DocumentType } from '../generated/prisma/client.ts';
import type { EndpointDetail, IndexedEndpoint } from '../openapi/endpoints.ts';
import { breathe } from '../platform/breaths.ts';
import { sha256 } from '../platform/crypto.ts';
import { DomainError, type FieldError, invalidArgument } from '../platform/errors.ts';
import { storable } from '../platform/fields.ts';
import { parseJson } from '../platform/json.ts';
import { WorkerError } from '../platform/workers.ts';
import { COMPARISON_VERSIONS } from './comparison-versions.ts';
import type { Excerpt } from './excerpt.ts';
import type { AnalyzeOutcome, CompareOutcome, PackedText } from './tasks.ts';
import { type Budget, insertTexts, loadEndpointsText, loadPacked } from './texts.ts';

const RETRY_SECONDS = 5;
const LARGE_BYTES = 1024 * 1024;
const isLarge = ({ body }: PackedText): boolean => body.length > LARGE_BYTES;
const MAX_SHOWN_PROBLEMS = 100;

export const CANONICAL_KIND: Record<DocumentType, ContentKind> = { OPENAPI: 'NORMALIZED', MARKDOWN: 'STABLE' };

const JUDGED = { contentHash: true, canonicalHash: true, documentFormat: true, warningCount: true } as const;

/** What a draft takes over of the analysis of its content. */
export type Judged = Pick<Analysis, keyof typeof JUDGED>;

/** Judges a content and stores it with its canonical form and warnings, or refuses it naming every problem. */
export async function analyzeContent(
  services: Services,
  field: string,
  text: string,
  documentType: DocumentType,
): Promise<Judged> {
  requireStorable(services, field, text);
  const outcome = await runTask<AnalyzeOutcome>(services, 'analyze', { text, documentType }, () =>
    invalidArgument(field, 'takes too long to judge or needs too much memory; split the document'),
  );
  if ('problems' in outcome) throw refusal(field, outcome.problems);
  const { content, canonical, warnings, endpoints, ...facts } = outcome.analyzed;
  // The embedded database writes 9 MB for some hundred milliseconds: others get their turn between two large texts.
  const large = [content, canonical].filter(isLarge);
  const small = [content, canonical, warnings, endpoints].filter(text => !large.includes(text));
  for (const text of large) await services.db.$executeRaw(insertTexts([text]));
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
  // Made by another caller while this statement ran, which does not see it.
  return made ?? services.db.analysis.findUniqueOrThrow({ where: { contentHash_documentType: key }, select: JUDGED });
}

function requireStorable(services: Services, field: string, text: string): void {
  const most = services.config.maxContentBytes;
  if (text.trim() === '') throw invalidArgument(field, 'must not be empty');
  if (text.length > most || Buffer.byteLength(text) > most)
    throw invalidArgument(field, `must have at most ${most} bytes`);
  storable(field, text);
}

function refusal(field: string, problems: Omit<FieldError, 'field'>[]): DomainError {
  const errors = problems
    .slice(0, MAX_SHOWN_PROBLEMS)
    .map(({ message, line, column, pointer }) => ({ field, message, line, column, pointer }));
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`;
  return new DomainError('INVALID_ARGUMENT', `${field}: ${errors[0]?.message ?? 'is not valid'}${more}`, { errors });
}

/** Texts of one content: what a kind of it is stored under. */
export type ContentHashes = { contentHash: string; canonicalHash: string };

/** The hash of a content in the asked kind; asking OpenAPI for stable or Markdown for normalized is a mistake. */
export function hashOfKind(hashes: ContentHashes, kind: ContentKind, documentType: DocumentType): string {
  if (kind === 'RAW') return hashes.contentHash;
  return requireKind(kind, documentType, 'kind') && hashes.canonicalHash;
}

export function requireKind(kind: ContentKind, documentType: DocumentType, field: string): ContentKind {
  if (kind === 'RAW' || kind === CANONICAL_KIND[documentType]) return kind;
  const allowed = CANONICAL_KIND[documentType].toLowerCase();
  throw invalidArgument(
    field,
    `of ${documentType === 'OPENAPI' ? 'an OpenAPI' : 'a Markdown'} document is raw or ${allowed}`,
  );
}

/** The endpoints of a content, in document order. Markdown has none. */
export async function loadEndpoints(
  { db }: Services,
  contentHash: string,
  documentType: DocumentType,
): Promise<IndexedEndpoint[]> {
  if (documentType === 'MARKDOWN') return [];
  return JSON.parse(await loadEndpointsText(db, { contentHash, documentType }));
}

/** Operations of one text in full, in the asked order; null for one that is not there. */
export async function loadEndpointDetails(
  services: Services,
  canonicalHash: string,
  operations: { method: string; path: string }[],
  budget: Budget,
): Promise<(EndpointDetail | null)[]> {
  const canonical = await loadPacked(services.db, canonicalHash);
  const texts = await runTask<string[]>(services, 'endpointDetails', { canonical, operations, mostBytes: budget.left });
  budget.take(texts.reduce((sum, { length }) => sum + length, 0));
  const details: (EndpointDetail | null)[] = [];
  for (const text of texts) {
    details.push(parseJson(text) as unknown as EndpointDetail | null);
    if (text.length > PIECE) await breathe();
  }
  return details;
}

/** So many characters take some milliseconds to parse. */
const PIECE = 64 * 1024;

/** Comparisons that are being made, by the database that will hold them: asking twice at once works once. */
const underway = new WeakMap<Services['db'], Map<string, Promise<Comparison>>>();

/** The canonical texts to compare; before the first version of a branch there is none. */
export type ContentPair = { documentType: DocumentType; beforeHash: string | null; afterHash: string };

/** What depends on the day (whether a sunset has come) is judged on the day when the comparison is made. */
const comparisonId = ({ documentType, beforeHash, afterHash }: ContentPair, day?: string): string =>
  sha256(
    [COMPARISON_VERSIONS[documentType], documentType, beforeHash ?? '', afterHash, ...(day ? [day] : [])].join('\n'),
  );

const today = (): string => new Date().toISOString().slice(0, 10);

/** The comparisons of pairs, in their order: the stored ones by one statement, the others made in a worker and stored. */
export async function compareContents(services: Services, pairs: ContentPair[], day = today()): Promise<Comparison[]> {
  const ids = pairs.map(pair => [comparisonId(pair), comparisonId(pair, day)]);
  const stored = await services.db.comparison.findMany({ where: { id: { in: ids.flat() } } });
  const byId = new Map(stored.map(comparison => [comparison.id, comparison]));
  const known = ids.map(either => either.map(id => byId.get(id)).find(comparison => comparison !== undefined));
  return Promise.all(pairs.map((pair, index) => known[index] ?? compareOnce(services, pair, day)));
}

function compareOnce(services: Services, pair: ContentPair, day: string): Promise<Comparison> {
  const id = comparisonId(pair, day);
  const running = underway.get(services.db) ?? new Map<string, Promise<Comparison>>();
  underway.set(services.db, running);
  const made = running.get(id) ?? makeComparison(services, pair, day).finally(() => running.delete(id));
  running.set(id, made);
  return made;
}

async function makeComparison(services: Services, pair: ContentPair, day: string): Promise<Comparison> {
  const { documentType, beforeHash, afterHash } = pair;
  const [before, after] = await Promise.all([
    beforeHash === null ? undefined : loadPacked(services.db, beforeHash),
    loadPacked(services.db, afterHash),
  ]);
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
      items_hash AS "itemsHash", created_at AS "createdAt"`;
  return made ?? services.db.comparison.findUniqueOrThrow({ where: { id } });
}

/** As much of a stored text as fits into `roomBytes`, cut at its structure; what holds a word of `focus` first. */
export async function readExcerpt(
  services: Services,
  hash: string,
  roomBytes: number,
  focus: readonly string[],
): Promise<Excerpt> {
  const text = await loadPacked(services.db, hash);
  return runTask<Excerpt>(services, 'excerpt', { text, roomBytes, focus });
}

/** Measured: 1.5 million numbers in 3 MB take 460 MB while they are judged, long texts some times their size. */
const BYTES_PER_VALUE = 300;
const BYTES_PER_BYTE = 6;
/** A stored text has a line for each value: two levels of indentation, a digit, a comma and the end of the line. */
const LEAST_LINE_BYTES = 7;
/** The most values that a document may have. */
const MOST_VALUES = 2_000_000;
/** Characters that are looked at before others get a turn. */
const TURN = 128 * 1024;

/** About what the texts of a task take at most while it runs. */
async function heldBytes(payload: object): Promise<number> {
  let [bytes, values] = [0, 0];
  for (const part of Object.values(payload) as unknown[]) {
    if (typeof part === 'string') {
      bytes += part.length;
      values += await countValues(part);
    } else if (typeof part === 'object' && part !== null && 'sizeBytes' in part) {
      bytes += Number(part.sizeBytes);
      values += Number(part.sizeBytes) / LEAST_LINE_BYTES;
    }
  }
  return bytes * BYTES_PER_BYTE + Math.min(values, MOST_VALUES) * BYTES_PER_VALUE;
}

/** What begins or parts values in JSON and YAML. */
const SEPARATORS = [',', ':', '[', '{', '-', '\n'].map(sign => sign.charCodeAt(0));

/** How many values a text has at most; texts in prose count few, numbers one after the other many. */
async function countValues(text: string): Promise<number> {
  let count = 1;
  for (let at = 0; at < text.length; at += TURN) {
    if (at > 0) await breathe();
    const end = Math.min(text.length, at + TURN);
    for (let index = at; index < end; index += 1) if (SEPARATORS.includes(text.charCodeAt(index))) count += 1;
  }
  return count;
}

/** Runs a task in a worker; what stops it is said in the words of a caller. */
export async function runTask<T>(
  services: Services | Call,
  task: string,
  payload: object,
  overBudget: () => DomainError = () => new DomainError('DEADLINE_EXCEEDED', 'The document takes too long to work on'),
): Promise<T> {
  try {
    return await services.workers.run<T>(task, payload, {
      caller: 'actor' in services ? callerOf(services) : 'system',
      heldBytes: await heldBytes(payload),
    });
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.failure === 'OVERLOADED' || error.failure === 'CLOSED')
      throw new DomainError('UNAVAILABLE', 'Too much work at once, try again shortly', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    services.log.warn({ task, failure: error.failure }, 'a worker gave up');
    throw overBudget();
  }
}
