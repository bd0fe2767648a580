import type { JsonValue } from '../../../platform/json.ts';
import type { Effect } from '../law.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { compareNumbers, isNumeric, quote, sameValue } from '../values.ts';
import { appears, disappears, keywordRule } from './keyword-rule.ts';
import type { Rule } from './rule.ts';

type KeywordRules = Rule<KeywordPair>[];

/** The keyword that limits the same side, but leaves the limit itself in or out. */
const SIBLINGS: Record<string, string> = {
  minimum: 'exclusiveMinimum',
  exclusiveMinimum: 'minimum',
  maximum: 'exclusiveMaximum',
  exclusiveMaximum: 'maximum',
};

/**
 * How far a limit moves to another keyword: above 0 when more is refused than before, 0 when nothing changes. Undefined
 * where no such move takes place.
 */
const crossing = (keyword: string, side: 'upper' | 'lower', pair: SchemaPair): number | undefined => {
  const sibling = SIBLINGS[keyword];
  if (sibling === undefined) return undefined;
  const [before, after] = [pair.before.keywords, pair.after.keywords];
  const [from, to] = after.has(keyword) ? [sibling, keyword] : [keyword, sibling];
  const [old, now] = [before.get(from)?.value, after.get(to)?.value];
  if (before.has(to) || after.has(from) || !isNumeric(old) || !isNumeric(now)) return undefined;
  const becomesExclusive = to.startsWith('exclusive') ? 1 : -1;
  const moved = compareNumbers(now, old) * (side === 'lower' ? 1 : -1);
  return isWhole(pair) ? wholeCrossing(old, now, side, becomesExclusive) : moved || becomesExclusive;
};

const isWhole = ({ before, after }: SchemaPair): boolean =>
  [before, after].every(({ types }) => types?.size === 1 && types.has('integer'));

/** Among integers more than 4 means at least 5. */
const wholeCrossing = (old: JsonValue, now: JsonValue, side: 'upper' | 'lower', becomesExclusive: number): number => {
  const distance = (Number(now) - Number(old)) * (side === 'lower' ? 1 : -1);
  return distance + becomesExclusive;
};

/**
 * A limit that comes, goes or moves. An upper one narrows when it decreases, a lower one when it increases. One that
 * moves to the sibling keyword comes there when it refuses more, and goes here when it refuses less.
 */
const bound = (keyword: string, name: string, words: string, side: 'upper' | 'lower'): KeywordRules => {
  const increased: Effect = side === 'upper' ? 'widens' : 'narrows';
  const decreased: Effect = side === 'upper' ? 'narrows' : 'widens';
  const silent = SILENT[keyword];
  const comesAndGoes = [
    keywordRule(`{subject}-${name}-set`, 'narrows', {
      when: (before, after, pair) =>
        appears(before, after) && !sameValue(after, silent) && (crossing(keyword, side, pair) ?? 1) > 0,
      says: (_, after) => `${words} set to ${quote(after)}`,
      effect: (_pair, _before, after) => (order(after, silent) < 0 ? 'widens' : 'narrows'),
    }),
    keywordRule(`{subject}-${name}-unset`, 'widens', {
      when: (before, after, pair) =>
        disappears(before, after) && !sameValue(before, silent) && (crossing(keyword, side, pair) ?? -1) < 0,
      says: before => `${words} ${quote(before)} removed`,
      effect: (_pair, before) => (order(before, silent) < 0 ? 'narrows' : 'widens'),
    }),
  ];
  const floor = FLOOR[keyword];
  return [
    ...(floor === undefined ? comesAndGoes : []),
    keywordRule(`{subject}-${name}-increased`, increased, {
      when: (before = floor, after = floor) => order(before, after) < 0,
      says: (before = floor, after = floor) => `${words} increased from ${quote(before)} to ${quote(after)}`,
    }),
    keywordRule(`{subject}-${name}-decreased`, decreased, {
      when: (before = floor, after = floor) => order(before, after) > 0,
      says: (before = floor, after = floor) => `${words} decreased from ${quote(before)} to ${quote(after)}`,
    }),
  ];
};

/** Nothing is shorter or emptier: without the keyword the limit is there all the same. */
const FLOOR: Record<string, number> = { minLength: 0, minItems: 0, minProperties: 0 };

/** What holds where a keyword is silent. */
const SILENT: Record<string, number> = { minContains: 1 };

const order = (before: JsonValue | undefined, after: JsonValue | undefined): number =>
  isNumeric(before) && isNumeric(after) ? compareNumbers(before, after) : 0;

/** Whether every multiple of `step` is a multiple of `base` too; false when doubles cannot prove it. */
const divides = (base: JsonValue | undefined, step: JsonValue | undefined): boolean =>
  typeof base === 'number' && typeof step === 'number' && base > 0 && Number.isInteger(step / base);

const multipleOf: KeywordRules = [
  keywordRule('{subject}-multiple-of-set', 'narrows', {
    when: (before, after) => before === undefined && after !== undefined,
    says: (_, after) => `only multiples of ${quote(after)} are accepted now`,
  }),
  keywordRule('{subject}-multiple-of-unset', 'widens', {
    when: (before, after) => before !== undefined && after === undefined,
    says: before => `values need no longer be multiples of ${quote(before)}`,
  }),
  keywordRule('{subject}-multiple-of-generalized', 'widens', {
    when: (before, after, { direction }) => direction === 'request' && divides(after, before),
    says: (before, after) => `multipleOf generalized from ${quote(before)} to ${quote(after)}`,
  }),
  keywordRule('{subject}-multiple-of-specialized', 'narrows', {
    when: (before, after, { direction }) => direction === 'response' && divides(before, after),
    says: (before, after) => `multipleOf specialized from ${quote(before)} to ${quote(after)}`,
  }),
  // As with types, the reference calls what breaks `changed`, whichever way it went.
  keywordRule('{subject}-multiple-of-changed', 'changes', {
    when: (before, after, { direction }) =>
      before !== undefined &&
      after !== undefined &&
      !(direction === 'request' ? divides(after, before) : divides(before, after)),
    says: (before, after) => `multipleOf changed from ${quote(before)} to ${quote(after)}`,
    effect: (_pair, before, after) =>
      divides(before, after) ? 'narrows' : divides(after, before) ? 'widens' : 'changes',
  }),
];

const uniqueItems: KeywordRules = [
  keywordRule('{subject}-unique-items-set', 'narrows', {
    when: (_, after) => after === true,
    says: () => 'items must be unique now',
  }),
  keywordRule('{subject}-unique-items-unset', 'widens', {
    when: before => before === true,
    says: () => 'items need no longer be unique',
  }),
];

const MATCHES_ALL = new Set(['', '.*', '^.*$', '^.*', '.*$', '(.*)', '^', '$']);
const matchesAll = (pattern: JsonValue | undefined): boolean => typeof pattern === 'string' && MATCHES_ALL.has(pattern);

const pattern: KeywordRules = [
  keywordRule('{subject}-pattern-added', 'narrows', {
    when: (before, after) => before === undefined && after !== undefined,
    says: (_, after) => `pattern ${quote(after)} added`,
  }),
  keywordRule('{subject}-pattern-removed', 'widens', {
    when: (before, after) => before !== undefined && after === undefined,
    says: before => `pattern ${quote(before)} removed`,
  }),
  keywordRule('{subject}-pattern-generalized', 'widens', {
    when: (before, after, { direction }) => direction === 'request' && before !== undefined && matchesAll(after),
    says: (before, after) => `pattern generalized from ${quote(before)} to ${quote(after)}`,
  }),
  keywordRule('{subject}-pattern-changed', 'may-change', {
    when: (before, after, { direction }) =>
      before !== undefined && after !== undefined && !(direction === 'request' && matchesAll(after)),
    says: (before, after) => `pattern changed from ${quote(before)} to ${quote(after)}`,
    effect: (_pair, _before, after) => (matchesAll(after) ? 'widens' : 'may-change'),
  }),
];

const BOUNDS: [keyword: string, name: string, words: string, side: 'upper' | 'lower'][] = [
  ['maximum', 'max', 'maximum', 'upper'],
  ['minimum', 'min', 'minimum', 'lower'],
  ['exclusiveMaximum', 'exclusive-max', 'exclusive maximum', 'upper'],
  ['exclusiveMinimum', 'exclusive-min', 'exclusive minimum', 'lower'],
  ['maxLength', 'max-length', 'maximum length', 'upper'],
  ['minLength', 'min-length', 'minimum length', 'lower'],
  ['maxItems', 'max-items', 'maximum number of items', 'upper'],
  ['minItems', 'min-items', 'minimum number of items', 'lower'],
  ['maxProperties', 'max-properties', 'maximum number of properties', 'upper'],
  ['minProperties', 'min-properties', 'minimum number of properties', 'lower'],
  ['maxContains', 'max-contains', 'maximum number of matching items', 'upper'],
  ['minContains', 'min-contains', 'minimum number of matching items', 'lower'],
];

export const boundRules: Record<string, KeywordRules> = {
  ...Object.fromEntries(BOUNDS.map(row => [row[0], bound(...row)])),
  multipleOf,
  uniqueItems,
  pattern,
};
