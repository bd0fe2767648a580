import type { Effect } from '../law.ts';
import type { NormalSchema } from '../schemas/normal.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import { quote } from '../values.ts';
import { appears, differs, disappears, keywordRule } from './keyword-rule.ts';
import type { Rule } from './rule.ts';

type KeywordRules = Rule<KeywordPair>[];

/** A default is what the service assumes when a caller says nothing: it acts on requests alone. */
const effectOfDefault = ({ direction, family, root }: SchemaPair): Effect => {
  if (direction === 'response') return 'describes';
  return family === 'parameter' && root ? 'changes' : 'may-change';
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

/** A date or a time of RFC 3339, or a date that a YAML reader has already understood. */
const sunsetOf = ({ keywords }: NormalSchema): 'none' | 'date' | 'unreadable' => {
  const sunset = keywords.get('x-sunset');
  if (sunset === undefined) return 'none';
  const { value } = sunset;
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}([T ].*)?$/.test(value) ? 'date' : 'unreadable';
};

const deprecation: KeywordRules = [
  keywordRule('{subject}-deprecated-sunset-invalid', 'may-change', {
    when: (_, after, { after: schema }) => after === true && sunsetOf(schema) === 'unreadable',
    says: () => 'deprecated, with a sunset date that is no date',
    changeType: 'DEPRECATION_CHANGED',
  }),
  keywordRule('{subject}-deprecated-with-sunset', 'describes', {
    when: (_, after, { after: schema }) => after === true && sunsetOf(schema) === 'date',
    says: () => 'deprecated, with a sunset date',
    changeType: 'DEPRECATION_CHANGED',
  }),
  keywordRule('{subject}-deprecated', 'describes', {
    when: (_, after, { after: schema }) => after === true && sunsetOf(schema) === 'none',
    says: () => 'deprecated',
    changeType: 'DEPRECATION_CHANGED',
  }),
  keywordRule('{subject}-reactivated', 'describes', {
    when: before => before === true,
    says: () => 'no longer deprecated',
    changeType: 'DEPRECATION_CHANGED',
  }),
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
};
