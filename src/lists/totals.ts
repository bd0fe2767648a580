import { LRUCache } from 'lru-cache';

/** Up to this many rows are counted for every total. A larger total is remembered. */
export const MANY = 10_000;

const KEPT_MS = 60_000;
const remembered = new WeakMap<object, LRUCache<string, Promise<number>>>();

/** The total of a list that has more than `MANY` rows. It may be a minute old. The key includes what the caller may see. */
export function longTotal(database: object, key: string, count: () => PromiseLike<number>): Promise<number> {
  const totals = remembered.get(database) ?? new LRUCache<string, Promise<number>>({ max: 1_000, ttl: KEPT_MS });
  remembered.set(database, totals);
  const known = totals.get(key);
  if (known !== undefined) return known;
  const counted = Promise.resolve(count());
  totals.set(key, counted);
  counted.catch(() => totals.delete(key));
  return counted;
}
