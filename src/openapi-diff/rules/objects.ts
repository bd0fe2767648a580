import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../platform/json.ts';
import { areApart, matches, nameOf } from '../containment/patterns.ts';
import { type Effect, opposite } from '../law.ts';
import { stringsOf } from '../read/document.ts';
import { quote, sameValue } from '../read/values.ts';
import { letsMoreIn } from '../schemas/evaluating-parts.ts';
import type { KeywordPair, SchemaPair } from '../schemas/pair.ts';
import type { SchemaMap } from '../schemas/schema-map.ts';
import { isOpen } from '../schemas/simple-schemas.ts';
import { schemas } from './examples.ts';
import { ONLY_IN_BODIES, TOLERATED, TOLERATED_BY_READERS } from './levels.ts';
import { appears, BODIES, differs, disappears, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

type Maps = 'patternProperties' | 'dependentSchemas';

const only = (left: SchemaMap, right: SchemaMap): { name: string; pointer: string | undefined }[] =>
  left.names().flatMap(name => (right.has(name) ? [] : [{ name, pointer: left.get(name)?.[0]?.pointer }]));

/** The effect of adding an entry. A pattern accepts more names if unnamed ones are refused; otherwise it constrains. */
const effectOfEntry = (keyword: Maps, name: string, pair: SchemaPair, holder: SchemaPair['before']): Effect => {
  if (keyword !== 'patternProperties') {
    const part = holder[keyword].get(name)?.[0]?.value;
    return letsMoreIn(pair, holder, part) ? 'may-change' : 'narrows';
  }
  const other = holder === pair.before ? pair.after : pair.before;
  const areMoreHarmless = pair.direction === (other === pair.before ? 'request' : 'response');
  if (isClosed(other)) return effectOnClosed(name, other, areMoreHarmless);
  return other.subschemas.has('additionalProperties') ? 'may-change' : 'narrows';
};

/**
 * In a closed object, a pattern accepts the names that it matches, and constrains those that were accepted before. Where
 * more names do no harm, another pattern that may match some of them counts.
 */
const effectOnClosed = (pattern: string, closed: SchemaPair['before'], areMoreHarmless: boolean): Effect => {
  const { document, properties, patternProperties } = closed;
  const name = nameOf(pattern);
  if (name !== undefined && properties.has(name)) return 'narrows';
  if (properties.names().some(name => matches(document, pattern, name) !== false)) return 'changes';
  const isAlone = patternProperties.names().every(other => areApart(document, other, pattern));
  return isAlone || !areMoreHarmless ? 'widens' : 'may-change';
};

/** Whether unnamed properties are refused. */
export const isClosed = ({ subschemas }: SchemaPair['before']): boolean =>
  ['additionalProperties', 'unevaluatedProperties'].some(keyword =>
    subschemas.get(keyword)?.some(({ value }) => value === false),
  );

type Entries = { keyword: Maps; name: string; words: string; example: readonly [JsonValue, JsonValue] };

/** Rules about maps of schemas in which every entry is a constraint. */
const entryRules = ({ keyword, name, words, example: [without, holding] }: Entries): Rule<SchemaPair>[] => [
  {
    id: `{subject}-${name}-added`,
    effect: 'narrows',
    location: 'after',
    levels: TOLERATED,
    checks: BODIES,
    examples: [schemas(without, holding)],
    *find(pair): Iterable<Occurrence> {
      const { before, after } = pair;
      for (const { name, pointer } of only(after[keyword], before[keyword])) {
        const effect = effectOfEntry(keyword, name, pair, after);
        yield { before: before.pointer, after: pointer, name, effect, says: `${words} ${quote(name)} added` };
      }
    },
  },
  {
    id: `{subject}-${name}-removed`,
    effect: 'widens',
    location: 'before',
    levels: TOLERATED,
    checks: BODIES,
    examples: [schemas(holding, without)],
    *find(pair): Iterable<Occurrence> {
      const { before, after } = pair;
      for (const { name, pointer } of only(before[keyword], after[keyword])) {
        const effect = opposite(effectOfEntry(keyword, name, pair, before));
        yield { before: pointer, after: after.pointer, name, effect, says: `${words} ${quote(name)} removed` };
      }
    },
  },
];

/**
 * The effect of a longer tuple. It accepts more if items after the tuple are forbidden. If they have a schema, the
 * position gets another schema. Otherwise one more position is constrained.
 */
const effectOfPosition = ({ subschemas }: SchemaPair['after']): Effect => {
  const rest = subschemas.get('items') ?? subschemas.get('unevaluatedItems');
  if (rest === undefined || rest.every(({ value }) => isOpen(value))) return 'narrows';
  return rest.some(({ value }) => value === false) ? 'widens' : 'may-change';
};

const object = (rest: JsonObject = {}): JsonObject => ({ type: 'object', ...rest });
const tuple = (...prefixItems: JsonValue[]): JsonObject => ({
  type: 'array',
  ...(prefixItems.length > 0 && { prefixItems }),
});

/** oasdiff judges an added position as widening. In JSON Schema it is a constraint. */
const REVERSED_BY_OASDIFF = { ...ONLY_IN_BODIES, request: 'INFO', response: 'BREAKING' } as const;

const prefixItems: Rule<SchemaPair>[] = [
  {
    id: '{subject}-prefix-items-added',
    effect: 'narrows',
    location: 'after',
    levels: { strict: 'law', oasdiff: REVERSED_BY_OASDIFF, lenient: TOLERATED_BY_READERS },
    checks: BODIES,
    examples: [schemas(tuple(), tuple({ type: 'string' }))],
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
    location: 'before',
    levels: {
      strict: 'law',
      oasdiff: { ...ONLY_IN_BODIES, request: 'BREAKING', response: 'INFO' },
      lenient: TOLERATED_BY_READERS,
    },
    checks: BODIES,
    examples: [schemas(tuple({ type: 'string' }), tuple())],
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
  ...entryRules({
    keyword: 'patternProperties',
    name: 'pattern-property',
    words: 'pattern property',
    example: [object(), object({ patternProperties: { '^a': { type: 'string' } } })],
  }),
  ...entryRules({
    keyword: 'dependentSchemas',
    name: 'dependent-schema',
    words: 'dependent schema of',
    example: [object(), object({ dependentSchemas: { a: { required: ['b'] } } })],
  }),
  ...prefixItems,
];

/** More names are harder to satisfy. */
const effectOfNames = (before: JsonValue | undefined, after: JsonValue | undefined): Effect => {
  const [old, now] = [new Set(stringsOf(before)), new Set(stringsOf(after))];
  if (old.isSubsetOf(now)) return 'narrows';
  return now.isSubsetOf(old) ? 'widens' : 'changes';
};

type DependentRow = RuleFacts & {
  when: (before: JsonValue | undefined, after: JsonValue | undefined) => boolean;
  says: string;
  effectOf?: typeof effectOfNames;
};

const dependentRule = ({ when, says: words, effectOf, ...facts }: DependentRow): Rule<KeywordPair> => ({
  ...facts,
  *find({ before, after, schemas }): Iterable<Occurrence> {
    const old = isJsonObject(before?.value) ? before.value : {};
    const now = isJsonObject(after?.value) ? after.value : {};
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [oldValue, newValue] = [ownField(old, name), ownField(now, name)];
      if (sameValue(oldValue, newValue) || !when(oldValue, newValue)) continue;
      const [at, to] = [before?.pointer ?? schemas.before.pointer, after?.pointer ?? schemas.after.pointer];
      const found = { before: at, after: to, name, oldValue, newValue, says: `${words} \`${name}\`` };
      yield effectOf ? { ...found, effect: effectOf(oldValue, newValue) } : found;
    }
  },
});

const dependent = (...names: string[]): JsonObject => object({ dependentRequired: { a: names } });

export const dependentRules: Record<string, Rule<KeywordPair>[]> = {
  dependentRequired: [
    dependentRule({
      id: '{subject}-dependent-required-added',
      effect: 'narrows',
      when: appears,
      says: 'other properties became required by',
      location: 'after',
      levels: TOLERATED,
      checks: BODIES,
      examples: [schemas(object(), dependent('b'))],
    }),
    dependentRule({
      id: '{subject}-dependent-required-removed',
      effect: 'widens',
      when: disappears,
      says: 'no other properties are required by',
      location: 'before',
      levels: TOLERATED,
      checks: BODIES,
      examples: [schemas(dependent('b'), object())],
    }),
    dependentRule({
      id: '{subject}-dependent-required-changed',
      effect: 'changes',
      when: differs,
      says: 'the properties changed that are required by',
      effectOf: effectOfNames,
      location: 'after',
      levels: TOLERATED,
      checks: BODIES,
      examples: [schemas(dependent('b'), dependent('b', 'c'))],
    }),
  ],
};
