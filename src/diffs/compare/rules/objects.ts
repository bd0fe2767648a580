import { isJsonObject, type JsonValue } from '../../../platform/json.ts';
import { stringsOf } from '../document.ts';
import { type Effect, opposite } from '../law.ts';
import { isOpen } from '../schemas/normal.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import type { SchemaMap } from '../schemas/schema-map.ts';
import { quote, sameValue } from '../values.ts';
import { appears, disappears, keywordRule } from './keyword-rule.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

type SubschemaRules = Rule<KeywordPair>[];

/** A keyword that holds a schema and, by being there, refuses values. */
const constraint = (name: string, words: string): SubschemaRules => [
  keywordRule(`{subject}-${name}-added`, 'narrows', { when: appears, says: () => `${words} added` }),
  keywordRule(`{subject}-${name}-removed`, 'widens', { when: disappears, says: () => `${words} removed` }),
];

const forbids = (value: JsonValue | undefined): boolean => value === false;

const additionalProperties: SubschemaRules = [
  keywordRule('{subject}-additional-properties-forbidden', 'narrows', {
    when: (before, after) => !forbids(before) && forbids(after),
    says: () => 'properties that are not named are no longer accepted',
  }),
  keywordRule('{subject}-additional-properties-allowed', 'widens', {
    when: (before, after) => forbids(before) && !forbids(after),
    says: () => 'properties that are not named are accepted now',
  }),
  keywordRule('{subject}-additional-properties-restricted', 'narrows', {
    when: (before, after) => appears(before, after) && !forbids(after),
    says: () => 'properties that are not named must match a schema now',
  }),
  keywordRule('{subject}-additional-properties-unrestricted', 'widens', {
    when: (before, after) => disappears(before, after) && !forbids(before),
    says: () => 'properties that are not named may hold anything now',
  }),
];

/** Rules about the coming and going of keywords that hold one schema. */
export const subschemaRules: Record<string, SubschemaRules> = {
  additionalProperties,
  items: constraint('items', 'schema of the items'),
  contains: constraint('contains', '`contains`'),
  propertyNames: constraint('property-names', '`propertyNames`'),
  unevaluatedItems: constraint('unevaluated-items', '`unevaluatedItems`'),
  unevaluatedProperties: constraint('unevaluated-properties', '`unevaluatedProperties`'),
  contentSchema: constraint('content-schema', '`contentSchema`'),
  not: constraint('not', '`not`'),
  if: constraint('if', '`if`'),
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  then: constraint('then', '`then`'),
  else: constraint('else', '`else`'),
};

const insideRule = (keyword: string, effectOf: (inside: Effect) => Effect): Rule<KeywordPair> => ({
  id: `{subject}-${keyword}-changed`,
  effect: 'may-change',
  find({ before, after, inside }): Iterable<Occurrence> {
    if (before === undefined || after === undefined || inside === undefined) return NOTHING;
    const effect = effectOf(inside);
    return [{ before: before.pointer, after: after.pointer, effect, says: `\`${keyword}\` changed` }];
  },
});

/** `not` turns round what happens inside it; what a condition decides cannot be proven. */
export const opaqueRules: Record<string, Rule<KeywordPair>[]> = {
  not: [insideRule('not', opposite)],
  if: [insideRule('if', () => 'may-change')],
  contains: [insideRule('contains', inside => (inside === 'changes' ? 'changes' : 'may-change'))],
};

type Maps = 'patternProperties' | 'dependentSchemas';

const only = (left: SchemaMap, right: SchemaMap): { name: string; pointer: string | undefined }[] =>
  left.names().flatMap(name => (right.has(name) ? [] : [{ name, pointer: left.get(name)?.[0]?.pointer }]));

/** Where names that nothing speaks about are refused, a pattern lets more of them in; else it refuses values. */
const effectOfEntry = (keyword: Maps, other: SchemaPair['before']): Effect => {
  if (keyword !== 'patternProperties') return 'narrows';
  if (isClosed(other)) return 'widens';
  return other.subschemas.has('additionalProperties') ? 'may-change' : 'narrows';
};

/** Properties that nothing speaks about are refused. */
export const isClosed = ({ subschemas }: SchemaPair['before']): boolean =>
  ['additionalProperties', 'unevaluatedProperties'].some(keyword =>
    subschemas.get(keyword)?.some(({ value }) => value === false),
  );

/** Maps whose every entry refuses values. */
const entryRules = (keyword: Maps, name: string, words: string): Rule<SchemaPair>[] => [
  {
    id: `{subject}-${name}-added`,
    effect: 'narrows',
    *find({ before, after }): Iterable<Occurrence> {
      const effect = effectOfEntry(keyword, before);
      for (const { name, pointer } of only(after[keyword], before[keyword])) {
        yield { before: before.pointer, after: pointer, name, effect, says: `${words} ${quote(name)} added` };
      }
    },
  },
  {
    id: `{subject}-${name}-removed`,
    effect: 'widens',
    *find({ before, after }): Iterable<Occurrence> {
      const effect = opposite(effectOfEntry(keyword, after));
      for (const { name, pointer } of only(before[keyword], after[keyword])) {
        yield { before: pointer, after: after.pointer, name, effect, says: `${words} ${quote(name)} removed` };
      }
    },
  },
];

/**
 * Where items after the tuple are forbidden, a longer tuple accepts more; where they have a schema of their own, it is
 * another schema for that position; else it constrains one position more.
 */
const effectOfPosition = ({ subschemas }: SchemaPair['after']): Effect => {
  const rest = subschemas.get('items') ?? subschemas.get('unevaluatedItems');
  if (rest === undefined || rest.every(({ value }) => isOpen(value))) return 'narrows';
  return rest.some(({ value }) => value === false) ? 'widens' : 'may-change';
};

const prefixItems: Rule<SchemaPair>[] = [
  {
    id: '{subject}-prefix-items-added',
    effect: 'narrows',
    *find({ before, after }): Iterable<Occurrence> {
      for (const [index, node] of after.prefixItems.entries()) {
        if (index < before.prefixItems.length) continue;
        const says = `schema for position ${index} of the array added`;
        const effect = effectOfPosition(after);
        yield { before: before.pointer, after: node[0]?.pointer, name: String(index), effect, says };
      }
    },
  },
  {
    id: '{subject}-prefix-items-removed',
    effect: 'widens',
    *find({ before, after }): Iterable<Occurrence> {
      for (const [index, node] of before.prefixItems.entries()) {
        if (index < after.prefixItems.length) continue;
        const says = `schema for position ${index} of the array removed`;
        const effect = opposite(effectOfPosition(before));
        yield { before: node[0]?.pointer, after: after.pointer, name: String(index), effect, says };
      }
    },
  },
];

export const mapRules: Rule<SchemaPair>[] = [
  ...entryRules('patternProperties', 'pattern-property', 'pattern property'),
  ...entryRules('dependentSchemas', 'dependent-schema', 'dependent schema of'),
  ...prefixItems,
];

/** More names are harder to satisfy. */
const effectOfNames = (before: JsonValue | undefined, after: JsonValue | undefined): Effect => {
  const [old, now] = [new Set(stringsOf(before)), new Set(stringsOf(after))];
  if (old.isSubsetOf(now)) return 'narrows';
  return now.isSubsetOf(old) ? 'widens' : 'changes';
};

const dependentRule = (
  id: string,
  effect: Effect,
  when: (before: JsonValue | undefined, after: JsonValue | undefined) => boolean,
  words: string,
): Rule<KeywordPair> => ({
  id,
  effect,
  *find({ before, after, schemas }): Iterable<Occurrence> {
    const old = isJsonObject(before?.value) ? before.value : {};
    const now = isJsonObject(after?.value) ? after.value : {};
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [oldValue, newValue] = [old[name], now[name]];
      if (sameValue(oldValue, newValue) || !when(oldValue, newValue)) continue;
      const [at, to] = [before?.pointer ?? schemas.before.pointer, after?.pointer ?? schemas.after.pointer];
      const found = { before: at, after: to, name, oldValue, newValue, says: `${words} \`${name}\`` };
      yield effect === 'changes' ? { ...found, effect: effectOfNames(oldValue, newValue) } : found;
    }
  },
});

export const dependentRules: Record<string, Rule<KeywordPair>[]> = {
  dependentRequired: [
    dependentRule('{subject}-dependent-required-added', 'narrows', appears, 'other properties became required by'),
    dependentRule('{subject}-dependent-required-removed', 'widens', disappears, 'no other properties are required by'),
    dependentRule(
      '{subject}-dependent-required-changed',
      'changes',
      (before, after) => before !== undefined && after !== undefined,
      'the properties changed that are required by',
    ),
  ],
};
