import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, lookUp } from './document.ts';
import { sameValue } from './values.ts';

/**
 * The short cut that makes comparing cheap: what is written alike, and refers only to what is alike all the way down,
 * needs no rule. Everything else takes the long way, so that this may say "different" too often but never "same".
 */
export type Sameness = { isSame: (before: JsonValue | undefined, after: JsonValue | undefined) => boolean };

export const findSameness = (before: ApiDocument, after: ApiDocument): Sameness => {
  if (before.dialect !== after.dialect) return { isSame: () => false };
  const clean = findCleanRefs(before, after);
  return { isSame: compareWith(ref => clean.has(ref)) };
};

type Compare = (a: JsonValue | undefined, b: JsonValue | undefined) => boolean;

/** Looking up a small object costs more than comparing it again. */
const WORTH_REMEMBERING = 4;

/**
 * Deep equality under which no reference may stand that `accepts` refuses. Loops instead of lists of keys: it runs over
 * every value of both documents. A number that is kept as text equals another one by its text, which is on the safe side.
 */
const compareWith = (accepts: (ref: string) => boolean, worthRemembering = WORTH_REMEMBERING): Compare => {
  const proven = new Map<object, object>();
  const refuted = new Map<object, object>();
  const compare: Compare = (a, b) => {
    if (a === b && typeof a !== 'object') return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return sameValue(a, b);
    if (Array.isArray(a)) return Array.isArray(b) && sameElements(a, b);
    return !Array.isArray(b) && sameObjects(a as JsonObject, b as JsonObject);
  };
  const sameElements = (a: JsonValue[], b: JsonValue[]): boolean => {
    if (a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!compare(a[index], b[index])) return false;
    return true;
  };
  const sameObjects = (a: JsonObject, b: JsonObject): boolean => {
    let size = 0;
    for (const _ in b) size++;
    if (size < worthRemembering) return sameMembers(a, b, size);
    if (proven.get(a) === b) return true;
    if (refuted.get(a) === b) return false;
    const same = sameMembers(a, b, size);
    (same ? proven : refuted).set(a, b);
    return same;
  };
  const sameMembers = (a: JsonObject, b: JsonObject, size: number): boolean => {
    let open = size;
    for (const key in a) {
      const value = a[key];
      const other = b[key];
      if (--open < 0 || other === undefined || !compare(value, other)) return false;
      if (key === '$ref' && typeof value === 'string' && !accepts(value)) return false;
    }
    return open === 0;
  };
  return compare;
};

const componentRefs = ({ root }: ApiDocument): string[] => {
  const components = isJsonObject(root.components) ? root.components : {};
  const kinds = Object.entries(components).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
  return kinds.flatMap(([kind, map]) => Object.keys(map).map(name => `#/components/${kind}/${name}`));
};

/** Each component is looked at once, so that nothing is worth remembering. */
const sameNotingRefs = (before: JsonValue, after: JsonValue, refs: Set<string>): boolean =>
  compareWith(ref => Boolean(refs.add(ref)), Number.POSITIVE_INFINITY)(before, after);

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
