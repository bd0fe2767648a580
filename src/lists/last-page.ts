import { LRUCache } from 'lru-cache';
import { Prisma } from '../generated/prisma/client.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import { FAR, type Page, type Row } from './page.ts';
import { addedTotal, type Count, firstUnsettledId, KEPT_MS } from './totals.ts';

/** Where rows are, counted from the oldest. */
export type Place = { skip: number; take: number };

/**
 * A page in the older half of rows that are only added and listed newest first, with the exact total; undefined for other
 * pages, which are to be read from the newest row. It is read from the oldest row, at the place that follows from the
 * total. That is counted first and is the one that this answer tells, so a caller who reads page by page misses no row:
 * rows that are added meanwhile move the others to higher offsets, as they do when pages are read from the newest row.
 * Between rows that are not settled yet one may still be added; a page with such rows is read from the newest.
 */
export async function lastPage<T extends Row>(
  database: object,
  key: string,
  { skip, take, afterId }: Page,
  count: Count,
  readOldest: (place: Place) => PromiseLike<T[]>,
): Promise<{ rows: T[]; total: number } | undefined> {
  if (afterId !== undefined || skip <= FAR) return undefined;
  const total = await addedTotal(database, key, count);
  const wanted = Math.min(take + 1, total - skip);
  if (wanted <= 0) return { rows: [], total };
  if (skip <= total / 2) return undefined;
  const rows = await readOldest({ skip: total - skip - wanted, take: wanted });
  const newest = rows.at(-1);
  return newest && newest.id < firstUnsettledId(Date.now()) ? { rows: rows.toReversed(), total } : undefined;
}

/** SQL: the rows that triggers have counted. `list_counts` has the columns by which lists are counted, under the same names. */
export const countKept = (where: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT coalesce(sum(c.rows), 0)::int AS total FROM list_counts c WHERE ${where}`;

export async function readTotal(db: Sender, count: Prisma.Sql): Promise<number> {
  const [row] = await readRows<{ total: number }>(db, count);
  return row?.total ?? 0;
}

/**
 * Whether a page is nearer to the end of a list than to its start, by a total that is cheap to count. Then its statement
 * may skip the rows after it instead of those before it, at the place that follows from the total in the same snapshot.
 */
export async function isNearEnd(db: Sender, key: string, { skip, afterId }: Page, count: Prisma.Sql): Promise<boolean> {
  if (afterId !== undefined || skip <= FAR) return false;
  const totals = lengths.get(db) ?? new LRUCache<string, number>({ max: 1_000, ttl: KEPT_MS });
  lengths.set(db, totals);
  const total = totals.get(key) ?? (await readTotal(db, count));
  totals.set(key, total);
  return skip > total / 2;
}

/** About how long lists are, by their keys: the page is right from either end. */
const lengths = new WeakMap<Sender, LRUCache<string, number>>();

/** SQL: the limit of a page, at its offset. */
export const placeFromStart = ({ skip, take }: Page): Prisma.Sql =>
  Prisma.sql`LIMIT ${take + 1}::int OFFSET ${skip}::int`;

/**
 * SQL: the limit of the same page in the reverse order. PostgreSQL expects a tenth of all rows from a limit that it does not
 * know: select from this with a limit that it knows.
 */
export const placeFromEnd = ({ skip, take }: Page, total: Prisma.Sql): Prisma.Sql => Prisma.sql`
  LIMIT greatest(0, least(${take + 1}::int, ${total} - ${skip}::int))
  OFFSET greatest(0, ${total} - ${skip}::int - ${take + 1}::int)`;
