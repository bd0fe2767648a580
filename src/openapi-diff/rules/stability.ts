import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { textOf } from '../read/document.ts';
import { quote, sameValue } from '../read/values.ts';
import type { KeywordPair } from '../schemas/pair.ts';
import type { LifecyclePair } from './deprecations.ts';
import { operations, schemas } from './examples.ts';
import { BY_LAW, ONLY_IN_BODIES } from './levels.ts';
import { keywordRule, NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

const LEVELS = ['draft', 'alpha', 'beta', 'stable'];
type Level = { name: JsonValue | undefined; rank: number };

/** Without a level a thing is stable; an unknown level, or a value that is no text, is -1. */
const rankOfLevel = (level: JsonValue | undefined): number =>
  level === undefined ? LEVELS.indexOf('stable') : LEVELS.indexOf(textOf(level) ?? '');

const levelOf = (value: JsonObject): Level => ({
  name: value['x-stability-level'],
  rank: rankOfLevel(value['x-stability-level']),
});

/** Drafts and alphas promise nothing yet. */
export const isUnstable = (value: JsonObject): boolean => {
  const { rank } = levelOf(value);
  return rank === 0 || rank === 1;
};
export const isDeclaredStable = (value: JsonObject): boolean => value['x-stability-level'] === 'stable';

type When = (before: number, after: number) => boolean;
const decreases: When = (before, after) => after >= 0 && before > after;
const increases: When = (before, after) => before >= 0 && before < after;
const isUnknown: When = (before, after) => before < 0 || after < 0;

const stabilityRule = ({ when, ...facts }: RuleFacts & { when: When }): Rule<LifecyclePair> => ({
  ...facts,
  find({ before, after }): Iterable<Occurrence> {
    const [old, now] = [levelOf(before.value), levelOf(after.value)];
    if (sameValue(old.name, now.name) || !when(old.rank, now.rank)) return NOTHING;
    const says = `stability level changed from ${quote(old.name ?? 'stable')} to ${quote(now.name ?? 'stable')}`;
    return [{ before: before.pointer, after: after.pointer, oldValue: old.name, newValue: now.name, says }];
  },
});

const level = (name: string): JsonObject => ({ 'x-stability-level': name });

export const stabilityRules: Rule<LifecyclePair>[] = [
  stabilityRule({
    id: 'api-stability-decreased',
    direction: 'request',
    effect: 'removes',
    when: decreases,
    location: 'after',
    levels: { strict: 'law', oasdiff: 'law', lenient: 'WARNING' },
    checks: 'own id',
    examples: [operations(level('beta'), level('alpha'))],
  }),
  stabilityRule({
    id: 'api-stability-increased',
    direction: 'request',
    effect: 'describes',
    when: increases,
    location: 'after',
    levels: BY_LAW,
    checks: 'own id',
    examples: [operations(level('alpha'), level('beta'))],
  }),
  stabilityRule({
    id: 'api-invalid-stability-level',
    direction: 'request',
    effect: 'may-change',
    when: isUnknown,
    location: 'after',
    levels: { strict: 'law', oasdiff: 'BREAKING', lenient: 'law' },
    checks: 'own id',
    examples: [operations(level('beta'), level('ga'))],
  }),
];

const schemaRule = ({ when, ...facts }: RuleFacts & { when: When }): Rule<KeywordPair> =>
  keywordRule({
    ...facts,
    when: (before, after) => when(rankOfLevel(before), rankOfLevel(after)),
    says: (before, after) => `stability level changed from ${quote(before ?? 'stable')} to ${quote(after ?? 'stable')}`,
  });

const text = (name: string): JsonObject => ({ type: 'string', ...level(name) });

export const schemaStabilityRules: Rule<KeywordPair>[] = [
  schemaRule({
    id: '{subject}-stability-decreased',
    effect: 'removes',
    when: decreases,
    location: 'after',
    levels: { ...BY_LAW, oasdiff: ONLY_IN_BODIES },
    checks: ['request-property', 'response-property'],
    examples: [schemas(text('beta'), text('alpha'))],
  }),
  schemaRule({
    id: '{subject}-stability-increased',
    effect: 'describes',
    when: increases,
    location: 'after',
    levels: BY_LAW,
    checks: ['request-property', 'response-property'],
    examples: [schemas(text('alpha'), text('beta'))],
  }),
  schemaRule({
    id: '{subject}-invalid-stability-level',
    effect: 'may-change',
    when: isUnknown,
    location: 'after',
    levels: { strict: 'law', oasdiff: 'BREAKING', lenient: 'law' },
    checks: 'none',
    examples: [schemas(text('beta'), text('ga'))],
    knownAs: 'api-invalid-stability-level',
  }),
];
