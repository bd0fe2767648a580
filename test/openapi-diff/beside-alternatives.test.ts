import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/json.ts';
import { changes, sending } from './documents.ts';

// What a schema says beside alternatives or conditions, and what these say besides, is told once.

const text: JsonObject = { type: 'string' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const named = (names: string[], schemaOf: (name: string) => JsonObject): JsonObject =>
  Object.fromEntries(names.map(name => [name, schemaOf(name)]));

type Side = [schema: JsonObject, schemas?: JsonObject];

/** Compares requests with these schemas and components. */
const told = (before: Side, after: Side): string[] => {
  const [old, now] = [before, after].map(([schema, schemas = {}]) => sending(schema, { components: { schemas } })) as [
    JsonObject,
    JsonObject,
  ];
  return changes(old, now);
};

const KINDS = ['Ant', 'Bee', 'Cow', 'Dog'];
const oneOfKinds: JsonObject = { allOf: [ref('Base')], oneOf: KINDS.map(ref) };

it('a property of a common component that all alternatives describe more widely breaks once', () => {
  const kinds = named(KINDS, name => object({ k: text, [name]: text }, { required: [name] }));
  const before = { Base: object({ z: text }), ...kinds };
  const after = { Base: object({ z: text, k: { type: 'string', maxLength: 3 } }), ...kinds };
  expect(told([oneOfKinds, before], [oneOfKinds, after])).toEqual([
    'BREAKING request-property-max-length-set',
    'INFO new-optional-request-property',
  ]);
});

it('texts and defaults of a property that alternatives describe too have not changed', () => {
  const kinds = named(KINDS, name => object({ k: { ...text, description: 'Of it.', default: 'e' }, [name]: text }));
  const before = { Base: object({ z: text }), ...kinds };
  const after = { Base: object({ z: text, k: { ...text, description: 'Any.', default: 'd' } }), ...kinds };
  expect(told([oneOfKinds, before], [oneOfKinds, after])).toEqual(['INFO new-optional-request-property']);
});

it('a hundred properties that move to a common component of a hundred alternatives can be compared', () => {
  const names = Array.from({ length: 100 }, (_, index) => `B${index}`);
  const properties = named(names, () => text);
  const kinds = named(names, name => object({ kind: { const: name }, ...properties }, { required: ['kind'] }));
  const schema: JsonObject = { allOf: [ref('Base')], oneOf: names.map(ref) };
  const [before, after] = [
    { Base: object({}), ...kinds },
    { Base: object(properties), ...kinds },
  ];
  expect(new Set(told([schema, before], [schema, after]))).toEqual(new Set(['INFO new-optional-request-property']));
});

it('a consequence that is added is told once, whatever it says about a property', () => {
  const schema = object({ k: text, v: text }, { if: object({ k: { const: 'a' } }) });
  const consequences: JsonObject[] = [
    { v: { maxLength: 2 } },
    { v: { description: 'Short.', default: 'z' } },
    { v: false },
  ];
  for (const properties of consequences)
    expect(told([schema], [{ ...schema, ...Object.fromEntries([['then', { properties }]]) }])).toHaveLength(1);
});

it('more than 256 renamed components with the same properties are paired', () => {
  const names = Array.from({ length: 300 }, (_, index) => `${index}`);
  const kinds = (prefix: string, id: JsonObject) =>
    Object.fromEntries(names.map(name => [prefix + name, object({ id, kind: { const: name }, body: text })]));
  const [old, now] = [kinds('V1.', text), kinds('V2.', { type: ['string', 'null'] })];
  const of = (schemas: JsonObject): JsonObject => ({ oneOf: Object.keys(schemas).map(ref) });
  const found = told([of(old), old], [of(now), now]);
  expect(found.filter(change => change.startsWith('BREAKING'))).toEqual([]);
});
