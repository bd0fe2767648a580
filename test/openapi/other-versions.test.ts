import { describe, expect, it } from 'vitest';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';

const read = (value: object): JsonObject => {
  const outcome = ingestOpenApi(JSON.stringify(value), 'compare');
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome.document;
};
const changes = (before: object, after: object): string[] =>
  compareOpenApi(read(before), read(after)).items.map(
    ({ rule, severity, method = '', path = '' }) => `${severity} ${rule} ${method} ${path}`,
  );
const info = { title: 'Pets', version: '1' };

describe('OpenAPI 3.2, where documents are only compared', () => {
  const operation = (schema: object, more: object = {}) => ({
    responses: { 200: { description: 'ok', content: { 'application/jsonl': { itemSchema: schema, ...more } } } },
  });
  const document = (schema: object, more: object = {}) => ({
    openapi: '3.2.0',
    $self: 'https://example.com/api.json',
    info,
    servers: [{ url: 'https://example.com', name: 'prod' }],
    tags: [{ name: 'pets', summary: 'Pets', kind: 'nav', parent: 'animals' }, { name: 'animals' }],
    paths: {
      '/pets': {
        query: operation(schema, more),
        additionalOperations: { COPY: { responses: { 200: { $ref: '#/components/responses/Shared' } } } },
      },
    },
    components: {
      mediaTypes: { Lines: { itemSchema: schema } },
      responses: { Shared: { description: 'ok', content: { 'a/b': { $ref: '#/components/mediaTypes/Lines' } } } },
      securitySchemes: {
        device: {
          type: 'oauth2',
          flows: { deviceAuthorization: { deviceAuthorizationUrl: '/device', tokenUrl: '/token', scopes: {} } },
        },
      },
    },
  });

  it('is read, and refused where it would be published', () => {
    expect(read(document({ type: 'string' })).openapi).toBe('3.2.0');
    const published = ingestOpenApi(JSON.stringify(document({ type: 'string' })));
    expect(published).toMatchObject({ ok: false, problems: [{ rule: 'openapi-version' }] });
    const wrong = ingestOpenApi(JSON.stringify({ ...document({}), paths: { '/a': { get: 1 } } }), 'compare');
    expect(wrong).toMatchObject({ ok: false, problems: [{ pointer: '/paths/~1a/get' }] });
    const older = { ...document({ type: 'string' }), openapi: '3.1.0' };
    expect(ingestOpenApi(JSON.stringify(older))).toMatchObject({ ok: false });
  });

  it('is compared in all its methods, media types and items', () => {
    expect(changes(document({ type: 'string' }), document({ type: 'string' }))).toEqual([]);
    expect(changes(document({ type: 'string' }), document({ type: 'number' }))).toEqual([
      'BREAKING response-property-type-changed COPY /pets',
      'BREAKING response-property-type-changed QUERY /pets',
    ]);
    const without = { ...document({}), paths: { '/pets': { query: { responses: {} } } } };
    expect(changes(document({}), without)).toContainEqual(expect.stringMatching(/^BREAKING .*removed.* COPY/));
    const text = document({ type: 'string' });
    const flow = { deviceAuthorizationUrl: '/other', tokenUrl: '/token', scopes: {} };
    const moved = structuredClone(text);
    moved.components.securitySchemes.device.flows.deviceAuthorization = flow;
    moved.$self = 'https://example.com/2.json';
    moved.servers = [{ url: 'https://example.com', name: 'live' }];
    expect(changes(text, moved).sort()).toEqual([
      'INFO annotation-changed  ',
      'INFO annotation-changed  ',
      'INFO api-security-component-oauth-device-authorization-url-changed  ',
    ]);
  });
});

describe('the parts of a multipart body in OpenAPI 3.2', () => {
  const png = { contentType: 'image/png' };
  const gif = { contentType: 'image/gif' };
  const sent = (media: object) => ({
    openapi: '3.2.0',
    info,
    paths: { '/a': { post: { responses: {}, requestBody: { content: { 'multipart/mixed': media } } } } },
  });
  const isOther = ['BREAKING request-body-encoding-changed POST /a'];

  it('are compared by their positions', () => {
    const [png0, gif0] = [sent({ prefixEncoding: [png] }), sent({ prefixEncoding: [gif] })];
    expect(changes(png0, gif0)).toEqual(isOther);
    expect(changes(sent({ prefixEncoding: [png, png] }), sent({ prefixEncoding: [png, gif] }))).toEqual(isOther);
    expect(changes(sent({ itemEncoding: png }), sent({ itemEncoding: gif }))).toEqual(isOther);
    const header = (required: boolean) => ({ headers: { 'X-A': { required, schema: { type: 'string' } } } });
    expect(changes(sent({ itemEncoding: header(false) }), sent({ itemEncoding: header(true) }))).toEqual(isOther);
  });

  it('have the encoding of all items beyond the list', () => {
    expect(changes(sent({ itemEncoding: png }), sent({ itemEncoding: png, prefixEncoding: [png] }))).toEqual([]);
    expect(changes(sent({ itemEncoding: png }), sent({ itemEncoding: png, prefixEncoding: [gif] }))).toEqual(isOther);
  });

  it('may accept more, and may come to have a content type of their own', () => {
    const both = sent({ itemEncoding: { contentType: 'image/gif, image/png' } });
    expect(changes(sent({ itemEncoding: png }), both)).toEqual(['INFO request-body-encoding-changed POST /a']);
    expect(changes(sent({}), sent({ itemEncoding: png }))).toEqual(['WARNING request-body-encoding-changed POST /a']);
  });

  it('have parts themselves', () => {
    const nested = (inner: object) => sent({ encoding: { a: { contentType: 'multipart/mixed', ...inner } } });
    const [old, now] = [nested({ prefixEncoding: [png] }), nested({ prefixEncoding: [gif] })];
    expect(changes(old, now)).toEqual(isOther);
    expect(changes(old, nested({}))).toEqual(isOther);
  });
});

describe('Swagger 2.0, where documents are only compared', () => {
  const swagger = {
    swagger: '2.0',
    info,
    host: 'example.com',
    basePath: '/v1',
    schemes: ['https'],
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      user: { type: 'basic' },
      oauth: { type: 'oauth2', flow: 'accessCode', authorizationUrl: '/a', tokenUrl: '/t', scopes: { r: 'Reads' } },
    },
    parameters: {
      Limit: { name: 'limit', in: 'query', type: 'integer', maximum: 9 },
      Pet: { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
    },
    responses: { Error: { description: 'bad', schema: { $ref: '#/definitions/Error' } } },
    definitions: {
      Error: { type: 'object', properties: { text: { type: 'string', 'x-nullable': true } } },
      Pet: {
        type: 'object',
        discriminator: 'kind',
        required: ['kind'],
        properties: { kind: { type: 'string' }, parent: { $ref: '#/definitions/Pet' } },
      },
    },
    paths: {
      '/pets': {
        parameters: [{ $ref: '#/parameters/Limit' }],
        get: {
          parameters: [
            { name: 'ids', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          ],
          responses: {
            200: {
              description: 'ok',
              schema: { type: 'array', items: { $ref: '#/definitions/Pet' } },
              headers: { 'X-Left': { type: 'integer' } },
            },
            default: { $ref: '#/responses/Error' },
          },
        },
        post: { parameters: [{ $ref: '#/parameters/Pet' }], responses: { 201: { description: 'made' } } },
        put: {
          consumes: ['multipart/form-data'],
          parameters: [
            { name: 'photo', in: 'formData', type: 'file', required: true },
            { name: 'tags', in: 'formData', type: 'array', items: { type: 'string' } },
          ],
          responses: { 204: { description: 'stored' } },
        },
      },
    },
  };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const json = (schema: object) => ({ 'application/json': { schema } });
  const openapi = {
    openapi: '3.0.3',
    info,
    servers: [{ url: 'https://example.com/v1' }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        user: { type: 'http', scheme: 'basic' },
        oauth: {
          type: 'oauth2',
          flows: { authorizationCode: { authorizationUrl: '/a', tokenUrl: '/t', scopes: { r: 'Reads' } } },
        },
      },
      parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } } },
      responses: { Error: { description: 'bad', content: json(ref('Error')) } },
      schemas: {
        Error: { type: 'object', properties: { text: { type: 'string', nullable: true } } },
        Pet: {
          type: 'object',
          discriminator: { propertyName: 'kind' },
          required: ['kind'],
          properties: { kind: { type: 'string' }, parent: ref('Pet') },
        },
      },
    },
    paths: {
      '/pets': {
        parameters: [{ $ref: '#/components/parameters/Limit' }],
        get: {
          parameters: [
            { name: 'ids', in: 'query', explode: true, schema: { type: 'array', items: { type: 'string' } } },
          ],
          responses: {
            200: {
              description: 'ok',
              content: json({ type: 'array', items: ref('Pet') }),
              headers: { 'X-Left': { schema: { type: 'integer' } } },
            },
            default: { $ref: '#/components/responses/Error' },
          },
        },
        post: {
          requestBody: { required: true, content: json(ref('Pet')) },
          responses: { 201: { description: 'made' } },
        },
        put: {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['photo'],
                  properties: {
                    photo: { type: 'string', format: 'binary' },
                    tags: { type: 'array', items: { type: 'string' } },
                  },
                },
                encoding: { tags: { style: 'form', explode: false } },
              },
            },
          },
          responses: { 204: { description: 'stored' } },
        },
      },
    },
  };

  it('means what the same API means in OpenAPI 3.0', () => {
    expect(changes(swagger, openapi)).toEqual([]);
    expect(changes(openapi, swagger)).toEqual([]);
    expect(ingestOpenApi(JSON.stringify(swagger))).toMatchObject({ ok: false, problems: [{ pointer: '/swagger' }] });
  });

  it('is compared like any other document, with numbers as they are written', () => {
    const { Pet, ...rest } = swagger.definitions;
    const changed = { ...swagger, definitions: { ...rest, Pet: { ...Pet, required: ['kind', 'parent'] } } };
    expect(changes(swagger, changed)).toEqual([
      'BREAKING request-property-became-required POST /pets',
      'INFO response-property-became-required GET /pets',
    ]);
    const text = JSON.stringify(swagger);
    const large = ingestOpenApi(text.replace('"maximum":9', '"maximum":9007199254740993'), 'compare');
    expect(large.ok && String(large.normalized)).toContain('9007199254740993');
  });

  const small = (operation: object, rest: object = {}) => ({
    ...{ swagger: '2.0', info, paths: { '/a': { post: { responses: { 200: { description: 'ok' } }, ...operation } } } },
    ...rest,
  });
  const sent = (type: string) => ({ parameters: [{ name: 'pet', in: 'body', schema: { type } }] });
  const answered = (type: string) => ({ responses: { 200: { description: 'ok', schema: { type } } } });

  it('compares bodies whose list of media types is empty', () => {
    const none = { consumes: [], produces: [] };
    const all = { consumes: ['text/csv'], produces: ['text/csv'] };
    const [isSent, comes] = [
      'BREAKING request-body-type-changed POST /a',
      'BREAKING response-body-type-changed POST /a',
    ];
    for (const [own, global] of [
      [none, {}],
      [{}, none],
      [none, all],
    ] as const) {
      const from = (body: object) => small({ ...body, ...own }, global);
      expect(changes(from(sent('string')), from(sent('boolean')))).toEqual([isSent]);
      expect(changes(from(answered('string')), from(answered('boolean')))).toEqual([comes]);
    }
    const from = (type: string) =>
      small(
        { responses: { 200: { $ref: '#/responses/R' } } },
        { produces: [], responses: { R: { description: 'ok', schema: { type } } } },
      );
    expect(changes(from('string'), from('boolean'))).toEqual([comes]);
  });

  it('compares headers and components whose names start with x-', () => {
    const headers = (type: string) => ({ responses: { 200: { description: 'ok', headers: { 'x-left': { type } } } } });
    expect(changes(small(headers('integer')), small(headers('string')))).toEqual([
      'BREAKING response-header-type-changed POST /a',
    ]);
    const responses = (type: string) => ({ responses: { 'x-r': { description: 'ok', schema: { type } } } });
    const answer = { responses: { 200: { $ref: '#/responses/x-r' } } };
    expect(changes(small(answer, responses('string')), small(answer, responses('boolean')))).toEqual([
      'BREAKING response-body-type-changed POST /a',
    ]);
    const parameters = (type: string) => ({ parameters: { 'x-p': { name: 'p', in: 'query', type } } });
    const asks = { parameters: [{ $ref: '#/parameters/x-p' }] };
    expect(changes(small(asks, parameters('string')), small(asks, parameters('integer')))).toEqual([
      'BREAKING request-parameter-type-changed POST /a',
    ]);
    const nullable = { type: 'string', 'x-nullable': true };
    const body = { parameters: [{ name: 'pet', in: 'body', schema: { $ref: '#/definitions/x-d' } }] };
    expect(
      changes(
        small(body, { definitions: { 'x-d': nullable } }),
        small(body, { definitions: { 'x-d': { type: 'string' } } }),
      ),
    ).toEqual(['BREAKING request-body-became-not-nullable POST /a']);
  });

  it('tells tabs from other separators of a list', () => {
    const list = (place: string, collectionFormat: string) =>
      small({ parameters: [{ name: 'a', in: place, type: 'array', items: { type: 'string' }, collectionFormat }] });
    const style = 'BREAKING request-parameter-style-changed POST /a';
    for (const other of ['csv', 'pipes']) {
      expect(changes(list('query', 'tsv'), list('query', other))).toEqual([style]);
      expect(changes(list('header', other), list('header', 'tsv'))).toEqual([style]);
      expect(changes(list('formData', other), list('formData', 'tsv'))).toEqual([
        'BREAKING request-body-encoding-changed POST /a',
      ]);
    }
  });

  it('follows references to parameters in other places, and those with escapes', () => {
    const document = (type: string) => ({
      swagger: '2.0',
      info,
      paths: {
        '/a': { get: { parameters: [{ name: 'q', in: 'query', type }], responses: {} } },
        '/b': {
          get: {
            parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }, { $ref: '#/parameters/a%20b' }],
            responses: {},
          },
        },
      },
      parameters: { 'a b': { name: 'r', in: 'query', type } },
    });
    expect(changes(document('string'), document('string'))).toEqual([]);
    const found = changes(document('string'), document('integer'));
    expect(found).toEqual([
      'BREAKING request-parameter-type-changed GET /a',
      'BREAKING request-parameter-type-changed GET /b',
      'BREAKING request-parameter-type-changed GET /b',
    ]);
  });

  it('ends for any value in any place', () => {
    const count = (value: unknown): number =>
      value instanceof Object ? Object.values(value).reduce((sum, one) => sum + count(one), 1) : 1;
    for (let place = 1; place < count(swagger); place++)
      for (const other of ['1.0', '[1.0]', '{}', 'null', '"constructor"']) {
        let at = 0;
        const text = JSON.stringify(swagger, (_, value) => (at++ === place ? 'OTHER' : value));
        const outcome = ingestOpenApi(text.replace('"OTHER"', other), 'compare');
        expect([place, other, outcome.ok]).toEqual([place, other, expect.any(Boolean)]);
      }
  });

  it('ends for what is no Swagger inside', () => {
    const odd = { ...swagger, paths: { '/a': { get: { parameters: 5, responses: 7 } } }, definitions: [], tags: 1 };
    expect(ingestOpenApi(JSON.stringify(odd), 'compare').ok).toBe(false);
    expect(ingestOpenApi('swagger: 2.0\ninfo: 5\npaths: []\n', 'compare').ok).toBe(false);
  });
});
