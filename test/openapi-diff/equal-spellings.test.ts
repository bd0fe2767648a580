import { describe, expect, it } from 'vitest';
import { parsePointer } from '../../src/openapi/pointer.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, api, asking, changes, sending } from './documents.ts';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { a: text } };
const sides = [sending, answering];

const one = (value: JsonValue, more: JsonObject = {}): JsonObject => ({ const: value, ...more });
const colours = ['red', 'green'];
const titled: JsonValue[] = [one('red', { title: 'Red' }), one('green', { description: 'as grass', 'x-code': 2 })];

const SPELLINGS: [what: string, before: JsonObject, after: JsonObject][] = [
  ['alternatives of one value each, and an enum', { anyOf: [one('red'), one('green')] }, { enum: colours }],
  ['values that have titles, and an enum of text', { ...text, oneOf: titled }, { ...text, enum: colours }],
  [
    'values with types of their own, and an enum of text',
    { oneOf: [one('red', text), { ...text, enum: ['green'] }] },
    { ...text, enum: colours },
  ],
  [
    'values or null, and an enum that may be null',
    { anyOf: [...titled, { type: 'null' }] },
    { type: ['string', 'null'], enum: [...colours, null] },
  ],
  [
    'values inside a property, and an enum there',
    { properties: { a: { oneOf: titled } } },
    { properties: { a: { enum: colours } } },
  ],
];

const CLOSING = [
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'unevaluatedItems',
  'contains',
];

describe('a keyword that refuses every value', () => {
  it.each([...CLOSING, 'then', 'else', 'not'])('%s: false is the same as a schema that matches nothing', keyword => {
    const choice = {
      oneOf: [{ type: 'object', properties: { k: one('a') }, required: ['k'] }],
      if: { required: ['b'] },
    };
    for (const at of sides) {
      const [before, after] = [false, { not: {} }].map(value => at({ ...choice, [keyword]: value }));
      expect(changes(before as JsonObject, after as JsonObject)).toEqual([]);
      expect(changes(after as JsonObject, before as JsonObject)).toEqual([]);
    }
  });
});

describe('alternatives that are one value each', () => {
  it.each(SPELLINGS)('%s accept the same', (_, before, after) => {
    for (const at of sides) {
      expect(changes(at(before), at(after))).toEqual([]);
      expect(changes(at(after), at(before))).toEqual([]);
    }
  });

  it('reports added and removed values at their places', () => {
    const before = sending({ enum: ['red', 'blue'] });
    const after = sending({ oneOf: titled });
    expect(changes(before, after)).toEqual([
      'BREAKING request-body-enum-value-removed',
      'INFO request-body-enum-value-added',
    ]);
    const standing = (pointer: string): JsonValue | undefined =>
      parsePointer(pointer).reduce<JsonValue | undefined>(
        (value, key) => (value as JsonObject | undefined)?.[key],
        after,
      );
    const added = compareOpenApi(before, after).items.find(({ rule }) => rule.endsWith('added'));
    expect(standing(added?.pointerAfter ?? '')).toEqual(titled[1]);
  });

  it('reports added values at their places in one of several lists', () => {
    const values = (...parts: JsonValue[][]): JsonObject => sending({ allOf: parts.map(part => ({ enum: part })) });
    const before = values(['a', 'b', 'c'], ['c', 'b']);
    const after = values(['a', 'b', 'c', 'd'], ['d', 'c', 'b']);
    expect(compareOpenApi(before, after).items.map(({ location }) => location)).toEqual([
      '/paths/~1pets/post/requestBody/content/application~1json/schema/allOf/1/enum/0',
    ]);
  });

  it('replacing values by any text does not break senders', () => {
    expect(changes(sending({ anyOf: [one('red'), one('green')] }), sending(text))).toEqual([
      'INFO request-body-became-not-enum',
    ]);
    expect(changes(sending(text), sending({ anyOf: titled }))).toEqual(['BREAKING request-body-became-enum']);
  });

  it('a value that two alternatives accept is not accepted by one of them alone', () => {
    expect(changes(sending({ oneOf: [one('red'), one('red')] }), sending({ enum: ['red'] }))).not.toEqual([]);
  });

  it('a value of another type than its own is none', () => {
    const never = { oneOf: [one('red', { type: 'integer' }), one('green')] };
    expect(changes(answering(never), answering({ enum: colours }))).not.toEqual([]);
  });
});

const header = (more: JsonObject): JsonObject =>
  api({ responses: { 200: { description: '', headers: { Marks: more } } } });
const form = (encoding: JsonObject, type = 'multipart/form-data'): JsonObject =>
  api({ requestBody: { content: { [type]: { schema: object, encoding: { a: encoding } } } } });
const deep = (more: JsonObject): JsonObject => asking({ style: 'deepObject', schema: object, ...more });
const inHeader = (more: JsonObject): JsonObject => asking({ in: 'header', schema: text, ...more });

const WRITTEN: [what: string, before: JsonObject, after: JsonObject, there: string[], back: string[]][] = [
  ['a deepObject that is said to be exploded', deep({}), deep({ explode: true }), [], []],
  [
    'a deepObject that was an exploded form',
    deep({ style: 'form' }),
    deep({}),
    ['BREAKING request-parameter-style-changed'],
    ['BREAKING request-parameter-style-changed'],
  ],
  [
    'a list in a header of an answer, which is written alike',
    header({ schema: list }),
    header({ schema: list, explode: true }),
    ['INFO response-header-explode-changed'],
    ['INFO response-header-explode-changed'],
  ],
  [
    'an object in a header of an answer, which is not',
    header({ schema: object }),
    header({ schema: object, explode: true }),
    ['BREAKING response-header-explode-changed'],
    ['BREAKING response-header-explode-changed'],
  ],
  [
    'a list in a header of a request',
    inHeader({ schema: list }),
    inHeader({ schema: list, explode: true }),
    ['INFO request-parameter-explode-changed'],
    ['INFO request-parameter-explode-changed'],
  ],
  [
    'a list in a path with a style that writes it in two ways',
    asking({ in: 'path', style: 'matrix', schema: list }),
    asking({ in: 'path', style: 'matrix', schema: list, explode: true }),
    ['BREAKING request-parameter-explode-changed'],
    ['BREAKING request-parameter-explode-changed'],
  ],
  [
    'switches of a query in a header, where they do nothing',
    inHeader({ allowReserved: true, allowEmptyValue: true }),
    inHeader({}),
    ['INFO request-parameter-allow-empty-value-unset', 'INFO request-parameter-allow-reserved-unset'],
    ['INFO request-parameter-allow-empty-value-set', 'INFO request-parameter-allow-reserved-set'],
  ],
  [
    'a part of a form that may be of one type more',
    form({ contentType: 'image/png' }),
    form({ contentType: 'image/png, image/jpeg' }),
    ['INFO request-body-encoding-changed'],
    ['BREAKING request-body-encoding-changed'],
  ],
  [
    'a part of a form that may be any image',
    form({ contentType: 'image/png' }),
    form({ contentType: 'image/*' }),
    ['INFO request-body-encoding-changed'],
    ['BREAKING request-body-encoding-changed'],
  ],
  [
    'a part of a form that is another image',
    form({ contentType: 'image/png' }),
    form({ contentType: 'image/jpeg' }),
    ['BREAKING request-body-encoding-changed'],
    ['BREAKING request-body-encoding-changed'],
  ],
  [
    'a part of a form that may be anything',
    form({ contentType: 'image/png' }),
    form({ contentType: '*/*' }),
    ['INFO request-body-encoding-changed'],
    ['BREAKING request-body-encoding-changed'],
  ],
  [
    'a part of a form in another charset',
    form({ contentType: 'text/csv; charset=utf-8, image/png' }),
    form({ contentType: 'text/csv; charset=utf-16, image/png' }),
    ['WARNING request-body-encoding-changed'],
    ['WARNING request-body-encoding-changed'],
  ],
  [
    'an encoding of a body that is no form, which is ignored',
    form({ contentType: 'image/png' }, 'application/json'),
    form({ contentType: 'image/jpeg' }, 'application/json'),
    ['INFO request-body-encoding-changed'],
    ['INFO request-body-encoding-changed'],
  ],
];

describe('how values are written', () => {
  it.each(WRITTEN)('%s', (_, before, after, there, back) => {
    expect(changes(before, after)).toEqual(there);
    expect(changes(after, before)).toEqual(back);
  });
});

const WRAPPED: [what: string, plain: JsonObject, list: JsonObject[], there: string, back: string][] = [
  ['a list or one of its items', text, [text, list], 'INFO', 'BREAKING'],
  ['a list, or one item alone', list, [text, list], 'INFO', 'BREAKING'],
  [
    'a number that is whole, or any',
    { type: 'integer' },
    [{ type: 'integer' }, { type: 'number', minimum: 3 }],
    'BREAKING',
    'BREAKING',
  ],
  ['two objects', object, [object, { type: 'object', properties: { b: text } }], 'BREAKING', 'BREAKING'],
  ['text or nothing that is named', text, [text, { description: 'whatever' }], 'BREAKING', 'BREAKING'],
  [
    'text or null, or a list or null',
    { type: ['string', 'null'] },
    [{ type: ['string', 'null'] }, { ...list, type: ['array', 'null'] }],
    'BREAKING',
    'BREAKING',
  ],
];

it.each(WRAPPED)('one schema is replaced by exclusive alternatives: %s', (_, plain, oneOf, there, back) => {
  expect(changes(sending(plain), sending({ oneOf }))).toEqual([`${there} request-body-wrapped-in-one-of`]);
  expect(changes(sending({ oneOf }), sending(plain))).toEqual([`${back} request-body-unwrapped-from-one-of`]);
});

const security = [{ a: [] }];
const scheme = (more: JsonObject): JsonObject =>
  api({ security }, { components: { securitySchemes: { a: { type: 'http', scheme: 'basic', ...more } } } });
const linked = (more: JsonObject): JsonObject =>
  api({ responses: { 200: { description: '', links: { next: { operationId: 'a', ...more } } } } });
const served = (more: JsonObject): JsonObject => api({ servers: [{ url: 'https://a.example', ...more }] });
const atPath = (more: JsonObject): JsonObject => ({
  ...api({}),
  paths: {
    '/pets': { servers: [{ url: 'https://a.example', ...more }], get: { responses: {} }, put: { responses: {} } },
  },
});

const PLACES: [where: string, at: (more: JsonObject) => JsonObject][] = [
  ['a link', linked],
  ['a security scheme', scheme],
  ['a server of an operation', served],
  ['a server of a path', atPath],
  ['all answers of an operation', more => api({ responses: more })],
  ['all paths', more => ({ ...api({}), paths: more })],
  ['all components', more => api({}, { components: more })],
];

describe('texts and extensions', () => {
  it.each(PLACES)('is reported once at its place: at %s', (_, at) => {
    expect(changes(at({}), at({ 'x-team': { name: 'a' } }))).toEqual(['INFO extension-added']);
    expect(changes(at({ 'x-team': 'a' }), at({ 'x-team': 'b' }))).toEqual(['INFO extension-changed']);
    expect(changes(at({ 'x-team': 'a' }), at({}))).toEqual(['INFO extension-removed']);
  });

  it.each(PLACES.slice(0, 4))('words too: at %s', (_, at) => {
    expect(changes(at({ description: 'a' }), at({ description: 'b' }))).toEqual(['INFO annotation-changed']);
  });
});

describe('bytes', () => {
  const body = (openapi: string, type: string, media: JsonObject): JsonObject => ({
    ...api({ requestBody: { content: { [type]: media } } }),
    openapi,
  });
  const bytes = { schema: { type: 'string', format: 'binary' } };

  it('are text of a format in 3.0 and have no schema in 3.1', () => {
    const [old, now] = [body('3.0.3', 'image/png', bytes), body('3.1.0', 'image/png', {})];
    expect(changes(old, now)).toEqual([]);
    expect(changes(now, old)).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['nothing', {}],
    ['the media type', { contentMediaType: 'image/png' }],
    ['the type and the media type', { type: 'string', contentMediaType: 'image/PNG' }],
    ['any bytes', { contentMediaType: 'application/octet-stream' }],
  ])('may have a schema in 3.1 that says %s', (_, schema) => {
    const [old, now] = [body('3.0.3', 'image/png', bytes), body('3.1.0', 'image/png', { schema })];
    expect(changes(old, now)).toEqual([]);
    expect(changes(now, old)).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'in base64',
      { type: 'string', format: 'byte' },
      { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
    ],
    ['as they are', { type: 'string', format: 'binary' }, { type: 'string', contentMediaType: 'image/png' }],
  ])('in a form have a media type in 3.1: %s', (_, old, now) => {
    const inForm = (openapi: string, file: JsonObject): JsonObject =>
      body(openapi, 'multipart/form-data', { schema: { type: 'object', properties: { file } } });
    expect(changes(inForm('3.0.3', old), inForm('3.1.0', now))).toEqual([]);
    expect(changes(inForm('3.1.0', now), inForm('3.0.3', old))).toEqual([]);
    const embedded = { type: 'string', contentMediaType: 'application/json' };
    expect(changes(inForm('3.0.3', old), inForm('3.1.0', embedded))).not.toEqual([]);
  });

  it('are no JSON, and no other schema', () => {
    const json = 'application/json';
    expect(changes(body('3.0.3', json, bytes), body('3.1.0', json, {}))).not.toEqual([]);
    const other = body('3.1.0', 'image/png', { schema: { type: 'object' } });
    expect(changes(body('3.0.3', 'image/png', bytes), other)).toEqual(['BREAKING request-body-type-changed']);
    expect(changes(body('3.1.0', 'image/png', bytes), body('3.1.0', 'image/png', {}))).not.toEqual([]);
    const pdf = body('3.1.0', 'image/png', { schema: { contentMediaType: 'application/pdf' } });
    expect(changes(body('3.0.3', 'image/png', bytes), pdf)).not.toEqual([]);
  });
});

const named = (kind: string, component: JsonObject): JsonObject => ({ components: { [kind]: { One: component } } });
const referring = (kind: string, more: JsonObject): JsonObject => ({ $ref: `#/components/${kind}/One`, ...more });
const parameter = { name: 'q', in: 'query', schema: text, description: 'a' };

const REFERENCES: [to: string, at: (words: JsonObject, inline?: boolean) => JsonObject][] = [
  [
    'a parameter',
    (words, inline) =>
      api(
        { parameters: [inline ? { ...parameter, ...words } : referring('parameters', words)] },
        named('parameters', parameter),
      ),
  ],
  [
    'an answer',
    (words, inline) =>
      api(
        { responses: { 200: inline ? { description: 'a', ...words } : referring('responses', words) } },
        named('responses', { description: 'a' }),
      ),
  ],
  [
    'a header',
    (words, inline) => {
      const component = { schema: text, description: 'a' };
      const header = inline ? { ...component, ...words } : referring('headers', words);
      return api({ responses: { 200: { description: '', headers: { H: header } } } }, named('headers', component));
    },
  ],
];

describe.each(REFERENCES)('the words of a reference to %s', (_, at) => {
  it('are reported since 3.1, which supports them', () => {
    expect(changes(at({ description: 'b' }), at({ description: 'c' }))).toEqual(['INFO annotation-changed']);
    expect(changes(at({}), at({ description: 'b' }))).toEqual(['INFO annotation-added']);
    const [old, now] = [at({ description: 'b' }), at({ description: 'c' })];
    expect(changes({ ...old, openapi: '3.0.3' }, { ...now, openapi: '3.0.3' })).toEqual([]);
  });

  it('are the same as those of an inline object', () => {
    expect(changes(at({ description: 'a' }, true), at({ description: 'a' }))).toEqual([]);
  });
});

describe('the dialect of schemas', () => {
  const written = (jsonSchemaDialect: string): JsonObject => api({}, { jsonSchemaDialect });
  const draft7 = written('http://json-schema.org/draft-07/schema#');

  it('is that of OpenAPI if none is written', () => {
    expect(changes(api({}), written('https://spec.openapis.org/oas/3.1/dialect/base'))).toEqual([]);
    expect(changes(written('https://json-schema.org/draft/2020-12/schema'), api({}))).toEqual([]);
    expect(changes(draft7, draft7)).toEqual([]);
  });

  it('is reported when it changes, because it can change what the schemas mean', () => {
    expect(changes(draft7, api({}))).toEqual(['WARNING schema-dialect-changed']);
  });
});

it('nested alternatives or null equal flat ones or null in 3.0', () => {
  const texts = { ...text, minLength: 1 };
  const nested = { anyOf: [{ anyOf: [texts, object], nullable: true }, list] };
  const flat = { anyOf: [texts, object, list], nullable: true };
  for (const at of sides) {
    const written = (schema: JsonObject): JsonObject => at(schema, { openapi: '3.0.3' });
    expect(changes(written(nested), written(flat))).toEqual([]);
    expect(changes(written(flat), written(nested))).toEqual([]);
  }
});
