import DataLoader from 'dataloader';
import type { Context } from '../access/context.ts';

/** Loads many values in one call. Define it once, as a constant: the object is the key of its DataLoader. */
export type Batch<Key, Value> = {
  /** Returns values in the order of the keys. */
  load(context: Context, keys: readonly Key[]): Promise<readonly Value[]>;
} & (Key extends string ? { idOf?: undefined } : { /** The cache key of `key`. */ idOf(key: Key): string });

/** Most keys in one call of `load`. */
const MAX_KEYS = 200;

/** Loads one value. Keys that one execution requests at the same depth are loaded together by `load`. */
export async function batched<Key, Value>(context: Context, batch: Batch<Key, Value>, key: Key): Promise<Value> {
  const value = await loaderOf(context, batch).load(key);
  // Hundreds of items may wait for the same value. If all of them went on at once, they would block other requests.
  await context.pace.takeNext();
  return value;
}

/** Caches a value that was read together with something else, so that it is not loaded again. */
export function prime<Key, Value>(context: Context, batch: Batch<Key, Value>, key: Key, value: Value): void {
  loaderOf(context, batch).prime(key, value);
}

function loaderOf<Key, Value>(context: Context, batch: Batch<Key, Value>): DataLoader<Key, Value, string> {
  const kept = context.loaders.get(batch) as DataLoader<Key, Value, string> | undefined;
  if (kept !== undefined) return kept;
  const cacheKeyFn = (key: Key): string => (typeof key === 'string' || !batch.idOf ? String(key) : batch.idOf(key));
  const loader = new DataLoader<Key, Value, string>(keys => batch.load(context, keys), {
    cacheKeyFn,
    maxBatchSize: MAX_KEYS,
    // Lists are completed in batches. Without this, each batch of items would load its fields with separate statements.
    batchScheduleFn: load => context.pace.whenListsStarted(load),
  });
  context.loaders.set(batch, loader);
  return loader;
}

/** The row for each key, or null, read with one statement. */
export async function rowsByKey<Row, Key extends keyof Row>(
  keys: readonly string[],
  key: Key,
  rows: PromiseLike<Row[]>,
): Promise<(Row | null)[]> {
  const byKey = new Map((await rows).map(row => [row[key], row]));
  return keys.map(value => byKey.get(value as Row[Key]) ?? null);
}
