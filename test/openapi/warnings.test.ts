import { describe, expect, it } from 'vitest';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { answering, brief, operation, sound, warningsOf } from './documents.ts';

const schemas = (version: string, A: unknown): object =>
  sound({ openapi: version, paths: { '/a': { get: answering(A) } } });
const at = '/paths/~1a/get/responses/200/content/application~1json/schema';

describe('errors inside Schema Objects are warnings', () => {
  const broken: [string, string, unknown, string, string][] = [
    [
      '3.1.0',
      'an unknown type',
      { type: 'strng' },
      '/type',
      'Must be one of array, boolean, integer, null, number, object, string (or a list of those), not "strng".',
    ],
    ['3.1.0', 'a negative length', { minLength: -1 }, '/minLength', 'Must be 0 or more.'],
    [
      '3.1.0',
      'the exclusive bound of 3.0',
      { exclusiveMinimum: true },
      '/exclusiveMinimum',
      'Must be a number, not a boolean.',
    ],
    [
      '3.1.0',
      'required as a flag, deep inside',
      { properties: { a: { items: { required: true } } } },
      '/properties/a/items/required',
      'Must be a list, not a boolean.',
    ],
    ['3.1.0', 'a list of items', { items: [{}] }, '/items', 'Must be an object or a boolean, not a list.'],
    [
      '3.1.0',
      'a type twice',
      { type: ['string', 'string'] },
      '/type',
      'Must be one of array, boolean, integer, null, number, object, string (or a list of those), not ["string","string"].',
    ],
    [
      '3.0.3',
      'an unknown type',
      { type: 'strng' },
      '/type',
      'Must be one of array, boolean, integer, number, object, string, not "strng".',
    ],
    ['3.0.3', 'a list of types', { type: ['string', 'null'] }, '/type', 'Must be a string, not a list.'],
    [
      '3.0.3',
      'a keyword of 3.1',
      { const: 1 },
      '/const',
      '"const" is not a keyword of the Schema Object in this OpenAPI version.',
    ],
    ['3.0.3', 'a huge bound that is no number', { maximum: '1' }, '/maximum', 'Must be a number, not a string.'],
    ...['3.0.3', '3.1.0'].map((version): (typeof broken)[number] => [
      version,
      'a link without address',
      { properties: { a: { externalDocs: {} } } },
      '/properties/a/externalDocs',
      'Add the required field "url".',
    ]),
    ['3.0.3', 'a repeated name', { required: ['a', 'a'] }, '/required', 'Must not repeat an item.'],
  ];

  it.each(broken)('%s: %s', (version, _name, schema, pointer, message) => {
    expect(warningsOf(schemas(version, schema))).toEqual([
      { message, pointer: at + pointer, rule: 'schema-object', line: expect.any(Number), column: expect.any(Number) },
    ]);
  });

  it('and each has its place in the text', () => {
    const text = `openapi: 3.1.0
info: {title: Pets, version: "1", description: Pets.}
paths: {}
components:
  schemas:
    Pet:
      type: strng
      properties:
        name: {minLength: -1}
`;
    expect(warningsOf(text)).toMatchObject([
      { pointer: '/components/schemas/Pet/type', line: 7, column: 7 },
      { pointer: '/components/schemas/Pet/properties/name/minLength', line: 9, column: 16 },
    ]);
  });

  it('numbers that JavaScript cannot represent are numbers', () => {
    const text = JSON.stringify(schemas('3.1.0', { maximum: 'M', minLength: 'N', enum: ['M'] }));
    expect(warningsOf(text.replaceAll('"M"', '1e400').replace('"N"', '1.0'))).toEqual([]);
    expect(warningsOf(text.replaceAll('"M"', '9007199254740993').replace('"N"', '-1.0'))).toMatchObject([
      { message: 'Must be 0 or more.' },
    ]);
  });

  it('true and false are schemas', () => {
    expect(warningsOf(schemas('3.1.0', true))).toEqual([]);
    expect(warningsOf(schemas('3.0.3', { additionalProperties: false }))).toEqual([]);
  });

  it('a pattern must be a regular expression', () => {
    expect(brief(warningsOf(schemas('3.1.0', { pattern: '(' })))).toEqual([`invalid-pattern ${at}/pattern`]);
    expect(warningsOf(schemas('3.1.0', { pattern: '^[\\w-]+\\p{L}$' }))).toEqual([]);
  });
});

describe('problems that a document should fix', () => {
  const ok = operation();

  it('a duplicate operationId', () => {
    const paths = { '/a': { get: operation({ operationId: 'x' }), put: operation({ operationId: 'x' }) } };
    expect(brief(warningsOf(sound({ paths })))).toEqual(['duplicate-operation-id /paths/~1a/put/operationId']);
  });

  it('a path parameter that is not declared, and one that is not in the path', () => {
    const id = { name: 'id', in: 'path', required: true, schema: {} };
    const paths = {
      '/a/{id}': { parameters: [id], get: ok },
      '/b/{id}/{other}': { get: operation({ parameters: [{ $ref: '#/paths/~1a~1{id}/parameters/0' }] }) },
      '/c': { get: operation({ parameters: [id] }) },
    };
    expect(brief(warningsOf(sound({ paths })))).toEqual([
      'undeclared-path-parameter /paths/~1b~1{id}~1{other}/get',
      'unused-path-parameter /paths/~1c/get',
    ]);
  });

  it('a parameter that is declared twice', () => {
    const query = (name: string) => ({ name, in: 'query', schema: {} });
    const paths = {
      '/a': { parameters: [query('x')], get: operation({ parameters: [query('x'), query('y'), query('x')] }) },
    };
    expect(brief(warningsOf(sound({ paths })))).toEqual(['duplicate-parameter /paths/~1a/get/parameters/2']);
  });

  it('a component that nothing refers to, itself not counting', () => {
    const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const document = sound({
      paths: { '/a': { get: answering($ref('Used')) } },
      components: {
        schemas: {
          Used: { discriminator: { propertyName: 't', mapping: { m: 'Mapped' } }, properties: { t: {} } },
          Mapped: { type: 'object' },
          Variant: { allOf: [$ref('Used')] },
          Grandchild: { allOf: [$ref('Variant')] },
          Lonely: { items: $ref('Lonely') },
        },
        parameters: { p: { name: 'p', in: 'query', schema: {} } },
        securitySchemes: { used: { type: 'http', scheme: 'basic' }, unused: { type: 'http', scheme: 'basic' } },
      },
      security: [{ used: [] }],
    });
    expect(brief(warningsOf(document))).toEqual([
      'unused-component /components/schemas/Lonely',
      'unused-component /components/parameters/p',
      'unused-component /components/securitySchemes/unused',
    ]);
  });

  it('nothing is unused in a document of components alone', () => {
    expect(warningsOf(sound({ paths: undefined, components: { schemas: { A: {} } } }))).toEqual([]);
  });

  it('missing descriptions', () => {
    const document = sound({
      info: { title: 'A', version: '1' },
      paths: { '/a': { get: operation({ summary: ' ' }), put: { ...ok, summary: undefined, description: 'x' } } },
    });
    expect(brief(warningsOf(document))).toEqual(['missing-description /info', 'missing-description /paths/~1a/get']);
  });

  it('a security scheme that is not defined, a mapping to nothing, a reference to an object of another kind', () => {
    const document = sound({
      security: [{ nope: [] }],
      paths: {
        '/a': {
          get: answering({ discriminator: { propertyName: 'p', mapping: { x: '#/nope' } } }),
          put: operation({ parameters: [{ $ref: '#/components/schemas/S' }] }),
        },
      },
      components: { schemas: { S: { type: 'object' } } },
    });
    expect(brief(warningsOf(document))).toEqual([
      `unresolved-link ${at}/discriminator/mapping`,
      'ref-kind /paths/~1a/put/parameters/0/$ref',
      'undefined-security-scheme /security/0/nope',
    ]);
  });

  it('are counted once in parts that only references lead to, whichever reference comes first', () => {
    const Pet = { type: 'strin', properties: { name: { properties: { first: { type: 'strin' } } } } };
    const properties = {
      a: { $ref: '#/x-own/Pet/properties/name/properties/first' },
      b: { $ref: '#/x-own/Pet/properties/name' },
      c: { $ref: '#/x-own/Pet' },
    };
    const item = {
      get: operation({ operationId: 'x', callbacks: { inner: { a: { put: { ...ok, operationId: 'y' } } } } }),
    };
    const document = sound({
      paths: {
        '/a': { $ref: '#/x-own/item/get/callbacks/inner/a' },
        '/b': { $ref: '#/x-own/item' },
        '/c': { get: answering({ properties }) },
      },
      'x-own': { item, Pet },
    });
    expect(brief(warningsOf(document))).toEqual([
      'schema-object /x-own/Pet/type',
      'schema-object /x-own/Pet/properties/name/properties/first/type',
    ]);
  });

  it('a thousand are stored and all are counted', () => {
    const many = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`s${index}`, { type: 'x' }]));
    const outcome = ingestOpenApi(JSON.stringify(sound({ components: { schemas: many } })));
    expect(outcome).toMatchObject({ ok: true, warningCount: 1500 });
    expect(outcome.ok && outcome.warnings).toHaveLength(1000);
  });

  it('are short below a very long name', () => {
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`s${index}`, { type: 'strin' }]));
    const paths = { [`/${'k'.repeat(50_000)}`]: { get: answering({ properties }) } };
    const outcome = ingestOpenApi(JSON.stringify(sound({ paths })));
    expect(outcome).toMatchObject({ ok: true, warningCount: 1000 });
    const warnings = outcome.ok ? outcome.warnings : [];
    expect(warnings[0]?.pointer).toMatch(/^\/paths\/~1k+…$/);
    expect(warnings.length).toBeGreaterThan(100);
    expect(JSON.stringify(warnings).length).toBeLessThan(3_000_000);
  });

  it('are kept rather than those of missing descriptions', () => {
    const undescribed = { ...ok, summary: undefined };
    const many = Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`/p${index}`, { get: undescribed }]));
    const outcome = ingestOpenApi(
      JSON.stringify(
        sound({ paths: { ...many, '/q/{id}': { get: operation() } }, components: { schemas: { Unused: {} } } }),
      ),
    );
    expect(outcome).toMatchObject({ ok: true, warningCount: 1102 });
    const warnings = outcome.ok ? brief(outcome.warnings) : [];
    expect(warnings).toHaveLength(1000);
    expect(warnings.slice(997)).toEqual([
      'missing-description /paths/~1p997/get',
      'undeclared-path-parameter /paths/~1q~1{id}/get',
      'unused-component /components/schemas/Unused',
    ]);
  });
});
