import type { JsonObject } from '../platform/json.ts';

/** Most objects have few keys, for which the built-in sort is slow. */
const FEW = 12;

/** The keys in the order of UTF-16 code units, which is the default of string comparison and sort(). */
export function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  if (keys.length > FEW) return keys.sort();
  for (let index = 1; index < keys.length; index++) {
    const key = keys[index] as string;
    let place = index;
    for (; place > 0 && (keys[place - 1] as string) > key; place--) keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return keys;
}
