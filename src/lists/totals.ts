import { LRUCache } from 'lru-cache';
import { firstIdAt } from '../platform/ids.ts';

/** Up to this many rows are counted for every total. A larger total is remembered. */
export const MANY = 10_000;

export const KEPT_MS = 60_000;
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
  const totals: Totals = remembered.get(database) ?? new LRUCache({ max: 1_000, ttl: KEPT_MS });
  remembered.set(database, totals);
  return totals;
};

/** Whether the total is remembered: then it need not be counted with a page. */
export const isTotalKnown = (database: object, key: string): boolean =>
  [key, settledOf(key)].some(name => knownTotal(database, name) !== undefined);

/** The name of a total without the rows that are not settled yet. */
const settledOf = (key: string): string => `settled ${key}`;

const knownTotal = (database: object, key: string) => totalsOf(database).get(key);

/** Callers who ask at once share one count. */
function remember(database: object, key: string, count: () => PromiseLike<number>, at = Date.now()) {
  const known = knownTotal(database, key);
  if (known !== undefined) return known;
  const total = Promise.resolve(count());
  const totals = totalsOf(database);
  totals.set(key, { at, total });
  total.catch(() => totals.delete(key));
  return { at, total };
}

/** A row is written later than its id is made, on servers whose clocks differ: but not this much later. */
const SETTLED_MS = 10 * 60_000;

/** The first id that is not settled at a time: no further row gets an id before it. */
export const firstUnsettledId = (atMs: number): string => firstIdAt(atMs - SETTLED_MS);

/** The ids before, or from, one of them. */
export type Ids = { lt: string } | { gte: string };

/** Counts rows of a list, those of certain ids if they are given, up to `take`. */
export type Count = (ids?: Ids, take?: number) => PromiseLike<number>;

/**
 * The total of a list whose rows are only added, in the order of their ids. What is settled is counted once a minute if it
 * is much, and what is newer for every total: a total is never older than the call.
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
