import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import type { Engine } from '../engine.ts';
import { type ApiDocument, type Located, lookUp, refOf } from '../read/document.ts';
import { canonical, sameValue } from '../read/values.ts';

/**
 * Whether two components are the same one, perhaps renamed. Their schemas must be equal; at least half of the property
 * names are enough if the old name no longer exists and the new one did not exist.
 */
export const isRenamed = (engine: Engine, before: Located, after: Located): boolean =>
  before.pointer === after.pointer ||
  sameValue(before.value, after.value) ||
  (isAlike(before.value, after.value) &&
    lookUp(engine.after, `#${before.pointer}`) === null &&
    lookUp(engine.before, `#${after.pointer}`) === null);

/** Whether two schemas accept the same values and differ only by the names of their components. */
export const areSameButForNames = (before: Located, after: Located): boolean =>
  text(before) === text(after) || namelessText(before) === namelessText(after);

/** Cached like the names below. */
const cachedText = (read: (schema: Located<JsonObject>) => JsonValue): ((schema: Located) => string) => {
  const texts = new WeakMap<JsonObject, string>();
  return ({ value, pointer }) => {
    if (!isJsonObject(value)) return canonical(value);
    const found = texts.get(value) ?? canonical(read({ value, pointer }));
    texts.set(value, found);
    return found;
  };
};

/** The component without its title and without its name in references to itself. */
const withoutName = ({ title: _, ...component }: JsonObject, pointer: string): JsonValue => {
  const read = (part: JsonValue): JsonValue => {
    if (Array.isArray(part)) return part.map(read);
    if (!isJsonObject(part)) return part;
    const own = refOf(part) === `#${pointer}` ? { $ref: '#' } : {};
    return Object.fromEntries(Object.entries({ ...part, ...own }).map(([key, inner]) => [key, read(inner)]));
  };
  return read(component);
};

const text = cachedText(({ value }) => value);
const namelessText = cachedText(({ value, pointer }) => withoutName(value, pointer));

const named = new WeakMap<JsonObject, ReadonlySet<string>>();
const NO_NAMES: ReadonlySet<string> = new Set();

/** Cached, because one component may be compared with thousands. */
const namesOf = (schema: JsonValue): ReadonlySet<string> => {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return NO_NAMES;
  const names = named.get(schema) ?? new Set(Object.keys(schema.properties));
  named.set(schema, names);
  return names;
};

/** Whether at least half of all property names are common. */
const isAlike = (a: JsonValue, b: JsonValue): boolean => {
  const [old, now] = [namesOf(a), namesOf(b)];
  const common = old.intersection(now).size;
  return common > 0 && common * 2 >= old.union(now).size;
};

type Pairs<T> = { pairs: [T, T][]; removed: T[]; added: T[] };

/** How many components with a common trait are tried, from the first that has no pair. */
const MAX_ALIKE = 256;

/** Pairs renamed components, each with its first candidate. `componentOf`: null if it is no component. */
export const pairRenamed = <T>(
  engine: Engine,
  removed: readonly T[],
  added: readonly T[],
  componentOf: (document: ApiDocument, item: T) => Located | null,
): Pairs<T> => {
  if (removed.length === 0 || added.length === 0) return { pairs: [], removed: [...removed], added: [...added] };
  const open = added.map(item => componentOf(engine.after, item));
  const positions = Map.groupBy(
    open.flatMap((component, at) => traitsOf(component).map(trait => ({ trait, at }))),
    ({ trait }) => trait,
  );
  const taken = new Set<number>();
  const pairs: [T, T][] = [];
  const gone = removed.filter(item => {
    const before = componentOf(engine.before, item);
    const isSame = (at: number): boolean => {
      const after = open[at] ?? null;
      return !taken.has(at) && before !== null && after !== null && isRenamed(engine, before, after);
    };
    const near = traitsOf(before).flatMap(trait => firstOpen(positions.get(trait) ?? [], taken));
    const at = [...new Set(near)].sort((a, b) => a - b).find(isSame);
    if (at === undefined) return true;
    taken.add(at);
    pairs.push([item, added[at] as T]);
    return false;
  });
  return { pairs, removed: gone, added: added.filter((_, at) => !taken.has(at)) };
};

/** The first positions that are not taken. Those at the beginning are removed, so that long lists are not read again. */
const firstOpen = (list: { at: number }[], taken: ReadonlySet<number>): number[] => {
  while (list[0] !== undefined && taken.has(list[0].at)) list.shift();
  const open: number[] = [];
  for (const { at } of list) {
    if (open.length === MAX_ALIKE) break;
    if (!taken.has(at)) open.push(at);
  }
  return open;
};

/** Two components are the same one only if they have one of these in common. */
const traitsOf = (component: Located | null): string[] =>
  component === null
    ? []
    : [component.pointer, canonical(component.value), ...[...namesOf(component.value)].map(name => `name ${name}`)];
