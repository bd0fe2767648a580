import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, lookUp } from './document.ts';
import { sameValue } from './values.ts';

/**
 * The short cut that makes comparing cheap: what is written alike, and refers only to what is alike all the way down,
 * needs no rule. Everything else takes the long way, so that this may say "different" too often but never "same".
 */
export type Sameness = {
  isSame: Compare;
  /** Alike in every word, whatever the references lead to. */
  isWrittenAlike: Compare;
};

export const findSameness = (before: ApiDocument, after: ApiDocument): Sameness => {
  if (before.dialect !== after.dialect) return { isSame: () => false, isWrittenAlike };
  const clean = findCleanRefs(before, after);
  const memory: Memory = { proven: new Map(), refuted: new Map() };
  const compare = compareWith(ref => clean.has(ref), memory);
  const isSame: Compare = (a, b) => {
    if (typeof a !== 'object' || a === null || typeof b !== 'object') return compare(a, b);
    if (memory.proven.get(a) === b) return true;
    if (memory.refuted.get(a) === b) return false;
    return compare(a, b);
  };
  return { isSame, isWrittenAlike };
};

type Compare = (a: JsonValue | undefined, b: JsonValue | undefined) => boolean;

/**
 * Who asks about an object and hears "different" asks about its members next. So a refusal notes what it saw on the
 * way: the objects that differ, and beside them those that do not.
 */
type Memory = { proven: Map<unknown, unknown>; refuted: Map<unknown, unknown> };

/**
 * Deep equality under which no reference may stand that `accepts` refuses. Loops instead of lists of keys: it runs over
 * every value of both documents. A number that is kept as text equals another one by its text, which is on the safe side.
 */
const compareWith = (accepts: (ref: string) => boolean, memory?: Memory): Compare => {
  const compare: Compare = (a, b) => {
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b || sameValue(a, b);
    if (Array.isArray(a)) return Array.isArray(b) && sameElements(a, b);
    return !Array.isArray(b) && sameMembers(a as JsonObject, b as JsonObject);
  };
  const sameElements = (a: JsonValue[], b: JsonValue[]): boolean => {
    let index = 0;
    while (index < a.length && index < b.length && compare(a[index], b[index])) index++;
    if (index === a.length && index === b.length) return true;
    if (memory) noteElements(memory, a, b, index);
    return false;
  };
  const sameMembers = (a: JsonObject, b: JsonObject): boolean => {
    let open = 0;
    for (const _ in b) open++;
    for (const key in a) {
      const value = a[key];
      const other = b[key];
      const same = typeof value === 'string' ? value === other : other !== undefined && compare(value, other);
      if (same && --open >= 0 && (key !== '$ref' || typeof value !== 'string' || accepts(value))) continue;
      if (memory) noteMembers(memory, a, b, key);
      return false;
    }
    return open === 0;
  };
  return compare;
};

const isWrittenAlike = compareWith(() => true);

const noteElements = (memory: Memory, a: JsonValue[], b: JsonValue[], end: number): void => {
  memory.refuted.set(a, b);
  for (let index = 0; index < end; index++) prove(memory, a[index], b[index]);
};

const noteMembers = (memory: Memory, a: JsonObject, b: JsonObject, end: string): void => {
  memory.refuted.set(a, b);
  for (const key in a) {
    if (key === end) return;
    prove(memory, a[key], b[key]);
  }
};

/** What holds no other object is compared again sooner than looked up. */
const prove = ({ proven }: Memory, a: JsonValue | undefined, b: JsonValue | undefined): void => {
  if (typeof a !== 'object' || a === null) return;
  for (const key in a) {
    if (typeof (a as JsonObject)[key] !== 'object') continue;
    proven.set(a, b);
    return;
  }
};

const componentRefs = ({ root }: ApiDocument): string[] => {
  const components = isJsonObject(root.components) ? root.components : {};
  const kinds = Object.entries(components).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
  return kinds.flatMap(([kind, map]) => Object.keys(map).map(name => `#/components/${kind}/${name}`));
};

/** Each component is looked at once, so that nothing is worth remembering. */
const sameNotingRefs = (before: JsonValue, after: JsonValue, refs: Set<string>): boolean =>
  compareWith(ref => Boolean(refs.add(ref)))(before, after);

/** References whose target is written alike in both documents, and so is whatever it refers to in turn. */
const findCleanRefs = (before: ApiDocument, after: ApiDocument): Set<string> => {
  const pending = componentRefs(before);
  const clean = new Set(pending);
  const referrers = new Map<string, string[]>();
  const dirty: string[] = [];
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    const refs = new Set<string>();
    const [a, b] = [lookUp(before, ref), lookUp(after, ref)];
    if (a === null || b === null || !sameNotingRefs(a.value, b.value, refs)) dirty.push(ref);
    else {
      for (const target of refs) {
        const known = referrers.get(target);
        if (known === undefined) referrers.set(target, [ref]);
        else known.push(ref);
        if (!clean.has(target)) pending.push(target);
        clean.add(target);
      }
    }
  }
  for (let ref = dirty.pop(); ref !== undefined; ref = dirty.pop()) {
    if (clean.delete(ref)) dirty.push(...(referrers.get(ref) ?? []));
  }
  return clean;
};
