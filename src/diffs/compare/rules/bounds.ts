import type { JsonValue } from '../../../platform/json.ts';
import type { Effect } from '../law.ts';
import type { KeywordPair } from '../schemas/pair.ts';
import { compareNumbers, isNumeric, quote } from '../values.ts';
import { keywordRule } from './keyword-rule.ts';
import type { Rule } from './rule.ts';

type KeywordRules = Rule<KeywordPair>[];

/** A limit that comes, goes or moves. An upper one narrows when it decreases, a lower one when it increases. */
const bound = (name: string, words: string, side: 'upper' | 'lower'): KeywordRules => {
  const increased: Effect = side === 'upper' ? 'widens' : 'narrows';
  const decreased: Effect = side === 'upper' ? 'narrows' : 'widens';
  return [
    keywordRule(`{subject}-${name}-set`, 'narrows', {
      when: (before, after) => before === undefined && after !== undefined,
      says: (_, after) => `${words} set to ${quote(after)}`,
    }),
    keywordRule(`{subject}-${name}-unset`, 'widens', {
      when: (before, after) => before !== undefined && after === undefined,
      says: before => `${words} ${quote(before)} removed`,
    }),
    keywordRule(`{subject}-${name}-increased`, increased, {
      when: (before, after) => order(before, after) < 0,
      says: (before, after) => `${words} increased from ${quote(before)} to ${quote(after)}`,
    }),
    keywordRule(`{subject}-${name}-decreased`, decreased, {
      when: (before, after) => order(before, after) > 0,
      says: (before, after) => `${words} decreased from ${quote(before)} to ${quote(after)}`,
    }),
  ];
};

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
    when: (before, after) => divides(after, before),
    says: (before, after) => `multipleOf generalized from ${quote(before)} to ${quote(after)}`,
  }),
  keywordRule('{subject}-multiple-of-specialized', 'narrows', {
    when: (before, after) => divides(before, after),
    says: (before, after) => `multipleOf specialized from ${quote(before)} to ${quote(after)}`,
  }),
  keywordRule('{subject}-multiple-of-changed', 'changes', {
    when: (before, after) =>
      before !== undefined && after !== undefined && !divides(before, after) && !divides(after, before),
    says: (before, after) => `multipleOf changed from ${quote(before)} to ${quote(after)}`,
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
    when: (before, after) => before !== undefined && after !== undefined && matchesAll(after),
    says: (before, after) => `pattern generalized from ${quote(before)} to ${quote(after)}`,
  }),
  keywordRule('{subject}-pattern-changed', 'may-change', {
    when: (before, after) => before !== undefined && after !== undefined && !matchesAll(after),
    says: (before, after) => `pattern changed from ${quote(before)} to ${quote(after)}`,
  }),
];

export const boundRules: Record<string, KeywordRules> = {
  maximum: bound('max', 'maximum', 'upper'),
  minimum: bound('min', 'minimum', 'lower'),
  exclusiveMaximum: bound('exclusive-max', 'exclusive maximum', 'upper'),
  exclusiveMinimum: bound('exclusive-min', 'exclusive minimum', 'lower'),
  maxLength: bound('max-length', 'maximum length', 'upper'),
  minLength: bound('min-length', 'minimum length', 'lower'),
  maxItems: bound('max-items', 'maximum number of items', 'upper'),
  minItems: bound('min-items', 'minimum number of items', 'lower'),
  maxProperties: bound('max-properties', 'maximum number of properties', 'upper'),
  minProperties: bound('min-properties', 'minimum number of properties', 'lower'),
  maxContains: bound('max-contains', 'maximum number of matching items', 'upper'),
  minContains: bound('min-contains', 'minimum number of matching items', 'lower'),
  multipleOf,
  uniqueItems,
  pattern,
};
