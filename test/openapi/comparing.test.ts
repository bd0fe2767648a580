import { describe, expect, it } from 'vitest';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

// Tools accept many documents that are refused as drafts. Where they are only compared, what is meant is clear enough.

const document = (version: string, operation: JsonObject, scheme?: JsonValue): string =>
  JSON.stringify({
    openapi: version,
    info: { title: 'Pets', version: '1' },
    paths: { '/pets/{id}': { get: { responses: { 200: { description: 'ok' } }, ...operation } } },
    ...(scheme !== undefined && { components: { securitySchemes: { scheme } } }),
  });
const [URL_OF_LOGIN, text]: [string, JsonObject] = ['https://a.example/login', { type: 'string' }];
const implicit: JsonObject = { authorizationUrl: URL_OF_LOGIN, tokenUrl: URL_OF_LOGIN, scopes: {} };

type Row = [what: string, operation: JsonObject, scheme?: JsonObject];

const ACCEPTED: Row[] = [
  ['an http security scheme without its scheme', {}, { type: 'http' }],
  ['a token URL of an implicit flow', {}, { type: 'oauth2', flows: { implicit } }],
  ['an operation without responses', { responses: {} }],
  ['a response without a description', { responses: { 200: {} } }],
  ['a path parameter that is not required', { parameters: [{ name: 'id', in: 'path', schema: text }] }],
  ['a parameter without a schema', { parameters: [{ name: 'q', in: 'query' }] }],
  ['a field of another kind of object', { in: 'query' }],
];

const REFUSED: Row[] = [
  ['a parameter without a name', { parameters: [{ in: 'query', schema: text }] }],
  ['a parameter of no known place', { parameters: [{ name: 'q', in: 'body', schema: text }] }],
  ['text where responses belong', { responses: 'ok' }],
  ['a security scheme without a type', {}, {}],
  ['a reference to another file', { parameters: [{ $ref: 'other.yaml#/limit' }] }],
];

describe.each(['3.0.3', '3.1.0'])('where documents of %s are only compared', version => {
  it.each(ACCEPTED)('%s is a warning', (_, operation, scheme) => {
    const text = document(version, operation, scheme);
    const compared = ingestOpenApi(text, 'compare');
    expect(compared).toMatchObject({ ok: true });
    const published = ingestOpenApi(text);
    if (published.ok || !compared.ok) return;
    const rules = compared.warnings.map(({ message }) => message);
    expect(rules).toEqual(expect.arrayContaining(published.problems.map(({ message }) => message)));
  });

  it.each(REFUSED)('%s stays an error', (_, operation, scheme) => {
    expect(ingestOpenApi(document(version, operation, scheme), 'compare').ok).toBe(false);
  });
});
