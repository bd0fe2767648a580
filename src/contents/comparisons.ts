import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Services } from '../access/call.ts';
import { type Comparison, type DocumentType, Prisma } from '../generated/prisma/client.ts';
import { sha256 } from '../platform/crypto.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { COMPARISON_VERSIONS } from './comparison-versions.ts';
import { runTask, sharedWork } from './run-task.ts';
import { insertTexts, loadAllPacked, oneOf } from './texts.ts';
import type { Compared } from './worker/compare.ts';
import type { PackedText } from './worker/packed.ts';

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
  if (pairs.length === 1) return [await compareContent(services, pairs[0] as ContentPair, day, mostItemsBytes)];
  const known = await findComparisons(services, pairs, day, mostItemsBytes);
  return Promise.all(pairs.map((pair, index) => known[index] ?? compareOnce(services, pair, day)));
}

/** Like `compareContents`, for one pair. If the comparison is not stored, the same statement reads small texts. */
async function compareContent(
  services: Services,
  pair: ContentPair,
  day: string,
  mostItemsBytes: number,
): Promise<ComparedContents> {
  const small = Prisma.sql`
    SELECT s.hash, s.size_bytes, s.body FROM texts s
    WHERE k.id IS NULL AND s.hash ${oneOf(hashesOf(pair))} AND s.size_bytes <= ${SMALL_BYTES}::int`;
  const rows = await readRows<ComparisonRow | (PackedText & { id: null })>(
    services.db,
    Prisma.sql`
      SELECT ${selectColumns('k', Prisma.ComparisonScalarFieldEnum)}, t.hash, t.size_bytes AS "sizeBytes", t.body
      FROM (SELECT) AS one LEFT JOIN comparisons k ON k.id ${oneOf(idsOf(pair, day))}
      LEFT JOIN LATERAL ((${itemsUpTo(mostItemsBytes)}) UNION ALL ${small}) t ON TRUE`,
  );
  const stored = rows.filter(row => row.id !== null);
  const [known] = await keepUsed(services, stored);
  if (known !== undefined) return withItems(known);
  const texts = rows.filter(row => row.id === null).map(({ hash, sizeBytes, body }) => ({ hash, sizeBytes, body }));
  return compareOnce(services, pair, day, texts);
}

const SMALL_BYTES = 64 * 1024;

const hashesOf = ({ beforeHash, afterHash }: ContentPair): string[] =>
  beforeHash === null ? [afterHash] : [afterHash, beforeHash];

/** Like `compareContents`, but also reads the changes, if they are short, with the same statement. */
export const compareWithItems = (services: Services, pairs: ContentPair[]): Promise<ComparedContents[]> =>
  compareContents(services, pairs, today(), MAX_ITEMS_BYTES);

/** A comparison, with its changes in stored form if they are already loaded. */
export type ComparedContents = Comparison & { items?: PackedText | undefined };

const MAX_ITEMS_BYTES = 64 * 1024;

/** How many comparisons a list waits for, and how long. */
const MAX_QUICK = 20;
const QUICK_MS = 2_000;

/**
 * Like `compareContents`, with null for comparisons that fail or take too long for a list. Those that were begun
 * continue and are stored, so that the next list has them.
 */
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
  const ids = pairs.map(pair => idsOf(pair, day));
  const rows = await readRows<ComparisonRow>(
    services.db,
    Prisma.sql`
      SELECT ${selectColumns('k', Prisma.ComparisonScalarFieldEnum)}, t.hash, t.size_bytes AS "sizeBytes", t.body
      FROM comparisons k LEFT JOIN LATERAL (${itemsUpTo(mostItemsBytes)}) t ON TRUE
      WHERE k.id ${oneOf(ids.flat())}`,
  );
  const byId = new Map((await keepUsed(services, rows)).map(row => [row.id, withItems(row)]));
  return ids.map(either => either.map(id => byId.get(id)).find(comparison => comparison !== undefined));
}

type ComparisonRow = Comparison & (PackedText | Record<keyof PackedText, null>);

/** The two ids that a stored comparison may have: without and with the day. */
const idsOf = (pair: ContentPair, day: string): string[] => [comparisonId(pair), comparisonId(pair, day)];

/** SQL for the changes of a comparison `k`. With `LIMIT`, no plan reads all texts. */
const itemsUpTo = (bytes: number): Prisma.Sql => Prisma.sql`
  SELECT i.hash, i.size_bytes, i.body FROM texts i WHERE i.hash = k.items_hash AND i.size_bytes <= ${bytes}::int LIMIT 1`;

/** How long a noted use counts. The minimum of DOCSVC_COLLECT_AFTER is a day: this leaves time to use a comparison. */
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

function withItems({ hash, sizeBytes, body, ...comparison }: ComparisonRow): ComparedContents {
  return hash === null ? comparison : { ...comparison, items: { hash, sizeBytes, body } };
}

/** What a changelog needs of a comparison. */
export type ComparedItems = Pick<ComparedContents, 'summary' | 'itemsHash' | 'items'>;

/**
 * Like `compareContents` for one pair, but stores nothing: for callers without an account, who may ask for every pair of
 * many versions.
 */
export async function compareUnstored(services: Services, pair: ContentPair): Promise<ComparedItems> {
  const day = today();
  const [known] = await findComparisons(services, [pair], day);
  if (known !== undefined) return known;
  const id = comparisonId(pair, day);
  const compared = unstored.get(id) ?? (await comparing(services, id, () => runComparison(services, pair, day)));
  unstored.set(id, compared);
  const { summary, items } = compared;
  return { summary: summary as unknown as Prisma.JsonValue, items, itemsHash: items.hash };
}

const comparing = sharedWork<Compared>();

/** Kept, so that the same page of a share does not compare again at each request. The id names the contents and the day. */
const unstored = new LRUCache<string, Compared>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ items }) => items.body.length + 1024,
});
const making = sharedWork<ComparedContents>();

/** `texts`: the texts of the pair that are already loaded. If one is missing, both are loaded. */
const compareOnce = (
  services: Services,
  pair: ContentPair,
  day: string,
  texts: readonly PackedText[] = [],
): Promise<ComparedContents> =>
  making(services, comparisonId(pair, day), () => makeComparison(services, pair, day, texts));

async function makeComparison(
  services: Services,
  pair: ContentPair,
  day: string,
  texts: readonly PackedText[],
): Promise<ComparedContents> {
  const { documentType } = pair;
  const { items, dated, summary, itemCount } = await runComparison(services, pair, day, texts);
  const id = comparisonId(pair, dated ? day : undefined);
  const [made] = await readRows<Comparison>(
    services.db,
    Prisma.sql`
    WITH stored AS (${insertTexts([items])})
    INSERT INTO comparisons (id, document_type, summary, item_count, items_hash)
    VALUES (${id}, ${documentType}::"DocumentType", ${JSON.stringify(summary)}::jsonb, ${itemCount}, ${items.hash})
    ON CONFLICT DO NOTHING
    RETURNING id, document_type::text AS "documentType", summary, item_count AS "itemCount",
      items_hash AS "itemsHash", created_at AS "createdAt", used_at AS "usedAt"`,
  );
  return { ...(made ?? (await services.db.comparison.findUniqueOrThrow({ where: { id } }))), items };
}

async function runComparison(
  services: Services,
  pair: ContentPair,
  day: string,
  texts: readonly PackedText[] = [],
): Promise<Compared> {
  const hashes = hashesOf(pair);
  const atHand = hashes.map(hash => texts.find(text => text.hash === hash));
  const [after, before] = atHand.includes(undefined) ? await loadAllPacked(services.db, hashes) : atHand;
  return runTask<Compared>(services, 'compare', { documentType: pair.documentType, before, after, day });
}
