import type { JsonValue } from '../../platform/json.ts';
import { matchesAll } from '../containment/patterns.ts';
import { isMultiple, quote } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { KeywordPair } from '../schemas/pair.ts';
import { schemas } from './examples.ts';
import { NOT_INSIDE_PARAMETERS, ONLY_IN_BODIES, TOLERATED_BY_READERS } from './levels.ts';
import { limitRules } from './limits.ts';
import { appears, BODIES, differs, disappears, keywordRule, type Rule } from './rule.ts';

type KeywordRules = Rule<KeywordPair>[];

/** Whether every multiple of `step` is a multiple of `base` too. */
const divides = (base: JsonValue | undefined, step: JsonValue | undefined): boolean => isMultiple(step, base) === true;

/**
 * Whether this schema accepts nothing but whole numbers, which are all multiples of the step, and the other one has other
 * types: their rules report what changed.
 */
const isWhole = (whole: NormalSchema, other: NormalSchema, step: JsonValue | undefined): boolean =>
  isInteger(whole) && divides(step, 1) && !(isInteger(other) && whole.nullable === other.nullable);

const isInteger = ({ types }: NormalSchema): boolean => types?.size === 1 && types.has('integer');

const multiples = (multipleOf?: number) => ({ type: 'number', ...(multipleOf !== undefined && { multipleOf }) });

const multipleOf: KeywordRules = [
  keywordRule({
    id: '{subject}-multiple-of-set',
    effect: 'narrows',
    when: (old, now, { before, after }) => appears(old, now) && !isWhole(before, after, now),
    says: (_, after) => `only multiples of ${quote(after)} are accepted now`,
    location: 'after',
    levels: { strict: 'law', oasdiff: { ...ONLY_IN_BODIES, request: 'WARNING' }, lenient: TOLERATED_BY_READERS },
    checks: ['request-body', 'request-property'],
    examples: [schemas(multiples(), multiples(2))],
  }),
  keywordRule({
    id: '{subject}-multiple-of-unset',
    effect: 'widens',
    when: (old, now, { before, after }) => disappears(old, now) && !isWhole(after, before, old),
    says: before => `values need no longer be multiples of ${quote(before)}`,
    location: 'before',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: TOLERATED_BY_READERS },
    checks: BODIES,
    examples: [schemas(multiples(2), multiples())],
  }),
  keywordRule({
    id: '{subject}-multiple-of-generalized',
    effect: 'widens',
    when: (before, after, { direction }) => direction === 'request' && divides(after, before),
    says: (before, after) => `multipleOf generalized from ${quote(before)} to ${quote(after)}`,
    location: 'after',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: TOLERATED_BY_READERS },
    checks: ['request-body', 'request-property'],
    examples: [schemas(multiples(4), multiples(2))],
    never: { at: ['response'], because: 'oasdiff calls it changed there' },
  }),
  keywordRule({
    id: '{subject}-multiple-of-specialized',
    effect: 'narrows',
    when: (before, after, { direction }) => direction === 'response' && divides(before, after),
    says: (before, after) => `multipleOf specialized from ${quote(before)} to ${quote(after)}`,
    location: 'after',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: TOLERATED_BY_READERS },
    checks: ['response-body', 'response-property'],
    examples: [schemas(multiples(2), multiples(4))],
    never: { at: ['request'], because: 'oasdiff calls it changed there' },
  }),
  // As with types, oasdiff calls a breaking change `changed`, whether it narrows or widens.
  keywordRule({
    id: '{subject}-multiple-of-changed',
    effect: 'changes',
    when: (before, after, { direction }) =>
      differs(before, after) && !(direction === 'request' ? divides(after, before) : divides(before, after)),
    says: (before, after) => `multipleOf changed from ${quote(before)} to ${quote(after)}`,
    effectOf: (_pair, before, after) =>
      divides(before, after) ? 'narrows' : divides(after, before) ? 'widens' : 'changes',
    location: 'after',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: TOLERATED_BY_READERS },
    checks: BODIES,
    examples: [schemas(multiples(2), multiples(3))],
  }),
];

const list = (uniqueItems?: boolean) => ({ type: 'array', ...(uniqueItems && { uniqueItems }) });

const uniqueItems: KeywordRules = [
  keywordRule({
    id: '{subject}-unique-items-set',
    effect: 'narrows',
    when: (_, after) => after === true,
    says: () => 'items must be unique now',
    location: 'after',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: TOLERATED_BY_READERS },
    checks: ['request-body', 'request-property'],
    examples: [schemas(list(), list(true))],
  }),
  keywordRule({
    id: '{subject}-unique-items-unset',
    effect: 'widens',
    when: before => before === true,
    says: () => 'items need no longer be unique',
    location: 'before',
    levels: { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: TOLERATED_BY_READERS },
    checks: BODIES,
    examples: [schemas(list(true), list())],
  }),
];

const text = (pattern?: string) => ({ type: 'string', ...(pattern !== undefined && { pattern }) });

const pattern: KeywordRules = [
  keywordRule({
    id: '{subject}-pattern-added',
    effect: 'narrows',
    when: appears,
    says: (_, after) => `pattern ${quote(after)} added`,
    location: 'after',
    levels: { strict: 'law', oasdiff: { ...NOT_INSIDE_PARAMETERS, response: 'INFO' }, lenient: TOLERATED_BY_READERS },
    checks: ['request-property', 'request-parameter', 'response-property'],
    examples: [schemas(text(), text('^a$'))],
  }),
  keywordRule({
    id: '{subject}-pattern-removed',
    effect: 'widens',
    when: disappears,
    says: before => `pattern ${quote(before)} removed`,
    location: 'before',
    levels: { strict: 'law', oasdiff: { ...NOT_INSIDE_PARAMETERS, response: 'INFO' }, lenient: TOLERATED_BY_READERS },
    checks: ['request-property', 'request-parameter', 'response-property'],
    examples: [schemas(text('^a$'), text())],
  }),
  keywordRule({
    id: '{subject}-pattern-generalized',
    effect: 'widens',
    when: (before, after, { direction }) => direction === 'request' && before !== undefined && matchesAll(after),
    says: (before, after) => `pattern generalized from ${quote(before)} to ${quote(after)}`,
    location: 'after',
    levels: { strict: 'law', oasdiff: { ...NOT_INSIDE_PARAMETERS, response: 'INFO' }, lenient: TOLERATED_BY_READERS },
    checks: ['request-property', 'request-parameter'],
    examples: [schemas(text('^a'), text('.*'))],
    never: { at: ['response'], because: 'oasdiff calls it changed there' },
  }),
  keywordRule({
    id: '{subject}-pattern-changed',
    effect: 'may-change',
    when: (before, after, { direction }) => differs(before, after) && !(direction === 'request' && matchesAll(after)),
    says: (before, after) => `pattern changed from ${quote(before)} to ${quote(after)}`,
    effectOf: (_pair, before, after) => (matchesAll(after) ? 'widens' : matchesAll(before) ? 'narrows' : 'may-change'),
    location: 'after',
    levels: { strict: 'law', oasdiff: { ...NOT_INSIDE_PARAMETERS, response: 'INFO' }, lenient: TOLERATED_BY_READERS },
    checks: ['request-property', 'request-parameter', 'response-property'],
    examples: [schemas(text('^a$'), text('^b$'))],
  }),
];

export const boundRules: Record<string, KeywordRules> = {
  ...limitRules,
  multipleOf,
  uniqueItems,
  pattern,
};
