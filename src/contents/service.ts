import type { Services } from '../access/call.ts';
import type { Analysis, Comparison, ContentKind, DocumentType } from '../generated/prisma/client.ts';
import type { EndpointDetail, IndexedEndpoint } from '../openapi/endpoints.ts';
import { sha256 } from '../platform/crypto.ts';
import { DomainError, type FieldError, invalidArgument } from '../platform/errors.ts';
import { storable } from '../platform/fields.ts';
import { parseJson } from '../platform/json.ts';
import { WorkerError } from '../platform/workers.ts';
import type { Excerpt } from './excerpt.ts';
import type { AnalyzeOutcome, CompareOutcome } from './tasks.ts';
import { loadPacked, loadText, storeTexts } from './texts.ts';

/** Raised when the comparison would find something else in the same texts: stored comparisons are then made anew. */
const COMPARISON_ENGINE = 21;

const RETRY_SECONDS = 5;
const MAX_SHOWN_PROBLEMS = 100;

export const CANONICAL_KIND: Record<DocumentType, ContentKind> = { OPENAPI: 'NORMALIZED', MARKDOWN: 'STABLE' };

/** Judges a content and stores it with its canonical form and warnings, or refuses it naming every problem. */
export async function analyzeContent(
  services: Services,
  field: string,
  text: string,
  documentType: DocumentType,
): Promise<Analysis> {
  requireStorable(services, field, text);
  const outcome = await runTask<AnalyzeOutcome>(services, 'analyze', { text, documentType }, () =>
    invalidArgument(field, 'takes too long to judge or needs too much memory; split the document'),
  );
  if ('problems' in outcome) throw refusal(field, outcome.problems);
  const { content, canonical, warnings, endpoints, ...facts } = outcome.analyzed;
  await storeTexts(services.db, [content, canonical, warnings, endpoints]);
  const key = { contentHash: content.hash, documentType };
  const hashes = { canonicalHash: canonical.hash, warningsHash: warnings.hash, endpointsHash: endpoints.hash };
  await services.db.analysis.createMany({ data: { ...key, ...hashes, ...facts }, skipDuplicates: true });
  return services.db.analysis.findUniqueOrThrow({ where: { contentHash_documentType: key } });
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

/** What was found when a content was judged. */
export const loadAnalysis = (
  { db }: Pick<Services, 'db'>,
  contentHash: string,
  documentType: DocumentType,
): Promise<Analysis> =>
  db.analysis.findUniqueOrThrow({ where: { contentHash_documentType: { contentHash, documentType } } });

/** The endpoints of a content, in document order. */
export async function loadEndpoints(
  services: Services,
  contentHash: string,
  documentType: DocumentType,
): Promise<IndexedEndpoint[]> {
  const { endpointsHash } = await loadAnalysis(services, contentHash, documentType);
  return JSON.parse((await loadText(services.db, endpointsHash)).text);
}

/** Operations of one text in full, in the asked order; null for one that is not there. */
export async function loadEndpointDetails(
  services: Services,
  canonicalHash: string,
  operations: { method: string; path: string }[],
): Promise<(EndpointDetail | null)[]> {
  const canonical = await loadPacked(services.db, canonicalHash);
  const text = await runTask<string>(services, 'endpointDetails', { canonical, operations });
  return parseJson(text) as unknown as (EndpointDetail | null)[];
}

/** Comparisons that are being made, by the database that will hold them: asking twice at once works once. */
const underway = new WeakMap<Services['db'], Map<string, Promise<Comparison>>>();

/** The canonical texts to compare; before the first version of a branch there is none. */
export type ContentPair = { documentType: DocumentType; beforeHash: string | null; afterHash: string };

/** What depends on the day (whether a sunset has come) is judged on the day when the comparison is made. */
const comparisonId = ({ documentType, beforeHash, afterHash }: ContentPair, day?: string): string =>
  sha256([COMPARISON_ENGINE, documentType, beforeHash ?? '', afterHash, ...(day ? [day] : [])].join('\n'));

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
  const { items, dated, ...facts } = outcome.compared;
  await storeTexts(services.db, [items]);
  const id = comparisonId(pair, dated ? day : undefined);
  const data = { id, documentType, ...facts, itemsHash: items.hash };
  await services.db.comparison.createMany({ data, skipDuplicates: true });
  return services.db.comparison.findUniqueOrThrow({ where: { id } });
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

/** Runs a task in a worker; what stops it is said in the words of a caller. */
export async function runTask<T>(
  services: Services,
  task: string,
  payload: unknown,
  overBudget: () => DomainError = () => new DomainError('DEADLINE_EXCEEDED', 'The document takes too long to work on'),
): Promise<T> {
  try {
    return await services.workers.run<T>(task, payload);
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
