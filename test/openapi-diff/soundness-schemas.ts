import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

// Random pairs of schemas with one component, and values that distinguish them.

const SCALARS: JsonValue[] = ['a', 'b', 'ab', 'abc', '', 0, 1, 2, 3, 4, 5, 6, 1.5, -1, true, false, null];
export const VALUES: JsonValue[] = [
  ...SCALARS,
  ...[[], ['a'], ['a', 'a'], ['a', 'b'], [1], [1, 2], [1, 'a'], ['a', 1], [null], [true], [['a']], ['a', 'b', 'c']],
  ...[{}, { a: 'a' }, { a: 1 }, { b: 'b' }, { a: 'a', b: 'b' }, { a: 'a', b: 1 }, { a: null }, { c: 'c' }, { d: 'a' }],
  ...[{ a: 'a', b: 'b', c: 'c' }, { a: { a: 'a' } }, { a: ['a'] }, { a: 'abc' }, { b: 2 }, { a: 1, b: 1 }],
  ...[{ a: 'a', d: 1 }, { a: {} }, { a: { b: 1 } }, { a: true }, { a: [] }, { b: [1] }, { c: 1, d: 1 }],
  ...[{ k: 'a' }, { k: 'b' }, { k: 'a', a: 'a' }, { k: 'a', a: 1 }, { k: 'b', b: 'b' }, { k: 'b', b: 1, c: 1 }],
  ...[[{}], [{ a: 'a' }], [{ a: 1 }], [1, { a: 'a' }], ['a', []], [1, 1, 1], ['a', 1, 1.5]],
];
const NAMES = ['a', 'b', 'c'];

/** A component that may change. */
const X: JsonObject = { $ref: '#/components/schemas/X' };

const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null');
const scalar = fc.constantFrom(...SCALARS);
const leaf = fc.oneof(
  fc.constantFrom<JsonValue>({}, true, { const: { a: 'a' } }, { enum: [{ a: 1 }, ['a'], 'a'] }, X),
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

const test = fc.oneof(
  condition,
  fc.constantFrom<JsonValue>({ required: ['a'] }, { properties: { k: { const: 'a' } }, required: ['k'] }, X),
);
const conditional = (inner: fc.Arbitrary<JsonValue>) =>
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  fc.record({ if: test, then: inner, else: inner }, { requiredKeys: ['if', 'then'] });
/** Alternatives that exclude each other. */
const tagged = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .chain(kinds => fc.tuple(...kinds.map(kind => leaf.map(inner => alternative(kind, inner)))));
const alternative = (kind: string, inner: JsonValue): JsonObject => ({
  ...{ type: 'object', properties: { k: { const: kind }, [kind]: inner }, required: ['k'] },
});

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
        propertyNames: fc.constantFrom<JsonValue>({ maxLength: 0 }, { pattern: '^[ab]' }, { enum: ['a', 'b'] }, X),
        dependentRequired: dictionary(NAMES, names, 2),
        dependentSchemas: dictionary(
          NAMES,
          fc.oneof(fc.record({ required: names, maxProperties: fc.nat(3) }), tie('schema')),
          1,
        ),
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
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        minItems: fc.nat(2),
        unevaluatedItems: fc.oneof(fc.boolean(), leaf),
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
    fc.record({ allOf: fc.array(conditional(tie('schema')), { minLength: 1, maxLength: 2 }), required: names }),
    fc.record({ not: tie('schema') }),
    fc.record({ allOf: fc.array(fc.record({ not: leaf }), { minLength: 2, maxLength: 2 }) }),
    fc.record({ oneOf: tagged }),
    fc.record({ anyOf: tagged, properties: dictionary(NAMES, leaf, 1) }),
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

const holdsContains = (schema: JsonValue): boolean => schemasIn(schema).some(one => one.contains !== undefined);

/** The validator handles \`contains\` differently beside other keywords about items, and inside them. */
const isSupported = (schema: JsonValue): boolean =>
  schemasIn(schema).every(({ contains, prefixItems = [], items = true, unevaluatedItems }) =>
    [prefixItems, items].some(holdsContains)
      ? false
      : contains === undefined || ([prefixItems].flat().length === 0 && unevaluatedItems === undefined),
  );

/** A schema and another one, or the same schema with one nested edit. */
const schemas = fc.tuple(schema, schema, fc.nat(9)).map(([before, other, kind]): [JsonValue, JsonValue] => {
  if (kind < 3 || typeof other !== 'object') return [before, other];
  const after = structuredClone(before);
  const objects = schemasIn(after);
  const target = objects[(kind * 7) % Math.max(1, objects.length)];
  if (target === undefined) return [before, other];
  const keys = Object.keys(target);
  if (kind < 7 && keys.length > 0) delete target[keys[kind % keys.length] as string];
  else Object.assign(target, other);
  return [before, after];
});

export type Side = { schema: JsonValue; component: JsonValue };

const component = leaf.filter(schema => schema !== X);

/** Two schemas and their component X; in some pairs only the component changes. */
export const pair = fc
  .tuple(
    schemas.filter(both => both.every(isSupported)),
    component,
    fc.option(component, { freq: 3 }),
  )
  .map(([[before, after], old, now]): [Side, Side] =>
    now === null
      ? [
          { schema: before, component: old },
          { schema: after, component: old },
        ]
      : [
          { schema: before, component: old },
          { schema: before, component: now },
        ],
  );
