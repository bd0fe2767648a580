import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { type Effect, opposite } from '../law.ts';
import { evaluatesAlone, letsMoreIn } from '../schemas/evaluating-parts.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { KeywordPair } from '../schemas/pair.ts';
import { schemas } from './examples.ts';
import { type Levels, TOLERATED, TOLERATED_BY_READERS } from './levels.ts';
import { isClosed } from './objects.ts';
import {
  appears,
  BODIES,
  disappears,
  keywordRule,
  NOTHING,
  type Occurrence,
  type Rule,
  type RuleFacts,
} from './rule.ts';

type SubschemaRules = Rule<KeywordPair>[];

const TOLERATED_UNSEEN: Levels = { strict: 'law', oasdiff: 'INFO', lenient: TOLERATED_BY_READERS };
const object = (rest: JsonObject = {}): JsonObject => ({ type: 'object', ...rest });

/** A keyword that has a schema and restricts values. */
type Constraint = {
  /** As ids call it. */
  name: string;
  words: string;
  levels: Levels;
  checks: RuleFacts['checks'];
  /** A schema with the keyword, and the same without it. */
  example: readonly [without: JsonValue, holding: JsonValue];
  /** `unevaluatedProperties` and `unevaluatedItems` leave out what the keyword evaluates. */
  isEvaluating?: boolean;
};

const constraint = ({
  name,
  words,
  levels,
  checks,
  example: [without, holding],
  isEvaluating = false,
}: Constraint): SubschemaRules => [
  keywordRule({
    id: `{subject}-${name}-added`,
    effect: 'narrows',
    when: appears,
    ...(isEvaluating && {
      effectOf: (schemas, _, value) =>
        letsMoreIn(schemas, schemas.after, { [name]: value ?? true }) ? 'may-change' : 'narrows',
    }),
    says: () => `${words} added`,
    location: 'after',
    levels,
    checks,
    examples: [schemas(without, holding)],
    ...(name === 'property-names' && { knownAs: PROPERTY_NAMES_ADDED }),
  }),
  keywordRule({
    id: `{subject}-${name}-removed`,
    effect: 'widens',
    when: disappears,
    ...(isEvaluating && {
      effectOf: (schemas, value) =>
        letsMoreIn(schemas, schemas.before, { [name]: value ?? true }) ? 'may-change' : 'widens',
    }),
    says: () => `${words} removed`,
    location: 'before',
    levels,
    checks,
    examples: [schemas(holding, without)],
    ...(name === 'property-names' && { knownAs: PROPERTY_NAMES_REMOVED }),
  }),
];

/** Ids for headers of webhook answers (`request-header`), kept because overrides may name them. */
const PROPERTY_NAMES_ADDED = { 'request-header': 'request-parameter-property-names-added' };
const PROPERTY_NAMES_REMOVED = { 'request-header': 'request-parameter-property-names-removed' };

const forbids = (value: JsonValue | undefined): boolean => value === false;
const closed = object({ additionalProperties: false });
const typed = object({ additionalProperties: { type: 'string' } });

/** Whether it refuses all that it does not name itself, so that `additionalProperties` and `unevaluatedProperties` are alike. */
const isClosedAlone = (schema: NormalSchema): boolean => isClosed(schema) && evaluatesAlone(schema);

const additionalProperties: SubschemaRules = [
  keywordRule({
    id: '{subject}-additional-properties-forbidden',
    effect: 'narrows',
    when: (before, after) => !forbids(before) && forbids(after),
    says: (_before, _after, { before }) =>
      isClosedAlone(before)
        ? '`additionalProperties` refuses properties now, `unevaluatedProperties` did'
        : 'properties that are not named are no longer accepted',
    location: 'after',
    levels: TOLERATED_UNSEEN,
    checks: 'none',
    examples: [schemas(object(), closed)],
  }),
  keywordRule({
    id: '{subject}-additional-properties-allowed',
    effect: 'widens',
    when: (before, after) => forbids(before) && !forbids(after),
    says: (_before, _after, { after }) =>
      isClosedAlone(after)
        ? '`additionalProperties` no longer refuses properties, `unevaluatedProperties` does'
        : 'properties that are not named are accepted now',
    location: 'after',
    levels: TOLERATED_UNSEEN,
    checks: 'none',
    examples: [schemas(closed, object())],
  }),
  keywordRule({
    id: '{subject}-additional-properties-restricted',
    effect: 'narrows',
    when: (before, after) => appears(before, after) && !forbids(after),
    says: () => 'properties that are not named must match a schema now',
    location: 'after',
    levels: TOLERATED_UNSEEN,
    checks: 'none',
    examples: [schemas(object(), typed)],
  }),
  keywordRule({
    id: '{subject}-additional-properties-unrestricted',
    effect: 'widens',
    when: (before, after) => disappears(before, after) && !forbids(before),
    says: () => 'properties that are not named may hold anything now',
    location: 'after',
    levels: TOLERATED_UNSEEN,
    checks: 'none',
    examples: [schemas(typed, object())],
  }),
];

const inBodies = (name: string, words: string, ...example: [without: JsonValue, holding: JsonValue]): SubschemaRules =>
  constraint({ name, words, levels: TOLERATED, checks: BODIES, example });
const evaluating = (
  name: string,
  words: string,
  ...example: [without: JsonValue, holding: JsonValue]
): SubschemaRules => constraint({ name, words, levels: TOLERATED, checks: BODIES, example, isEvaluating: true });
const unseen = (name: string, words: string, ...example: [without: JsonValue, holding: JsonValue]): SubschemaRules =>
  constraint({ name, words, levels: TOLERATED_UNSEEN, checks: 'none', example });

const array = (rest: JsonObject = {}): JsonObject => ({ type: 'array', ...rest });
const text = (rest: JsonObject = {}): JsonObject => ({ type: 'string', ...rest });
/** Built from entries: the linter refuses an object literal with `then`, because it could be awaited. */
const condition = (keyword: 'then' | 'else'): JsonObject =>
  object(
    Object.fromEntries([
      ['if', { required: ['a'] }],
      [keyword, { required: ['b'] }],
    ]),
  );
const tested = object({ if: { required: ['a'] } });

/** Rules about keywords that hold one schema and appear or disappear. */
export const subschemaRules: Record<string, SubschemaRules> = {
  additionalProperties,
  items: unseen('items', 'schema of the items', array(), array({ items: text() })),
  contains: evaluating('contains', '`contains`', array(), array({ contains: text({ maxLength: 2 }) })),
  propertyNames: inBodies('property-names', '`propertyNames`', object(), object({ propertyNames: { pattern: '^a' } })),
  unevaluatedItems: inBodies('unevaluated-items', '`unevaluatedItems`', array(), array({ unevaluatedItems: false })),
  unevaluatedProperties: inBodies(
    'unevaluated-properties',
    '`unevaluatedProperties`',
    object(),
    object({ unevaluatedProperties: false }),
  ),
  contentSchema: inBodies('content-schema', '`contentSchema`', text(), text({ contentSchema: object() })),
  not: unseen('not', '`not`', object(), object({ not: { required: ['a'] } })),
  if: evaluating('if', '`if`', object(), tested),
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  then: evaluating('then', '`then`', tested, condition('then')),
  else: evaluating('else', '`else`', tested, condition('else')),
};

type InsideRow = RuleFacts & { keyword: string; effectOf: (inside: Effect) => Effect };

const insideRule = ({ keyword, effectOf, ...facts }: InsideRow): Rule<KeywordPair> => ({
  ...facts,
  find({ before, after, inside }): Iterable<Occurrence> {
    if (before === undefined || after === undefined || inside === undefined) return NOTHING;
    const effect = effectOf(inside);
    return [{ before: before.pointer, after: after.pointer, effect, says: `\`${keyword}\` changed` }];
  },
});

/** Some texts match both. */
const OVERLAPPING: JsonValue[] = [text({ minLength: 1 }), text({ pattern: '^a' })];

/** `not` inverts the changes inside it; the effect of a condition cannot be proven, unless only words changed in it. */
export const opaqueRules: Record<string, Rule<KeywordPair>[]> = {
  not: [
    insideRule({
      id: '{subject}-not-changed',
      effect: 'may-change',
      keyword: 'not',
      effectOf: opposite,
      location: 'after',
      levels: TOLERATED,
      checks: 'none',
      examples: [
        schemas(text({ not: text({ maxLength: 2 }) }), text({ not: text({ maxLength: 3 }) })),
        schemas({ not: { oneOf: [...OVERLAPPING, text({ maxLength: 2 })] } }, { not: { oneOf: OVERLAPPING } }),
      ],
    }),
  ],
  if: [
    insideRule({
      id: '{subject}-if-changed',
      effect: 'may-change',
      keyword: 'if',
      effectOf: inside => (inside === 'describes' ? 'describes' : 'may-change'),
      location: 'after',
      levels: TOLERATED_UNSEEN,
      checks: 'none',
      examples: [
        schemas(tested, object({ if: { required: ['c'] } })),
        schemas(tested, object({ if: { required: ['a'], title: 'a' } })),
      ],
    }),
  ],
  contains: [
    insideRule({
      id: '{subject}-contains-changed',
      effect: 'may-change',
      keyword: 'contains',
      effectOf: inside => (inside === 'changes' || inside === 'describes' ? inside : 'may-change'),
      location: 'after',
      levels: TOLERATED_UNSEEN,
      checks: 'none',
      examples: [schemas(array({ contains: text({ maxLength: 3 }) }), array({ contains: text({ maxLength: 2 }) }))],
    }),
  ],
};
