import DataLoader from 'dataloader';
import type { Context } from '../access/context.ts';

/** How many values are loaded at once. Defined once, at the top of a file: the definition is what names the batch. */
export type Batch<Key, Value> = {
  /** Answers in the order of the keys. */
  load(context: Context, keys: readonly Key[]): Promise<readonly Value[]>;
} & (Key extends string ? { idOf?: undefined } : { /** Equal for keys that mean the same. */ idOf(key: Key): string });

/** Keys that one call of `load` gets at most. */
const MOST_KEYS = 200;

/** Loads one value. All that one execution asks for at the same depth is loaded by one call of `load`. */
export const batched = <Key, Value>(context: Context, batch: Batch<Key, Value>, key: Key): Promise<Value> =>
  loaderOf(context, batch).load(key);

/** Keeps a value that was read together with something else: it need not be loaded any more. */
export function prime<Key, Value>(context: Context, batch: Batch<Key, Value>, key: Key, value: Value): void {
  loaderOf(context, batch).prime(key, value);
}

function loaderOf<Key, Value>(context: Context, batch: Batch<Key, Value>): DataLoader<Key, Value, string> {
  const kept = context.loaders.get(batch) as DataLoader<Key, Value, string> | undefined;
  if (kept !== undefined) return kept;
  const cacheKeyFn = (key: Key): string => (typeof key === 'string' || !batch.idOf ? String(key) : batch.idOf(key));
  const loader = new DataLoader<Key, Value, string>(keys => batch.load(context, keys), {
    cacheKeyFn,
    maxBatchSize: MOST_KEYS,
    // Lists that are completed in pieces would load the fields of each piece by statements of its own.
    batchScheduleFn: load => context.pace.whenListsStarted(load),
  });
  context.loaders.set(batch, loader);
  return loader;
}

/** The row that each key names, null for none, by one statement for all keys. */
export async function rowsByKey<Row, Key extends keyof Row>(
  keys: readonly string[],
  key: Key,
  rows: PromiseLike<Row[]>,
): Promise<(Row | null)[]> {
  const byKey = new Map((await rows).map(row => [row[key], row]));
  return keys.map(value => byKey.get(value as Row[Key]) ?? null);
}
