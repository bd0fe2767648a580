import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../src/platform/json.ts';
import { answering, api, rulesOf } from './documents.ts';

const text: JsonObject = { type: 'string' };
const described: JsonObject = { description: 'ok' };
const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });
const answered = (response: JsonObject): JsonObject => api({ responses: { 200: { ...described, ...response } } });
const both = (schema: JsonObject): JsonObject =>
  api({ requestBody: json(schema), responses: { 200: { ...described, ...json(schema) } } });
const form = (encoding: JsonObject): JsonObject => {
  const properties = Object.fromEntries(Object.keys(encoding).map(name => [name, text]));
  return api({
    requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties }, encoding } } },
  });
};
const cat: JsonObject = { type: 'object', properties: { k: text, a: text }, required: ['k'] };
const components = { components: { schemas: { Cat: cat, Dog: { ...cat, title: 'Dog' } } } };
const refs = ['Cat', 'Dog'].map(name => ({ $ref: `#/components/schemas/${name}` }));
const get = { get: { responses: { 200: described } } };
const scheme = { type: 'http', scheme: 'basic' };
const oauth = (scopes: JsonObject, asked: string[] = []): JsonObject => {
  const x = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t', scopes } } };
  return api({ security: [{ x: asked }] }, { components: { securitySchemes: { x } } });
};

/** A document with a map at one place, two values for an entry of the map, and the one name that means something there. */
type Place = [at: string, make: (map: JsonObject) => JsonObject, one: JsonValue, other: JsonValue, known?: string];

const integer: JsonObject = { type: 'integer' };
const PLACES: Place[] = [
  ['paths', map => ({ ...api({}), paths: inPaths(map) }), get, { post: get.get }],
  ['webhooks', map => api({}, { webhooks: map }), get, { post: get.get }],
  [
    'methods',
    map => ({ ...api({}), openapi: '3.2.0', paths: { '/p': { additionalOperations: map } } }),
    get.get,
    { ...get.get, ...{ requestBody: json(text) } },
  ],
  ['callbacks', map => api({ callbacks: map }), { '{$url}': get }, { '{$url}': { post: get.get } }],
  ['expressions', map => api({ callbacks: { c: map } }), get, { post: get.get }],
  [
    'parameters',
    map => api({ parameters: Object.entries(map).map(([name, schema]) => ({ name, in: 'query', schema })) }),
    text,
    integer,
  ],
  [
    'cookies',
    map => api({ parameters: Object.entries(map).map(([name, schema]) => ({ name, in: 'cookie', schema })) }),
    text,
    integer,
  ],
  [
    'request headers',
    map => api({ parameters: Object.entries(map).map(([name, schema]) => ({ name, in: 'header', schema })) }),
    text,
    integer,
  ],
  ['media types of requests', map => api({ requestBody: { content: map } }), { schema: text }, { schema: integer }],
  ['media types of responses', map => answered({ content: map }), { schema: text }, { schema: integer }],
  ['responses', map => api({ responses: { 200: described, ...map } }), described, { ...described, ...json(text) }],
  ['headers', map => answered({ headers: map }), { schema: text }, { schema: integer, required: true }],
  ['links', map => answered({ links: map }), { operationId: 'a' }, { operationId: 'b' }],
  ['encodings', form, { contentType: 'a/b' }, { contentType: 'a/c' }],
  ['headers of parts', headers => form({ a: { headers } }), { schema: text }, { schema: text, required: true }],
  [
    'examples',
    examples => answered({ content: { 'application/json': { schema: text, examples } } }),
    { value: 1 },
    { value: 2 },
  ],
  [
    'examples of a parameter',
    examples => api({ parameters: [{ name: 'q', in: 'query', schema: text, examples }] }),
    { value: 1 },
    { value: 2 },
  ],
  [
    'schemes',
    map =>
      api(
        { security: [map] },
        { components: { securitySchemes: Object.fromEntries(Object.keys(map).map(name => [name, scheme])) } },
      ),
    [],
    [],
  ],
  [
    'kinds of schemes',
    map =>
      api(
        { security: [Object.fromEntries(Object.keys(map).map(name => [name, []]))] },
        { components: { securitySchemes: map } },
      ),
    scheme,
    { ...scheme, scheme: 'digest' },
  ],
  [
    'security of the document',
    map =>
      api(
        {},
        {
          security: [map],
          components: { securitySchemes: Object.fromEntries(Object.keys(map).map(name => [name, scheme])) },
        },
      ),
    [],
    [],
  ],
  ['scopes', oauth, 'a', 'b'],
  ['required scopes', map => oauth({ ...map, r: '' }, Object.keys(map)), 'a', 'a'],
  [
    'flows',
    flows => api({ security: [{ x: [] }] }, { components: { securitySchemes: { x: { type: 'oauth2', flows } } } }),
    { tokenUrl: 'https://a', scopes: {} },
    { tokenUrl: 'https://b', scopes: {} },
  ],
  [
    'variables of servers',
    variables => api({}, { servers: [{ url: 'https://a', variables }] }),
    { default: 'a' },
    { default: 'b' },
  ],
  [
    'tags',
    map =>
      api(
        { tags: Object.keys(map) },
        { tags: Object.entries(map).map(([name, description]) => ({ name, description })) },
      ),
    'a',
    'b',
  ],
  [
    'discriminator mappings',
    mapping => api({ requestBody: json({ oneOf: refs, discriminator: { propertyName: 'k', mapping } }) }, components),
    'Cat',
    'Dog',
  ],
  ['properties', properties => both({ type: 'object', properties }), text, integer],
  ['closed properties', properties => both({ type: 'object', properties, additionalProperties: false }), text, integer],
  [
    'properties that are required',
    properties => both({ type: 'object', properties, required: Object.keys(properties) }),
    text,
    integer,
  ],
  ['required names', map => both({ type: 'object', required: Object.keys(map) }), {}, {}],
  ['patternProperties', patternProperties => both({ type: 'object', patternProperties }), text, integer, ''],
  ['dependentRequired', dependentRequired => both({ type: 'object', dependentRequired }), ['a'], ['a', 'b']],
  [
    'dependentRequired of allOf',
    map => both({ allOf: [{ dependentRequired: map }, { dependentRequired: { q: ['a'] } }] }),
    ['a'],
    ['a', 'b'],
  ],
  ['keywords', map => both({ type: 'object', ...map }), 1, 2, '$ref'],
  [
    'keywords of allOf',
    map =>
      both({
        allOf: [
          { type: 'object', ...map },
          { minProperties: 1, ...map },
        ],
      }),
    1,
    2,
    '$ref',
  ],
  ['objects inside not', map => both({ not: { type: 'object', ...map } }), 1, 2, '$ref'],
  ['fields', map => api({ ...map, parameters: [{ name: 'q', in: 'query', schema: text, ...map }] }, map), 1, 2],
  [
    'dependentSchemas',
    dependentSchemas => both({ type: 'object', dependentSchemas }),
    { required: ['a'] },
    { required: ['b'] },
  ],
  ['values', map => both({ enum: ['a', ...Object.keys(map)] }), {}, {}],
  ['objects as values', map => both({ const: map }), 1, 2],
  ['defaults', map => both({ type: 'object', default: map }), 1, 2],
  [
    'components',
    map =>
      both({ oneOf: [text, ...Object.keys(map).map(name => ({ $ref: `#/components/schemas/${escaped(name)}` }))] }),
    {},
    {},
  ],
  ['definitions', $defs => both({ $defs, type: 'object', properties: { p: { type: 'string' } } }), text, integer],
];

const inPaths = (map: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([name, item]) => [`/${name}`, item]));
const escaped = (name: string): string =>
  encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));

const NAMES = [
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
    '',
    ' ',
    '0',
    '-0',
    '1e400',
  ],
  ...[
    'NaN',
    'null',
    'undefined',
    'length',
    '\ud800',
    '\udc00a',
    'a\u0000b',
    'a~b',
    'a.b',
    '$ref',
    '*',
    '%',
    '`',
    'x'.repeat(5_000),
  ],
];

/** Rules and severities, without what depends on the name. */
const told = (before: JsonObject, after: JsonObject): string[] => {
  const { items } = compareOpenApi(before, after);
  expect(structuredClone(JSON.parse(JSON.stringify(items)))).toEqual(structuredClone(items));
  return rulesOf(items).sort();
};

it.each(PLACES)('a name in %s is one like any other', (_, make, one, other, known) => {
  const wrong: string[] = [];
  const pairs = (name: string): [JsonObject, JsonObject][] => {
    const [none, has, differs] = [make({}), make({ [name]: one }), make({ [name]: other })];
    return [
      [none, has],
      [has, none],
      [has, differs],
      [has, make({ other: one })],
    ];
  };
  const usual = pairs('usual').map(pair => told(...pair));
  for (const name of NAMES.filter(each => each !== known))
    for (const [index, pair] of pairs(name).entries()) {
      const found = told(...pair);
      if (JSON.stringify(found) !== JSON.stringify(usual[index]))
        wrong.push(`${JSON.stringify(name.slice(0, 20))} ${index}: ${found} instead of ${usual[index]}`);
    }
  expect(wrong).toEqual([]);
});

it.each(['"__proto__"', '"constructor"', '"toString"', '1e500', '{}', '[]', 'null'])(
  'a format %s is unknown',
  format => {
    const [odd, known] = [`{ "a": { "format": ${format} } }`, '{ "a": { "format": "int32" } }'].map(properties =>
      answering({ type: 'object', properties: parseJson(properties) }),
    ) as [JsonObject, JsonObject];
    for (const pair of [
      [odd, known],
      [known, odd],
    ] as [JsonObject, JsonObject][])
      expect(compareOpenApi(...pair).items.map(({ location }) => location)).not.toEqual([]);
  },
);

const ODD_VALUES = [
  '1e400',
  '-0',
  '9007199254740993',
  '"__proto__"',
  '["constructor"]',
  '"\\ud800"',
  'null',
  '{}',
  '[null]',
];
/** Fields of a schema that a warning about the draft does not keep from being stored. */
const FIELDS: [at: string, make: (value: JsonValue) => JsonObject][] = [
  ['type', type => ({ oneOf: [{ type }, text] })],
  [
    'format',
    format => ({
      oneOf: [
        { ...text, format },
        { ...text, maxLength: 1 },
      ],
    }),
  ],
  [
    'required',
    required => ({
      oneOf: [
        { type: 'object', required },
        { type: 'object', required: ['a'] },
      ],
    }),
  ],
  ['a mapping', value => ({ oneOf: refs, discriminator: { propertyName: 'k', mapping: { a: value } } })],
  ['a list of types', type => ({ type: [type, 'string'].flat() })],
];

it.each(FIELDS)('any value of %s in a schema can be compared', (_, make) => {
  const values = [...ODD_VALUES.map(parseJson), 'Cat', 'string'];
  for (const one of values)
    for (const other of values) {
      const [before, after] = [one, other].map(value => api({ requestBody: json(make(value)) }, components));
      expect(() => JSON.stringify(compareOpenApi(before as JsonObject, after as JsonObject))).not.toThrow();
    }
});
