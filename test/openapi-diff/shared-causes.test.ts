import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { api, changes } from './documents.ts';

const OK: JsonObject = { responses: { 200: { description: 'ok' } } };

describe('the servers of the document', () => {
  const at = (...urls: string[]): JsonObject =>
    api(OK, {
      servers: urls.map(url => ({ url })),
      paths: { '/a': { get: OK, post: { ...OK, servers: [{ url: 'https://own' }] } }, '/b': { get: OK } },
    });

  it('affect the operations that have no own ones', () => {
    const { items, summary } = compareOpenApi(at('https://a', 'https://b'), at('https://a'));
    expect(items).toMatchObject([
      {
        rule: 'server-removed',
        affectedOperations: [
          { method: 'GET', path: '/a' },
          { method: 'GET', path: '/b' },
        ],
      },
    ]);
    expect(summary).toMatchObject({ modifiedEndpoints: 2 });
  });
});

describe('the security of the document', () => {
  const one: JsonObject[] = [{ a: [] }];
  const both: JsonObject[] = [...one, { b: [] }];
  const flow = (tokenUrl = 'https://t'): JsonObject => ({ tokenUrl, scopes: {} });
  const scheme = (flows: JsonObject): JsonObject => ({ securitySchemes: { a: { type: 'oauth2', flows } } });
  const paths = { '/a': { get: OK } };
  const webhooks = { done: { post: OK } };

  it('is judged for webhooks as their own security', () => {
    const own = (security: JsonObject[]): JsonObject =>
      api(OK, { paths: {}, webhooks: { done: { post: { ...OK, security } } } });
    expect(changes(own(both), own(one))).toEqual(['INFO api-security-removed']);
    const inherited = (security: JsonObject[]): JsonObject => api(OK, { paths: {}, webhooks, security });
    expect(changes(inherited(both), inherited(one))).toEqual(['INFO api-global-security-removed']);
  });

  it('is one change for requests and one for webhooks', () => {
    const mixed = (security: JsonObject[]): JsonObject => api(OK, { paths, webhooks, security });
    const { items } = compareOpenApi(mixed(both), mixed(one));
    expect(items).toMatchObject([
      { severity: 'BREAKING', affectedOperations: [{ path: '/a' }] },
      { severity: 'INFO', affectedOperations: [{ path: 'done' }] },
    ]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(2);
  });

  it('is information where no operation uses it', () => {
    const unused = (security: JsonObject[]): JsonObject => api(OK, { paths: {}, security });
    expect(changes(unused(both), unused(one))).toEqual(['INFO api-global-security-removed']);
  });

  it('has schemes that are judged in the direction of their use', () => {
    const at = (flows: JsonObject, rest: JsonObject): JsonObject =>
      api(OK, { ...rest, security: one, components: scheme(flows) });
    const change = (rest: JsonObject): string[] =>
      changes(at({ password: flow(), clientCredentials: flow() }, rest), at({ password: flow() }, rest));
    const [called, sent] = [change({ paths }), change({ paths: {}, webhooks })];
    expect(called).toEqual(['BREAKING api-security-component-oauth-flow-removed']);
    expect(sent).toEqual(['INFO api-security-component-oauth-flow-removed']);
    expect(change({ paths, webhooks })).toEqual([...called, ...sent]);
    const moved = [flow(), flow('https://u')].map(password => at({ password }, { paths, webhooks }));
    const { items } = compareOpenApi(...(moved as [JsonObject, JsonObject]));
    expect(items).toMatchObject([{ severity: 'WARNING', affectedOperations: [{ path: '/a' }, { path: 'done' }] }]);
  });
});

describe('a link', () => {
  const at = (operationId: string, link: JsonObject, path = '/pets/{id}'): JsonObject => ({
    ...api({}),
    paths: {
      '/pets': { post: { responses: { 201: { description: '', links: { next: link } } } } },
      [path]: { get: { ...OK, operationId } },
      '/other': { get: { ...OK, operationId: 'other' } },
    },
  });
  const linkChanges = (before: JsonObject, after: JsonObject): string[] =>
    changes(before, after).filter(one => one.includes('link'));
  const byId = at('getPet', { operationId: 'getPet' });
  const byRef = at('getPet', { operationRef: '#/paths/~1pets~1{id}/get' });

  it.each<[string, JsonObject, JsonObject]>([
    ['another name', byId, at('readPet', { operationId: 'readPet' })],
    ['a reference', byId, byRef],
    ['an encoded reference', byRef, at('getPet', { operationRef: '#/paths/~1pets~1%7Bid%7D/get' })],
    ['another name of a parameter', byRef, at('getPet', { operationRef: '#/paths/~1pets~1{key}/get' }, '/pets/{key}')],
  ])('leads to the same operation by %s', (_, before, after) => {
    expect(linkChanges(before, after)).toEqual([]);
    expect(linkChanges(after, before)).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['of the document', byId, at('getPet', { operationId: 'other' })],
    ['by reference', byId, at('getPet', { operationRef: '#/paths/~1other/get' })],
    ['of another document', byId, at('getPet', { operationRef: 'https://other.example/api#/paths/~1pets~1{id}/get' })],
    ['that does not exist', byId, at('getPet', { operationId: 'gone' })],
  ])('leads elsewhere to an operation %s', (_, before, after) => {
    expect(linkChanges(before, after)).toEqual(['WARNING response-link-changed']);
  });

  it('that carries something else is another one', () => {
    const carrying = at('getPet', { operationId: 'getPet', parameters: { id: '$response.body#/id' } });
    expect(linkChanges(byId, carrying)).toEqual(['WARNING response-link-changed']);
  });
});
