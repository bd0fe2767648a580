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
  const isWrittenAlike: Compare = (a, b) => same(a, b, ANY_REF);
  if (before.dialect !== after.dialect) return { isSame: () => false, isWrittenAlike };
  const clean = findCleanRefs(before, after);
  const view: View = { accepts: ref => clean.has(ref), proven: new Map(), refuted: new Map() };
  const isSame: Compare = (a, b) => {
    if (typeof a === 'object' && a !== null && b !== undefined) {
      if (view.proven?.get(a) === b) return true;
      if (view.refuted?.get(a) === b) return false;
    }
    return same(a, b, view);
  };
  return { isSame, isWrittenAlike };
};

type Compare = (a: JsonValue | undefined, b: JsonValue | undefined) => boolean;

/**
 * Which references may stand in what is the same, and what was seen so far. Who asks about an object and hears
 * "different" asks about its members next: so a refusal notes the objects that differ on the way, and those beside them
 * that do not.
 */
type View = {
  accepts: (ref: string) => boolean;
  proven?: Map<JsonValue, JsonValue | undefined>;
  refuted?: Map<JsonValue, JsonValue | undefined>;
};

const ANY_REF: View = { accepts: () => true };

/**
 * Deep equality. Plain functions and loops instead of lists of keys: it runs over every value of both documents. A
 * number that is kept as text equals another one by its text, which is on the safe side.
 */
function same(a: JsonValue | undefined, b: JsonValue | undefined, view: View): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b || sameValue(a, b);
  if (Array.isArray(a)) return Array.isArray(b) && sameElements(a, b, view);
  return !Array.isArray(b) && sameMembers(a as JsonObject, b as JsonObject, view);
}

function sameElements(a: JsonValue[], b: JsonValue[], view: View): boolean {
  let index = 0;
  while (index < a.length && index < b.length && same(a[index], b[index], view)) index++;
  if (index === a.length && index === b.length) return true;
  view.refuted?.set(a, b);
  for (let seen = 0; seen < index; seen++) prove(view, a[seen], b[seen]);
  return false;
}

function sameMembers(a: JsonObject, b: JsonObject, view: View): boolean {
  let open = 0;
  for (const _ in b) open++;
  for (const key in a) {
    const value = a[key];
    const other = b[key];
    const isAlike = typeof value === 'string' ? value === other : isThere(other) && same(value, other, view);
    if (isAlike && --open >= 0 && (key !== '$ref' || typeof value !== 'string' || view.accepts(value))) continue;
    if (view.refuted !== undefined) noteMembers(view, a, b, key);
    return false;
  }
  return open === 0;
}

/** What every object inherits under the name `__proto__` is no member of it. */
const isThere = (value: JsonValue | undefined): boolean =>
  value !== undefined && (value as unknown) !== Object.prototype;

function noteMembers(view: View, a: JsonObject, b: JsonObject, end: string): void {
  view.refuted?.set(a, b);
  for (const key of Object.keys(a)) {
    if (key === end) return;
    prove(view, a[key], b[key]);
  }
}

/** What holds no other object is compared again sooner than looked up. */
function prove({ proven }: View, a: JsonValue | undefined, b: JsonValue | undefined): void {
  if (typeof a === 'object' && a !== null && Object.values(a).some(isObject)) proven?.set(a, b);
}

const isObject = (value: unknown): boolean => typeof value === 'object';

const componentRefs = ({ root }: ApiDocument): string[] => {
  const components = isJsonObject(root.components) ? root.components : {};
  const kinds = Object.entries(components).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
  return kinds.flatMap(([kind, map]) => Object.keys(map).map(name => `#/components/${kind}/${name}`));
};

/** Each component is looked at once, so that nothing is worth remembering. */
const sameNotingRefs = (before: JsonValue, after: JsonValue, refs: Set<string>): boolean =>
  same(before, after, { accepts: ref => Boolean(refs.add(ref)) });

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
