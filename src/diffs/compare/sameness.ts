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
  const proven = new WeakMap<object, object>();

  const isSame = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => {
    if (a === b && (typeof a !== 'object' || a === null)) return true;
    if (Array.isArray(a))
      return Array.isArray(b) && a.length === b.length && a.every((value, i) => isSame(value, b[i]));
    if (!isJsonObject(a) || !isJsonObject(b)) return sameValue(a, b);
    if (proven.get(a) === b) return true;
    const ref = refOf(a);
    if (ref !== null && !clean.has(ref)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    if (!keys.every(key => Object.hasOwn(b, key) && isSame(a[key], b[key]))) return false;
    proven.set(a, b);
    return true;
  };
  return { isSame };
};

/** Deep equality that notes every `$ref` on its way. */
const sameNotingRefs = (a: JsonValue | undefined, b: JsonValue | undefined, refs: Set<string>): boolean => {
  if (a === b && (typeof a !== 'object' || a === null)) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => sameNotingRefs(value, b[i], refs));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return sameValue(a, b);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const ref = refOf(a);
  if (ref !== null) refs.add(ref);
  return keys.every(key => Object.hasOwn(b, key) && sameNotingRefs(a[key], b[key], refs));
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
