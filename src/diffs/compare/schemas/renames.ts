import { isJsonObject, type JsonValue } from '../../../platform/json.ts';
import { type Located, lookUp } from '../document.ts';
import type { Engine } from '../engine.ts';
import { sameValue } from '../values.ts';

/** Another name for the same component: the old name is gone, the new one was not there, and most of it stayed. */
export const isRenamed = (engine: Engine, before: Located, after: Located): boolean => {
  if (before.pointer === after.pointer) return true;
  if (lookUp(engine.after, `#${before.pointer}`) !== null || lookUp(engine.before, `#${after.pointer}`) !== null)
    return sameValue(before.value, after.value);
  return sameValue(before.value, after.value) || isAlike(before.value, after.value);
};

const namesOf = (schema: JsonValue): Set<string> =>
  new Set(isJsonObject(schema) && isJsonObject(schema.properties) ? Object.keys(schema.properties) : []);

/** At least half of all names of properties are common. */
const isAlike = (a: JsonValue, b: JsonValue): boolean => {
  const [old, now] = [namesOf(a), namesOf(b)];
  const common = old.intersection(now).size;
  return common > 0 && common * 2 >= old.union(now).size;
};

type Pairs<T> = { pairs: [T, T][]; removed: T[]; added: T[] };

/** Pairs what was renamed, each with the first that it may be. */
export const pairRenamed = <T>(
  removed: readonly T[],
  added: readonly T[],
  isSame: (before: T, after: T) => boolean,
): Pairs<T> => {
  const open = [...added];
  const pairs: [T, T][] = [];
  const gone = removed.filter(before => {
    const index = open.findIndex(after => isSame(before, after));
    const [after] = index < 0 ? [] : open.splice(index, 1);
    if (after !== undefined) pairs.push([before, after]);
    return after === undefined;
  });
  return { pairs, removed: gone, added: open };
};
