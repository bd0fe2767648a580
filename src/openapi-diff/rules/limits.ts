import type { JsonValue } from '../../platform/json.ts';
import { type AnyNumber, compareNumbers, isNumeric, quote, type Side, sameValue, wholeBound } from '../read/values.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { schemas } from './examples.ts';
import { type Departure, NOT_INSIDE_PARAMETERS, ONLY_IN_BODIES, TOLERATED_BY_READERS } from './levels.ts';
import { appears, BODIES, disappears, keywordRule, type Rule, type RuleFacts } from './rule.ts';

type KeywordRules = Rule<KeywordPair>[];
type Checks = RuleFacts['checks'];

/** The other keyword for a limit on the same side: one includes the limit, the other one excludes it. */
const SIBLINGS: Record<string, string> = {
  minimum: 'exclusiveMinimum',
  exclusiveMinimum: 'minimum',
  maximum: 'exclusiveMaximum',
  exclusiveMaximum: 'maximum',
};

/**
 * For a limit that moves to its sibling keyword: above 0 if more is refused than before, below 0 if less, 0 if nothing
 * changes. Undefined if there is no such move.
 */
const crossing = (keyword: string, side: Side, pair: SchemaPair): number | undefined => {
  const sibling = SIBLINGS[keyword];
  if (sibling === undefined) return undefined;
  const [before, after] = [pair.before.keywords, pair.after.keywords];
  const [from, to] = after.has(keyword) ? [sibling, keyword] : [keyword, sibling];
  const [old, now] = [before.get(from)?.value, after.get(to)?.value];
  if (before.has(to) || after.has(from) || !isNumeric(old) || !isNumeric(now)) return undefined;
  const becomesExclusive = to.startsWith('exclusive') ? 1 : -1;
  const sign = side === 'lower' ? 1 : -1;
  const moved = compareNumbers(now, old) * sign || becomesExclusive;
  return isWhole(pair) ? (wholeCrossing(old, now, side, becomesExclusive > 0) ?? moved) : moved;
};

const isWhole = ({ before, after }: SchemaPair): boolean =>
  [before, after].every(({ types }) => types?.size === 1 && types.has('integer'));

/** Like `crossing`, for integers: `exclusiveMinimum: 4` equals `minimum: 5`. */
const wholeCrossing = (old: AnyNumber, now: AnyNumber, side: Side, becomesExclusive: boolean): number | undefined => {
  const before = wholeBound({ value: old, excluded: !becomesExclusive }, side);
  const after = wholeBound({ value: now, excluded: becomesExclusive }, side);
  if (before === null || after === null) return undefined;
  return (after === before ? 0 : after > before ? 1 : -1) * (side === 'lower' ? 1 : -1);
};

/** What all rules about one limit have in common. */
type Limit = {
  keyword: string;
  /** As ids call it. */
  name: string;
  /** As messages call it. */
  words: string;
  side: Side;
  /** The type of the examples. */
  type: 'number' | 'string' | 'array' | 'object';
  /** Where oasdiff looks at it. */
  seen: typeof ONLY_IN_BODIES | typeof NOT_INSIDE_PARAMETERS;
  checks: { set?: Checks; unset?: Checks; increased: Checks; decreased: Checks };
  alsoCovers?: { increased?: RuleFacts['alsoCovers']; decreased?: RuleFacts['alsoCovers'] };
};

const levels = (oasdiff: Departure) => ({ strict: 'law', oasdiff, lenient: TOLERATED_BY_READERS }) as const;

/** A schema of the type, with the limit at this value or without it. */
const limited = ({ keyword, type }: Limit, value?: number) => ({
  type,
  ...(keyword.endsWith('Contains') && { contains: { type: 'string' } }),
  ...(value !== undefined && { [keyword]: value }),
});

/** A limit that appears or disappears. A move to the sibling keyword is reported once: as set if it refuses more. */
const limitSet = (limit: Limit): KeywordRules => {
  const { keyword, name, words, side, seen, checks } = limit;
  const assumed = DEFAULTS[keyword];
  const isStrict = !keyword.endsWith('Contains');
  return [
    keywordRule({
      id: `{subject}-${name}-set`,
      effect: 'narrows',
      when: (before, after, pair) =>
        appears(before, after) && !sameValue(after, assumed) && (crossing(keyword, side, pair) ?? 1) > 0,
      says: (_, after) => `${words} set to ${quote(after)}`,
      effectOf: (_pair, _before, after) => (order(after, assumed) < 0 ? 'widens' : 'narrows'),
      location: 'after',
      // A limit that is new to a request may state what the service did all along.
      levels: levels(isStrict ? { ...seen, request: 'WARNING' } : seen),
      checks: checks.set ?? 'none',
      examples: [schemas(limited(limit), limited(limit, 2))],
    }),
    keywordRule({
      id: `{subject}-${name}-unset`,
      effect: 'widens',
      when: (before, after, pair) =>
        disappears(before, after) && !sameValue(before, assumed) && (crossing(keyword, side, pair) ?? -1) < 0,
      says: before => `${words} ${quote(before)} removed`,
      effectOf: (_pair, before) => (order(before, assumed) < 0 ? 'narrows' : 'widens'),
      location: 'before',
      levels: levels(isStrict && keyword !== 'maxLength' ? { ...seen, response: 'INFO' } : seen),
      checks: checks.unset ?? 'none',
      examples: [schemas(limited(limit, 2), limited(limit))],
    }),
  ];
};

/** A limit that moves. An upper limit narrows when it decreases, a lower one when it increases. */
const limitMoved = (limit: Limit): KeywordRules => {
  const { keyword, name, words, side, seen, checks, alsoCovers } = limit;
  const floor = FLOOR[keyword];
  return [
    keywordRule({
      id: `{subject}-${name}-increased`,
      effect: side === 'upper' ? 'widens' : 'narrows',
      when: (before = floor, after = floor) => order(before, after) < 0,
      says: (before = floor, after = floor) => `${words} increased from ${quote(before)} to ${quote(after)}`,
      location: 'after',
      levels: levels(seen),
      checks: checks.increased,
      ...(alsoCovers?.increased && { alsoCovers: alsoCovers.increased }),
      examples: [schemas(limited(limit, 2), limited(limit, 3))],
    }),
    keywordRule({
      id: `{subject}-${name}-decreased`,
      effect: side === 'upper' ? 'narrows' : 'widens',
      when: (before = floor, after = floor) => order(before, after) > 0,
      says: (before = floor, after = floor) => `${words} decreased from ${quote(before)} to ${quote(after)}`,
      location: 'after',
      levels: levels(seen),
      checks: checks.decreased,
      ...(alsoCovers?.decreased && { alsoCovers: alsoCovers.decreased }),
      examples: [schemas(limited(limit, 3), limited(limit, 2))],
    }),
  ];
};

/** Without these keywords, the limit is 0: so they only move, and are never set or unset. */
const FLOOR: Record<string, number> = { minLength: 0, minItems: 0, minProperties: 0 };

/** The default of an absent keyword. Writing it explicitly changes nothing. */
const DEFAULTS: Record<string, number> = { minContains: 1 };

const order = (before: JsonValue | undefined, after: JsonValue | undefined): number =>
  isNumeric(before) && isNumeric(after) ? compareNumbers(before, after) : 0;

const READ = ['request-body', 'request-property', 'request-parameter', 'response-body', 'response-property'] as const;
const SENT = ['request-body', 'request-property', 'request-parameter'] as const;
const SENT_BODIES = ['request-body', 'request-property'] as const;
const RECEIVED_BODIES = ['response-body', 'response-property'] as const;
const INERT = 'request-read-only-property';
const UPPER = { set: SENT, increased: READ, decreased: [...SENT, INERT] } as const;
const LOWER = { set: SENT, increased: [...SENT, INERT], decreased: READ } as const;
const PLAIN = { seen: NOT_INSIDE_PARAMETERS } as const;
const NESTED = { seen: ONLY_IN_BODIES } as const;
const CONTAINS = { increased: BODIES, decreased: BODIES } as const;

/** Without the keyword the limit is 0, so that one which appears has increased. */
const MIN_ITEMS_SET = {
  'request-body': 'request-body-min-items-set',
  'request-property': 'request-property-min-items-set',
  'request-parameter': 'request-parameter-min-items-set',
};
const MIN_ITEMS_UNSET = {
  'response-body': 'response-body-min-items-unset',
  'response-property': 'response-property-min-items-unset',
};

const LIMITS: readonly Limit[] = [
  { keyword: 'maximum', name: 'max', words: 'maximum', side: 'upper', type: 'number', checks: UPPER, ...PLAIN },
  { keyword: 'minimum', name: 'min', words: 'minimum', side: 'lower', type: 'number', checks: LOWER, ...PLAIN },
  {
    ...{
      keyword: 'exclusiveMaximum',
      name: 'exclusive-max',
      words: 'exclusive maximum',
      side: 'upper',
      type: 'number',
    },
    ...{ checks: UPPER, ...PLAIN },
  },
  {
    ...{
      keyword: 'exclusiveMinimum',
      name: 'exclusive-min',
      words: 'exclusive minimum',
      side: 'lower',
      type: 'number',
    },
    ...{ checks: LOWER, ...PLAIN },
  },
  {
    ...{ keyword: 'maxLength', name: 'max-length', words: 'maximum length', side: 'upper', type: 'string', ...PLAIN },
    checks: { ...UPPER, unset: RECEIVED_BODIES },
  },
  {
    ...{ keyword: 'minLength', name: 'min-length', words: 'minimum length', side: 'lower', type: 'string', ...PLAIN },
    checks: { increased: SENT, decreased: READ },
  },
  {
    ...{ keyword: 'maxItems', name: 'max-items', words: 'maximum number of items', side: 'upper', type: 'array' },
    ...{ checks: { ...UPPER, set: SENT_BODIES }, ...PLAIN },
  },
  {
    ...{ keyword: 'minItems', name: 'min-items', words: 'minimum number of items', side: 'lower', type: 'array' },
    ...{ checks: { increased: SENT, decreased: ['request-parameter', ...RECEIVED_BODIES] }, ...PLAIN },
    alsoCovers: { increased: MIN_ITEMS_SET, decreased: MIN_ITEMS_UNSET },
  },
  {
    ...{ keyword: 'maxProperties', name: 'max-properties', words: 'maximum number of properties', side: 'upper' },
    ...{ type: 'object', ...NESTED },
    checks: { set: SENT_BODIES, increased: BODIES, decreased: [...SENT_BODIES, INERT] },
  },
  {
    ...{ keyword: 'minProperties', name: 'min-properties', words: 'minimum number of properties', side: 'lower' },
    ...{ type: 'object', checks: { increased: SENT_BODIES, decreased: RECEIVED_BODIES }, ...NESTED },
  },
  {
    ...{ keyword: 'maxContains', name: 'max-contains', words: 'maximum number of matching items', side: 'upper' },
    ...{ type: 'array', checks: CONTAINS, ...NESTED },
  },
  {
    ...{ keyword: 'minContains', name: 'min-contains', words: 'minimum number of matching items', side: 'lower' },
    ...{ type: 'array', checks: CONTAINS, ...NESTED },
  },
];

function rulesOf(limit: Limit): KeywordRules {
  return [...(FLOOR[limit.keyword] === undefined ? limitSet(limit) : []), ...limitMoved(limit)];
}

/** The rules about limits, by keyword. */
export const limitRules: Record<string, KeywordRules> = Object.fromEntries(
  LIMITS.map(limit => [limit.keyword, rulesOf(limit)]),
);
