import type { Page, Row } from './page.ts';
import { addedTotal, type Count, firstUnsettledId } from './totals.ts';

/** From this offset on, the rows of a list are counted first: its end may be nearer. */
const FAR = 1_000;

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
