import { isJsonObject, type JsonValue } from '../../../platform/json.ts';
import type { Effect } from '../law.ts';
import type { NormalSchema } from '../schemas/normal.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { quote, sameValue } from '../values.ts';
import { appears, differs, disappears, keywordRule } from './keyword-rule.ts';
import type { Occurrence, Rule } from './rule.ts';

const includes = (wide: ReadonlySet<string> | null, narrow: ReadonlySet<string> | null): boolean => {
  if (wide === null) return true;
  if (narrow === null) return false;
  return [...narrow].every(type => wide.has(type) || (type === 'integer' && wide.has('number')));
};

/** `compatible`: written as text, all that was allowed still reads the same. */
type Relation = 'same' | 'generalized' | 'specialized' | 'compatible' | 'different';

/** A schema that only speaks about properties means an object, one that only speaks about items an array. */
const typesOf = ({ types, properties, subschemas }: NormalSchema): ReadonlySet<string> | null => {
  if (types !== null) return types;
  if (properties.size > 0) return new Set(['object']);
  return subschemas.has('items') ? new Set(['array']) : null;
};

const SAYS_NOTHING = new Set(['type', 'title', 'description', 'example', 'examples']);

/** A query parameter with one value is written like the list of this one value: `?tag=a`. */
const isListOf = (list: NormalSchema, single: NormalSchema): boolean => {
  const element = list.subschemas.get('items')?.[0]?.value;
  if (!isJsonObject(element) || typeof element.type !== 'string') return false;
  const constraints = Object.keys(element).filter(keyword => !SAYS_NOTHING.has(keyword));
  const alike = constraints.every(keyword => sameValue(element[keyword], single.keywords.get(keyword)?.value));
  const isList = list.types?.size === 1 && list.types.has('array');
  return alike && isList && single.types !== null && includes(new Set([element.type]), single.types);
};

const relate = (pair: SchemaPair): Relation => {
  const { before, after, repeatable, root } = pair;
  if (repeatable && root && !before.types?.has('array') && isListOf(after, before)) return 'generalized';
  if (repeatable && root && !after.types?.has('array') && isListOf(before, after)) return 'specialized';
  const [old, now] = [typesOf(before), typesOf(after)];
  const wider = includes(now, old);
  const narrower = includes(old, now);
  if (wider && narrower) return 'same';
  if (wider || narrower) return wider ? 'generalized' : 'specialized';
  return pair.textual ? relateAsText(pair, old, now) : 'different';
};

/** A number read as text stays what it was; what an object turns into cannot be proven. */
const effectOfCompatible = ({ before, after }: SchemaPair): Effect =>
  isPrimitive(typesOf(before)) && isPrimitive(typesOf(after)) ? 'describes' : 'may-change';

type Types = ReadonlySet<string> | null;

const isText = (types: Types): boolean => types?.size === 1 && types.has('string');
const isPrimitive = (types: Types): boolean => types !== null && !types.has('array') && !types.has('object');

/** Where all is text, a string is wider than any other primitive type. */
const relateAsText = ({ direction, family, root }: SchemaPair, old: Types, now: Types): Relation => {
  const [toText, fromText] = [isText(now) && isPrimitive(old), isText(old) && isPrimitive(now)];
  if (family.endsWith('parameter')) {
    if (toText && root) return 'generalized';
    return fromText && !root ? 'specialized' : 'different';
  }
  if (direction === 'request' && isText(now)) return 'compatible';
  if (direction === 'response' && isText(old)) return 'compatible';
  return toText ? 'generalized' : fromText ? 'specialized' : 'different';
};

/** Nested in a parameter, an object's way of being written decides whether a string still holds the number. */
const effectOfChange = (pair: SchemaPair): Effect =>
  pair.textual && isText(typesOf(pair.after)) && isPrimitive(typesOf(pair.before)) ? 'may-change' : 'changes';

const isList = ({ before, after }: SchemaPair): boolean =>
  before.types !== null && after.types !== null && (before.types.size > 1 || after.types.size > 1);

const namesOf = ({ types }: NormalSchema): JsonValue => {
  if (types === null) return 'any';
  const [only, ...others] = [...types].sort();
  if (only === undefined) return 'null';
  return others.length === 0 ? only : [only, ...others];
};

const typeRule = (
  id: string,
  effect: Effect,
  when: (pair: SchemaPair) => boolean,
  effectOf?: (pair: SchemaPair) => Effect,
) => ({
  id,
  effect,
  *find(pair: SchemaPair): Iterable<Occurrence> {
    if (!when(pair)) return;
    const [oldValue, newValue] = [namesOf(pair.before), namesOf(pair.after)];
    const says = `type changed from ${words(oldValue)} to ${words(newValue)}`;
    const found = { before: pair.before.typesAt, after: pair.after.typesAt, oldValue, newValue, says };
    yield effectOf === undefined ? found : { ...found, effect: effectOf(pair) };
  },
});

const words = (types: JsonValue): string => (Array.isArray(types) ? types.join(' or ') : String(types));

const nullRule = (id: string, effect: Effect, nullable: boolean, says: string) => ({
  id,
  effect,
  *find({ before, after }: SchemaPair): Iterable<Occurrence> {
    if (before.nullable !== !nullable || after.nullable !== nullable) return;
    yield { before: before.nullableAt, after: after.nullableAt, oldValue: !nullable, newValue: nullable, says };
  },
});

export const typeRules: Rule<SchemaPair>[] = [
  typeRule('{subject}-type-generalized', 'widens', pair => relate(pair) === 'generalized' && !isList(pair)),
  typeRule('{subject}-type-specialized', 'narrows', pair => relate(pair) === 'specialized' && !isList(pair)),
  typeRule('{subject}-list-of-types-widened', 'widens', pair => relate(pair) === 'generalized' && isList(pair)),
  typeRule('{subject}-list-of-types-narrowed', 'narrows', pair => relate(pair) === 'specialized' && isList(pair)),
  typeRule('{subject}-type-compatible', 'may-change', pair => relate(pair) === 'compatible', effectOfCompatible),
  typeRule('{subject}-type-changed', 'changes', pair => relate(pair) === 'different', effectOfChange),
  nullRule('{subject}-became-nullable', 'widens', true, 'null is accepted now'),
  nullRule('{subject}-became-not-nullable', 'narrows', false, 'null is no longer accepted'),
];

/** Formats whose values are all values of the other one. */
const WIDER: Record<string, string> = { int32: 'int64', float: 'double', uri: 'uri-reference', iri: 'iri-reference' };
const generalizes = (before: JsonValue | undefined, after: JsonValue | undefined): boolean =>
  typeof before === 'string' && typeof after === 'string' && WIDER[before] === after;

/** A format that changes together with the type is part of the type's change. */
const whileTypeStays = (pair: SchemaPair): boolean => !['different', 'compatible'].includes(relate(pair));

const format: Rule<KeywordPair>[] = [
  keywordRule('{subject}-format-added', 'narrows', {
    when: (before, after, pair) => appears(before, after) && whileTypeStays(pair),
    says: (_, after) => `format ${quote(after)} added`,
  }),
  keywordRule('{subject}-format-removed', 'widens', {
    when: (before, after, pair) => disappears(before, after) && whileTypeStays(pair),
    says: before => `format ${quote(before)} removed`,
  }),
  keywordRule('{subject}-format-generalized', 'widens', {
    when: (before, after, pair) => generalizes(before, after) && whileTypeStays(pair),
    says: (before, after) => `format generalized from ${quote(before)} to ${quote(after)}`,
  }),
  keywordRule('{subject}-format-specialized', 'narrows', {
    when: (before, after, pair) => generalizes(after, before) && whileTypeStays(pair),
    says: (before, after) => `format specialized from ${quote(before)} to ${quote(after)}`,
  }),
  keywordRule('{subject}-format-changed', 'changes', {
    when: (before, after, pair) =>
      differs(before, after) && !generalizes(before, after) && !generalizes(after, before) && whileTypeStays(pair),
    says: (before, after) => `format changed from ${quote(before)} to ${quote(after)}`,
  }),
];

export const formatRules: Record<string, Rule<KeywordPair>[]> = { format };
