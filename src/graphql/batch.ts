import DataLoader from 'dataloader';
import type { Context } from './context.ts';

/**
 * Loads one value by its key. All that one execution asks for under the same `name` at the same depth is loaded by
 * one call of `load`, which answers in the order of the keys.
 */
export function batched<T>(
  context: Context,
  name: string,
  key: string,
  load: (keys: string[]) => Promise<T[]>,
): Promise<T> {
  let loader = context.loaders.get(name) as DataLoader<string, T> | undefined;
  if (loader === undefined) {
    loader = new DataLoader<string, T>(keys => load([...keys]));
    context.loaders.set(name, loader as DataLoader<string, unknown>);
  }
  return loader.load(key);
}

/** The row that each key names, null for none, by one statement for all keys. */
export async function rowsByKey<Row, Key extends keyof Row>(
  keys: string[],
  key: Key,
  rows: PromiseLike<Row[]>,
): Promise<(Row | null)[]> {
  const byKey = new Map((await rows).map(row => [row[key], row]));
  return keys.map(value => byKey.get(value as Row[Key]) ?? null);
}
