import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from './document.ts';
import { sameValue } from './values.ts';

/**
 * The short cut that makes comparing cheap: what is written alike, and refers only to what is alike all the way down,
 * needs no rule. Everything else takes the long way, so that this may say "different" too often but never "same".
 */
export type Sameness = { isSame: (before: JsonValue | undefined, after: JsonValue | undefined) => boolean };

export const findSameness = (before: ApiDocument, after: ApiDocument): Sameness => {
  if (before.dialect !== after.dialect) return { isSame: () => false };
  const clean = findCleanRefs(before, after);
  const proven = new Map<object, object>();
  const refuted = new Map<object, object>();

  const isSame = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => {
    if (typeof a !== 'object' || a === null) return a === b || sameValue(a, b);
    if (Array.isArray(a)) return Array.isArray(b) && sameElements(a, b, isSame);
    if (!isJsonObject(a) || !isJsonObject(b)) return sameValue(a, b);
    const remembered = isWorthRemembering(a);
    if (remembered && proven.get(a) === b) return true;
    if (remembered && refuted.get(a) === b) return false;
    const ref = refOf(a);
    const same = (ref === null || clean.has(ref)) && sameMembers(a, b, isSame);
    if (remembered) (same ? proven : refuted).set(a, b);
    return same;
  };
  return { isSame };
};

/** Looking up a small object costs more than comparing it again. */
const isWorthRemembering = (value: JsonObject): boolean => {
  let members = 0;
  for (const _ in value) if (++members > 3) return true;
  return false;
};

type Compare = (a: JsonValue | undefined, b: JsonValue | undefined) => boolean;

const sameElements = (a: JsonValue[], b: JsonValue[], compare: Compare): boolean => {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!compare(a[index], b[index])) return false;
  return true;
};

/** Loops instead of lists of keys: this runs over every value of both documents. */
const sameMembers = (a: JsonObject, b: JsonObject, compare: Compare): boolean => {
  let open = 0;
  for (const _ in b) open++;
  for (const key in a) {
    open--;
    const other = b[key];
    if (open < 0 || other === undefined || !compare(a[key], other)) return false;
  }
  return open === 0;
};

/** Deep equality that notes every `$ref` on its way. */
const sameNotingRefs = (before: JsonValue, after: JsonValue, refs: Set<string>): boolean => {
  const compare: Compare = (a, b) => {
    if (typeof a !== 'object' || a === null) return a === b || sameValue(a, b);
    if (Array.isArray(a)) return Array.isArray(b) && sameElements(a, b, compare);
    if (!isJsonObject(a) || !isJsonObject(b)) return sameValue(a, b);
    if (typeof a.$ref === 'string') refs.add(a.$ref);
    return sameMembers(a, b, compare);
  };
  return compare(before, after);
};

const componentRefs = ({ root }: ApiDocument): string[] => {
  const components = isJsonObject(root.components) ? root.components : {};
  const kinds = Object.entries(components).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
  return kinds.flatMap(([kind, map]) => Object.keys(map).map(name => `#/components/${kind}/${name}`));
};

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
