import { LRUCache } from 'lru-cache';
import { Prisma } from '../generated/prisma/client.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import { FAR, type Page, type Row } from './page.ts';
import { addedTotal, type Count, firstUnsettledId, KEPT_MS } from './totals.ts';

/** A range of rows, counted from the oldest. */
export type PagePosition = { skip: number; take: number };

/**
 * Reads a page in the older half of an append-only list that is listed newest first, with the exact total. Returns undefined
 * for other pages: read those from the newest row. This page is read from the oldest row, at the offset that follows from the
 * total. The total is counted first and returned with the page. Rows that are added later move the others to higher offsets,
 * as for pages that are read from the newest row, so a caller who reads page by page misses no row. Also undefined if the page
 * has rows that are not settled: a row may still be added between them.
 */
export async function lastPage<T extends Row>(
  database: object,
  key: string,
  { skip, take, afterId }: Page,
  count: Count,
  readOldest: (position: PagePosition) => PromiseLike<T[]>,
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

/** SQL that selects the `total` from `list_counts`, which triggers maintain. It has the columns of conditions on lists. */
export const countKept = (where: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT coalesce(sum(c.rows), 0)::int AS total FROM list_counts c WHERE ${where}`;

export async function readTotal(db: Sender, count: Prisma.Sql): Promise<number> {
  const [row] = await readRows<{ total: number }>(db, count);
  return row?.total ?? 0;
}

/**
 * Whether a page is nearer to the end of a list than to its start. Its statement may then skip the rows after the page instead
 * of those before it, at the offset that follows from the total in the same snapshot. `count` must be cheap.
 */
export async function isNearEnd(db: Sender, key: string, { skip, afterId }: Page, count: Prisma.Sql): Promise<boolean> {
  if (afterId !== undefined || skip <= FAR) return false;
  const totals = lengths.get(db) ?? new LRUCache<string, number>({ max: 1_000, ttl: KEPT_MS });
  lengths.set(db, totals);
  const total = totals.get(key) ?? (await readTotal(db, count));
  totals.set(key, total);
  return skip > total / 2;
}

/** Approximate totals by key. They only choose the end to read from; the page is exact in both cases. */
const lengths = new WeakMap<Sender, LRUCache<string, number>>();

/** SQL: the limit of a page, at its offset. */
export const placeFromStart = ({ skip, take }: Page): Prisma.Sql =>
  Prisma.sql`LIMIT ${take + 1}::int OFFSET ${skip}::int`;

/**
 * SQL: the limit of the same page in the reverse order. For a limit that PostgreSQL does not know when it plans, it expects a
 * tenth of all rows. So add an outer SELECT with a known limit.
 */
export const placeFromEnd = ({ skip, take }: Page, total: Prisma.Sql): Prisma.Sql => Prisma.sql`
  LIMIT greatest(0, least(${take + 1}::int, ${total} - ${skip}::int))
  OFFSET greatest(0, ${total} - ${skip}::int - ${take + 1}::int)`;
