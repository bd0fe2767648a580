import { LRUCache } from 'lru-cache';

type Where = { at: boolean | number | null };

/** Cached by the hash of the text, which never changes. */
const known = new LRUCache<string, Where>({ max: 20_000, maxSize: 8_000_000, sizeCalculation: (_, key) => key.length });

/**
 * Where each item is in a text: from the cache, else by `find`. The answers are held here meanwhile: the cache may drop any
 * of them.
 */
export async function whereIs<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  find: (missing: Item[]) => Promise<readonly Where['at'][]>,
): Promise<Where['at'][]> {
  const cached = items.map(item => known.get(keyOf(item)));
  const missing = items.filter((_, index) => cached[index] === undefined);
  const found = missing.length > 0 ? await find(missing) : [];
  for (const [index, item] of missing.entries()) known.set(keyOf(item), { at: found[index] ?? null });
  const rest = found.values();
  return cached.map(where => (where === undefined ? (rest.next().value ?? null) : where.at));
}
