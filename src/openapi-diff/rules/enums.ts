import type { JsonValue } from '../../platform/json.ts';
import type { Located } from '../read/document.ts';
import { canonical, quote } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { schemas } from './examples.ts';
import { BY_LAW, NOT_INSIDE_PARAMETERS, ONLY_IN_BODIES, TOLERATED_BY_READERS } from './levels.ts';
import { acceptedBy, asText, keptIn } from './listed-texts.ts';
import { appears, BODIES, differs, disappears, NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';
import { isOfTypes } from './type-relations.ts';

/**
 * The elements of the list of one side that the other one does not have. Null is left out if the rules about types report
 * it: always in an enum, and in `x-extensible-enum` if the nullability or the dialect changes.
 */
const missing = (
  { value: list, pointer }: Located,
  { value: other }: Located,
  pair: SchemaPair,
  side: 'before' | 'after',
): [JsonValue, number][] => {
  if (!Array.isArray(list)) return [];
  const { before, after, crossed } = pair;
  const isNullReported = !pointer.endsWith('/x-extensible-enum') || before.nullable !== after.nullable || crossed;
  const isKept = keptIn(pair, side, list, Array.isArray(other) ? other : []);
  const seen = new Set<string>();
  const found: [JsonValue, number][] = [];
  for (const [index, value] of list.entries()) {
    const text = canonical(value);
    if (!seen.has(text) && !isKept(value) && !(value === null && isNullReported)) found.push([value, index]);
    seen.add(text);
  }
  return found;
};

const isConst = (pointer: string): boolean => pointer.endsWith('/const');
const elementAt = ({ pointer, places }: Located, index: number): string =>
  isConst(pointer) ? pointer : (places?.[index] ?? `${pointer}/${index}`);

const valuesAdded = (pair: KeywordPair): Iterable<Occurrence> => {
  const { before, after } = pair;
  if (before === undefined || after === undefined || isConstPair(pair)) return NOTHING;
  const values = missing(after, before, pair.schemas, 'after');
  if (values.length === 0) return NOTHING;
  const [newValue, at, words] = asOne(values, after);
  const says = `${words} added to the enum`;
  return [{ before: before.pointer, after: at, newValue, says, ...effectOf(values, pair.schemas, 'after') }];
};

const valuesRemoved = (pair: KeywordPair): Iterable<Occurrence> => {
  const { before, after } = pair;
  if (before === undefined || after === undefined || isConstPair(pair)) return NOTHING;
  const values = missing(before, after, pair.schemas, 'before');
  if (values.length === 0) return NOTHING;
  const [oldValue, at, words] = asOne(values, before);
  const says = `${words} removed from the enum`;
  return [{ before: at, after: after.pointer, oldValue, says, ...effectOf(values, pair.schemas, 'before') }];
};

/** A value that its own type refuses is no text that anybody may send. */
const effectOf = (values: [JsonValue, number][], schemas: SchemaPair, side: 'before' | 'after') =>
  schemas.textual && values.every(([value]) => !isOfTypes(schemas[side], value))
    ? { effect: 'describes' as const }
    : {};

const MAX_NAMED = 10;

/** One value, or the list of several, with its place and its words. */
const asOne = (values: [JsonValue, number][], list: Located): [value: JsonValue, at: string, named: string] => {
  const [first, ...more] = values as [[JsonValue, number], ...[JsonValue, number][]];
  if (more.length === 0) return [first[0], elementAt(list, first[1]), named([first[0]])];
  return [values.map(([value]) => value), list.pointer, named(values.map(([value]) => value))];
};

/** `value "a"`, or `values "a", "b" and 3 more`. */
const named = (list: JsonValue | undefined): string => {
  const values = Array.isArray(list) ? list : [];
  const names = values.slice(0, MAX_NAMED).map(quote).join(', ');
  const others = values.length > MAX_NAMED ? ` and ${values.length - MAX_NAMED} more` : '';
  return `${values.length === 1 ? 'value' : 'values'} ${names}${others}`;
};

const isEmpty = (list: JsonValue | undefined): boolean => Array.isArray(list) && list.length === 0;
const hasOne = (list: JsonValue | undefined): boolean => Array.isArray(list) && list.length === 1;

/** `const` is compared as the enum of one value; where both documents write `const`, the rules about constants report it. */
const isConstPair = ({ before, after }: KeywordPair): boolean =>
  [before, after].every(side => side === undefined || isConst(side.pointer));

const constantOf = (side: KeywordPair['before']): JsonValue | undefined =>
  Array.isArray(side?.value) ? side.value[0] : undefined;

/** Whether the types have exactly the listed values: so few have only null and the truth values. */
const listsAll = (list: JsonValue | undefined, { types, nullable }: NormalSchema): boolean => {
  if (!Array.isArray(list) || types === null || [...types].some(type => type !== 'boolean')) return false;
  const values: JsonValue[] = [...(types.size > 0 ? [true, false] : []), ...(nullable === false ? [] : [null])];
  return values.every(value => list.includes(value)) && list.every(value => values.includes(value));
};

const TRUTH: JsonValue[] = [true, false];

/** Whether all is text, and the schema accepts both truth values of its list: all that the other side allows. */
const hasAllWritten = (list: JsonValue | undefined, pair: SchemaPair, isLost: boolean): boolean => {
  const [own, other] = isLost ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const { types, nullable } = pair[other];
  if (!pair.textual || !Array.isArray(list)) return false;
  if (types?.size !== 1 || !types.has('boolean') || nullable === true) return false;
  const isAccepted = acceptedBy(pair, own);
  return TRUTH.every(truth => list.some(value => asText(value) === asText(truth) && isAccepted(value)));
};

type When = typeof appears;

const constRule = ({
  when,
  says,
  ...facts
}: RuleFacts & { when: When; says: (old: string, now: string, isAll: boolean) => string }): Rule<KeywordPair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    const { before, after, schemas } = pair;
    if (!isConstPair(pair) || !when(before?.value, after?.value)) return NOTHING;
    const [oldValue, newValue] = [constantOf(before), constantOf(after)];
    const at = { before: before?.pointer ?? schemas.before.pointer, after: after?.pointer ?? schemas.after.pointer };
    const isAll = listsAll(before?.value, schemas.after);
    return [{ ...at, oldValue, newValue, says: says(quote(oldValue), quote(newValue), isAll) }];
  },
});

const enumRule = ({
  when,
  says: words,
  ...facts
}: RuleFacts & { when: When; says: (list: JsonValue | undefined, isAll: boolean) => string }): Rule<KeywordPair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    const { before, after, schemas } = pair;
    if (isConstPair(pair) || !when(before?.value, after?.value)) return NOTHING;
    const at = { before: before?.pointer ?? schemas.before.pointer, after: after?.pointer ?? schemas.after.pointer };
    const list = before?.value ?? after?.value;
    const says = words(list, listsAll(before?.value, schemas.after));
    const hasAll = hasAllWritten(list, schemas, before !== undefined);
    return [
      { ...at, oldValue: before?.value, newValue: after?.value, says, ...(hasAll && { effect: 'describes' as const }) },
    ];
  },
});

const constant = (value?: string) => ({ type: 'string', ...(value !== undefined && { const: value }) });
const listed = (...values: string[]) => ({ type: 'string', ...(values.length > 0 && { enum: values }) });
const whole = (value: JsonValue) => ({ type: 'integer', enum: [value] });
const open = (...values: string[]) => ({ type: 'string', 'x-extensible-enum': values });

const enumeration: Rule<KeywordPair>[] = [
  constRule({
    id: '{subject}-const-added',
    effect: 'narrows',
    when: appears,
    says: (_, now) => `only the value ${now} is allowed now`,
    location: 'after',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: 'law' },
    checks: BODIES,
    examples: [schemas(constant(), constant('a'))],
  }),
  constRule({
    id: '{subject}-const-removed',
    effect: 'widens',
    when: disappears,
    says: (old, _, isAll) =>
      isAll ? `constant value ${old} removed: nothing else is allowed` : `other values than ${old} are allowed now`,
    location: 'before',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: 'law' },
    checks: BODIES,
    examples: [schemas(constant('a'), constant())],
  }),
  constRule({
    id: '{subject}-const-changed',
    effect: 'changes',
    when: differs,
    says: (old, now) => `constant value changed from ${old} to ${now}`,
    location: 'after',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: 'law' },
    checks: BODIES,
    examples: [schemas(constant('a'), constant('b'))],
  }),
  enumRule({
    id: '{subject}-became-enum',
    effect: 'narrows',
    when: appears,
    says: list =>
      isEmpty(list)
        ? 'no value is allowed any more'
        : `only the ${named(list)} ${hasOne(list) ? 'is' : 'are'} allowed now`,
    location: 'after',
    levels: { ...BY_LAW, oasdiff: { 'request-parameter-property': 'INFO', 'response-header-property': 'INFO' } },
    checks: ['request-body', 'request-property', 'request-parameter', 'request-header-property'],
    examples: [schemas(listed(), listed('a'))],
    namesHeaderProperties: true,
  }),
  enumRule({
    id: '{subject}-became-not-enum',
    effect: 'widens',
    when: disappears,
    says(list, isAll) {
      if (isEmpty(list)) return 'values are allowed again';
      return isAll
        ? `enum removed: nothing else than the ${named(list)} is allowed`
        : `no longer restricted to the ${named(list)}`;
    },
    location: 'after',
    levels: {
      strict: 'law',
      oasdiff: { request: 'BREAKING', response: 'INFO', 'request-header': 'law' },
      lenient: TOLERATED_BY_READERS,
    },
    checks: 'none',
    examples: [schemas(listed('a'), listed())],
  }),
  {
    id: '{subject}-enum-value-added',
    effect: 'widens',
    find: valuesAdded,
    location: 'after',
    levels: {
      strict: 'law',
      oasdiff: { 'response-header': 'INFO', 'response-header-property': 'INFO', response: 'WARNING' },
      lenient: TOLERATED_BY_READERS,
    },
    checks: [
      'request-property',
      'request-parameter',
      'request-parameter-property',
      'response-property',
      'response-write-only-property',
    ],
    examples: [schemas(listed('a'), listed('a', 'b'))],
  },
  {
    id: '{subject}-enum-value-removed',
    effect: 'narrows',
    find: valuesRemoved,
    location: 'before',
    levels: {
      strict: 'law',
      oasdiff: { 'response-header': 'INFO', 'response-header-property': 'INFO' },
      lenient: TOLERATED_BY_READERS,
    },
    checks: [
      'request-body',
      'request-property',
      'request-parameter',
      'request-parameter-property',
      'response-body',
      'response-property',
      'request-read-only-property',
    ],
    examples: [schemas(listed('a', 'b'), listed('a')), schemas(whole(1), whole('1'))],
    knownAs: { 'response-body': 'response-mediatype-enum-value-removed' },
  },
];

const inExtensible =
  (find: (pair: KeywordPair) => Iterable<Occurrence>) =>
  (pair: KeywordPair): Iterable<Occurrence> =>
    [...find(pair)].map(found => ({ ...found, says: found.says.replace(/the enum$/, 'the extensible enum') }));

/** `x-extensible-enum` lists the current values and announces more, so an added value breaks nobody. */
const extensible: Rule<KeywordPair>[] = [
  {
    id: '{subject}-x-extensible-enum-value-added',
    effect: 'adds',
    find: inExtensible(valuesAdded),
    location: 'after',
    levels: {
      strict: 'law',
      oasdiff: { ...NOT_INSIDE_PARAMETERS, response: 'WARNING' },
      lenient: TOLERATED_BY_READERS,
    },
    checks: 'none',
    examples: [schemas(open('a'), open('a', 'b'))],
  },
  {
    id: '{subject}-x-extensible-enum-value-removed',
    effect: 'narrows',
    find: inExtensible(valuesRemoved),
    location: 'before',
    levels: { strict: 'law', oasdiff: NOT_INSIDE_PARAMETERS, lenient: TOLERATED_BY_READERS },
    checks: ['request-property', 'request-parameter'],
    examples: [schemas(open('a', 'b'), open('a'))],
  },
];

export const enumRules: Record<string, Rule<KeywordPair>[]> = { enum: enumeration, 'x-extensible-enum': extensible };
