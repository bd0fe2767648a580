import type { Effect } from '../law.ts';
import type { NormalSchema } from '../schemas/normal.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { quote } from '../values.ts';
import { appears, differs, disappears, keywordRule } from './keyword-rule.ts';
import { rankOfLevel, readSunset } from './lifecycle.ts';
import type { Rule } from './rule.ts';

type KeywordRules = Rule<KeywordPair>[];

/** A default is what the service assumes when a caller says nothing: it acts on requests alone. */
const effectOfDefault = ({ direction, family, root }: SchemaPair): Effect => {
  if (direction === 'response') return 'describes';
  return family.endsWith('parameter') && root ? 'changes' : 'may-change';
};

const defaults: KeywordRules = [
  keywordRule('{subject}-default-value-added', 'may-change', {
    when: appears,
    says: (_, after) => `default value ${quote(after)} added`,
    effect: effectOfDefault,
  }),
  keywordRule('{subject}-default-value-removed', 'may-change', {
    when: disappears,
    says: before => `default value ${quote(before)} removed`,
    effect: effectOfDefault,
  }),
  keywordRule('{subject}-default-value-changed', 'may-change', {
    when: differs,
    says: (before, after) => `default value changed from ${quote(before)} to ${quote(after)}`,
    effect: effectOfDefault,
  }),
];

const stateOfSunset = ({ keywords }: NormalSchema) => readSunset(keywords.get('x-sunset')?.value).state;

const deprecationRule = (
  end: string,
  effect: Effect,
  state: ReturnType<typeof stateOfSunset>,
  says: string,
  only?: 'stable' | 'not stable',
): Rule<KeywordPair> =>
  keywordRule(`{subject}-${end}`, effect, {
    when: (_, after, { after: schema }) => after === true && stateOfSunset(schema) === state,
    says: () => says,
    changeType: 'DEPRECATION_CHANGED',
    ...(only && { only }),
  });

const deprecation: KeywordRules = [
  deprecationRule(
    'deprecated-sunset-invalid',
    'may-change',
    'unreadable',
    'was deprecated, with a sunset that is no date',
  ),
  deprecationRule('deprecated-with-sunset', 'describes', 'date', 'was deprecated, with a sunset date'),
  deprecationRule('deprecated', 'describes', 'none', 'was deprecated', 'not stable'),
  deprecationRule(
    'deprecated-sunset-missing',
    'may-change',
    'none',
    'was deprecated without a sunset date, although it is declared stable',
    'stable',
  ),
  keywordRule('{subject}-reactivated', 'describes', {
    when: before => before === true,
    says: () => 'is no longer deprecated',
    changeType: 'DEPRECATION_CHANGED',
  }),
];

const sunsetRule = (end: string, effect: Effect, when: typeof appears, words: string): Rule<KeywordPair> =>
  keywordRule(`{subject}-sunset-${end}`, effect, {
    when: (before, after, { before: old, after: now }) =>
      when(before, after) && old.keywords.has('deprecated') && now.keywords.has('deprecated'),
    says: (before, after) => `sunset date ${words}: ${quote(before)} before, ${quote(after)} now`,
    changeType: 'DEPRECATION_CHANGED',
  });

const sunset: KeywordRules = [
  sunsetRule('added', 'describes', appears, 'added'),
  sunsetRule('deleted', 'may-change', disappears, 'removed'),
  sunsetRule('changed', 'may-change', differs, 'changed'),
];

const stabilityRule = (
  id: string,
  effect: Effect,
  when: (before: number, after: number) => boolean,
): Rule<KeywordPair> =>
  keywordRule(id, effect, {
    when: (before, after) => when(rankOfLevel(before), rankOfLevel(after)),
    says: (before, after) => `stability level changed from ${quote(before ?? 'stable')} to ${quote(after ?? 'stable')}`,
  });

const stability: KeywordRules = [
  stabilityRule('{subject}-stability-decreased', 'removes', (before, after) => after >= 0 && before > after),
  stabilityRule('{subject}-stability-increased', 'describes', (before, after) => before >= 0 && before < after),
  stabilityRule('{subject}-invalid-stability-level', 'may-change', (before, after) => before < 0 || after < 0),
];

const contentMediaType: KeywordRules = [
  keywordRule('{subject}-content-media-type-changed', 'changes', {
    when: () => true,
    says: (before, after) => `contentMediaType changed from ${quote(before)} to ${quote(after)}`,
  }),
];

const contentEncoding: KeywordRules = [
  keywordRule('{subject}-content-encoding-changed', 'changes', {
    when: () => true,
    says: (before, after) => `contentEncoding changed from ${quote(before)} to ${quote(after)}`,
  }),
];

export const annotationRules: Record<string, KeywordRules> = {
  default: defaults,
  deprecated: deprecation,
  contentMediaType,
  contentEncoding,
  'x-sunset': sunset,
  'x-stability-level': stability,
};
