import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { DiffItem } from '../../src/openapi-diff/model.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, isTold, rulesOf, sending } from './documents.ts';

// Checks the law with a validator. If a request schema no longer accepts a value, or a response schema newly accepts
// one, the change must be reported as breaking or as a warning. Excluded on purpose: whether branches of oneOf exclude
// each other, effects of `unevaluated…` on other keywords, and added or removed properties: clients are assumed not to
// send a property that is not described.

// More pairs: RUNS=10000 SEED=7 npx vitest run test/openapi-diff/soundness.test.ts
const RUNS = Number(process.env.RUNS ?? 1_000);

const SCALARS: JsonValue[] = ['a', 'b', 'ab', 'abc', '', 0, 1, 2, 3, 4, 5, 6, 1.5, -1, true, false, null];
const VALUES: JsonValue[] = [
  ...SCALARS,
  ...[[], ['a'], ['a', 'a'], ['a', 'b'], [1], [1, 2], [1, 'a'], ['a', 1], [null], [true], [['a']], ['a', 'b', 'c']],
  ...[{}, { a: 'a' }, { a: 1 }, { b: 'b' }, { a: 'a', b: 'b' }, { a: 'a', b: 1 }, { a: null }, { c: 'c' }, { d: 'a' }],
  ...[{ a: 'a', b: 'b', c: 'c' }, { a: { a: 'a' } }, { a: ['a'] }, { a: 'abc' }, { b: 2 }, { a: 1, b: 1 }],
  ...[{ a: 'a', d: 1 }, { a: {} }, { a: { b: 1 } }, { a: true }, { a: [] }, { b: [1] }, { c: 1, d: 1 }],
];
const NAMES = ['a', 'b', 'c'];

const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null');
const scalar = fc.constantFrom(...SCALARS);
const leaf = fc.oneof(
  fc.constantFrom<JsonValue>({}, true),
  fc.record({ type }),
  fc.record({ type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }) }),
  fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }) }),
  fc.record({ const: scalar }),
  fc.record(
    {
      type: fc.constantFrom<JsonValue>('string', ['string', 'null']),
      minLength: fc.nat(3),
      maxLength: fc.nat(3),
      pattern: fc.constantFrom('^a', 'b$'),
      enum: fc.constant<JsonValue[]>(['a', 'ab']),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.nat(4),
      maximum: fc.nat(5),
      exclusiveMinimum: fc.nat(4),
      exclusiveMaximum: fc.nat(5),
      multipleOf: fc.constantFrom(1, 2, 3),
    },
    { requiredKeys: ['type'] },
  ),
) as fc.Arbitrary<JsonValue>;
const names = fc.subarray(NAMES);
const dictionary = <T>(keys: string[], value: fc.Arbitrary<T>, maxKeys: number) =>
  fc.dictionary(fc.constantFrom(...keys), value, { maxKeys, noNullPrototype: true });

const described = fc.record(
  { properties: dictionary(NAMES, leaf, 2), required: names },
  { requiredKeys: ['properties'] },
);
const condition = fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: fc.boolean() });

const { schema } = fc.letrec<{ schema: JsonValue }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record(
      {
        type: fc.constant('object'),
        properties: dictionary(NAMES, tie('schema'), 3),
        required: names,
        additionalProperties: fc.oneof(fc.boolean(), leaf),
        minProperties: fc.nat(2),
        maxProperties: fc.nat(3),
        patternProperties: dictionary(['^a', '^d'], leaf, 1),
        propertyNames: fc.constantFrom<JsonValue>({ maxLength: 0 }, { pattern: '^[ab]' }, { enum: ['a', 'b'] }),
        dependentRequired: dictionary(NAMES, names, 2),
        dependentSchemas: dictionary(NAMES, fc.record({ required: names, maxProperties: fc.nat(3) }), 1),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('array'),
        items: fc.oneof(fc.boolean(), tie('schema')),
        minItems: fc.nat(2),
        maxItems: fc.nat(3),
        uniqueItems: fc.boolean(),
        contains: fc.constantFrom<JsonValue>({ type: 'string' }, { const: 1 }, { type: 'integer', minimum: 2 }, {}),
        minContains: fc.nat(2),
        maxContains: fc.nat(2),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('array'),
        items: fc.oneof(fc.boolean(), leaf),
        prefixItems: fc.array(leaf, { minLength: 1, maxLength: 2 }),
        minItems: fc.nat(2),
      },
      { requiredKeys: ['type', 'prefixItems'] },
    ),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record(
      {
        allOf: fc.array(described, { minLength: 1, maxLength: 2 }),
        unevaluatedProperties: fc.boolean(),
      },
      { requiredKeys: ['allOf'] },
    ),
    fc.record(
      {
        ...{ type, minimum: fc.nat(2), maxLength: fc.nat(3), required: names },
        properties: dictionary(NAMES, tie('schema'), 2),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['anyOf'] },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 1 }) }),
    fc.record({ not: leaf }),
    // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
    fc.record({ if: condition, then: leaf, else: leaf }, { requiredKeys: ['if'] }),
  ),
}));

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const NO_SCHEMAS = new Set(['enum', 'const', 'required', 'dependentRequired', 'type']);

/** The schema and all schemas in it. */
const schemasIn = (value: JsonValue): JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([keyword, element]) => {
    if (NO_SCHEMAS.has(keyword)) return [];
    return MAPS.has(keyword) ? Object.values(element as JsonObject).flatMap(schemasIn) : schemasIn(element);
  });
  return [value as JsonObject, ...inner];
};

/** The validator handles `contains` beside `prefixItems` differently, so such schemas are excluded. */
const isSupported = (schema: JsonValue): boolean =>
  schemasIn(schema).every(one => one.contains === undefined || one.prefixItems === undefined);

/** A schema and another one, or the same schema with one nested edit. */
const pair = fc.tuple(schema, schema, fc.nat(9)).map(([before, other, kind]): [JsonValue, JsonValue] => {
  if (kind < 3 || typeof other !== 'object') return [before, other];
  const after = structuredClone(before);
  const objects = schemasIn(after);
  const target = objects[(kind * 7) % Math.max(1, objects.length)];
  if (target === undefined) return [before, other];
  const keys = Object.keys(target);
  if (kind < 7 && keys.length > 0) delete target[keys[kind % keys.length] as string];
  else Object.assign(target, other);
  return isSupported(after) ? [before, after] : [before, other];
});

const ajv = new Ajv2020({ strict: false, logger: false });

/** The values that a schema accepts; null for the rare schema for which the validator generates broken code. */
const acceptedBy = (schema: JsonValue): Set<JsonValue> | null => {
  const validate = ajv.compile(schema as object) as (value: JsonValue) => boolean;
  try {
    return new Set(VALUES.filter(value => validate(value)));
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return null;
    throw error;
  }
};

it('every value that senders lose or that is new to readers is reported', () => {
  fc.assert(
    fc.property(pair, ([before, after]) => {
      const [old, now] = [acceptedBy(before), acceptedBy(after)];
      fc.pre(old !== null && now !== null);
      const told = (items: DiffItem[], value: JsonValue | undefined): void => {
        if (value === undefined || items.some(isTold)) return;
        expect.fail(`${JSON.stringify(value)}: ${rulesOf(items).join(', ') || 'nothing told'}`);
      };
      told(compareOpenApi(sending(before), sending(after)).items, [...old.difference(now)][0]);
      told(compareOpenApi(answering(before), answering(after)).items, [...now.difference(old)][0]);
    }),
    { numRuns: RUNS },
  );
});

const reversed = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, element]) => [key, reversed(element as JsonValue)]));
};
const R: JsonObject = { $ref: '#/components/schemas/R' };
/** A schema in a property, in a component, and behind a read-only property. */
const everywhere = (schema: JsonValue): JsonObject =>
  sending(
    { type: 'object', properties: { p: schema, q: R, r: { allOf: [R], readOnly: true } } },
    { components: { schemas: { R: { allOf: [schema] } } } },
  );

it('what is reported does not depend on the order of keys', () => {
  const told = (before: JsonValue, after: JsonValue): string[] => {
    const { items } = compareOpenApi(before as JsonObject, after as JsonObject);
    return items.map(({ key, severity, message }) => `${key} ${severity} ${message}`).sort();
  };
  fc.assert(
    fc.property(pair, ([one, other]) => {
      const [before, after] = [everywhere(one), everywhere(other)];
      expect(told(reversed(before), reversed(after))).toEqual(told(before, after));
    }),
    { numRuns: Math.ceil(RUNS / 5) },
  );
});
