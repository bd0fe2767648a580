import type { JsonObject, JsonValue } from '../../platform/json.ts';
import type { Effect } from '../law.ts';
import { quote } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { readSunset } from './deprecations.ts';
import { deprecated, inStable, schemas } from './examples.ts';
import { BY_LAW, type Levels, ONLY_IN_BODIES, UNSEEN_BY_OASDIFF, type Use } from './levels.ts';
import {
  appears,
  BODIES,
  differs,
  disappears,
  type KeywordRow,
  keywordRule,
  type Rule,
  type RuleFacts,
} from './rule.ts';
import { schemaStabilityRules } from './stability.ts';

type KeywordRules = Rule<KeywordPair>[];

/**
 * A default is what the service assumes when a caller sends nothing: it acts on requests alone, and not on a parameter
 * that is always sent.
 */
const effectOfDefault = ({ direction, family, root, isSent }: SchemaPair): Effect => {
  if (direction === 'response') return 'describes';
  if (!family.endsWith('parameter') || !root) return 'may-change';
  return isSent ? 'describes' : 'changes';
};

const text = (rest: JsonObject = {}): JsonObject => ({ type: 'string', ...rest });
const assumed = (value?: JsonValue): JsonObject => text(value === undefined ? {} : { default: value });
/** For oasdiff, only the default of a parameter can break. */
const OF_DEFAULTS: Levels = {
  strict: 'law',
  oasdiff: { request: 'INFO', response: 'INFO', 'request-parameter': 'BREAKING' },
  lenient: 'WARNING',
};
const DEFAULT_CHECKS = [
  'request-body',
  'request-property',
  'request-parameter',
  'response-body',
  'response-property',
] as const;

const defaults: KeywordRules = [
  keywordRule({
    id: '{subject}-default-value-added',
    effect: 'may-change',
    when: appears,
    says: (_, after) => `default value ${quote(after)} added`,
    effectOf: effectOfDefault,
    location: 'after',
    levels: OF_DEFAULTS,
    checks: DEFAULT_CHECKS,
    examples: [schemas(assumed(), assumed('a'))],
  }),
  keywordRule({
    id: '{subject}-default-value-removed',
    effect: 'may-change',
    when: disappears,
    says: before => `default value ${quote(before)} removed`,
    effectOf: effectOfDefault,
    location: 'before',
    levels: OF_DEFAULTS,
    checks: DEFAULT_CHECKS,
    examples: [schemas(assumed('a'), assumed())],
  }),
  keywordRule({
    id: '{subject}-default-value-changed',
    effect: 'may-change',
    when: differs,
    says: (before, after) => `default value changed from ${quote(before)} to ${quote(after)}`,
    effectOf: effectOfDefault,
    location: 'after',
    levels: OF_DEFAULTS,
    checks: DEFAULT_CHECKS,
    examples: [schemas(assumed('a'), assumed('b'))],
  }),
];

type State = ReturnType<typeof readSunset>['state'];
const stateOfSunset = ({ keywords }: NormalSchema): State => readSunset(keywords.get('x-sunset')?.value).state;

type DeprecationRow = RuleFacts & { state: State; says: string; only?: KeywordRow['only'] };

const deprecationRule = ({ state, says, ...row }: DeprecationRow): Rule<KeywordPair> =>
  keywordRule({
    ...row,
    when: (_, after, { after: schema }) => after === true && stateOfSunset(schema) === state,
    says: () => says,
  });

const deprecatedText = (sunset?: string): JsonObject => text(deprecated(sunset));
const MISSING_BREAKS: Levels = { ...BY_LAW, oasdiff: 'BREAKING' };

const deprecation: KeywordRules = [
  deprecationRule({
    id: '{subject}-deprecated-sunset-invalid',
    effect: 'may-change',
    changeType: 'DEPRECATION_CHANGED',
    state: 'unreadable',
    says: 'was deprecated, with a sunset that is no date',
    location: 'after',
    levels: MISSING_BREAKS,
    checks: ['request-property', 'response-property'],
    examples: [schemas(text(), deprecatedText('soon'))],
  }),
  deprecationRule({
    id: '{subject}-deprecated-with-sunset',
    effect: 'describes',
    changeType: 'DEPRECATION_CHANGED',
    state: 'date',
    says: 'was deprecated, with a sunset date',
    location: 'after',
    levels: BY_LAW,
    checks: ['request-property', 'response-property'],
    alsoCovers: {
      'request-property': 'request-property-sunset-date-too-small',
      'response-property': 'response-property-sunset-date-too-small',
    },
    examples: [schemas(text(), deprecatedText('2030-01-01'))],
  }),
  deprecationRule({
    id: '{subject}-deprecated',
    effect: 'describes',
    changeType: 'DEPRECATION_CHANGED',
    state: 'none',
    says: 'was deprecated',
    only: 'not stable',
    location: 'after',
    levels: BY_LAW,
    checks: ['request-property', 'response-property'],
    examples: [schemas(text(), deprecatedText())],
  }),
  deprecationRule({
    id: '{subject}-deprecated-sunset-missing',
    effect: 'may-change',
    changeType: 'DEPRECATION_CHANGED',
    state: 'none',
    says: 'was deprecated without a sunset date, although it is declared stable',
    only: 'stable',
    location: 'after',
    levels: MISSING_BREAKS,
    checks: ['request-property', 'response-property'],
    examples: [inStable(schemas(text(), deprecatedText()))],
  }),
  keywordRule({
    id: '{subject}-reactivated',
    effect: 'describes',
    changeType: 'DEPRECATION_CHANGED',
    when: before => before === true,
    says: () => 'is no longer deprecated',
    location: 'after',
    levels: BY_LAW,
    checks: ['request-property', 'response-property'],
    examples: [schemas(deprecatedText(), text())],
  }),
];

const sunsetRule = ({
  when,
  words,
  ...facts
}: RuleFacts & { when: typeof appears; words: string }): Rule<KeywordPair> =>
  keywordRule({
    ...facts,
    when: (before, after, { before: old, after: now }) =>
      when(before, after) && old.keywords.has('deprecated') && now.keywords.has('deprecated'),
    says: (before, after) => `sunset date ${words}: ${quote(before)} before, ${quote(after)} now`,
  });

const sunset: KeywordRules = [
  sunsetRule({
    id: '{subject}-sunset-added',
    effect: 'describes',
    changeType: 'DEPRECATION_CHANGED',
    when: appears,
    words: 'added',
    location: 'after',
    levels: BY_LAW,
    checks: 'none',
    examples: [schemas(deprecatedText(), deprecatedText('2030-01-01'))],
  }),
  sunsetRule({
    id: '{subject}-sunset-deleted',
    effect: 'may-change',
    changeType: 'DEPRECATION_CHANGED',
    when: disappears,
    words: 'removed',
    location: 'before',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [schemas(deprecatedText('2030-01-01'), deprecatedText())],
  }),
  sunsetRule({
    id: '{subject}-sunset-changed',
    effect: 'may-change',
    changeType: 'DEPRECATION_CHANGED',
    when: differs,
    words: 'changed',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [schemas(deprecatedText('2029-01-01'), deprecatedText('2030-01-01'))],
  }),
];

const OF_CONTENT: Levels = { strict: 'law', oasdiff: ONLY_IN_BODIES, lenient: 'WARNING' };

const contentMediaType: KeywordRules = [
  keywordRule({
    id: '{subject}-content-media-type-changed',
    effect: 'changes',
    when: () => true,
    says: (before, after) => `contentMediaType changed from ${quote(before)} to ${quote(after)}`,
    location: 'after',
    levels: OF_CONTENT,
    checks: BODIES,
    examples: [schemas(text({ contentMediaType: 'a/b' }), text({ contentMediaType: 'a/c' }))],
  }),
];

const contentEncoding: KeywordRules = [
  keywordRule({
    id: '{subject}-content-encoding-changed',
    effect: 'changes',
    when: () => true,
    says: (before, after) => `contentEncoding changed from ${quote(before)} to ${quote(after)}`,
    location: 'after',
    levels: OF_CONTENT,
    checks: BODIES,
    examples: [schemas(text(), text({ contentEncoding: 'base64' }))],
  }),
];

/** `xml` has an effect only in bodies that are written as XML. */
const xml: KeywordRules = [
  keywordRule({
    id: '{subject}-xml-changed',
    effect: 'changes',
    when: (_before, _after, { textual, family }) => textual && family === 'body',
    says: (before, after) => `XML representation changed from ${quote(before)} to ${quote(after)}`,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [schemas(text(), text({ xml: { name: 'b' } }))],
    never: {
      at: [
        ...['request-parameter', 'request-parameter-property', 'request-header', 'request-header-property'],
        ...['response-parameter', 'response-parameter-property', 'response-header', 'response-header-property'],
      ] as Use[],
      because: 'Parameters and headers are not written in XML.',
    },
  }),
];

/** The target of `$dynamicRef` depends on the schemas around it, so the effect of a change is not proven. */
const $dynamicRef: KeywordRules = [
  keywordRule({
    id: '{subject}-dynamic-reference-changed',
    effect: 'may-change',
    when: () => true,
    says: (before, after) => `\`$dynamicRef\` changed from ${quote(before)} to ${quote(after)}`,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [schemas({ $dynamicRef: '#a' }, { $dynamicRef: '#b' })],
  }),
];

export const annotationRules: Record<string, KeywordRules> = {
  default: defaults,
  deprecated: deprecation,
  contentMediaType,
  contentEncoding,
  'x-sunset': sunset,
  'x-stability-level': schemaStabilityRules,
  xml,
  $dynamicRef,
};
