import { mappedRefs } from '../../openapi/hash.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';
import { type ApiDocument, isOfSharedAnchor, lookUp } from '../read/document.ts';
import { sameValue } from '../read/values.ts';

/**
 * The short cut that makes comparing cheap: parts with equal text that refer only to equal parts, at any depth, need no
 * rule. It may return "different" for equal parts, but never "same" for different ones.
 */
export interface Sameness {
  isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean;
  likenessOf(a: JsonValue | undefined, b: JsonValue | undefined): Likeness;
}

/** `same text`: the text is equal, but it refers to parts that may differ. */
export type Likeness = 'different' | 'same text' | 'same';

export const findSameness = (before: ApiDocument, after: ApiDocument): Sameness => {
  const known: View['known'] = new Map();
  const clean = findCleanRefs(before, after, known);
  return new ByText({ accepts: ref => clean.has(ref), seen: 0, known, isFinal: true });
};

class ByText implements Sameness {
  readonly #view: View;

  constructor(view: View) {
    this.#view = view;
  }

  isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
    return this.likenessOf(a, b) === 'same';
  }

  likenessOf(a: JsonValue | undefined, b: JsonValue | undefined): Likeness {
    const { known } = this.#view;
    const found = typeof a === 'object' && a !== null ? known.get(a) : undefined;
    return found !== undefined && found.other === b ? found.likeness : compare(a, b, this.#view);
  }
}

/** For documents of two dialects: the same text can have two meanings, so equal text does not mean equal parts. */
export const nothingSame: Sameness = { isSame: () => false, likenessOf: () => 'different' };

/** The object that it was compared with, and the result. */
type Found = { other: JsonValue; likeness: Likeness };

type View = {
  /** Whether equal parts may contain this reference. */
  accepts: (ref: string) => boolean;
  /** The number of visited values. */
  seen: number;
  /**
   * Results to look up. After "different", the caller compares the members, and each level would repeat the work. So
   * every "different" is kept, and "same" if it was expensive.
   */
  known: Map<JsonValue, Found>;
  /** Whether all clean references are found: until then, "same" means "same text". */
  isFinal: boolean;
};

/** Smaller equal parts are cheaper to compare again than to look up. */
const WORTH_KNOWING = 128;

/** A long string takes as long as several values. */
const weightOf = (value: JsonValue | undefined): number => (typeof value === 'string' ? value.length >>> 8 : 0);

/**
 * Deep equality. It visits every value of both documents, so it uses plain functions and loops. A number stored as text
 * equals another one only if their texts are equal, which is safe.
 */
function compare(a: JsonValue | undefined, b: JsonValue | undefined, view: View): Likeness {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b || sameValue(a, b) ? 'same' : 'different';
  const start = view.seen;
  const isList = Array.isArray(a);
  if (isList !== Array.isArray(b)) return 'different';
  const likeness = isList
    ? compareElements(a, b as JsonValue[], view)
    : compareMembers(a as JsonObject, b as JsonObject, view);
  if (likeness === 'different' || (view.isFinal && view.seen - start > WORTH_KNOWING))
    view.known.set(a, { other: b, likeness });
  return likeness;
}

function compareElements(a: JsonValue[], b: JsonValue[], view: View): Likeness {
  if (a.length !== b.length) return 'different';
  view.seen += a.length;
  let likeness: Likeness = 'same';
  for (let index = 0; index < a.length && likeness !== 'different'; index++) {
    view.seen += weightOf(a[index]);
    const found = compare(a[index], b[index], view);
    if (found !== 'same') likeness = found;
  }
  return likeness;
}

function compareMembers(a: JsonObject, b: JsonObject, view: View): Likeness {
  let likeness: Likeness = 'same';
  let open = 0;
  for (const _ in b) open++;
  view.seen += open;
  for (const _ in a) open--;
  if (open !== 0) return 'different';
  for (const key in a) {
    const value = a[key];
    const other = b[key];
    if (value === other && typeof value !== 'object') {
      view.seen += weightOf(value);
      if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string' && !view.accepts(value))
        likeness = 'same text';
      continue;
    }
    const found = typeof value !== 'string' && isThere(other) ? compare(value, other, view) : 'different';
    if (found === 'different') return 'different';
    if (found === 'same text' || (key === 'discriminator' && !mappedRefs(a).every(view.accepts)))
      likeness = 'same text';
  }
  return likeness;
}

/** Every object inherits `__proto__`: it is not a member. */
const isThere = (value: JsonValue | undefined): boolean =>
  value !== undefined && (value as unknown) !== Object.prototype;

/** References whose targets have equal text in both documents, including everything that they refer to. */
const findCleanRefs = (before: ApiDocument, after: ApiDocument, known: View['known']): Set<string> => {
  const components = componentPairs(before, after);
  const clean = new Set(components.map(({ ref }) => ref));
  const referrers = new Map<string, string[]>();
  const pending: string[] = [];
  const dirty: string[] = [];
  let referrer = '';
  const accepts = (ref: string): boolean => {
    const others = referrers.get(ref);
    if (others === undefined) referrers.set(ref, [referrer]);
    else others.push(referrer);
    if (!clean.has(ref)) pending.push(ref);
    clean.add(ref);
    return true;
  };
  const view: View = { accepts, seen: 0, known, isFinal: false };
  const judge = ({ ref, old, now }: ComponentPair): void => {
    referrer = ref;
    const isUnclear = [before, after].some(document => isOfSharedAnchor(document, ref));
    if (isUnclear || old === undefined || now === undefined || compare(old, now, view) !== 'same') dirty.push(ref);
    else for (const { builtOn } of [before, after]) builtOn.get(ref)?.forEach(accepts);
  };
  components.forEach(judge);
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop())
    judge({ ref, old: lookUp(before, ref)?.value, now: lookUp(after, ref)?.value });
  for (let ref = dirty.pop(); ref !== undefined; ref = dirty.pop()) {
    if (clean.delete(ref)) dirty.push(...(referrers.get(ref) ?? []));
  }
  for (const { ref, old, now } of components)
    if (old !== undefined && now !== undefined && clean.has(ref)) known.set(old, { other: now, likeness: 'same' });
  return clean;
};

type ComponentPair = { ref: string; old: JsonValue | undefined; now: JsonValue | undefined };

const componentPairs = ({ root: before }: ApiDocument, { root: after }: ApiDocument): ComponentPair[] => {
  const [old, now] = [mapsOf(before.components), mapsOf(after.components)];
  return Object.keys(old).flatMap(kind => {
    const [map, others] = [mapsOf(old[kind]), mapsOf(ownField(now, kind))];
    return Object.keys(map).map(name => ({
      ref: `#/components/${kind}/${name}`,
      old: map[name],
      now: ownField(others, name),
    }));
  });
};

const mapsOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
