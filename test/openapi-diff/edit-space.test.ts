import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { answering, api, asking, changes, messages, rulesOf, sending } from './documents.ts';

type Row = [what: string, before: JsonObject, after: JsonObject, forth: string[], back: string[]];

const response = (rest: JsonObject): JsonObject => api({ responses: { 200: { description: '', ...rest } } });
const body = (type: string): JsonObject => ({ description: '', content: { 'a/b': { schema: { type } } } });
const answers = (responses: JsonObject): JsonObject => api({ responses });
const served = (...servers: JsonObject[]): JsonObject => api({}, { servers });
const region = (rest: JsonObject): JsonObject =>
  served({ url: 'https://{region}', variables: { region: { default: 'eu', ...rest } } });
const media = (name: string): JsonObject => ({ content: { [name]: { schema: { type: 'object' } } } });
const form = (encoding: JsonObject): JsonObject =>
  api({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'object' } } },
          encoding,
        },
      },
    },
  });
const flows = (value: JsonObject): JsonObject =>
  api({ security: [{ login: [] }] }, { components: { securitySchemes: { login: { type: 'oauth2', flows: value } } } });

const ROWS: Row[] = [
  [
    'link',
    response({}),
    response({ links: { next: {} } }),
    ['INFO response-link-added'],
    ['WARNING response-link-removed'],
  ],
  [
    'target of a link',
    response({ links: { next: { operationId: 'a' } } }),
    response({ links: { next: { operationId: 'b' } } }),
    ['WARNING response-link-changed'],
    ['WARNING response-link-changed'],
  ],
  ['extension', api({}), api({ 'x-a': 1 }), ['INFO extension-added'], ['INFO extension-removed']],
  [
    'value of an extension',
    api({ 'x-a': 1 }),
    api({ 'x-a': 2 }),
    ['INFO extension-changed'],
    ['INFO extension-changed'],
  ],
  [
    'extension of a schema',
    sending({ 'x-a': 1 }),
    sending({ 'x-a': 2 }),
    ['INFO schema-extension-changed'],
    ['INFO schema-extension-changed'],
  ],
  [
    'server variable',
    served({ url: 'https://{region}' }),
    region({}),
    ['WARNING server-variable-added'],
    ['WARNING server-variable-removed'],
  ],
  [
    'default of a server variable',
    region({}),
    region({ default: 'us' }),
    ['WARNING server-variable-default-changed'],
    ['WARNING server-variable-default-changed'],
  ],
  [
    'value of a server variable',
    region({ enum: ['eu'] }),
    region({ enum: ['eu', 'us'] }),
    ['INFO server-variable-enum-value-added'],
    ['WARNING server-variable-enum-value-removed'],
  ],
  [
    'range instead of a code',
    answers({ 200: body('string') }),
    answers({ '2XX': body('integer') }),
    ['BREAKING response-body-type-changed', 'WARNING response-status-generalized'],
    ['BREAKING response-body-type-changed', 'INFO response-status-specialized'],
  ],
  [
    'default instead of a code',
    answers({ 404: body('string') }),
    answers({ default: body('string') }),
    ['WARNING response-status-generalized'],
    ['INFO response-status-specialized'],
  ],
  [
    'range of media types in a response',
    answers({ 200: { description: '', ...media('application/json') } }),
    answers({ 200: { description: '', ...media('application/*') } }),
    ['BREAKING response-media-type-name-generalized'],
    ['INFO response-media-type-name-specialized'],
  ],
  [
    'range of media types in a request',
    api({ requestBody: media('application/json') }),
    api({ requestBody: media('application/*') }),
    ['INFO request-body-media-type-name-generalized'],
    ['BREAKING request-body-media-type-name-specialized'],
  ],
  [
    'place of a parameter',
    asking({ schema: { type: 'string' } }),
    asking({ in: 'header', schema: { type: 'string' } }),
    ['BREAKING request-parameter-moved'],
    ['BREAKING request-parameter-moved'],
  ],
  [
    'parameter of all operations of a path',
    api({}, { paths: { '/a': { get: { responses: {} }, put: { responses: {} } } } }),
    api(
      {},
      {
        paths: {
          '/a': { parameters: [{ name: 'b', in: 'query' }], get: { responses: {} }, put: { responses: {} } },
        },
      },
    ),
    ['INFO new-optional-request-default-parameter-to-existing-path'],
    ['WARNING request-parameter-removed'],
  ],
  [
    'content type of a part',
    form({}),
    form({ a: { contentType: 'text/csv' } }),
    ['BREAKING request-body-encoding-changed'],
    ['BREAKING request-body-encoding-changed'],
  ],
  ['encoding as it is by default', form({}), form({ a: { contentType: 'text/plain' }, b: { style: 'form' } }), [], []],
  [
    'property of a header of a request',
    asking({ in: 'header', schema: { type: 'object', properties: { a: {} } } }),
    asking({ in: 'header', schema: { type: 'object', properties: { a: {} }, required: ['a'] } }),
    ['BREAKING request-header-property-became-required'],
    ['INFO request-property-became-optional'],
  ],
  [
    'number instead of text in a query',
    asking({ schema: { type: 'string' } }),
    asking({ schema: { type: 'integer' } }),
    ['BREAKING request-parameter-type-changed'],
    ['INFO request-parameter-type-generalized'],
  ],
  [
    'flow of a security scheme',
    flows({}),
    flows({ implicit: {} }),
    ['INFO api-security-component-oauth-flow-added'],
    ['BREAKING api-security-component-oauth-flow-removed'],
  ],
  [
    'required property of an answer',
    answering({ type: 'object', properties: { a: {} }, required: ['a'] }),
    answering({ type: 'object', properties: {} }),
    ['BREAKING response-required-property-removed'],
    ['INFO response-required-property-added'],
  ],
];

describe('a change is reported with its severity, in both directions', () => {
  it.each(ROWS)('%s', (_, before, after, forth, back) => {
    expect(changes(before, after)).toEqual(forth);
    expect(changes(after, before)).toEqual(back);
  });
});

describe('a prefix that moved from the servers into the paths is reported, and breaks nothing', () => {
  const at = (url: string, path: string): JsonObject => ({
    openapi: '3.1.0',
    info: { title: '', version: '' },
    servers: [{ url }],
    paths: { [path]: { get: { parameters: [{ name: 'id', in: 'path', required: true }], responses: {} } } },
  });
  it.each([
    ['https://a/v1', '/pets/{id}', 'https://a', '/v1/pets/{id}'],
    ['https://a/api/v1/', '/pets/{id}', 'https://a/api', '/v1/pets/{id}'],
    ['/v1', '/pets/{id}', '/', '/v1/pets/{id}'],
  ])('%s with %s', (url, path, otherUrl, otherPath) => {
    expect(changes(at(url, path), at(otherUrl, otherPath))).toEqual(['INFO server-prefix-moved']);
    expect(changes(at(otherUrl, otherPath), at(url, path))).toEqual(['INFO server-prefix-moved']);
  });
  it('and so are other changes', () => {
    const after = at('https://b', '/v1/pets/{id}');
    expect(changes(at('https://a/v1', '/pets/{id}'), after)).toEqual([
      'WARNING server-removed',
      'INFO server-added',
      'INFO server-prefix-moved',
    ]);
  });
});

describe('of several servers with one address', () => {
  const listing = (region: string, ...values: string[]): JsonObject => ({
    url: 'https://{region}.a',
    variables: { region: { default: region, enum: values } },
  });
  const at = (region: string): JsonObject => listing(region, region);
  const several = served(at('eu'), at('us'), at('ap'));

  it('each one that is removed or added is told by its full address', () => {
    const shorter = served(at('us'), at('ap'));
    expect(messages(several, shorter)).toEqual(['WARNING API: server "https://eu.a" removed']);
    expect(messages(shorter, several)).toEqual(['INFO API: server "https://eu.a" added']);
    const { items } = compareOpenApi(several, served(at('ap')));
    expect(new Set(items.map(({ key }) => key)).size).toBe(2);
  });

  it('each one of the same full address is told by its values', () => {
    expect(messages(served(at('eu'), listing('eu', 'us', 'eu'), at('ap')), served(at('ap')))).toEqual([
      'WARNING API: server "https://eu.a (region: eu, us)" removed',
      'WARNING API: server "https://eu.a (region: eu)" removed',
    ]);
  });

  it('the order is no change', () => {
    expect(changes(several, served(at('ap'), at('eu'), at('us')))).toEqual([]);
  });

  it('one that changes is compared with the one that it was', () => {
    expect(messages(several, served(at('ap'), at('cn'), at('us')))).toEqual([
      'WARNING API: variable `region` of server "https://eu.a" no longer allows "eu"',
      'WARNING API: variable `region` of server "https://eu.a" has the default "cn" instead of "eu"',
      'INFO API: variable `region` of server "https://eu.a" allows the value "cn" now',
    ]);
  });

  describe('each is compared with the one of the same default values', () => {
    const both = served(listing('eu', 'eu', 'x'), listing('us', 'us', 'x'));

    it.each<[string, JsonObject, JsonObject, string[]]>([
      ['values in another order', both, served(listing('us', 'x', 'us'), listing('eu', 'x', 'eu')), []],
      [
        'values of both',
        both,
        served(listing('us', 'us'), listing('eu', 'eu')),
        ['WARNING server-variable-enum-value-removed', 'WARNING server-variable-enum-value-removed'],
      ],
      [
        'a value of one, and the other one gone',
        both,
        served(listing('us', 'us', 'x', 'y')),
        ['WARNING server-removed', 'INFO server-variable-enum-value-added'],
      ],
      [
        'one that becomes two',
        served(listing('eu', 'eu', 'us')),
        served(listing('us', 'us'), listing('eu', 'eu')),
        ['WARNING server-variable-enum-value-removed', 'INFO server-added'],
      ],
    ])('%s', (_, before, after, told) => {
      expect(changes(before, after)).toEqual(told);
    });
  });

  it('texts are compared with those of the same one', () => {
    const told = (server: JsonObject, description: string): JsonObject => ({ ...server, description });
    const [old, now] = [told(at('eu'), 'Europe'), told(at('eu'), 'EU')];
    expect(messages(served(old, told(at('us'), 'US')), served(told(at('us'), 'US'), now))).toEqual([
      'INFO Server `https://eu.a`: `description` changed from "Europe" to "EU"',
    ]);
  });
});

it('servers of the document count where operations have none of their own', () => {
  const at = (root: string | null, own: string | null): JsonObject => ({
    ...api({ ...(own !== null && { servers: [{ url: own }] }) }),
    ...(root !== null && { servers: [{ url: root }] }),
  });
  const told = ['INFO server-added', 'INFO server-removed'];
  expect(changes(at(null, 'https://a'), at('https://a', null)).sort()).toEqual(told);
  expect(changes(at('https://a', null), at(null, 'https://a')).sort()).toEqual(told);
  expect(changes(at('https://b', 'https://a'), at('https://c', 'https://a')).sort()).toEqual(told);
  expect(changes(at('https://b', null), at('https://c', 'https://b')).sort()).toEqual(told);
  expect(changes(at('https://b', null), at('https://c', null))).toContain('WARNING server-removed');
  expect(changes(at('https://b', 'https://a'), at('https://c', null))).toContain('WARNING server-removed');
});

describe('deprecation', () => {
  const old = (sunset?: string): JsonObject => api({ deprecated: true, ...(sunset && { 'x-sunset': sunset }) });
  const none = api({}, { paths: {} });
  const today = '2026-06-15';
  const judged = (before: JsonObject, after: JsonObject, noticeDays = 0): string[] =>
    rulesOf(compareOpenApi(before, after, { today, noticeDays }).items);

  it.each([
    ['without a date', old(), 'BREAKING api-path-removed-with-deprecation'],
    ['whose day has come', old('2026-06-15'), 'WARNING api-path-removed-with-deprecation'],
    ['before the day', old('2026-06-16'), 'BREAKING api-path-removed-before-sunset'],
    ['with nonsense for a day', old('soon'), 'BREAKING api-path-sunset-parse'],
  ])('%s decides on a removal', (_, before, rule) => {
    expect(judged(before, none)).toEqual([rule]);
  });
  it('without a clock no day has come', () => {
    expect(changes(old('2000-01-01'), none)).toEqual(['BREAKING api-path-removed-before-sunset']);
  });
  it.each([
    ['deleted', old('2026-09-01'), old(), 'WARNING sunset-deleted'],
    ['moved ahead', old('2026-09-01'), old('2026-06-20'), 'WARNING api-sunset-date-changed-too-small'],
    ['moved back', old('2026-09-01'), old('2027-09-01'), 'WARNING endpoint-sunset-changed'],
    ['too soon', api({}), old('2026-06-20'), 'WARNING api-sunset-date-too-small'],
    ['far enough', api({}), old('2026-09-01'), 'INFO endpoint-deprecated-with-sunset'],
    ['unreadable', api({}), old('soon'), 'WARNING api-deprecated-sunset-parse'],
    ['no day', api({}), old('2026-09-31'), 'WARNING api-deprecated-sunset-parse'],
  ])('has a date that is %s', (_, before, after, rule) => {
    expect(judged(before, after, 30)).toEqual([rule]);
  });
  it('of a stable operation needs a date', () => {
    const stable = { 'x-stability-level': 'stable' };
    expect(changes(api(stable), api({ ...stable, deprecated: true }))).toEqual([
      'WARNING api-deprecated-sunset-missing',
    ]);
  });
  it('of a parameter is announced likewise', () => {
    const parameter = asking({ deprecated: true, 'x-sunset': '2026-06-16' });
    expect(judged(parameter, api({}))).toEqual(['BREAKING request-parameter-removed-before-sunset']);
  });
});

describe('stability', () => {
  const alpha = { 'x-stability-level': 'alpha' };
  it('an operation that promises nothing breaks nothing', () => {
    const asked = (required: boolean): JsonObject =>
      api({ ...alpha, parameters: [{ name: 'a', in: 'query', required }] });
    expect(changes(asked(false), asked(true))).toEqual(['INFO request-parameter-became-required']);
  });
  it.each([
    ['beta', 'alpha', 'BREAKING api-stability-decreased'],
    ['alpha', 'beta', 'INFO api-stability-increased'],
    ['ga', 'alpha', 'WARNING api-invalid-stability-level'],
  ])('from %s to %s', (before, after, rule) => {
    expect(changes(api({ 'x-stability-level': before }), api({ 'x-stability-level': after }))).toEqual([rule]);
  });
});

it('an explicit mapping that equals the implicit one is no difference', () => {
  const kind = (discriminator: JsonObject): JsonObject =>
    sending(
      { oneOf: [{ $ref: '#/components/schemas/Cat' }], discriminator: { propertyName: 'kind', ...discriminator } },
      { components: { schemas: { Cat: { type: 'object' } } } },
    );
  expect(changes(kind({ mapping: {} }), kind({ mapping: { Cat: '#/components/schemas/Cat' } }))).toEqual([]);
  expect(changes(kind({ mapping: { a: 'Cat' } }), kind({ mapping: { a: '#/components/schemas/Cat' } }))).toEqual([]);
});
