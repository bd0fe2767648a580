import { describe, expect, it } from 'vitest';
import { judgeComparison, STRICT } from '../../src/diffs/judge.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, api, asking, changes, rulesOf, sending } from './documents.ts';

type Row = [what: string, before: JsonObject, after: JsonObject, strict: string[], oasdiff?: string[]];

const asOasdiff = (before: JsonObject, after: JsonObject): string[] =>
  rulesOf(judgeComparison(compareOpenApi(before, after), { ...STRICT, profile: 'OASDIFF' }).items);

const response = (code: string, schema: JsonValue): JsonObject => ({
  [code]: { description: '', content: { 'a/b': { schema } } },
});
const answers = (type: string): JsonObject =>
  api({ responses: { 200: { description: '', content: { [type]: { schema: { type: 'object' } } } } } });
const takes = (type: string): JsonObject =>
  api({ requestBody: { content: { [type]: { schema: { type: 'object' } } } } });
const header = (schema: JsonValue): JsonObject =>
  api({ responses: { 200: { description: '', headers: { 'X-Reset': { schema } } } } });
const old = (sunset?: JsonValue): JsonObject => ({
  deprecated: true,
  ...(sunset !== undefined && { 'x-sunset': sunset }),
});
const xml = (schema: JsonValue): JsonObject =>
  api({ requestBody: { content: { 'application/xml': { schema: { properties: { a: schema } } } } } });

const STATUSES: Row[] = [
  [
    'a success is replaced by `default`, which describes errors',
    api({ responses: response('200', { type: 'string' }) }),
    api({ responses: response('default', { type: 'string' }) }),
    ['BREAKING response-success-status-removed'],
  ],
  [
    'a success beside `default` is removed',
    api({ responses: { ...response('200', { type: 'string' }), default: { description: '' } } }),
    api({ responses: { default: { description: '' } } }),
    ['BREAKING response-success-status-removed'],
  ],
];

const MEDIA_TYPES: Row[] = [
  [
    'a response in a media type built on JSON',
    answers('application/json'),
    answers('application/problem+json'),
    ['BREAKING response-media-type-name-specialized'],
    ['INFO response-media-type-name-specialized'],
  ],
  [
    'an answer that is written in plain JSON again',
    answers('application/problem+json'),
    answers('application/json'),
    ['BREAKING response-media-type-name-generalized'],
    ['BREAKING response-media-type-name-generalized'],
  ],
  [
    'an answer that is written in something built on JSON, with a parameter',
    answers('application/json'),
    answers('application/hal+json;v=2'),
    ['BREAKING response-media-type-name-changed'],
    ['INFO response-media-type-name-changed'],
  ],
  [
    'a body in a media type built on JSON',
    takes('application/json'),
    takes('application/merge-patch+json'),
    ['BREAKING request-body-media-type-name-specialized'],
    ['INFO request-body-media-type-name-specialized'],
  ],
];

const RANGES: Row[] = [
  [
    'an answer of any type of an application',
    answers('application/json'),
    answers('application/*'),
    ['BREAKING response-media-type-name-generalized'],
    ['BREAKING response-media-type-name-generalized'],
  ],
  [
    'a body of any type of an application',
    takes('application/json'),
    takes('application/*'),
    ['INFO request-body-media-type-name-generalized'],
    ['BREAKING request-body-media-type-name-generalized'],
  ],
];

const PARAMETERS: Row[] = [
  [
    'text in a query where a list was',
    asking({ schema: { type: 'array', items: { type: 'string' } } }),
    asking({ schema: { type: 'string' } }),
    ['BREAKING request-parameter-type-changed'],
    ['INFO request-parameter-type-changed'],
  ],
  [
    'a constant in a query',
    asking({ schema: { type: 'string' } }),
    asking({ schema: { const: 'a' } }),
    ['BREAKING request-parameter-const-added'],
    ['INFO request-parameter-const-added'],
  ],
  [
    'a required property of a query parameter',
    asking({ schema: { type: 'object', properties: { a: {} } } }),
    asking({ schema: { type: 'object', properties: { a: {} }, required: ['a'] } }),
    ['BREAKING request-property-became-required'],
    ['INFO request-property-became-required'],
  ],
  [
    'the type of a property of a header',
    asking({ in: 'header', schema: { properties: { a: { type: 'string' } } } }),
    asking({ in: 'header', schema: { properties: { a: { type: 'boolean' } } } }),
    ['BREAKING request-parameter-property-type-specialized'],
    ['BREAKING request-parameter-property-type-specialized'],
  ],
  [
    'the type of an enum, which says as much',
    answering({ type: 'string', enum: ['a', 'b'] }),
    answering({ enum: ['a', 'b'] }),
    [],
  ],
  [
    'any whole number in the place of a constant',
    sending({ const: 3 }),
    sending({ type: 'integer' }),
    ['INFO request-body-const-removed'],
  ],
  [
    'text in the place of constants of which one is a number',
    sending({ enum: ['a', 3] }),
    sending({ type: 'string' }),
    ['BREAKING request-body-type-changed', 'INFO request-body-became-not-enum'],
  ],
  [
    'a pattern of an answer that matches all',
    answering({ type: 'string', pattern: '^a' }),
    answering({ type: 'string', pattern: '.*' }),
    ['BREAKING response-body-pattern-changed'],
    ['INFO response-body-pattern-changed'],
  ],
  [
    'text that must not be empty',
    sending({ type: 'string' }),
    sending({ type: 'string', minLength: 1 }),
    ['BREAKING request-body-min-length-increased'],
    ['BREAKING request-body-min-length-increased'],
  ],
];

const TEXTS: Row[] = [
  [
    'a parameter of several types that may be repeated now',
    asking({ schema: { type: ['string', 'integer'] } }),
    asking({ schema: { type: 'array', items: { type: 'string' } } }),
    ['INFO request-parameter-type-generalized'],
  ],
  [
    'a parameter that may be repeated, or null',
    asking({ schema: { type: ['string', 'null'] } }),
    asking({ schema: { type: ['array', 'null'], items: { type: ['string', 'null'] } } }),
    ['INFO request-parameter-type-generalized'],
  ],
  [
    'a number that has to match a pattern, now that it is text',
    asking({ schema: { type: 'integer' } }),
    asking({ schema: { type: 'string', pattern: '^[a-f]+$' } }),
    ['BREAKING request-parameter-pattern-added', 'INFO request-parameter-type-generalized'],
  ],
  [
    'a number that has to be a date, now that it is text',
    xml({ type: 'integer' }),
    xml({ type: 'string', format: 'date' }),
    ['BREAKING request-property-type-changed'],
  ],
  [
    'a date in a header of an answer that is a number now',
    header({ type: 'string', format: 'date-time' }),
    header({ type: 'integer' }),
    ['BREAKING response-header-type-changed'],
  ],
];

const LIFECYCLES: Row[] = [
  [
    'a sunset that is no date any more',
    api(old('2030-01-01')),
    api(old('soon')),
    ['WARNING api-path-sunset-parse'],
    ['BREAKING api-path-sunset-parse'],
  ],
  [
    'a sunset of a parameter that was no date before',
    asking(old('soon')),
    asking(old('2030-01-01')),
    ['WARNING request-parameter-sunset-parse'],
    ['BREAKING request-parameter-sunset-parse'],
  ],
  [
    'a parameter that is removed with a sunset that is no date',
    asking(old(7)),
    api({}),
    ['BREAKING request-parameter-sunset-parse'],
  ],
  [
    'a stability level that is no text',
    api({}),
    api({ 'x-stability-level': 1 }),
    ['WARNING api-invalid-stability-level'],
    ['BREAKING api-invalid-stability-level'],
  ],
  [
    'a stability level of a property that is no text',
    sending({ properties: { a: { 'x-stability-level': 'beta' } } }),
    sending({ properties: { a: { 'x-stability-level': ['beta'] } } }),
    ['WARNING api-invalid-stability-level'],
    ['BREAKING api-invalid-stability-level'],
  ],
];

const tree = (node: JsonObject): JsonObject => ({
  components: { schemas: { Node: { $dynamicAnchor: 'node', ...node } } },
});

const PROPERTIES: Row[] = [
  [
    'a property that is required, and no longer described',
    answering({ properties: { a: { type: 'string' } } }),
    answering({ properties: {}, required: ['a'] }),
    ['BREAKING response-property-removed', 'INFO response-property-became-required'],
  ],
  [
    'the target of a dynamic reference only',
    answering({ properties: { node: { $dynamicRef: '#node' } } }, tree({ type: 'string' })),
    answering({ properties: { node: { $dynamicRef: '#node' } } }, tree({ type: 'integer' })),
    ['BREAKING response-property-type-changed'],
  ],
  [
    'a property inside `not` that has to be there',
    sending({ not: { properties: { a: { type: 'string', maxLength: 9 } } } }),
    sending({ not: { properties: { a: { type: 'string', maxLength: 5 } }, required: ['a'] } }),
    [
      'INFO request-body-not-changed',
      'INFO request-property-became-required',
      'INFO request-property-max-length-decreased',
    ],
  ],
];

const secured = (...security: JsonObject[]): JsonObject => api({ security });

const SECURITY: Row[] = [
  [
    'one of two sets of scopes that is no longer enough',
    secured({ login: ['read'] }, { login: ['admin'] }),
    secured({ login: ['read'] }),
    ['BREAKING api-security-removed'],
  ],
  [
    'one of two sets of scopes, of which the smaller one still is enough',
    secured({ login: ['read'] }, { login: ['read', 'write'] }),
    secured({ login: ['read'] }),
    ['INFO api-security-removed'],
  ],
  [
    'two sets of scopes that both ask for more',
    secured({ login: ['read'] }, { login: ['write'] }),
    secured({ login: ['list', 'read'] }, { login: ['audit', 'write'] }),
    [
      ...['BREAKING api-security-removed', 'BREAKING api-security-removed'],
      ...['INFO api-security-added', 'INFO api-security-added'],
    ],
  ],
  [
    'another scope beside a set that is enough',
    secured({ login: ['read'] }, { login: ['read', 'write'] }),
    secured({ login: ['read'] }, { login: ['audit', 'read'] }),
    ['INFO api-security-scope-added', 'INFO api-security-scope-removed'],
  ],
];

const A: JsonObject = { type: 'object', properties: { a: { type: 'string' } } };
const B: JsonObject = { type: 'object', properties: { b: { type: 'string' } } };
const role: JsonObject = { type: 'string', enum: ['user', 'admin'] };
const named = { components: { schemas: { Role: { title: 'Role', ...role } } } };
const reference: JsonObject = { $ref: '#/components/schemas/Role' };

const others = { components: { schemas: { Old: A, New: { ...B, required: ['b'] } } } };

const ALTERNATIVES: Row[] = [
  [
    'an alternative that became a component with a title',
    sending({ properties: { role: { anyOf: [role, { type: 'null' }] } } }),
    sending({ properties: { role: { anyOf: [reference, { type: 'null' }] } } }, named),
    ['INFO schema-annotation-added'],
  ],
  [
    'the same alternative a second time',
    sending({ anyOf: [role] }),
    sending({ anyOf: [role, { type: 'string', title: 'Other', enum: ['guest'] }] }),
    ['INFO request-body-any-of-added'],
  ],
  ['alternatives of which one accepts everything', answering({}), answering({ anyOf: [A, {}] }), []],
  [
    'alternatives instead of any value',
    answering({}),
    answering({ anyOf: [A, B] }),
    ['INFO response-body-any-of-added'],
    ['INFO response-body-any-of-added'],
  ],
  [
    'alternatives instead of any value, in a request',
    sending({}),
    sending({ oneOf: [A, B] }),
    ['BREAKING request-body-one-of-added'],
    ['INFO request-body-one-of-added'],
  ],
  [
    'alternatives in the place of any object',
    answering({ type: 'object' }),
    answering({ oneOf: [A, B] }),
    ['INFO response-body-one-of-added'],
  ],
  [
    'any object in the place of alternatives',
    answering({ oneOf: [A, B] }),
    answering({ type: 'object' }),
    ['BREAKING response-body-one-of-removed'],
  ],
  [
    'alternatives beside the previous keywords',
    sending({ ...A, required: ['a'] }),
    sending({ ...A, required: ['a'], anyOf: [B, { required: ['c'] }] }),
    ['BREAKING request-body-any-of-added'],
  ],
  [
    'the one alternative without a name',
    answering({ anyOf: [{ type: 'string' }, { type: 'array', items: {} }] }),
    answering({ anyOf: [{ type: 'number' }, { type: 'array', items: {} }] }),
    ['BREAKING response-property-type-changed'],
  ],
  [
    'company for the one alternative',
    sending({ oneOf: [reference] }, named),
    sending({ oneOf: [reference, A] }, named),
    ['INFO request-body-one-of-added'],
    ['INFO request-body-one-of-added'],
  ],
  [
    'another component as the one alternative to null',
    sending({ anyOf: [{ $ref: '#/components/schemas/Old' }, { type: 'null' }] }, others),
    sending({ anyOf: [{ $ref: '#/components/schemas/New' }, { type: 'null' }] }, others),
    ['BREAKING new-required-request-property', 'WARNING request-property-removed'],
  ],
  [
    'alternatives of which one alone may match',
    answering({ anyOf: [A, B] }),
    answering({ oneOf: [A, B] }),
    ['INFO response-body-any-of-became-one-of'],
    ['BREAKING response-body-any-of-became-one-of'],
  ],
  [
    '`unevaluatedProperties` where all properties are spoken of',
    sending({ ...A, additionalProperties: true }),
    sending({ ...A, additionalProperties: true, unevaluatedProperties: false }),
    [],
  ],
];

describe('a component that many operations begin to refer to is one change', () => {
  const many = (operation: JsonObject): JsonObject => ({
    ...api({}),
    components: {
      parameters: { Trace: { name: 'trace', in: 'header', required: true, schema: { type: 'string' } } },
      responses: { Busy: { description: 'Too many requests' } },
      requestBodies: { Note: { required: true, content: { 'text/plain': {} } } },
    },
    paths: Object.fromEntries(['/a', '/b', '/c'].map(path => [path, { post: { responses: {}, ...operation } }])),
  });
  it.each<[string, JsonObject, string, string]>([
    [
      'a parameter',
      { parameters: [{ $ref: '#/components/parameters/Trace' }] },
      'BREAKING new-required-request-parameter',
      'WARNING request-parameter-removed',
    ],
    [
      'a response',
      { responses: { 429: { $ref: '#/components/responses/Busy' } } },
      'INFO response-non-success-status-added',
      'INFO response-non-success-status-removed',
    ],
    [
      'a body',
      { requestBody: { $ref: '#/components/requestBodies/Note' } },
      'BREAKING request-body-added-required',
      'BREAKING request-body-removed',
    ],
  ])('%s', (_, operation, added, removed) => {
    const [without, having] = [many({}), many(operation)];
    expect(changes(without, having)).toEqual([added]);
    expect(changes(having, without)).toEqual([removed]);
    expect(compareOpenApi(without, having).items[0]?.affectedOperations).toHaveLength(3);
  });
});

it('a callback that leads back to itself is compared once', () => {
  const looping = (required: string[]): JsonObject => ({
    ...api({ callbacks: { done: { $ref: '#/components/callbacks/Done' } } }),
    components: {
      callbacks: {
        Done: {
          '{$request.body#/url}': {
            post: {
              requestBody: { content: { 'a/b': { schema: { properties: { id: {} }, required } } } },
              responses: {},
              callbacks: { again: { $ref: '#/components/callbacks/Done' } },
            },
          },
        },
      },
    },
  });
  const told = changes(looping(['id']), looping([]));
  expect(new Set(told)).toEqual(
    new Set(['BREAKING response-property-became-optional', 'INFO request-property-became-optional']),
  );
  expect(changes(looping([]), looping([]))).toEqual([]);
});

describe('an edit in the manner of other tools', () => {
  it.each([
    ...STATUSES,
    ...SECURITY,
    ...MEDIA_TYPES,
    ...RANGES,
    ...PARAMETERS,
    ...TEXTS,
    ...LIFECYCLES,
    ...PROPERTIES,
    ...ALTERNATIVES,
  ])('%s', (_, before, after, strict, oasdiff) => {
    expect(changes(before, after)).toEqual(strict);
    if (oasdiff !== undefined) expect(asOasdiff(before, after)).toEqual(oasdiff);
  });
});

it('only a format that a standard defines is a restriction', () => {
  const of = (format?: string, type: JsonValue = 'string'): JsonValue => ({ type, ...(format && { format }) });
  const both = (before: JsonValue, after: JsonValue): string[] =>
    [sending, answering].flatMap(make => changes(make(before), make(after))).map(rule => rule.split(' ')[0] as string);
  expect(both(of(), of('date'))).toEqual(['BREAKING', 'INFO']);
  expect(both(of('date'), of())).toEqual(['INFO', 'BREAKING']);
  expect(both(of(), of('currency'))).toEqual(['WARNING', 'INFO']);
  expect(both(of('currency'), of())).toEqual(['INFO', 'WARNING']);
  expect(both(of('currency'), of('money'))).toEqual(['WARNING', 'WARNING']);
  expect(both(of('currency'), of('date'))).toEqual(['BREAKING', 'BREAKING']);
  expect(both(of(), of('password'))).toEqual(['INFO', 'INFO']);
  expect(both(of('password'), of('date'))).toEqual(['BREAKING', 'INFO']);
  expect(both(of(), of('password', ['string', 'integer']))).toEqual(['INFO', 'BREAKING']);
  const changed = 'BREAKING request-body-type-changed';
  expect(asOasdiff(sending(of()), sending(of('currency')))).toEqual([changed]);
  const [item] = compareOpenApi(sending(of()), sending(of('currency'))).items;
  expect(item?.message).toBe('Request body in application/json: format "currency" added, which no standard defines');
});

it('a code without its own response is described by its range, an error also by `default`', () => {
  const error = (...names: string[]): JsonValue => ({
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
  });
  const both = (before: JsonObject, after: JsonObject): string[] =>
    changes(api({ responses: before }), api({ responses: after })).filter(rule => !rule.startsWith('INFO'));
  const general = response('default', error('code', 'detail'));
  const own = (...names: string[]): JsonObject => ({ ...general, ...response('404', error(...names)) });
  const lost = ['BREAKING response-property-removed'];
  expect(both(general, own('code'))).toEqual(lost);
  expect(both(general, own('code', 'detail', 'more'))).toEqual([]);
  expect(both(own('code', 'detail', 'more'), general)).toEqual(lost);
  const range = response('4XX', error('code', 'detail'));
  expect(both(range, { ...range, ...response('404', error('code')) })).toEqual(lost);
  const made = { ...general, ...response('201', error()) };
  expect(both(made, { ...made, ...response('200', error('code')) })).toEqual([]);
  expect(both(general, { ...general, ...response('200', error('code')) })).toEqual(lost);
  const successes = response('2XX', error('code'));
  expect(both({ ...successes, ...response('201', error('code')) }, successes)).toEqual([]);
  expect(both({ ...successes, ...response('201', error('id')) }, successes)).toEqual(lost);
});
