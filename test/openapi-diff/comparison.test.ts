import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, api, asking, rulesOf, sending } from './documents.ts';

const pet = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const petRef = { $ref: '#/components/schemas/Pet' };
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const shared = (schema: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: {
    '/pets': {
      get: { operationId: 'list', responses: { 200: { description: '', ...json({ type: 'array', items: petRef }) } } },
      post: {
        operationId: 'create',
        requestBody: json(petRef),
        responses: { 201: { description: '', ...json(petRef) } },
      },
    },
    '/stores': { get: { operationId: 'stores', responses: { 200: { description: '' } } } },
  },
  components: { schemas: { Pet: schema } },
});

describe('an item', () => {
  it('reports the change and its place, in words and pointers', () => {
    const before = answering(pet({ owner: { type: 'string' }, id: { type: 'string' } }));
    const after = answering(pet({ id: { type: 'string' } }));
    const { items, summary } = compareOpenApi(before, after);
    expect(items).toEqual([
      {
        rule: 'response-property-removed',
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        changeType: 'RESPONSE_CHANGED',
        severity: 'BREAKING',
        isBreaking: true,
        mustHandle: true,
        method: 'POST',
        path: '/pets',
        affectedOperations: [{ method: 'POST', path: '/pets' }],
        location: '/paths/~1pets/post/responses/200/content/application~1json/schema/properties/owner',
        pointerBefore: '/paths/~1pets/post/responses/200/content/application~1json/schema/properties/owner',
        pointerAfter: '/paths/~1pets/post/responses/200/content/application~1json/schema',
        message: 'Response property `owner` was removed from 200 application/json',
        sortOrder: 0,
      },
    ]);
    expect(summary).toEqual({
      ...{ unchanged: false, addedEndpoints: 0, removedEndpoints: 0, modifiedEndpoints: 1 },
      ...{ breakingChanges: 1, warnings: 0, infos: 0 },
    });
  });

  it('keeps its key if the message, the position in a list or the names in a path change', () => {
    const at = (path: string, names: string[]): JsonObject => ({
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: { [path]: { get: { parameters: names.map(name => ({ name, in: 'query' })), responses: {} } } },
    });
    const key = (path: string, before: string[], after: string[]): string | undefined =>
      compareOpenApi(at(path, before), at(path, after)).items[0]?.key;
    expect(key('/a/{id}', ['x', 'y'], ['x'])).toBe(key('/a/{other}', ['y', 'x'], ['x']));
    expect(key('/a/{id}', ['x', 'y'], ['x'])).not.toBe(key('/a/{id}', ['x', 'y'], ['y']));
  });

  describe('keeps its key and its rule for any order of keys', () => {
    const reversed = (value: JsonValue): JsonValue => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      );
    };
    const identities = (before: JsonValue, after: JsonValue): string[] =>
      compareOpenApi(before as JsonObject, after as JsonObject).items.map(({ rule, key }) => `${rule} ${key}`);
    const { a, b } = { a: { type: 'string' }, b: { type: 'integer' } };
    const limits = (type: string): JsonObject => ({
      ...answering({}, { components: { headers: { Limit: { schema: { type } } } } }),
      ...{ paths: { '/a': { get: { responses: { 200: { description: '', headers } } } } } },
    });
    const headers = { Most: { $ref: '#/components/headers/Limit' }, Least: { $ref: '#/components/headers/Limit' } };
    const named = (name: string): JsonObject =>
      sending(
        { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
        { components: { schemas: { One: pet({}), Other: pet({ a, b }) } } },
      );
    const wholeAndPart = (type: string): JsonObject =>
      api(
        {
          requestBody: {
            content: {
              'application/json': { schema: petRef },
              'text/plain': { schema: { oneOf: [{ type: 'array', items: petRef }] } },
            },
          },
        },
        { components: { schemas: { Pet: { type } } } },
      );

    it.each<[string, JsonObject, JsonObject]>([
      ['in alternatives without a name', answering({ anyOf: [pet({ a, b }), { type: 'string' }] }), answering({})],
      ['in a component that one place uses twice', limits('integer'), limits('string')],
      ['in properties of another component', named('One'), named('Other')],
      ['in a whole body that is also a part', wholeAndPart('string'), wholeAndPart('integer')],
    ])('%s', (_, before, after) => {
      const told = identities(before, after);
      expect(told).not.toEqual([]);
      expect(identities(reversed(before), reversed(after)).sort()).toEqual(told.sort());
      expect(identities(before, reversed(after)).sort()).toEqual(told.sort());
    });
  });

  it('of a parameter at the path points to the path', () => {
    const at = (type: string): JsonObject =>
      api(
        {},
        { paths: { '/pets': { parameters: [{ name: 'a', in: 'query', schema: { type } }], post: { responses: {} } } } },
      );
    expect(compareOpenApi(at('string'), at('integer')).items[0]?.location).toBe(
      '/paths/~1pets/parameters/0/schema/type',
    );
  });

  it('shows no value of more than some hundred characters', () => {
    const { items } = compareOpenApi(asking({ schema: {} }), asking({ schema: { default: 'x'.repeat(5000) } }));
    expect(String(items[0]?.newValue).length).toBe(501);
  });
});

describe('a shared component', () => {
  const { items, summary } = compareOpenApi(
    shared(pet({ id: { type: 'string' } })),
    shared(pet({ id: { type: 'string', maxLength: 9 } })),
  );
  it('is compared once per direction, with all affected operations', () => {
    expect(rulesOf(items)).toEqual([
      'BREAKING request-property-max-length-set',
      'INFO response-property-max-length-set',
    ]);
    expect(items.map(({ affectedOperations }) => affectedOperations.map(({ operationId }) => operationId))).toEqual([
      ['create'],
      ['list', 'create'],
    ]);
    expect(summary.modifiedEndpoints).toBe(2);
  });
  it('has a pointer to its place', () => {
    expect(items.map(({ location }) => location)).toEqual(
      Array(2).fill('/components/schemas/Pet/properties/id/maxLength'),
    );
    expect(items[0]?.message).toBe('Request property `id` of schema `Pet`: maximum length set to 9');
  });
  it('that refers to itself ends the comparison', () => {
    const recursive = (rest: JsonObject): JsonObject =>
      shared(pet({ parent: petRef, children: { type: 'array', items: petRef }, ...rest }));
    const { items } = compareOpenApi(recursive({ a: {} }), recursive({}));
    expect(rulesOf(items)).toEqual(['BREAKING response-property-removed', 'WARNING request-property-removed']);
  });
  it('reports every finding once when many parts refer to many', () => {
    const many = (type: string): JsonObject => {
      const names = Array.from({ length: 90 }, (_, index) => `S${index}`);
      const refs = names.map(name => [name, { $ref: `#/components/schemas/${name}` }]);
      const schema = pet({ ...Object.fromEntries(refs), value: { type } });
      return answering(
        { $ref: '#/components/schemas/S0' },
        { components: { schemas: Object.fromEntries(names.map(name => [name, schema])) } },
      );
    };
    expect(compareOpenApi(many('string'), many('integer')).items.length).toBe(90);
  });
});

describe('operations', () => {
  it('are paired by equivalent templates', () => {
    const at = (path: string, name: string): JsonObject => ({
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: { [path]: { get: { parameters: [{ name, in: 'path', required: true }], responses: {} } } },
    });
    const { items } = compareOpenApi(at('/pets/{id}', 'id'), at('/pets/{petId}', 'petId'));
    expect(rulesOf(items)).toEqual(['INFO request-parameter-renamed']);
  });
  it('of a first version are all added, and nothing else is said', () => {
    const { items, summary } = compareOpenApi(null, shared(pet({ id: {} })));
    expect(rulesOf(items)).toEqual(Array(3).fill('INFO endpoint-added'));
    expect(summary).toMatchObject({ unchanged: false, addedEndpoints: 3, modifiedEndpoints: 0, infos: 3 });
  });
});

it('items come breaking first, then by path, and the same for any order of keys', () => {
  const before = { ...shared(pet({ a: {}, b: { type: 'string' } })), openapi: '3.1.0' };
  const after = shared(pet({ b: { type: 'integer' }, c: {} }));
  const { items } = compareOpenApi(before, after);
  expect(items.map(({ severity, path, method, rule }) => `${severity} ${method} ${path} ${rule}`)).toEqual([
    'BREAKING GET /pets response-property-removed',
    'BREAKING GET /pets response-property-type-changed',
    'BREAKING POST /pets request-property-type-changed',
    'WARNING POST /pets request-property-removed',
    'INFO GET /pets response-optional-property-added',
    'INFO POST /pets new-optional-request-property',
  ]);
  expect(items.map(({ sortOrder }) => sortOrder)).toEqual([0, 1, 2, 3, 4, 5]);
  const shuffled = Object.fromEntries(Object.entries(after).reverse()) as JsonObject;
  expect(compareOpenApi(before, shuffled)).toEqual(compareOpenApi(before, after));
});

it('schemas of any nonsense are compared without failing', () => {
  const nonsense: JsonValue[] = [
    null,
    7,
    'x',
    [],
    { type: 7, properties: [], required: 'a', allOf: {}, items: 3, enum: 1 },
    { $ref: 7 },
  ];
  for (const before of nonsense) for (const after of nonsense) compareOpenApi(sending(before), sending(after));
});

it('schemas 400 levels deep are compared to the bottom', () => {
  const deep = (type: string): JsonObject => {
    let schema: JsonObject = { type };
    for (let level = 0; level < 200; level++) schema = pet({ a: schema });
    return sending(schema);
  };
  expect(rulesOf(compareOpenApi(deep('string'), deep('integer')).items)).toEqual([
    'BREAKING request-property-type-changed',
  ]);
});
