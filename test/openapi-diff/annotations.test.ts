import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { api, changes } from './documents.ts';

const text: JsonObject = { type: 'string' };
const rest: JsonObject = {
  components: {
    requestBodies: { Note: { content: { 'text/plain': {} } } },
    links: { Next: { operationId: 'next' } },
    headers: { Limit: { schema: text } },
  },
};
const described = (kind: string, name: string, description?: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
  ...(description !== undefined && { description }),
});
const answer = (more: JsonObject): JsonObject => ({ responses: { 200: { description: '', ...more } } });
const server = (description: string): JsonObject => ({
  servers: [{ url: 'https://{v}', variables: { v: { default: 'a', description } } }],
});

describe('the description is reported', () => {
  it.each<[string, (description: string) => JsonObject]>([
    ['of a variable of a server', description => api({}, server(description))],
    ['of a variable of a server of one operation', description => api(server(description))],
    [
      'beside a reference to a request body',
      words => api({ requestBody: described('requestBodies', 'Note', words) }, rest),
    ],
    ['beside a reference to a link', words => api(answer({ links: { a: described('links', 'Next', words) } }), rest)],
  ])('%s', (_, document) => {
    expect(changes(document('old'), document('new'))).toEqual(['INFO annotation-changed']);
    expect(changes(document('old'), document('old'))).toEqual([]);
  });
});

describe('XML', () => {
  const body = (type: string, tags: JsonObject): JsonObject =>
    api({ requestBody: { content: { [type]: { schema: { properties: { tags } } } } } });

  it.each<[string, JsonObject, JsonObject]>([
    ['no wrapper', { type: 'array' }, { type: 'array', xml: { wrapped: false } }],
    ['no attribute', text, { ...text, xml: { attribute: false } }],
    ['nothing', text, { ...text, xml: {} }],
    ["the property's own name", text, { ...text, xml: { name: 'tags' } }],
    ['the name of a list without a wrapper', { type: 'array' }, { type: 'array', xml: { name: 'tag' } }],
  ])('has no effect: %s', (_, before, after) => {
    expect(changes(body('application/xml', before), body('application/xml', after))).toEqual([]);
  });

  it('counts in XML only', () => {
    const [before, after] = [text, { ...text, xml: { name: 'label' } }];
    expect(changes(body('application/json', before), body('application/json', after))).toEqual([]);
    expect(changes(body('application/xml', before), body('application/xml', after))).toEqual([
      'BREAKING request-property-xml-changed',
    ]);
  });
});

it('a prefix that moved from the servers into the paths is one row', () => {
  const at = (url: string, path: string): JsonObject => ({
    ...api({}, { servers: [{ url }] }),
    paths: { [path]: { get: { responses: {} } } },
  });
  const { items } = compareOpenApi(at('https://a/v1', '/pets'), at('https://a', '/v1/pets'));
  expect(items.map(({ message }) => message)).toEqual([
    'API: "/v1" moved from the addresses of the servers into the paths',
  ]);
});

it('a header of the components that many answers got is one row', () => {
  const many = (headers?: JsonObject): JsonObject => ({
    ...api({}, rest),
    paths: Object.fromEntries(
      ['/a', '/b', '/c'].map(path => [path, { get: answer(headers === undefined ? {} : { headers }) }]),
    ),
  });
  const [without, having] = [many(), many({ 'X-Limit': described('headers', 'Limit') })];
  expect(compareOpenApi(without, having).items).toMatchObject([
    { message: 'Response header `X-Limit` was added', affectedOperations: [{}, {}, {}] },
  ]);
  expect(changes(having, without)).toEqual(['WARNING optional-response-header-removed']);
});
