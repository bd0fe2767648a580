import type { JsonValue } from '../../../platform/json.ts';
import type { Effect } from '../law.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { canonical, quote } from '../values.ts';
import { appears, differs, disappears } from './keyword-rule.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

/** The elements of `list` that `other` does not have; null is told as such where the types say the same about it. */
const missing = (
  list: JsonValue | undefined,
  other: JsonValue | undefined,
  { before, after, crossed }: SchemaPair,
): [JsonValue, number][] => {
  if (!Array.isArray(list)) return [];
  const isNullTold = before.nullable !== after.nullable || crossed;
  const known = new Set(Array.isArray(other) ? other.map(canonical) : []);
  const found: [JsonValue, number][] = [];
  for (const [index, value] of list.entries()) {
    const text = canonical(value);
    if (!known.has(text) && !(value === null && isNullTold)) found.push([value, index]);
    known.add(text);
  }
  return found;
};

const isConst = (pointer: string): boolean => pointer.endsWith('/const');
const elementAt = (pointer: string, index: number): string => (isConst(pointer) ? pointer : `${pointer}/${index}`);

function* valuesAdded(pair: KeywordPair): Iterable<Occurrence> {
  const { before, after } = pair;
  if (before === undefined || after === undefined || isConstPair(pair)) return;
  for (const [value, index] of missing(after.value, before.value, pair.schemas)) {
    const at = elementAt(after.pointer, index);
    yield { before: before.pointer, after: at, newValue: value, says: `value ${quote(value)} added to the enum` };
  }
}

function* valuesRemoved(pair: KeywordPair): Iterable<Occurrence> {
  const { before, after } = pair;
  if (before === undefined || after === undefined || isConstPair(pair)) return;
  for (const [value, index] of missing(before.value, after.value, pair.schemas)) {
    const at = elementAt(before.pointer, index);
    yield { before: at, after: after.pointer, oldValue: value, says: `value ${quote(value)} removed from the enum` };
  }
}

/** `const` is compared as the enum of one value; what both documents write as `const` is told as such. */
const isConstPair = ({ before, after }: KeywordPair): boolean =>
  [before, after].every(side => side === undefined || isConst(side.pointer));

const constantOf = (side: KeywordPair['before']): JsonValue | undefined =>
  Array.isArray(side?.value) ? side.value[0] : undefined;

const constRule = (
  end: string,
  effect: Effect,
  when: typeof appears,
  says: (old: string, now: string) => string,
): Rule<KeywordPair> => ({
  id: `{subject}-const-${end}`,
  effect,
  find(pair): Iterable<Occurrence> {
    const { before, after, schemas } = pair;
    if (!isConstPair(pair) || !when(before?.value, after?.value)) return NOTHING;
    const [oldValue, newValue] = [constantOf(before), constantOf(after)];
    const at = { before: before?.pointer ?? schemas.before.pointer, after: after?.pointer ?? schemas.after.pointer };
    return [{ ...at, oldValue, newValue, says: says(quote(oldValue), quote(newValue)) }];
  },
});

const enumRule = (id: string, effect: Effect, when: typeof appears, says: (list: JsonValue | undefined) => string) => ({
  id,
  effect,
  find(pair: KeywordPair): Iterable<Occurrence> {
    const { before, after, schemas } = pair;
    if (isConstPair(pair) || !when(before?.value, after?.value)) return NOTHING;
    const at = { before: before?.pointer ?? schemas.before.pointer, after: after?.pointer ?? schemas.after.pointer };
    return [{ ...at, oldValue: before?.value, newValue: after?.value, says: says(before?.value ?? after?.value) }];
  },
});

const enumeration: Rule<KeywordPair>[] = [
  constRule('added', 'narrows', appears, (_, now) => `only the value ${now} is allowed now`),
  constRule('removed', 'widens', disappears, old => `other values than ${old} are allowed now`),
  constRule('changed', 'changes', differs, (old, now) => `constant value changed from ${old} to ${now}`),
  enumRule('{subject}-became-enum', 'narrows', appears, list => `only the values ${quote(list)} are allowed now`),
  enumRule('{subject}-became-not-enum', 'widens', disappears, list => `no longer restricted to ${quote(list)}`),
  { id: '{subject}-enum-value-added', effect: 'widens', find: valuesAdded },
  { id: '{subject}-enum-value-removed', effect: 'narrows', find: valuesRemoved },
];

const inExtensible = (find: (pair: KeywordPair) => Iterable<Occurrence>) =>
  function* (pair: KeywordPair): Iterable<Occurrence> {
    for (const found of find(pair)) yield { ...found, says: found.says.replace('the enum', 'the extensible enum') };
  };

/** `x-extensible-enum` names today's values and says that more may come: an addition surprises nobody. */
const extensible: Rule<KeywordPair>[] = [
  { id: '{subject}-x-extensible-enum-value-added', effect: 'adds', find: inExtensible(valuesAdded) },
  { id: '{subject}-x-extensible-enum-value-removed', effect: 'narrows', find: inExtensible(valuesRemoved) },
];

export const enumRules: Record<string, Rule<KeywordPair>[]> = { enum: enumeration, 'x-extensible-enum': extensible };
