import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { changes } from './documents.ts';

// Whole documents, generated and rewritten: equivalent documents have no diff.

const COMPONENTS = ['Ant', 'Bee', 'Cow'];
const words = fc.record(
  { title: fc.constantFrom('A', 'B'), description: fc.constantFrom('x', 'y') },
  { requiredKeys: [] },
);
const merged = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<JsonObject> =>
  fc.tuple(...parts).map(list => Object.assign({}, ...list) as JsonObject);

const { schema } = fc.letrec<{ schema: JsonObject }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...COMPONENTS).map((name): JsonObject => ({ $ref: `#/components/schemas/${name}` })),
    merged(
      words,
      fc.record(
        { type: fc.constant('string'), nullable: fc.boolean(), maxLength: fc.nat(9), default: fc.constant('x') },
        { requiredKeys: ['type'] },
      ),
    ),
    merged(
      words,
      fc.record(
        {
          type: fc.constantFrom('integer', 'number'),
          minimum: fc.nat(9),
          exclusiveMinimum: fc.boolean(),
          enum: fc.constant([1, 2]),
        },
        { requiredKeys: ['type', 'minimum'] },
      ),
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    merged(
      words,
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('schema'), { noNullPrototype: true }),
        required: fc.subarray(['a', 'b', 'c']),
      }),
    ),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 2, maxLength: 3 }) }),
    fc.record({ allOf: fc.tuple(fc.constant({ $ref: '#/components/schemas/Ant' }), tie('schema')) }),
  ) as fc.Arbitrary<JsonObject>,
}));

const object: fc.Arbitrary<JsonObject> = fc.record({
  type: fc.constant('object'),
  properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), schema, { noNullPrototype: true, minKeys: 1 }),
  required: fc.subarray(['a', 'b', 'c']),
}) as fc.Arbitrary<JsonObject>;
const json = (given: JsonObject): JsonObject => ({ content: { 'application/json': { schema: given } } });
const parameter: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.constantFrom('query', 'header'), fc.boolean(), schema, words)
  .map(([place, required, given, { description }]) => ({
    ...{ name: `${place}-q`, in: place, required, schema: given },
    ...(description && { description }),
  }));
const operation: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.option(parameter), fc.option(schema), schema, fc.boolean())
  .map(([given, sent, answered, deprecated]) => ({
    ...(given && { parameters: [given] }),
    ...(sent && { requestBody: json(sent) }),
    responses: { 200: { description: 'ok', ...json(answered) } },
    deprecated,
  }));
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const document: fc.Arbitrary<JsonObject> = fc
  .tuple(operation, operation, fc.option(operation), fc.tuple(object, object, object))
  .map(([list, get, put, schemas]) => ({
    openapi: '3.0.3',
    info: { title: 'Generated', version: '1' },
    paths: {
      '/ants': { get: list },
      '/ants/{id}': { parameters: [id], get, ...(put && { put }) },
    },
    components: { schemas: Object.fromEntries(COMPONENTS.map((name, index) => [name, schemas[index] as JsonObject])) },
  }));

/** Every value of a document, from the leaves on. */
const rewrite = (value: JsonValue, change: (node: JsonObject) => JsonObject): JsonValue => {
  if (Array.isArray(value)) return value.map(element => rewrite(element, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, element]) => [key, rewrite(element, change)] as const);
  return change(Object.fromEntries(entries));
};

const reversed = (node: JsonObject): JsonObject => Object.fromEntries(Object.entries(node).reverse());
const renamed = (text: JsonValue | undefined): JsonValue =>
  typeof text === 'string' ? text.replace(/(Ant|Bee|Cow)$/, 'Renamed$1') : (text ?? null);
const rename = (node: JsonObject): JsonObject => {
  if (typeof node.$ref === 'string') return { $ref: renamed(node.$ref) };
  if (!COMPONENTS.every(name => name in node)) return node;
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [String(renamed(name)), value]));
};
/** Rewrites `nullable` and boolean bounds of 3.0 in the form of 3.1. */
const modernize = ({ nullable, ...node }: JsonObject): JsonObject => {
  const schema: JsonObject = { ...node };
  if (nullable === true && typeof node.type === 'string') schema.type = [node.type, 'null'];
  if (typeof node.exclusiveMinimum === 'boolean') delete schema.exclusiveMinimum;
  if (node.exclusiveMinimum === true) {
    schema.exclusiveMinimum = node.minimum ?? 0;
    delete schema.minimum;
  }
  return schema;
};
type Paths = Record<string, Record<string, JsonObject>>;
/** Moves the parameters of the list to its path, and one body and one response to the components. */
const moveAround = (given: JsonObject): JsonObject => {
  const moved = structuredClone(given);
  const { '/ants': list, '/ants/{id}': one } = moved.paths as Paths;
  const components = moved.components as JsonObject;
  if (list?.get?.parameters) {
    Object.assign(list, { parameters: list.get.parameters });
    delete list.get.parameters;
  }
  if (one?.get?.requestBody) {
    components.requestBodies = { Body: one.get.requestBody };
    one.get.requestBody = { $ref: '#/components/requestBodies/Body' };
  }
  const responses = one?.get?.responses as JsonObject;
  components.responses = { Answer: responses[200] as JsonValue };
  responses[200] = { $ref: '#/components/responses/Answer' };
  return moved;
};
/** Splits each component into two parts. */
const split = (given: JsonObject): JsonObject => {
  const { schemas } = given.components as { schemas: Record<string, JsonObject> };
  const pieces = Object.entries(schemas).flatMap(([name, { properties, required, ...rest }]) => {
    const half = (keep: (property: string) => boolean): JsonObject => ({
      ...rest,
      properties: Object.fromEntries(Object.entries(properties as JsonObject).filter(([property]) => keep(property))),
      required: (required as string[]).filter(keep),
    });
    const whole = { allOf: [{ $ref: `#/components/schemas/${name}Half` }, half(property => property >= 'c')] };
    return [
      [name, whole],
      [`${name}Half`, half(property => property < 'c')],
    ] as const;
  });
  return { ...given, components: { schemas: Object.fromEntries(pieces) } };
};

const same = (other: (given: JsonObject) => JsonObject): void =>
  fc.assert(
    fc.property(document, given => {
      expect(changes(given, other(given))).toEqual([]);
      expect(changes(other(given), given)).toEqual([]);
    }),
    { numRuns: 80 },
  );

describe('a document says the same', () => {
  it('as it is', () => same(given => structuredClone(given)));
  it('with its keys in another order', () => same(given => rewrite(given, reversed) as JsonObject));
  it('with other names for its components', () => same(given => rewrite(given, rename) as JsonObject));
  it('in the words of 3.1', () => same(given => ({ ...(rewrite(given, modernize) as JsonObject), openapi: '3.1.0' })));
  it('with parameters at the path, and bodies and answers among the components', () => same(moveAround));
  it('with its components in pieces', () => same(split));
  it('as YAML', () => {
    fc.assert(
      fc.property(document, given => {
        const [text, yaml] = [ingestOpenApi(JSON.stringify(given)), ingestOpenApi(dump(given))];
        if (text.ok && yaml.ok) expect(changes(text.document, yaml.document)).toEqual([]);
        expect(yaml.ok).toBe(text.ok);
      }),
      { numRuns: 60 },
    );
  });
});

it('two documents differ in both directions, and parts added in one are removed in the other', () => {
  const count = (before: JsonObject, after: JsonObject, end: RegExp): number =>
    compareOpenApi(before, after).items.filter(({ rule }) => end.test(rule)).length;
  fc.assert(
    fc.property(document, document, (before, after) => {
      expect(compareOpenApi(before, after).summary.unchanged).toBe(compareOpenApi(after, before).summary.unchanged);
      expect(count(before, after, /^endpoint-added$/)).toBe(count(after, before, /^api-(path-)?removed-/));
      expect(count(before, after, /^new-.*-parameter$/)).toBe(count(after, before, /^request-parameter-removed/));
    }),
    { numRuns: 60 },
  );
});
