import type { JsonValue } from '../../../platform/json.ts';
import type { KeywordPair } from '../schemas/pair.ts';
import { canonical, quote } from '../values.ts';
import { appears, disappears, keywordRule } from './keyword-rule.ts';
import type { Occurrence, Rule } from './rule.ts';

/** The elements of `list` that `other` does not have. */
const missing = (list: JsonValue | undefined, other: JsonValue | undefined): [JsonValue, number][] => {
  if (!Array.isArray(list)) return [];
  const known = new Set(Array.isArray(other) ? other.map(canonical) : []);
  const found: [JsonValue, number][] = [];
  for (const [index, value] of list.entries()) {
    const text = canonical(value);
    if (!known.has(text)) found.push([value, index]);
    known.add(text);
  }
  return found;
};

const isConst = (pointer: string): boolean => pointer.endsWith('/const');
const elementAt = (pointer: string, index: number): string => (isConst(pointer) ? pointer : `${pointer}/${index}`);

function* valuesAdded({ before, after }: KeywordPair): Iterable<Occurrence> {
  if (before === undefined || after === undefined) return;
  for (const [value, index] of missing(after.value, before.value)) {
    const at = elementAt(after.pointer, index);
    yield { before: before.pointer, after: at, newValue: value, says: `value ${quote(value)} added to the enum` };
  }
}

function* valuesRemoved({ before, after }: KeywordPair): Iterable<Occurrence> {
  if (before === undefined || after === undefined) return;
  for (const [value, index] of missing(before.value, after.value)) {
    const at = elementAt(before.pointer, index);
    yield { before: at, after: after.pointer, oldValue: value, says: `value ${quote(value)} removed from the enum` };
  }
}

const enumeration: Rule<KeywordPair>[] = [
  keywordRule('{subject}-became-enum', 'narrows', {
    when: appears,
    says: (_, after) => `only the values ${quote(after)} are accepted now`,
  }),
  keywordRule('{subject}-became-not-enum', 'widens', {
    when: disappears,
    says: before => `no longer restricted to the values ${quote(before)}`,
  }),
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
