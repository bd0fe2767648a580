import { LRUCache } from 'lru-cache';
import { runForOthers } from '../platform/callers.ts';
import { firstIdAt } from '../platform/ids.ts';

/** Up to this many rows are counted for every request. A larger total is remembered. */
export const MANY = 10_000;

export const KEPT_MS = 60_000;
/** All keys together. A key contains the filters of its list, which may be long. */
const MOST_CHARACTERS = 4_000_000;
type Totals = LRUCache<string, { at: number; total: Promise<number> }>;
const remembered = new WeakMap<object, Totals>();

/** The total of a list. Above `MANY` it may be a minute old. The key includes what the caller may see. */
export async function longTotal(
  database: object,
  key: string,
  count: (most?: number) => PromiseLike<number>,
): Promise<number> {
  const known = knownTotal(database, key);
  if (known !== undefined) return known.total;
  const few = await count(MANY + 1);
  return few <= MANY ? few : remember(database, key, () => count()).total;
}

const totalsOf = (database: object): Totals => {
  const totals: Totals =
    remembered.get(database) ??
    new LRUCache({
      max: 1_000,
      maxSize: MOST_CHARACTERS,
      sizeCalculation: (_, key) => key.length,
      ttl: KEPT_MS,
    });
  remembered.set(database, totals);
  return totals;
};

/** Whether the total is remembered, so that the statement of a page need not count. */
export const isTotalKnown = (database: object, key: string): boolean =>
  [key, settledOf(key)].some(name => knownTotal(database, name) !== undefined);

/** The key of the total of settled rows. */
const settledOf = (key: string): string => `settled ${key}`;

const knownTotal = (database: object, key: string) => totalsOf(database).get(key);

/** Callers who ask at once share one count. */
function remember(database: object, key: string, count: () => PromiseLike<number>, at = Date.now()) {
  const known = knownTotal(database, key);
  if (known !== undefined) return known;
  const total = Promise.resolve(runForOthers(count));
  const totals = totalsOf(database);
  totals.set(key, { at, total });
  total.catch(() => totals.delete(key));
  return { at, total };
}

/** Longest time between the creation of an id and the write of its row, including clock differences between servers. */
const SETTLED_MS = 10 * 60_000;

/** The first id that is not settled at a time. A row is settled if no row with a lower id will be added. */
export const firstUnsettledId = (atMs: number): string => firstIdAt(atMs - SETTLED_MS);

/** A range of ids. */
export type Ids = { lt: string } | { gte: string };

/** Counts rows of a list, up to `take`. With `ids`, only those in this range. */
export type Count = (ids?: Ids, take?: number) => PromiseLike<number>;

/**
 * The exact total of an append-only list. If there are more than `MANY` rows, the settled rows are counted once a minute, and
 * the newer ones for every request.
 */
export async function addedTotal(database: object, key: string, count: Count): Promise<number> {
  const name = settledOf(key);
  let settled = knownTotal(database, name);
  if (settled === undefined) {
    const few = await count(undefined, MANY + 1);
    if (few <= MANY) return few;
    const at = Date.now();
    settled = remember(database, name, () => count({ lt: firstUnsettledId(at) }), at);
  }
  return (await settled.total) + (await count({ gte: firstUnsettledId(settled.at) }));
}
