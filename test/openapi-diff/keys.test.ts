import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { DiffItem } from '../../src/openapi-diff/model.ts';
import type { JsonObject } from '../../src/platform/json.ts';

const OK: JsonObject = { responses: { 200: { description: 'ok' } } };
const TEXT: JsonObject = { type: 'string' };
const bodyOf = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

const COMPONENTS: JsonObject = {
  parameters: {
    P: { name: 'X-Sig', in: 'header', required: true, schema: TEXT },
    Q: { name: 'X-Sig', in: 'header', schema: TEXT },
  },
  requestBodies: { B: { required: true, ...bodyOf(TEXT) } },
  responses: { R: { description: 'made' } },
  headers: { H: { required: true, schema: TEXT } },
  callbacks: { C: { '{$url}': { post: OK } } },
};

const api = (paths: JsonObject, components = COMPONENTS): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  paths,
  components,
});

const told = (before: JsonObject, after: JsonObject): DiffItem[] => compareOpenApi(before, after).items;
const keys = (before: JsonObject, after: JsonObject): string[] => told(before, after).map(({ key }) => key);
const keysWhere = (severity: string, before: JsonObject, after: JsonObject): string[] =>
  told(before, after).flatMap(item => (item.severity === severity ? [item.key] : []));

const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });
const headed = (headers: JsonObject): JsonObject => ({ responses: { 200: { description: 'ok', headers } } });

describe('what one operation gets or loses has another key than at the next operation', () => {
  const both: JsonObject = { responses: { ...(OK.responses as JsonObject), 201: ref('responses', 'R') } };
  it.each<[string, JsonObject, JsonObject]>([
    ['a parameter component', OK, { ...OK, parameters: [ref('parameters', 'P')] }],
    [
      'another parameter component',
      { ...OK, parameters: [ref('parameters', 'Q')] },
      { ...OK, parameters: [ref('parameters', 'P')] },
    ],
    ['a body component', OK, { ...OK, requestBody: ref('requestBodies', 'B') }],
    ['a response component', both, OK],
    ['a header component', headed({ 'X-Rate': ref('headers', 'H') }), OK],
    ['a callback component', { ...OK, callbacks: { done: ref('callbacks', 'C') } }, OK],
    ['an equal header', headed({ 'X-Rate': { required: true, schema: TEXT } }), OK],
  ])('%s', (_, before, after) => {
    const paths = ['/a', '/b', '/c', '/d'];
    const at = (changed: number): JsonObject =>
      api(Object.fromEntries(paths.map((path, index) => [path, { post: index < changed ? after : before }])));
    const steps = [keys(at(0), at(2)), keys(at(2), at(4)), keys(at(0), at(4)), keys(at(3), at(4))];
    expect(steps.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(new Set(steps.flat()).size).toBe(4);
  });

  it('also at the next response', () => {
    const at = (...codes: string[]): JsonObject => {
      const headers = { 'X-Rate': { required: true, schema: TEXT } };
      const responses = ['200', '202'].map(code => [
        code,
        { description: '', ...(codes.includes(code) && { headers }) },
      ]);
      return api({ '/a': { get: { responses: Object.fromEntries(responses) } } });
    };
    expect(keys(at('200', '202'), at('202'))).not.toEqual(keys(at('202'), at()));
  });

  it('not for a changed component', () => {
    const at = (schema: JsonObject, ...paths: string[]): JsonObject =>
      api(Object.fromEntries(paths.map(path => [path, { get: { ...OK, parameters: [ref('parameters', 'P')] } }])), {
        parameters: { P: { name: 'p', in: 'query', schema } },
      });
    const number = { type: 'number' };
    expect(keys(at(TEXT, '/a'), at(number, '/a'))).toEqual(keys(at(TEXT, '/a', '/b'), at(number, '/a', '/b')));
  });
});

describe('parameters of a path', () => {
  const query = (name: string, type = 'string'): JsonObject => ({ name, in: 'query', schema: { type } });

  it('have keys that do not depend on their positions', () => {
    const at = (path: string, ...parameters: JsonObject[]): JsonObject => api({ [path]: { parameters, get: OK } });
    const [a, b] = [query('a'), query('b')];
    const first = keys(at('/p/{id}', a, b), at('/p/{id}', query('a', 'boolean'), b));
    expect(first).toHaveLength(1);
    expect(keys(at('/p/{id}', b, a), at('/p/{id}', query('b', 'boolean'), a))).not.toEqual(first);
    expect(keys(at('/p/{key}', b, a), at('/p/{key}', b, query('a', 'boolean')))).toEqual(first);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a parameter', {}, { parameters: [{ ...query('a'), required: true }] }],
    ['the type of a parameter', { parameters: [query('a')] }, { parameters: [query('a', 'boolean')] }],
    ['a server', { servers: [{ url: 'https://a' }, { url: 'https://b' }] }, { servers: [{ url: 'https://a' }] }],
    ['a summary', { summary: 'a' }, { summary: 'b' }],
  ])('of callbacks with equal names belong to their operations: %s', (_, before, after) => {
    const at = (a: JsonObject, b: JsonObject): JsonObject => {
      const called = (item: JsonObject): JsonObject => ({
        ...OK,
        callbacks: { done: { '{$url}': { ...item, post: OK } } },
      });
      return api({ '/a': { post: called(a) }, '/b': { post: called(b) } });
    };
    const [first, next] = [keys(at(before, before), at(after, before)), keys(at(after, before), at(after, after))];
    expect([first, next].map(({ length }) => length)).toEqual([1, 1]);
    expect(next).not.toEqual(first);
  });
});

describe('a breaking change does not inherit the key of a harmless one', () => {
  const schema = (maxLength: number): JsonObject => ({ schemas: { S: { type: 'string', maxLength } } });
  const sent = (...properties: [string, JsonObject][]): JsonObject => ({
    '/a': { post: { ...OK, requestBody: bodyOf({ type: 'object', properties: Object.fromEntries(properties) }) } },
  });
  const S = ref('schemas', 'S');

  it('where a component is sent that was only read', () => {
    const harmless: [string, JsonObject] = ['a', { allOf: [S], readOnly: true }];
    const at = (length: number, ...more: [string, JsonObject][]): JsonObject =>
      api(sent(harmless, ...more), schema(length));
    const [quiet] = keysWhere('INFO', at(9), at(5));
    expect(quiet).toBeDefined();
    const breaks = keysWhere('BREAKING', at(9, ['b', S]), at(5, ['b', S]));
    expect(breaks).toHaveLength(1);
    expect(breaks).not.toContain(quiet);
  });

  it('where a draft operation becomes stable', () => {
    const at = (level: string, parameters: JsonObject[]): JsonObject =>
      api({ '/a': { get: { ...OK, 'x-stability-level': level, parameters } } });
    const required = [{ name: 'q', in: 'query', required: true, schema: TEXT }];
    const [draft, stable] = ['draft', 'stable'].map(level => keys(at(level, []), at(level, required)));
    expect(draft).not.toEqual(stable);
  });
});

it('a removed operation has the same key beside a prefix that moved into the paths', () => {
  const at = (url: string, ...paths: string[]): JsonObject => ({
    ...api(Object.fromEntries(paths.map(path => [path, { get: OK }]))),
    servers: [{ url }],
  });
  const after = at('https://a', '/v1/p', '/v1/q');
  const alone = keysWhere('BREAKING', at('https://a', '/v1/p', '/v1/q', '/v1/r'), after);
  expect(alone).toHaveLength(1);
  expect(keysWhere('BREAKING', at('https://a/v1', '/p', '/q', '/r'), after)).toEqual(alone);
});

it('the text of a server has the key of its address as it is written, where both documents write it alike', () => {
  const at = (url: string, description: string): JsonObject => ({ ...api({}), servers: [{ url, description }] });
  const keyOf = (...[was, is]: [string, string]): string[] => keys(at(was, 'one'), at(is, 'other'));
  expect(keyOf('https://a/', 'https://a/')).not.toEqual(keyOf('https://a', 'https://a'));
  expect(keyOf('https://a/', 'https://a')).toEqual(keyOf('https://a', 'https://a'));
});

describe('of servers with one address', () => {
  const at = (region: string, values: string[], description = ''): JsonObject => ({
    url: 'https://{region}.a',
    variables: { region: { default: region, enum: values } },
    description,
  });
  const served = (...servers: JsonObject[]): JsonObject => ({ ...api({}), servers });
  const both = served(at('eu', ['eu', 'x']), at('us', ['us', 'x']));

  it.each<[string, JsonObject, JsonObject]>([
    ['a value', served(at('eu', ['eu']), at('us', ['us', 'x'])), served(at('eu', ['eu', 'x']), at('us', ['us']))],
    [
      'a text',
      served(at('eu', ['eu', 'x'], 'new'), at('us', ['us', 'x'])),
      served(at('eu', ['eu', 'x']), at('us', ['us', 'x'], 'new')),
    ],
  ])('%s of each has another key', (_, one, other) => {
    const [first, next] = [keys(both, one), keys(both, other)];
    expect([first, next].map(({ length }) => length)).toEqual([1, 1]);
    expect(next).not.toEqual(first);
  });

  it('removed ones of the same default have other keys, which the order of their values does not change', () => {
    const last = at('ap', ['ap']);
    const removed = (...values: string[]) => keys(served(at('eu', ['eu']), at('eu', values), last), served(last));
    const found = removed('eu', 'us');
    expect(new Set(found).size).toBe(2);
    expect(removed('us', 'eu')).toEqual(found);
  });

  it('a single one has the key of its address, whatever its default is', () => {
    const keyOf = (region: string): string[] =>
      keys(served(at(region, ['eu', 'us', 'x'])), served(at(region, ['eu', 'us'])));
    expect(keyOf('eu')).toEqual(keyOf('us'));
  });
});
