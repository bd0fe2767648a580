import { LRUCache } from 'lru-cache';
import { KEPT_MS } from './totals.ts';

/** The number of rows of a list, and the snapshot of the database in which they were counted (`pg_current_snapshot`). */
export type Counted = { total: number; snapshot: string };

const counts = new WeakMap<object, LRUCache<string, Counted>>();

/** Totals by list. Each is exact as long as nothing that the list shows has changed since its snapshot. */
export function countedTotals(database: object): LRUCache<string, Counted> {
  const known = counts.get(database) ?? new LRUCache<string, Counted>({ max: 1_000, ttl: KEPT_MS });
  counts.set(database, known);
  return known;
}
