import type { JsonObject, JsonValue } from '../../platform/json.ts';
import type { Effect } from '../law.ts';
import { quote, spell } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { SchemaPair } from '../schemas/pair.ts';
import { documents, type Example, jsonBody, OK, reversed, schemas } from './examples.ts';
import {
  isWrittenAsText,
  type LevelFacts,
  type Levels,
  NOT_INSIDE_PARAMETERS,
  type Subject,
  TOLERATED_BY_READERS,
  UNSEEN_BY_OASDIFF,
  type Use,
} from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';
import { type End, type Types, typesOf, verdictOn } from './type-relations.ts';

const namesOf = (types: Types, { nullable }: NormalSchema): JsonValue => {
  if (types === null) return 'any';
  const [only, ...others] = [...types].sort();
  if (only === undefined) return nullable === false ? 'nothing' : 'null';
  return others.length === 0 ? only : [only, ...others];
};

const typeRule = ({ end, ...facts }: RuleFacts & { end: End }): Rule<SchemaPair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    const verdict = verdictOn(pair);
    if (verdict?.end !== end) return NOTHING;
    const { about, effect } = verdict;
    return [{ ...(about === 'type' ? ofTypes(pair) : ofFormats(pair, effect)), effect }];
  },
});

const ofTypes = ({ before, after }: SchemaPair): Occurrence => {
  const [oldValue, newValue] = [namesOf(typesOf(before, after), before), namesOf(typesOf(after, before), after)];
  const says = `type changed from ${words(oldValue)} to ${words(newValue)}`;
  return { before: before.typesAt, after: after.typesAt, oldValue, newValue, says };
};

const ofFormats = ({ before, after }: SchemaPair, effect: Effect): Occurrence => {
  const [old, now] = [before.keywords.get('format'), after.keywords.get('format')];
  const at = { before: old?.pointer ?? before.pointer, after: now?.pointer ?? after.pointer };
  const [oldValue, newValue] = [old?.value, now?.value];
  const both = `format changed from ${quote(oldValue)} to ${quote(newValue)}`;
  const which = effect.startsWith('may-') ? ', which no standard defines' : '';
  const says = old && now ? both : `format ${quote(oldValue ?? newValue)} ${old ? 'removed' : 'added'}${which}`;
  return { ...at, oldValue, newValue, says };
};

const words = (types: JsonValue): string => [types].flat().map(spell).join(' or ');

type NeverRow = RuleFacts & { isNever: boolean; says: string };

const neverRule = ({ isNever, says, ...facts }: NeverRow): Rule<SchemaPair> => ({
  ...facts,
  find({ before, after }): Iterable<Occurrence> {
    if (before.never === after.never || after.never !== isNever) return NOTHING;
    return [{ before: before.pointer, after: after.pointer, says }];
  },
});

const nullRule = ({ nullable, says, ...facts }: RuleFacts & { nullable: boolean; says: string }): Rule<SchemaPair> => ({
  ...facts,
  find({ before, after }): Iterable<Occurrence> {
    if (before.nullable !== !nullable || after.nullable !== nullable) return NOTHING;
    return [{ before: before.nullableAt, after: after.nullableAt, oldValue: !nullable, newValue: nullable, says }];
  },
});

const NAMES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'nothing', 'any']);

/** Only the format changed, not the type. */
const isAboutFormat = ({ oldValue, newValue }: LevelFacts): boolean => {
  const values = [oldValue, newValue].filter(value => value !== undefined);
  return values.length > 0 && values.every(value => typeof value === 'string' && !NAMES.has(value));
};

const isIn = (use: Use, ...uses: Subject[]): boolean => uses.some(one => one === use);
const isFormat = ({ oldValue, newValue }: LevelFacts, before: string, after: string): boolean =>
  oldValue === before && newValue === after;

/** For oasdiff, a string includes all other types if values are written as text, and every date is a date-time. */
const isHarmlessForOasdiff = (facts: LevelFacts, use: Use): boolean => {
  const { oldValue, newValue } = facts;
  const inBody = isWrittenAsText(facts);
  if (use.startsWith('response-'))
    return (
      isFormat(facts, 'date-time', 'date') ||
      (inBody && oldValue === 'string' && isIn(use, 'response-body', 'response-property'))
    );
  if (use === 'request-parameter') return newValue === 'string' || isFormat(facts, 'date', 'date-time');
  if (!isIn(use, 'request-body', 'request-property')) return false;
  return isFormat(facts, 'date', 'date-time') || (inBody && newValue === 'string');
};

/** oasdiff does not ask whether a standard defines a format. */
const isFormatAt =
  (...uses: Subject[]) =>
  (facts: LevelFacts, use: Use): boolean =>
    isAboutFormat(facts) && isIn(use, ...uses);
const PLACES_OF_FORMATS = [
  ...(['request-body', 'request-property', 'request-parameter', 'request-header'] as const),
  ...(['response-body', 'response-property', 'response-header'] as const),
];

const FORMATS_TOLERATED: Levels['lenient'] = { cases: [['WARNING', isAboutFormat]] };
const NOT_IN_HEADER_OBJECTS = { 'response-header-property': 'INFO' } as const satisfies Levels['oasdiff'];

const of = (type: string | string[], format?: string) => ({ type, ...(format && { format }) });

/** Types that are written as alternatives. */
const LISTED = { anyOf: [of('array'), of('boolean')] };
const LONGER = { anyOf: [of('array'), of('boolean'), of('object')] };

const PART = { properties: { a: of('string') } };
/** `additionalProperties` sees only the properties beside it. */
const OUT_OF_SIGHT: Example = schemas(
  { type: 'object', additionalProperties: false, ...PART },
  { type: 'object', additionalProperties: false, allOf: [PART] },
);

const in30 = (schema: JsonObject): JsonObject => ({
  openapi: '3.0.3',
  paths: { '/p': { post: { requestBody: jsonBody(schema), responses: OK } } },
});
const CHOICE = { oneOf: [{ required: ['a'] }, { required: ['b'] }].map(one => ({ type: 'object', ...one })) };
/** Without a type, `nullable` means "or null"; beside a type, the alternatives refuse null. */
const REFUSED_BESIDE_NULLABLE: Example = documents(
  in30({ nullable: true, ...CHOICE }),
  in30({ nullable: true, type: 'object', ...CHOICE }),
);

export const typeRules: Rule<SchemaPair>[] = [
  typeRule({
    id: '{subject}-type-generalized',
    effect: 'widens',
    end: 'type-generalized',
    location: 'after',
    levels: { strict: 'law', oasdiff: NOT_IN_HEADER_OBJECTS, lenient: FORMATS_TOLERATED },
    checks: [
      'request-body',
      'request-property',
      'request-parameter',
      'request-parameter-property',
      'response-body',
      'response-property',
      'response-header',
    ],
    examples: [
      schemas(of('integer'), of('number')),
      schemas(of('string', 'date'), of('string')),
      schemas(of('string'), {}),
    ],
  }),
  typeRule({
    id: '{subject}-type-specialized',
    effect: 'narrows',
    end: 'type-specialized',
    location: 'after',
    levels: {
      strict: 'law',
      oasdiff: { ...NOT_IN_HEADER_OBJECTS, cases: [['BREAKING', isFormatAt('request-parameter-property')]] },
      lenient: FORMATS_TOLERATED,
    },
    checks: ['request-parameter-property', 'response-body', 'response-property', 'response-header'],
    examples: [schemas(of('number'), of('integer')), schemas(of('string'), of('string', 'date'))],
    never: {
      at: ['request-body', 'request-property', 'request-parameter', 'request-header', 'request-read-only-property'],
      because: 'oasdiff calls it changed there',
    },
  }),
  typeRule({
    id: '{subject}-list-of-types-widened',
    effect: 'widens',
    end: 'list-of-types-widened',
    location: 'after',
    levels: { strict: 'law', oasdiff: NOT_IN_HEADER_OBJECTS, lenient: 'law' },
    checks: [
      'request-body',
      'request-property',
      'request-parameter',
      'request-parameter-property',
      'response-body',
      'response-property',
    ],
    examples: [schemas(LISTED, LONGER)],
  }),
  typeRule({
    id: '{subject}-list-of-types-narrowed',
    effect: 'narrows',
    end: 'list-of-types-narrowed',
    location: 'after',
    levels: { strict: 'law', oasdiff: NOT_IN_HEADER_OBJECTS, lenient: 'law' },
    checks: [
      'request-body',
      'request-property',
      'request-parameter',
      'request-parameter-property',
      'response-body',
      'response-property',
    ],
    examples: [schemas(LONGER, LISTED)],
  }),
  typeRule({
    id: '{subject}-type-compatible',
    effect: 'may-change',
    end: 'type-compatible',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: ['request-body', 'request-property', 'response-body', 'response-property', 'response-header'],
    examples: [schemas(of('integer'), of('string')), schemas(of('string'), of('integer'))],
    never: {
      at: ['request-parameter', 'request-parameter-property', 'response-parameter', 'response-parameter-property'],
      because: 'in a parameter it is reported as generalized or specialized',
    },
  }),
  typeRule({
    id: '{subject}-type-changed',
    effect: 'changes',
    end: 'type-changed',
    location: 'after',
    levels: {
      strict: 'law',
      oasdiff: {
        'request-parameter-property': 'WARNING',
        'response-header-property': 'INFO',
        cases: [
          ['INFO', isHarmlessForOasdiff],
          ['BREAKING', isFormatAt(...PLACES_OF_FORMATS)],
        ],
      },
      lenient: FORMATS_TOLERATED,
    },
    checks: [
      'request-body',
      'request-property',
      'request-parameter',
      'request-parameter-property',
      'response-body',
      'response-property',
      'response-header',
    ],
    examples: [
      schemas(of('string'), of('boolean')),
      schemas(of('string', 'date'), of('string', 'uuid')),
      schemas(of('string'), { type: 'array', items: of('string'), minItems: 2 }),
    ],
  }),
  nullRule({
    id: '{subject}-became-nullable',
    effect: 'widens',
    nullable: true,
    says: 'null is accepted now',
    location: 'after',
    levels: { strict: 'law', oasdiff: NOT_IN_HEADER_OBJECTS, lenient: 'law' },
    checks: [
      'request-body',
      'request-property',
      'request-parameter',
      'request-parameter-property',
      'response-body',
      'response-property',
      'response-header',
    ],
    examples: [schemas(of('string'), of(['string', 'null']))],
  }),
  nullRule({
    id: '{subject}-became-not-nullable',
    effect: 'narrows',
    nullable: false,
    says: 'null is no longer accepted',
    location: 'after',
    levels: { strict: 'law', oasdiff: NOT_IN_HEADER_OBJECTS, lenient: 'law' },
    checks: [
      'request-body',
      'request-property',
      'request-parameter',
      'request-parameter-property',
      'response-body',
      'response-property',
      'response-header',
    ],
    examples: [schemas(of(['string', 'null']), of('string')), REFUSED_BESIDE_NULLABLE],
  }),
  neverRule({
    id: '{subject}-schema-became-false',
    effect: 'narrows',
    isNever: true,
    says: 'nothing is accepted any more',
    location: 'after',
    levels: { strict: 'law', oasdiff: NOT_INSIDE_PARAMETERS, lenient: 'law' },
    checks: 'none',
    examples: [schemas(true, false), OUT_OF_SIGHT],
  }),
  neverRule({
    id: '{subject}-schema-became-not-false',
    effect: 'widens',
    isNever: false,
    says: 'something is accepted now, where nothing was',
    location: 'after',
    levels: { strict: 'law', oasdiff: NOT_INSIDE_PARAMETERS, lenient: TOLERATED_BY_READERS },
    checks: 'none',
    examples: [schemas(false, true), reversed(OUT_OF_SIGHT)],
  }),
];

/** The rules about null. */
export const nullRules: Rule<SchemaPair>[] = typeRules.filter(({ id }) => id.endsWith('nullable'));
