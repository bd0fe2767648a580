import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { api, asking, changes } from './documents.ts';

type Row = [name: string, before: JsonObject, after: JsonObject, told: string[], back?: string[]];

const text: JsonObject = { type: 'string' };
const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const bodies = (...names: string[]): JsonObject =>
  api({ requestBody: { content: Object.fromEntries(names.map(name => [name, { schema: object({ a: text }) }])) } });
const answers = (...names: string[]): JsonObject =>
  api({
    responses: {
      200: {
        description: 'ok',
        content: Object.fromEntries(names.map(name => [name, { schema: object({ a: text }) }])),
      },
    },
  });

const limited = (lengths: Record<string, number>): JsonObject => {
  const content = Object.entries(lengths).map(([name, maxLength]) => [name, { schema: { ...text, maxLength } }]);
  return api({ requestBody: { content: Object.fromEntries(content) } });
};
const hooked = (item: JsonObject): JsonObject => ({ ...api({}), paths: {}, webhooks: { done: item } });
const sent = (...names: string[]): JsonObject =>
  hooked({ post: { requestBody: { content: Object.fromEntries(names.map(name => [name, { schema: text }])) } } });

const MEDIA_TYPES: Row[] = [
  ['parameters in another order', bodies('a/b;x=1;y=2'), bodies('a/b; Y=2; x="1"'), [], []],
  [
    'a range that includes what was sent',
    bodies('application/json', 'text/xml'),
    bodies('*/*'),
    [
      'INFO request-body-media-type-added',
      'INFO request-body-media-type-removed',
      'INFO request-body-media-type-removed',
    ],
    [
      'BREAKING request-body-media-type-removed',
      'INFO request-body-media-type-added',
      'INFO request-body-media-type-added',
    ],
  ],
  [
    'parts of a range that was answered',
    answers('*/*'),
    answers('application/json', 'text/xml'),
    ['INFO response-media-type-removed', 'INFO response-media-type-added', 'INFO response-media-type-added'],
    ['BREAKING response-media-type-removed', 'BREAKING response-media-type-removed', 'INFO response-media-type-added'],
  ],
  [
    'a range beside its part',
    answers('application/json', '*/*'),
    answers('application/json'),
    ['BREAKING response-media-type-removed'],
  ],
  [
    'a wider range that includes a range that was sent',
    bodies('application/*', 'text/csv'),
    bodies('*/*'),
    [
      'INFO request-body-media-type-added',
      'INFO request-body-media-type-removed',
      'INFO request-body-media-type-removed',
    ],
  ],
  [
    'a part of two ranges, of which the narrower one counts',
    limited({ '*/*': 1, 'application/*': 9 }),
    limited({ '*/*': 1, 'application/*': 9, 'application/json': 1 }),
    ['BREAKING request-body-max-length-decreased', 'INFO request-body-media-type-added'],
    ['INFO request-body-max-length-increased', 'INFO request-body-media-type-removed'],
  ],
  [
    'a range beside a narrower one that takes the place',
    limited({ 'application/xml': 9, 'application/*': 1 }),
    limited({ 'application/*': 1, '*/*': 9 }),
    [
      'BREAKING request-body-max-length-decreased',
      'INFO request-body-media-type-added',
      'INFO request-body-media-type-removed',
    ],
  ],
  [
    'a media type that receivers of a webhook did not ask for',
    sent('application/json'),
    sent('application/json', 'application/xml'),
    ['WARNING response-media-type-added'],
    ['BREAKING response-media-type-removed'],
  ],
  [
    'a media type of a webhook that a range included',
    sent('*/*'),
    sent('*/*', 'application/xml'),
    ['INFO response-media-type-added'],
  ],
];

const part = (schema: JsonObject, encoding?: JsonObject, name = 'multipart/form-data', rest = {}): JsonObject =>
  api(
    {
      requestBody: {
        content: { [name]: { schema: object({ a: schema }), ...(encoding && { encoding: { a: encoding } }) } },
      },
    },
    rest,
  );
const components = { components: { schemas: { Part: object({ b: text }) } } };
const reference: JsonObject = { $ref: '#/components/schemas/Part' };
const headed = (header: JsonObject): JsonObject => part({}, { headers: { 'X-A': { schema: text, ...header } } });
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const multipart = 'multipart/form-data';

const json: JsonObject = { contentType: 'application/json' };
const typed = (contentType: string): JsonObject => part({}, { contentType });

const JSON_TWICE = ['application/json', 'application/json; charset=utf-8'] as const;

const REPEATED: Row[] = [
  [
    'the first of two media types that mean the same',
    limited({ [JSON_TWICE[0]]: 9, [JSON_TWICE[1]]: 9 }),
    limited({ [JSON_TWICE[0]]: 5, [JSON_TWICE[1]]: 9 }),
    ['BREAKING request-body-max-length-decreased'],
    ['INFO request-body-max-length-increased'],
  ],
  [
    'a media type that means the same as another one',
    limited({ [JSON_TWICE[0]]: 9, [JSON_TWICE[1]]: 9 }),
    limited({ [JSON_TWICE[1]]: 9 }),
    ['INFO request-body-media-type-removed'],
    ['INFO request-body-media-type-added'],
  ],
  ['in another order', bodies(...JSON_TWICE), bodies(JSON_TWICE[1], JSON_TWICE[0]), [], []],
  [
    'an answer in two spellings',
    answers(...JSON_TWICE),
    answers(JSON_TWICE[0]),
    ['INFO response-media-type-removed'],
    ['INFO response-media-type-added'],
  ],
];

const ENCODINGS: Row[] = [
  ['the default of a list of objects', part(list(object({}))), part(list(object({})), json), [], []],
  [
    'the default of a reference',
    part(reference, undefined, multipart, components),
    part(reference, json, multipart, components),
    [],
    [],
  ],
  ['the default of any value', part({}), part({}, { contentType: 'application/octet-stream' }), [], []],
  ['the order of types', typed('image/png, image/jpeg'), typed('image/jpeg,image/PNG'), [], []],
  ['the description of a header', headed({}), headed({ description: 'A' }), [], []],
  ['a header Content-Type', part(text), part(text, { headers: { 'Content-Type': { schema: text } } }), [], []],
  [
    'a header that is required now',
    headed({}),
    headed({ required: true }),
    ['BREAKING request-body-encoding-changed'],
    ['INFO request-body-encoding-changed'],
  ],
  [
    'headers where there are no parts',
    part(text, undefined, 'application/x-www-form-urlencoded'),
    part(text, { headers: { 'X-A': { schema: text } } }, 'application/x-www-form-urlencoded'),
    [],
    [],
  ],
];

const bytes: JsonObject = { type: 'string', format: 'binary' };
const raw: JsonObject = { type: 'string', contentMediaType: 'application/octet-stream' };
const answeredParts = (schema: JsonObject): JsonObject =>
  api({ responses: { 200: { description: 'ok', content: { [multipart]: { schema: object({ a: schema }) } } } } });

const PARTS: Row[] = [
  [
    'a number that is a text now',
    part({ type: 'integer' }),
    part(text),
    ['INFO request-property-type-compatible'],
    ['BREAKING request-property-type-changed'],
  ],
  [
    'a list of numbers that is one of texts now',
    part(list({ type: 'integer' })),
    part(list(text)),
    ['INFO request-property-type-compatible'],
  ],
  [
    'a number in an object, which is written as JSON',
    part(object({ b: { type: 'integer' } })),
    part(object({ b: text })),
    ['BREAKING request-property-type-changed'],
  ],
  [
    'a file that is a text now',
    part(bytes),
    part(text),
    ['BREAKING request-body-encoding-changed', 'INFO request-property-type-generalized'],
    ['BREAKING request-property-type-changed'],
  ],
  [
    'files that are texts now',
    part(list(bytes)),
    part(list(text)),
    ['BREAKING request-body-encoding-changed', 'INFO request-property-type-generalized'],
  ],
  [
    'a text that is a file in an answer now',
    answeredParts(text),
    answeredParts(bytes),
    ['BREAKING response-body-encoding-changed', 'INFO response-property-type-specialized'],
    ['BREAKING response-property-type-changed'],
  ],
  [
    'a text of any type now, which is written as bytes',
    part(text),
    part({}),
    ['WARNING request-body-encoding-changed', 'INFO request-property-type-generalized'],
    ['BREAKING request-property-type-changed'],
  ],
  ['a file in 3.1', { ...part(bytes), openapi: '3.0.3' }, part(raw), []],
];

const written = (name: string, schema: JsonObject, more: JsonObject = {}): JsonObject =>
  asking({ content: { [name]: { schema } }, ...more });
const query = (name: string, type: string): JsonObject =>
  written('application/x-www-form-urlencoded', object({ a: { type } }), { in: 'querystring', name });

const PARAMETERS: Row[] = [
  [
    'the default of explode of cookies',
    asking({ in: 'cookie', style: 'cookie', schema: list(text) }),
    asking({ in: 'cookie', style: 'cookie', explode: true, schema: list(text) }),
    [],
    [],
  ],
  [
    'the default of explode, which belongs to the style',
    asking({ schema: list(text) }),
    asking({ schema: list(text), style: 'pipeDelimited' }),
    ['BREAKING request-parameter-style-changed'],
  ],
  [
    'the one media type of a parameter',
    written('application/json', object({ a: text })),
    written('application/xml', object({ a: text })),
    ['BREAKING request-parameter-content-changed'],
  ],
  [
    'the name of a querystring, which is not sent',
    query('a', 'string'),
    query('b', 'integer'),
    ['BREAKING request-parameter-property-type-specialized', 'INFO request-parameter-renamed'],
  ],
];

const placed = (name: string, style: string, more: JsonObject = {}, openapi = '3.1.0'): JsonObject => {
  const parameter = { name, in: 'path', required: true, schema: text, style, ...more };
  return { ...api({}), openapi, paths: { [`/pets/{${name}}`]: { get: { parameters: [parameter] } } } };
};
const reserved: JsonObject = { allowReserved: true };

const IN_PATH: Row[] = [
  [
    'the name of a path parameter in a matrix, where it is sent',
    placed('id', 'matrix'),
    placed('key', 'matrix'),
    ['BREAKING request-parameter-renamed'],
  ],
  [
    'the name of an object in a matrix, where only its properties are sent',
    placed('id', 'matrix', { explode: true, schema: object({ a: text }) }),
    placed('key', 'matrix', { explode: true, schema: object({ a: text }) }),
    ['INFO request-parameter-renamed'],
  ],
  [
    'the name of a list in a matrix',
    placed('id', 'matrix', { explode: true, schema: list(text) }),
    placed('key', 'matrix', { explode: true, schema: list(text) }),
    ['BREAKING request-parameter-renamed'],
  ],
  [
    'reserved characters in a path, which 3.2 can allow',
    placed('id', 'simple', reserved, '3.2.0'),
    placed('id', 'simple', {}, '3.2.0'),
    ['BREAKING request-parameter-allow-reserved-unset'],
    ['INFO request-parameter-allow-reserved-set'],
  ],
  [
    'reserved characters in a path of 3.0, where the switch has no effect',
    placed('id', 'simple', reserved, '3.0.3'),
    placed('id', 'simple', {}, '3.0.3'),
    ['INFO request-parameter-allow-reserved-unset'],
  ],
  [
    'the name of a path parameter behind a label',
    placed('id', 'label'),
    placed('key', 'label'),
    ['INFO request-parameter-renamed'],
  ],
];

const calling = (expression: string): JsonObject => api({ callbacks: { done: { [expression]: { post: {} } } } });
/** Two operations with callbacks of the same name, whose parameters stand at the expression. */
const called = (...parameters: JsonObject[][]): JsonObject => {
  const item = (own: JsonObject[]): JsonObject => ({
    callbacks: { done: { '{$url}': { parameters: own, post: {} } } },
  });
  const paths = parameters.map((own, index) => [`/${index}`, { post: item(own) }]);
  return { ...api({}), paths: Object.fromEntries(paths) };
};
const q: JsonObject = { name: 'q', in: 'query', schema: text };

const CALLBACKS: Row[] = [
  [
    'the expression of a callback, whose braces hold no name',
    calling('{$request.query.url}'),
    calling('{$request.query.hook}'),
    ['BREAKING callback-removed', 'WARNING callback-added'],
  ],
  [
    'parameters of two callbacks with one name',
    called([q], [{ ...q, required: true }]),
    called([], []),
    ['BREAKING response-parameter-removed', 'WARNING response-parameter-removed'],
  ],
];

const header = (name: string): JsonObject =>
  api({ responses: { 200: { description: 'ok', headers: { [name]: { required: true, schema: text } } } } });

const coded = (lengths: Record<string, number>): JsonObject => {
  const answer = (maxLength: number): JsonObject => ({
    description: 'ok',
    content: { 'text/plain': { schema: { ...text, maxLength } } },
  });
  const responses = Object.entries(lengths).map(([code, length]) => [code, answer(length)]);
  return api({ responses: Object.fromEntries(responses) });
};

const CODES: Row[] = [
  [
    'a range that takes the place of a code, and of `default` for others',
    coded({ 404: 9, default: 1 }),
    coded({ '4XX': 9, default: 1 }),
    ['BREAKING response-body-max-length-increased', 'WARNING response-status-generalized'],
    ['INFO response-status-specialized', 'INFO response-body-max-length-decreased'],
  ],
  [
    'a code that leaves others of its range to `default`',
    coded({ '4XX': 1, default: 9 }),
    coded({ 404: 1, default: 9 }),
    ['BREAKING response-body-max-length-increased', 'INFO response-status-specialized'],
  ],
  [
    'a code that its own range describes, not `default`',
    coded({ 404: 9, '4XX': 9 }),
    coded({ '4XX': 9, default: 1 }),
    ['INFO response-non-success-status-removed', 'INFO response-non-success-status-added'],
  ],
];

const FIRST_SUCCESS: Row[] = [
  [
    'the first success beside `default`, which described it',
    coded({ default: 1 }),
    coded({ 200: 9, default: 1 }),
    ['BREAKING response-body-max-length-increased', 'INFO response-success-status-added'],
    ['BREAKING response-success-status-removed'],
  ],
  [
    'the first success beside a redirect, which was the answer that is no error',
    coded({ 302: 1, default: 1 }),
    coded({ 200: 9, 302: 1, default: 1 }),
    ['INFO response-success-status-added'],
  ],
  [
    'the first range of successes beside `default`',
    coded({ 404: 1, default: 1 }),
    coded({ '2XX': 9, 404: 1, default: 1 }),
    ['BREAKING response-body-max-length-increased', 'INFO response-success-status-added'],
  ],
  [
    'another success beside `default`, which describes errors',
    coded({ 200: 1, default: 1 }),
    coded({ 200: 1, 201: 9, default: 1 }),
    ['INFO response-success-status-added'],
  ],
];

const HEADERS: Row[] = [
  [
    'a header Content-Type of an answer, which is ignored',
    header('content-Type'),
    api({ responses: { 200: { description: 'ok' } } }),
    [],
  ],
];

const schemes: JsonObject = { a: { type: 'http', scheme: 'basic' }, b: { type: 'http', scheme: 'bearer' } };
const secured = (...security: JsonObject[]): JsonObject =>
  api({ security }, { components: { securitySchemes: schemes } });
const notified = (...security: JsonObject[]): JsonObject => ({
  ...hooked({ post: { security } }),
  components: { securitySchemes: schemes },
});
const under = (name: string, scheme: JsonObject): JsonObject =>
  api({ security: [{ [name]: [] }] }, { components: { securitySchemes: { [name]: scheme } } });

const keyed = (name: string, ...security: JsonObject[]): JsonObject =>
  api({ security }, { components: { securitySchemes: { ...schemes, c: { type: 'apiKey', in: 'header', name } } } });

const SECURITY: Row[] = [
  [
    'two credentials instead of one of them',
    secured({ a: [] }, { b: [] }),
    secured({ a: [], b: [] }),
    ['BREAKING api-security-removed', 'BREAKING api-security-removed', 'INFO api-security-added'],
    ['WARNING api-security-added', 'WARNING api-security-added', 'INFO api-security-removed'],
  ],
  [
    'an alternative of a webhook beside one that asks for less',
    notified({ a: [] }, { a: [], b: [] }),
    notified({ a: [] }),
    ['INFO api-security-removed'],
  ],
  [
    'a new alternative whose scheme has another header now, which nobody used',
    keyed('X-Old', { a: [] }),
    keyed('X-New', { a: [] }, { c: [] }),
    ['WARNING api-security-added', 'INFO api-security-component-api-key-name-changed'],
    ['BREAKING api-security-removed', 'INFO api-security-component-api-key-name-changed'],
  ],
  [
    'another header of a scheme beside a new alternative',
    keyed('X-Old', { c: [] }),
    keyed('X-New', { a: [] }, { c: [] }),
    ['BREAKING api-security-component-api-key-name-changed', 'WARNING api-security-added'],
  ],
  [
    'another name and description of a scheme',
    under('a', { type: 'http', scheme: 'basic' }),
    under('c', { type: 'http', scheme: 'basic', description: 'Log in' }),
    ['INFO annotation-added'],
    ['INFO annotation-removed'],
  ],
];

const flows = (...scopes: string[]): JsonObject => ({
  type: 'oauth2',
  flows: {
    clientCredentials: { tokenUrl: 'https://t', scopes: Object.fromEntries(scopes.map(scope => [scope, ''])) },
  },
});

/** Two operations that require one scheme each. The order of the schemes is another one. */
const apart = (user: string, admin: string, more: JsonObject = {}): JsonObject => {
  const names = [user, admin].sort();
  return {
    ...api({}),
    paths: { '/u': { get: { security: [{ [user]: [] }] } }, '/d': { get: { security: [{ [admin]: [] }] } } },
    components: {
      securitySchemes: Object.fromEntries(names.map(name => [name, { type: 'http', scheme: 'bearer', ...more }])),
    },
  };
};

const withPath = (document: JsonObject, path: string, item: JsonObject = { get: {} }): JsonObject => ({
  ...document,
  paths: { ...(document.paths as JsonObject), [path]: item },
});

/** The paths of a document in components, and further paths of the same path items. */
const aliased = (document: JsonObject, paths: string[]): JsonObject => {
  const items = document.paths as JsonObject;
  const names = Object.keys(items).map(path => path.slice(1));
  const refs = names.map(name => ({ $ref: `#/components/pathItems/${name}` }));
  const all = [
    ...names.map((name, index) => [`/${name}`, refs[index]]),
    ...paths.map((path, index) => [path, refs[index]]),
  ];
  const pathItems = Object.fromEntries(names.map(name => [name, items[`/${name}`]])) as JsonObject;
  const components = { ...(document.components as JsonObject), pathItems };
  return { ...document, paths: Object.fromEntries(all), components };
};

const bearer: JsonObject = { type: 'http', scheme: 'bearer' };
/** Each path requires one of equal schemes, which are declared in the order of their names. */
const using = (...names: string[]): JsonObject => ({
  ...api({}),
  paths: Object.fromEntries(names.map((name, index) => [`/${index}`, { get: { security: [{ [name]: [] }] } }])),
  components: { securitySchemes: Object.fromEntries([...new Set(names)].sort().map(name => [name, bearer])) },
});

/** The first paths require schemes of their own. Three more inherit one. */
const besideInherited = (own: string[], inherited: string): JsonObject => {
  const document = using(...own, inherited, inherited, inherited);
  const paths = Object.entries(document.paths as JsonObject).map(([path, item], index) => [
    path,
    index < own.length ? item : { get: {} },
  ]);
  return { ...document, security: [{ [inherited]: [] }], paths: Object.fromEntries(paths) };
};

/** Declares the schemes in this order, alike but spelled in another way. */
const declaring = (document: JsonObject, ...names: string[]): JsonObject => ({
  ...document,
  components: { securitySchemes: Object.fromEntries(names.map(name => [name, { ...bearer, scheme: 'Bearer' }])) },
});

const hundred = Array.from({ length: 100 }, (_, index) => `other${index}`);

const prefixed = (document: JsonObject, url: string, prefix: string): JsonObject => {
  const paths = Object.entries(document.paths as JsonObject).map(([path, item]) => [prefix + path, item]);
  return { ...document, servers: [{ url }], paths: Object.fromEntries(paths) };
};

const asWebhooks = ({ paths = {}, ...document }: JsonObject): JsonObject => ({ ...document, webhooks: paths });

const RENAMED: Row[] = [
  [
    'other names of two equal schemes, of which one takes over an operation and loses one',
    using('b', 'a', 'a'),
    declaring(using('y', 'x', 'y'), 'x', 'y'),
    ['BREAKING api-security-removed', 'WARNING api-security-added'],
    ['BREAKING api-security-removed', 'WARNING api-security-added'],
  ],
  [
    'the same in another order of the schemes',
    using('b', 'a', 'a'),
    declaring(using('y', 'x', 'y'), 'y', 'x'),
    ['BREAKING api-security-removed', 'WARNING api-security-added'],
    ['BREAKING api-security-removed', 'WARNING api-security-added'],
  ],
  [
    'another name of a scheme, beside many others that are alike',
    using('a'),
    declaring(using('c'), ...hundred, 'c'),
    hundred.map(() => 'INFO api-security-component-added'),
    hundred.map(() => 'INFO api-security-component-removed'),
  ],
  [
    'another name of a scheme that most operations inherit, of which one gets another scheme',
    besideInherited(['b'], 'b'),
    besideInherited(['x'], 'y'),
    ['BREAKING api-security-removed', 'WARNING api-security-added', 'INFO api-security-component-added'],
    ['BREAKING api-security-removed', 'WARNING api-security-added', 'INFO api-security-component-removed'],
  ],
  [
    'another name of a scheme that operations inherited and require now, as one more does',
    besideInherited(['b', 'b'], 'a'),
    using('y', 'x', 'x', 'x', 'x'),
    ['BREAKING api-security-removed', 'WARNING api-security-added', 'INFO api-global-security-added'],
    ['BREAKING api-security-removed', 'WARNING api-security-added', 'INFO api-global-security-removed'],
  ],
  [
    'other names of equal schemes, of which one loses an operation to another one',
    using('a', 'a', 'b', 'b', 'c', 'c'),
    using('z', 'z', 'y', 'x', 'x', 'x'),
    ['BREAKING api-security-removed', 'WARNING api-security-added'],
    ['BREAKING api-security-removed', 'WARNING api-security-added'],
  ],
  [
    'other names of two equal schemes, beside a prefix that moved',
    prefixed(apart('user', 'admin'), 'https://a/v1', ''),
    prefixed(apart('customer', 'staff'), 'https://a', '/v1'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],
  [
    'other names of two equal schemes of webhooks',
    asWebhooks(apart('user', 'admin')),
    asWebhooks(apart('customer', 'staff')),
    [],
    [],
  ],
  ['other names of two equal schemes', apart('user', 'admin'), apart('customer', 'staff'), [], []],
  [
    'other names of two equal schemes, which each get another operation',
    apart('user', 'admin'),
    withPath(withPath(apart('customer', 'staff'), '/n', { get: { security: [{ customer: [] }] } }), '/m', {
      get: { security: [{ staff: [] }] },
    }),
    ['INFO endpoint-added', 'INFO endpoint-added'],
    ['BREAKING api-path-removed-without-deprecation', 'BREAKING api-path-removed-without-deprecation'],
  ],
  [
    'other names of two equal schemes, whose operations get other paths too',
    aliased(apart('user', 'admin'), []),
    aliased(apart('customer', 'staff'), ['/z', '/y']),
    ['INFO endpoint-added', 'INFO endpoint-added'],
    ['BREAKING api-path-removed-without-deprecation', 'BREAKING api-path-removed-without-deprecation'],
  ],
  [
    'other names of two schemes that are alike',
    apart('user', 'admin'),
    apart('customer', 'staff', { bearerFormat: 'JWT' }),
    ['INFO annotation-added', 'INFO annotation-added'],
    ['INFO annotation-removed', 'INFO annotation-removed'],
  ],
  [
    'another case of its name and of its scheme',
    under('bearerAuth', { type: 'http', scheme: 'bearer' }),
    under('BearerAuth', { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' }),
    ['INFO annotation-added'],
    ['INFO annotation-removed'],
  ],
  [
    'another case of a header',
    under('a', { type: 'apiKey', in: 'header', name: 'X-Key' }),
    under('c', { type: 'apiKey', in: 'header', name: 'x-key' }),
    [],
    [],
  ],
  [
    'another name, and a scope that can be asked for',
    under('a', flows('r')),
    under('c', flows('r', 'w')),
    ['INFO api-security-component-oauth-scope-added'],
    ['INFO api-security-component-oauth-scope-removed'],
  ],
  [
    'another name, and another header',
    under('a', { type: 'apiKey', in: 'header', name: 'X-Key' }),
    under('c', { type: 'apiKey', in: 'header', name: 'X-Token' }),
    [
      'BREAKING api-security-removed',
      'WARNING api-security-added',
      'INFO api-security-component-removed',
      'INFO api-security-component-added',
    ],
  ],
];

const served = (url: string, path: string, variables?: JsonObject): JsonObject => ({
  ...api({}),
  servers: [{ url, ...(variables && { variables }) }],
  paths: { [path]: { get: { responses: {} } } },
});

const described = (url: string, path: string, description: string): JsonObject => ({
  ...served(url, path),
  servers: [{ url, description, 'x-a': description }],
});

/** The last path has servers of its own, if any. */
const besides = (url: string, own: string | string[], prefix: string, ownPath: string): JsonObject => {
  const paths = ['/p', '/q'].map(path => [prefix + path, { get: {} }]);
  const servers = [own].flat().map(one => ({ url: one }));
  const other = [ownPath, { get: {}, ...(servers.length > 0 && { servers }) }];
  return { ...api({}), servers: [{ url }], paths: Object.fromEntries([...paths, other]) };
};

const withServers = (document: JsonObject, path: string, ...urls: string[]): JsonObject =>
  withPath(document, path, { get: {}, servers: urls.map(url => ({ url })) });

/** Two paths of one path item with a server of its own. */
const sharing = (document: JsonObject, url: string, one: string, other: string): JsonObject => {
  const item = { $ref: '#/components/pathItems/X' };
  const components = { pathItems: { X: { get: {}, servers: [{ url }] } } };
  return { ...withPath(withPath(document, one, item), other, item), components };
};

const listed = (urls: string[], ...paths: string[]): JsonObject => ({
  ...api({}),
  servers: urls.map(url => ({ url })),
  paths: Object.fromEntries(paths.map(path => [path, { get: {} }])),
});

const asked: JsonObject = { get: { parameters: [{ name: 'q', in: 'query', required: true, schema: text }] } };

/** Prefixes are looked for in addresses of up to 2,000 characters. */
const LONG_URL = `https://b/${'x'.repeat(2_000)}`;

const SERVERS: Row[] = [
  [
    'a path with a server of its own, beside a prefix that moved',
    besides('https://a/v1', 'https://b', '', '/r'),
    besides('https://a', 'https://b', '/v1', '/r'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],
  [
    'a path with a server of its own, which a prefix was added to',
    besides('https://a/v1', 'https://b', '', '/r'),
    besides('https://a', 'https://b', '/v1', '/v1/r'),
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved', 'INFO endpoint-added'],
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved', 'INFO endpoint-added'],
  ],
  [
    'a path with a server of its own that has the prefix too and keeps it',
    besides('https://a/v1', 'https://b/v1', '', '/r'),
    besides('https://a', 'https://b/v1', '/v1', '/r'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],
  [
    'a path of its own servers that stays and loses one of them',
    besides('https://a/v1', ['https://b/v1', 'https://c/v1'], '', '/r'),
    besides('https://a', 'https://b/v1', '/v1', '/r'),
    ['WARNING server-removed', 'INFO server-prefix-moved'],
    ['INFO server-prefix-moved', 'INFO server-added'],
  ],
  [
    'a path of its own servers that stays beside a new one with the prefix',
    besides('https://a/v1', 'https://b/v1', '', '/r'),
    withPath(besides('https://a', 'https://b/v1', '/v1', '/r'), '/v1/r'),
    ['INFO server-prefix-moved', 'INFO endpoint-added'],
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved'],
  ],
  [
    'a path that is gone, at whose place with the prefix another one stays',
    withPath(besides('https://a/v1', 'https://b/v1', '', '/v1/r'), '/r'),
    besides('https://a', 'https://b/v1', '/v1', '/v1/r'),
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved'],
    ['INFO server-prefix-moved', 'INFO endpoint-added'],
  ],
  [
    'a path that stays without the prefix, beside one that has it and a server of its own',
    withPath(besides('https://a/v1', 'https://b', '', '/v1/r'), '/r'),
    withPath(besides('https://a', 'https://b', '/v1', '/v1/r'), '/r'),
    ['BREAKING api-removed-without-deprecation', 'INFO endpoint-added', 'INFO server-prefix-moved'],
    ['BREAKING api-removed-without-deprecation', 'INFO server-prefix-moved', 'INFO endpoint-added'],
  ],
  [
    'a path that moves to the place of one with a server of its own, which is gone',
    withPath(besides('https://a/v1', 'https://b', '', '/v1/r'), '/r'),
    besides('https://a', [], '/v1', '/v1/r'),
    ['BREAKING api-removed-without-deprecation', 'INFO server-prefix-moved'],
    ['INFO server-prefix-moved', 'INFO endpoint-added'],
  ],
  [
    'a path of its own servers that moves, at whose place another one comes',
    besides('https://a/v1', 'https://b/v1', '', '/r'),
    withServers(besides('https://a', 'https://b', '/v1', '/v1/r'), '/r', 'https://c/v1'),
    ['INFO endpoint-added', 'INFO server-prefix-moved'],
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved'],
  ],
  [
    'a path of its own servers that stays and inherits them now',
    besides('https://a/v1', 'https://b/v1', '', '/r'),
    besides('https://a', [], '/v1', '/r'),
    ['WARNING server-removed', 'INFO server-added', 'INFO server-prefix-moved'],
    ['WARNING server-removed', 'INFO server-prefix-moved', 'INFO server-added'],
  ],
  [
    'a path of its own servers that moves and inherits them now',
    besides('https://a/v1', 'https://b/v1', '', '/r'),
    besides('https://a', [], '/v1', '/v1/r'),
    ['WARNING server-removed', 'INFO server-prefix-moved', 'INFO server-added'],
    ['WARNING server-removed', 'INFO server-prefix-moved', 'INFO server-added'],
  ],
  [
    'two paths of one path item, of which one moves',
    sharing(besides('https://a/v1', [], '', '/s'), 'https://b/v1', '/r', '/z'),
    sharing(besides('https://a', [], '/v1', '/v1/s'), 'https://b', '/v1/r', '/z'),
    ['WARNING server-removed', 'INFO server-prefix-moved', 'INFO server-added'],
    ['WARNING server-removed', 'INFO server-prefix-moved', 'INFO server-added'],
  ],
  [
    'a path that is gone, and a new one that is named like it and a word more',
    besides('https://a/v1', [], '', '/r'),
    besides('https://a', [], '/v1', '/r alone'),
    ['BREAKING api-path-removed-without-deprecation', 'INFO endpoint-added', 'INFO server-prefix-moved'],
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved', 'INFO endpoint-added'],
  ],
  [
    'a path that has the prefix already, and gets it again',
    withPath(besides('https://a/v1', [], '', '/r'), '/v1/p'),
    withPath(besides('https://a', [], '/v1', '/v1/r'), '/v1/v1/p'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],
  [
    'a path that gets a server of its own with the address that it had',
    besides('https://a/v1', [], '', '/r'),
    besides('https://a', 'https://a/v1', '/v1', '/r'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],
  [
    'a path with a server of its own whose address is too long to be compared, and stays',
    besides('https://a/v1', `${LONG_URL}/v1`, '', '/r'),
    besides('https://a', `${LONG_URL}/v1`, '/v1', '/r'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],
  [
    'a prefix that moved in such an address too',
    besides('https://a/v1', `${LONG_URL}/v1`, '', '/r'),
    besides('https://a', LONG_URL, '/v1', '/v1/r'),
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved', 'INFO endpoint-added'],
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved', 'INFO endpoint-added'],
  ],
  [
    'a prefix that moved in all servers, which stand in another order',
    listed(['https://a/v1', 'https://b/x/v1'], '/p'),
    listed(['https://b/x', 'https://a'], '/v1/p'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],
  [
    'a path at its full address, beside one that keeps its name and gets another address',
    listed(['https://a/v1'], '/p', '/q'),
    listed(['https://a'], '/v1/p', '/q'),
    ['BREAKING api-path-removed-without-deprecation', 'INFO endpoint-added', 'INFO server-prefix-moved'],
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved', 'INFO endpoint-added'],
  ],
  [
    'a path at its full address, beside a new one that is named as it was',
    listed(['https://a/v1'], '/p'),
    listed(['https://a'], '/p', '/v1/p'),
    ['INFO endpoint-added', 'INFO server-prefix-moved'],
    ['BREAKING api-path-removed-without-deprecation', 'INFO server-prefix-moved'],
  ],
  [
    'another operation at the path with the prefix, of a new server beside the old one',
    listed(['https://a/v1'], '/p'),
    withPath(listed(['https://a/v1', 'https://a'], '/p'), '/v1/p', { post: {} }),
    ['INFO server-added', 'INFO endpoint-added'],
    ['BREAKING api-path-removed-without-deprecation', 'WARNING server-removed'],
  ],
  [
    'a parameter at a server that stays, beside a new one whose paths have its prefix',
    listed(['https://a/v1'], '/p'),
    withPath(listed(['https://g', 'https://a/v1'], '/v1/p'), '/p', asked),
    ['BREAKING new-required-request-parameter', 'INFO server-added', 'INFO endpoint-added'],
    ['BREAKING api-path-removed-without-deprecation', 'WARNING request-parameter-removed', 'WARNING server-removed'],
  ],
  [
    'a prefix that moved into the address of a server, beside another new one',
    listed(['https://a'], '/v1/p'),
    listed(['https://b', 'https://a/v1'], '/p'),
    ['INFO server-added', 'INFO server-prefix-moved'],
    ['WARNING server-removed', 'INFO server-prefix-moved'],
  ],
  [
    'a path that lost its prefix at one of its own servers, and has it in the address of the other one',
    withServers(listed(['https://a'], '/v1/p'), '/v1/q', 'https://a', 'https://b'),
    withServers(listed(['https://a/v1'], '/p'), '/q', 'https://a/v1', 'https://b'),
    ['WARNING server-removed', 'INFO server-prefix-moved', 'INFO server-added'],
    ['WARNING server-removed', 'INFO server-prefix-moved', 'INFO server-added'],
  ],
  [
    'a path that moved at one of two servers, and is gone at the other one, which stays',
    listed(['https://a/v1', 'https://b/x/v1'], '/p'),
    listed(['https://b/x/v1', 'https://a'], '/v1/p'),
    [
      'BREAKING api-path-removed-without-deprecation',
      'INFO server-added',
      'INFO server-removed',
      'INFO endpoint-added',
    ],
  ],
  [
    'a prefix that moved in all servers',
    besides('https://a/v1', 'https://b/v1', '', '/r'),
    besides('https://a', 'https://b', '/v1', '/v1/r'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],

  [
    'the case and the default port of a host',
    served('https://API.a:443/v1', '/p'),
    served('https://api.a/v1/', '/p'),
    [],
  ],
  ['the case of a host of any scheme', served('//A.b/v1', '/p'), served('//a.b/v1', '/p'), []],
  ['slashes at the end of an address', served('https://a/v1//', '/p'), served('https://a/v1', '/p'), []],
  [
    'a prefix before slashes at the end of an address',
    served('https://a/v1//', '/p'),
    served('https://a', '/v1/p'),
    ['INFO server-prefix-moved'],
    ['INFO server-prefix-moved'],
  ],
  [
    'texts of a server whose address is spelled in another way',
    described('https://A/', '/p', 'one'),
    described('https://a', '/p', 'other'),
    ['INFO annotation-changed', 'INFO extension-changed'],
  ],
  [
    'texts of a server whose prefix moved',
    described('https://a/v1', '/p', 'one'),
    described('https://a', '/v1/p', 'other'),
    ['INFO annotation-changed', 'INFO extension-changed', 'INFO server-prefix-moved'],
  ],
  [
    'another port',
    served('http://a:443', '/p'),
    served('http://a', '/p'),
    ['WARNING server-removed', 'INFO server-added'],
  ],
  [
    'a variable whose default moved into the paths',
    served('https://a/{base}', '/p', { base: { default: 'v2' } }),
    served('https://a', '/v2/p'),
    ['WARNING server-removed', 'INFO server-added', 'INFO server-prefix-moved'],
  ],
];

const cat = object({ k: text, a: text }, ['k']);
const dog = object({ k: text, b: text }, ['k']);
const pets = (names: JsonObject, discriminator: JsonObject): JsonObject =>
  api(
    {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              oneOf: Object.keys(names).map(name => ({ $ref: `#/components/schemas/${name}` })),
              discriminator: { propertyName: 'k', ...discriminator },
            },
          },
        },
      },
    },
    { openapi: '3.2.0', components: { schemas: names } },
  );
const mapped = (mapping: JsonObject): JsonObject => ({ mapping });

const DISCRIMINATORS: Row[] = [
  [
    'the schema of values without a known name',
    pets({ Cat: cat, Dog: dog }, { defaultMapping: 'Cat' }),
    pets({ Cat: cat, Dog: dog }, { defaultMapping: '#/components/schemas/Dog' }),
    ['BREAKING request-body-discriminator-default-mapping-changed'],
  ],
  [
    'a name that goes with its schema',
    pets({ Cat: cat, Dog: dog }, mapped({ cat: 'Cat', dog: 'Dog' })),
    pets({ Cat: cat }, mapped({ cat: 'Cat' })),
    ['BREAKING request-body-one-of-removed', 'INFO request-body-discriminator-mapping-deleted'],
  ],
  [
    'a name that is lost while its schema is renamed',
    pets({ Feline: cat, Dog: dog }, mapped({ cat: 'Feline' })),
    pets({ Cat: cat, Dog: dog }, {}),
    ['BREAKING request-body-discriminator-mapping-deleted'],
  ],
  [
    'a schema that has the name now',
    pets({ Feline: cat, Dog: dog }, mapped({ Cat: 'Feline' })),
    pets({ Cat: cat, Dog: dog }, {}),
    [],
  ],
];

const xml = (schema: JsonObject): JsonObject =>
  api({ responses: { 200: { description: 'ok', content: { 'a/xml': { schema: object({ a: schema }) } } } } });

const hookedHeader = (type: string): JsonObject =>
  hooked({ post: { parameters: [{ name: 'X-A', in: 'header', schema: { type } }] } });

const SPELLINGS: Row[] = [
  [
    'attribute as nodeType',
    xml({ ...text, xml: { attribute: true } }),
    xml({ ...text, xml: { nodeType: 'attribute' } }),
    [],
    [],
  ],
  [
    'wrapped as nodeType',
    xml({ ...list(text), xml: { wrapped: true } }),
    xml({ ...list(text), xml: { nodeType: 'element' } }),
    [],
    [],
  ],
  ['default nodeType', xml(text), xml({ ...text, xml: { nodeType: 'element' } }), [], []],
  [
    'nodeType cdata',
    xml(text),
    xml({ ...text, xml: { nodeType: 'cdata' } }),
    ['BREAKING response-property-xml-changed'],
  ],
  [
    'a number where the receiver of a webhook reads a text',
    hookedHeader('string'),
    hookedHeader('integer'),
    ['INFO response-parameter-type-specialized'],
    ['BREAKING response-parameter-type-generalized'],
  ],
  [
    'numbers as text in a query',
    asking({ schema: { type: 'integer', enum: [1, 2] } }),
    asking({ schema: { type: 'string', enum: ['1', '2'] } }),
    ['INFO request-parameter-type-generalized'],
  ],
];

it.each([
  ...[...MEDIA_TYPES, ...REPEATED, ...ENCODINGS, ...PARTS, ...PARAMETERS, ...IN_PATH, ...CALLBACKS, ...CODES],
  ...[...FIRST_SUCCESS, ...HEADERS],
  ...[...SECURITY, ...RENAMED, ...SERVERS, ...DISCRIMINATORS, ...SPELLINGS],
])('%s', (_, before, after, told, back) => {
  expect(changes(before, after)).toEqual(told);
  if (back !== undefined) expect(changes(after, before)).toEqual(back);
});

it('a message about a parameter written by a media type names the parameter', () => {
  const [before, after] = [{ a: text }, { a: { type: 'integer' } }].map(properties =>
    written('application/json', object(properties)),
  ) as [JsonObject, JsonObject];
  expect(compareOpenApi(before, after).items[0]?.message).toContain('in query parameter `limit`');
});

it('a message about an encoding says what it was and is', () => {
  const { items } = compareOpenApi(typed('image/*'), typed('image/png'));
  expect(items[0]?.message).toContain('contentType from "image/*" to "image/png"');
});

it('an example of 3.0 is the same as a list of one example of 3.1', () => {
  const at = (openapi: string, schema: JsonObject): JsonObject => ({ ...asking({ schema }), openapi });
  const [old, now] = [at('3.0.3', { ...text, example: 'a' }), at('3.1.0', { ...text, examples: ['a'] })];
  expect(changes(old, now)).toEqual([]);
  expect(changes(now, old)).toEqual([]);
  expect(changes(old, at('3.1.0', { ...text, example: 'a' }))).toEqual([]);
  expect(changes(old, at('3.1.0', { ...text, examples: ['b'] }))).toEqual(['INFO schema-annotation-changed']);
});

it('a message says that a deprecation had no sunset date', () => {
  const before = { ...api({ deprecated: true }) };
  const [item] = compareOpenApi(before, { ...before, paths: {} }).items;
  expect(item?.message).toBe('POST /pets was removed after it had been deprecated without a sunset date');
});

it('what is lost beside a moved prefix is named with the prefix', () => {
  const paths = (...names: string[]): JsonObject => Object.fromEntries(names.map(name => [name, { get: {} }]));
  const before = { ...api({}), servers: [{ url: 'https://a/v1' }], paths: paths('/p', '/q', '/r') };
  const after = { ...api({}), servers: [{ url: 'https://a' }], paths: paths('/v1/p', '/v1/q', '/r') };
  const messages = compareOpenApi(before, after).items.map(({ message }) => message);
  expect(messages).toContain('GET /v1/r was removed');
  expect(messages).toContain('GET /r was added');
});
