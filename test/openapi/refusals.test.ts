import { describe, expect, it } from 'vitest';
import { endpointDetail } from '../../src/openapi/endpoints.ts';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { answering, brief, operation, problemsOf, sound } from './documents.ts';

const refs = (schemas: object): object => sound({ components: { schemas } });

describe('the version', () => {
  it.each(['3.0.0', '3.0.3', '3.0.4', '3.1.0', '3.1.1', '3.1.0-rc1'])('%s is taken', openapi => {
    const outcome = ingestOpenApi(JSON.stringify(sound({ openapi })));
    expect(outcome).toMatchObject({
      ok: true,
      format: openapi.startsWith('3.0') ? 'OPENAPI_3_0' : 'OPENAPI_3_1',
      warnings: [],
    });
  });

  it.each([
    [{ openapi: '3.2.0' }, 'OpenAPI 3.2.0 is not supported: use 3.0.x or 3.1.x.'],
    [{ openapi: '4.0.0' }, 'OpenAPI 4.0.0 is not supported: use 3.0.x or 3.1.x.'],
    [{ openapi: '3.1' }, 'OpenAPI 3.1 is not supported: use 3.0.x or 3.1.x.'],
    [{ openapi: 3.1 }, '"openapi" must be a string: quote it, as in "3.1.0".'],
    [{ openapi: undefined }, 'Add the field "openapi", such as "3.1.0".'],
    [
      { openapi: undefined, swagger: '2.0' },
      'This is a Swagger 2.0 document: convert it to OpenAPI. OpenAPI 3.0 and 3.1 are accepted, as JSON or YAML.',
    ],
  ])('is refused in %j', (fields, message) => {
    expect(problemsOf(sound(fields))).toMatchObject([{ message, rule: 'openapi-version', line: expect.any(Number) }]);
  });

  it.each(['[]', '"text"', '7', 'null', '1.0'])('is missing in %s', text => {
    expect(problemsOf(text)).toMatchObject([{ rule: 'openapi-version', line: 1, column: 1 }]);
  });
});

describe('Markdown', () => {
  it.each([
    '# Title\n\nHello world: this is text\n',
    '---\ntitle: Pets\n---\n\n# Title\n',
    'Title\n=====\n\ntext',
    'Title\r\n---\r\n\r\ntext',
    '1. one\n2. two',
    '[![badge](a)](b)\n\n# Title',
    '![picture](a): of it',
    '<!-- x -->\n# Title',
    '**Bold**: intro',
    '- one\n- two',
  ])('is named as such: %j', text => {
    expect(problemsOf(text)).toMatchObject([
      { message: expect.stringMatching(/^This looks like Markdown/), line: 1, column: 1 },
    ]);
  });

  it.each([
    '# The pets\n\ninfo: { title: Pets, version: "1" }\npaths: {}\n',
    '# The pets\nopenapi: 3.1.0\ninfo: a: b\n',
    '# The flow of pets\narazzo: 1.0.0\ninfo: a: b\n',
    '# c\n{ "swagger": "2.0", "the key": 1 }',
    '# Pets API\nopen api: 3.1.0\ninfo: {}\n',
    '# paths\n/pets of mine:\n  get: {}\n',
    '%YAML 1.2\n---\ninfo:\n  title: a: b\n',
    'a: 1\n---\nb: 2\n',
    '[1, 2]',
    '1.0',
  ])('is not seen in YAML: %j', text => {
    expect(problemsOf(text)).not.toMatchObject([{ message: expect.stringContaining('Markdown') }]);
  });
});

it.each(['# x\na b: c', '1. x', '**x**: y', '# x'])('Markdown with many blank lines is named soon: %j', async start => {
  const text = start + '\n'.repeat(200_000);
  expect(await cpuMsOf(() => problemsOf(text))).toBeLessThan(2_000);
});

describe('a number in place of an object', () => {
  it.each([
    [
      'a schema',
      (n: string) =>
        `"paths":{"/a":{"get":{"responses":{"200":{"description":"","content":{"a/b":{"schema":${n}}}}}}}}`,
    ],
    ['a callback', (n: string) => `"paths":{"/a":{"get":{"responses":{},"callbacks":{"a":${n}}}}}`],
    [
      'the scopes of a flow',
      (n: string) =>
        `"paths":{},"components":{"securitySchemes":{"o":{"type":"oauth2","flows":{"implicit":{"authorizationUrl":"https://a.b","scopes":${n}}}}}}`,
    ],
  ])('is refused for %s, however it is written', (_, body) => {
    const refused = ['1', '1.0', '1e0'].map(
      number => problemsOf(`{"openapi":"3.1.0","info":{"title":"t","version":"1"},${body(number)}}`).length > 0,
    );
    expect(refused).toEqual([true, true, true]);
  });
});

describe('the place of a parameter', () => {
  it.each(['1.0', '1e400', '[1.0]', '"constructor"'])('is refused if it is %s', place => {
    const parameter = `{"name":"a","in":${place},"schema":{}}`;
    const text = JSON.stringify(sound({ openapi: '3.0.3', components: { parameters: { A: 'PARAMETER' } } }));
    expect(problemsOf(text.replace('"PARAMETER"', parameter))).toContainEqual(
      expect.objectContaining({ message: `"in" must be one of path, query, header, cookie, not ${place}.` }),
    );
  });
});

describe('the skeleton', () => {
  it('is refused with pointer, line and column', () => {
    const text = 'openapi: 3.0.3\ninfo:\n  title: Pets\n  version: 1.0\npaths:\n  /pets:\n    get:\n      tags: pet\n';
    expect(problemsOf(text)).toEqual([
      {
        message: 'Must be a string, not a number.',
        pointer: '/info/version',
        line: 4,
        column: 3,
        rule: 'openapi-structure',
      },
      {
        message: 'Add the required field "responses".',
        pointer: '/paths/~1pets/get',
        line: 7,
        column: 5,
        rule: 'openapi-structure',
      },
      {
        message: 'Must be a list, not a string.',
        pointer: '/paths/~1pets/get/tags',
        line: 8,
        column: 7,
        rule: 'openapi-structure',
      },
    ]);
  });

  const parameter = (fields: object): object =>
    sound({ paths: { '/a': { get: operation({ parameters: [fields] }) } } });
  const at = '/paths/~1a/get/parameters/0';
  const schema = { type: 'string' };

  const broken: [string, object, string, string][] = [
    ['no info', sound({ info: undefined }), '', 'Add the required field "info".'],
    ['no paths, components or webhooks', sound({ paths: undefined }), '', 'Add "paths", "components" or "webhooks".'],
    [
      'an unknown field',
      sound({ servres: [] }),
      '/servres',
      'Unknown field "servres": remove it, correct its name, or start it with "x-".',
    ],
    ['a path without slash', sound({ paths: { pets: {} } }), '/paths/pets', 'The path "pets" must start with "/".'],
    [
      'an unknown method',
      sound({ paths: { '/a': { fetch: {} } } }),
      '/paths/~1a/fetch',
      'Unknown field "fetch": remove it, correct its name, or start it with "x-".',
    ],
    [
      'an operation that is no object',
      sound({ paths: { '/a': { get: null } } }),
      '/paths/~1a/get',
      'Must be an object, not null.',
    ],
    [
      'no response',
      sound({ paths: { '/a': { get: { responses: {} } } } }),
      '/paths/~1a/get/responses',
      'Add a response: a status code such as "200", or "default".',
    ],
    [
      'an odd status code',
      sound({ paths: { '/a': { get: { responses: { 200: { description: '' }, 999: { description: '' } } } } } }),
      '/paths/~1a/get/responses/999',
      '"999" is not a status code: write 100 to 599, 1XX to 5XX or "default".',
    ],
    [
      'a response without description',
      sound({ paths: { '/a': { get: { responses: { 200: {} } } } } }),
      '/paths/~1a/get/responses/200',
      'Add the required field "description".',
    ],
    [
      'a parameter that is elsewhere',
      parameter({ name: 'x', in: 'body', schema }),
      `${at}/in`,
      'Must be one of query, header, path, cookie, not "body".',
    ],
    [
      'a parameter without schema',
      parameter({ name: 'x', in: 'query' }),
      at,
      'Add "schema" or "content" to define the permitted values.',
    ],
    [
      'both example and examples',
      parameter({ name: 'x', in: 'query', schema, example: 1, examples: {} }),
      at,
      'Use either "example" or "examples", not both.',
    ],
    [
      'an odd style',
      parameter({ name: 'x', in: 'header', schema, style: 'form' }),
      `${at}/style`,
      'Must be "simple" here.',
    ],
    [
      'a security scheme without type',
      sound({ components: { securitySchemes: { k: {} } } }),
      '/components/securitySchemes/k',
      'Add the required field "type".',
    ],
    ['security that is no list', sound({ security: {} }), '/security', 'Must be a list, not an object.'],
    [
      'a component name with a blank',
      sound({ components: { schemas: { 'a b': {} } } }),
      '/components/schemas/a b',
      'The name "a b" must match ^[a-zA-Z0-9._-]+$.',
    ],
  ];

  const answered = (content: object): object => ({ 200: { description: '', content: { 'multipart/mixed': content } } });
  const mistyped: [string, object, string, string][] = [
    ['a parameter', parameter({ name: 'x', in: 'query', schema, explode: 'yes' }), `${at}/explode`, 'a boolean'],
    [
      'a header',
      sound({ components: { headers: { X: { schema, explode: 1 } } } }),
      '/components/headers/X/explode',
      'a boolean',
    ],
    [
      'an encoding',
      sound({
        paths: {
          '/a': { get: operation({ responses: answered({ schema: {}, encoding: { a: { explode: 'yes' } } }) }) },
        },
      }),
      '/paths/~1a/get/responses/200/content/multipart~1mixed/encoding/a/explode',
      'a boolean',
    ],
    ['the link of a tag', sound({ tags: [{ name: 'a', externalDocs: 3 }] }), '/tags/0/externalDocs', 'an object'],
    [
      'the address of a tag',
      sound({ tags: [{ name: 'a', externalDocs: { url: 3 } }] }),
      '/tags/0/externalDocs/url',
      'a string',
    ],
  ];

  it.each(
    mistyped.flatMap(([name, document, ...rest]) =>
      ['3.0.3', '3.1.0'].map(openapi => [openapi, name, { ...document, openapi }, ...rest] as const),
    ),
  )('of %s is refused with a wrong type in %s', (_openapi, _name, document, pointer, type) => {
    const message = expect.stringContaining(`Must be ${type}, not a `);
    expect(problemsOf(document)).toMatchObject([{ pointer, message, rule: 'openapi-structure' }]);
  });

  it.each(broken)('is refused with %s', (_name, document, pointer, message) => {
    expect(problemsOf(document)).toMatchObject([{ pointer, message, rule: 'openapi-structure' }]);
  });

  const broken30: [string, object, string, string][] = [
    [
      'a path parameter that is not required',
      { name: 'x', in: 'path', schema },
      at,
      'A path parameter needs "required": true.',
    ],
    [
      'a parameter that is elsewhere',
      { name: 'x', in: 'body', schema },
      at,
      '"in" must be one of path, query, header, cookie, not "body".',
    ],
    [
      'a parameter without schema',
      { name: 'x', in: 'query' },
      at,
      'Add "schema" or "content" to define the permitted values.',
    ],
    [
      'an odd style',
      { name: 'x', in: 'cookie', schema, style: 'simple' },
      at,
      'The style of a cookie parameter must be one of form.',
    ],
  ];

  it.each(broken30)('of 3.0 is refused once with %s', (_name, fields, pointer, message) => {
    expect(problemsOf({ ...parameter(fields), openapi: '3.0.3' })).toMatchObject([{ pointer, message }]);
  });

  it('reports the fields that the type of a 3.0 security scheme requires', () => {
    const securitySchemes = {
      a: { type: 'apiKey', in: 'body', name: 'k' },
      b: { type: 'oauth' },
      c: { type: 'http', scheme: 'basic', bearerFormat: 'JWT' },
    };
    expect(problemsOf(sound({ openapi: '3.0.3', components: { securitySchemes } }))).toMatchObject([
      { pointer: '/components/securitySchemes/a/in', message: 'Must be one of header, query, cookie, not "body".' },
      {
        pointer: '/components/securitySchemes/b/type',
        message: 'Must be one of apiKey, http, oauth2, openIdConnect, not "oauth".',
      },
      { pointer: '/components/securitySchemes/c', message: '"bearerFormat" is allowed only with the scheme "bearer".' },
    ]);
  });

  it('lists a hundred problems at most, in the order of the text', () => {
    const paths = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`/p${index}`, { get: 1 }]));
    const problems = problemsOf(sound({ paths }));
    expect(problems).toHaveLength(100);
    expect(problems[99]).toMatchObject({ pointer: '/paths/~1p99/get' });
  });

  it.each([
    [
      'fields that are missing',
      { get: operation({ parameters: Array.from({ length: 1000 }, () => ({ name: 'a' })) }) },
    ],
    ['names that are not known', Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, 1]))],
  ])('stays short below a very long name, with %s', (_name, item) => {
    const problems = problemsOf(JSON.stringify(sound({ paths: { [`/${'k'.repeat(1_000_000)}`]: item } })));
    expect(problems[0]).toMatchObject({ pointer: expect.stringMatching(/^\/paths\/~1k+…$/), line: 1 });
    expect(new Set(problems.map(({ column }) => column)).size).toBeGreaterThan(5);
    expect(JSON.stringify(problems).length).toBeLessThan(500_000);
  });

  it('stays short when a very long path is equivalent to others', () => {
    const names = [...Array.from({ length: 200 }, (_, index) => `a${index}`), 'k'.repeat(1_000_000)].reverse();
    const paths = Object.fromEntries(names.map(name => [`/{${name}}`, { get: operation() }]));
    const problems = problemsOf(JSON.stringify(sound({ paths })));
    expect(problems[0]).toMatchObject({ pointer: '/paths/~1{a199}/get', rule: 'equivalent-paths' });
    expect(JSON.stringify(problems).length).toBeLessThan(500_000);
  });
});

describe('a $ref', () => {
  it.each([
    'https://example.com/pet.json',
    'http://127.0.0.1/x#/a',
    'file:///etc/passwd',
    './pet.yaml#/Pet',
    'pet.json',
    '//host/x',
    'C:\\x',
    'urn:x:y',
  ])('that leads to %s is refused and its pointer named', $ref => {
    expect(problemsOf(sound({ paths: { '/a': { get: answering({ $ref }) } } }))).toMatchObject([
      {
        rule: 'external-ref',
        pointer: '/paths/~1a/get/responses/200/content/application~1json/schema/$ref',
        line: expect.any(Number),
      },
    ]);
  });

  it.each([
    '#/components/schemas/Nope',
    '#/components/schemas/A/properties/toString',
    '#nope',
    '#components/schemas/A',
    '#/info/title',
  ])('that resolves to nothing is refused: %s', $ref => {
    expect(brief(problemsOf(refs({ A: { type: 'object' }, B: { $ref } })))).toEqual([
      'unresolved-ref /components/schemas/B/$ref',
    ]);
  });

  it('is refused wherever it is a reference', () => {
    const $ref = 'x.json';
    const document = sound({
      paths: {
        '/a': { $ref },
        '/b': {
          parameters: [{ $ref }],
          get: { requestBody: { $ref }, responses: { 200: { $ref } }, callbacks: { c: { $ref } } },
        },
      },
      components: {
        headers: { h: { $ref } },
        links: { l: { $ref } },
        examples: { e: { $ref } },
        securitySchemes: { s: { $ref } },
      },
      webhooks: { w: { post: answering({ allOf: [{ properties: { p: { items: { not: { $ref } } } } }] }) } },
    });
    expect(problemsOf(document).map(({ rule }) => rule)).toEqual(Array(10).fill('external-ref'));
  });

  it.each([
    [{ paths: { $ref: 'paths.yaml' } }, '/paths/$ref'],
    [{ components: { responses: { $ref: 'responses.yaml' } } }, '/components/responses/$ref'],
    [{ paths: { '/a': { get: { ...operation(), $ref: 'get.yaml' } } } }, '/paths/~1a/get/$ref'],
  ])('is refused where it is not allowed: %j', (fields, pointer) => {
    const message = 'A $ref is not allowed here: write the object itself, or bundle the document first.';
    expect(problemsOf(sound({ openapi: '3.0.3', paths: {}, ...fields }))).toMatchObject([{ pointer, message }]);
    expect(problemsOf(sound(fields))).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('is refused when it is no text', () => {
    expect(brief(problemsOf(refs({ A: { $ref: 5 } })))).toEqual(['unresolved-ref /components/schemas/A/$ref']);
  });

  it('may escape and percent-encode its pointer', () => {
    const paths = {
      '/a/{b}~': {
        get: operation({ parameters: [{ name: 'b', in: 'path', required: true, schema: { title: 'x y' } }] }),
      },
    };
    const use = (path: string) => refs({ A: { $ref: `#/paths/${path}/get/parameters/0/schema` } });
    for (const path of ['~1a~1{b}~0', '~1a~1%7Bb%7D~0', '%7E1a%7E1{b}%7E0']) {
      expect(problemsOf({ ...use(path), paths })).toEqual([]);
    }
  });

  it('is data in examples, defaults, enums, constants and extensions', () => {
    const data = { $ref: 'https://example.com' };
    const schema = { example: data, examples: [data], default: data, enum: [data], const: data, 'x-a': data };
    const media = { schema, examples: { e: { value: data } } };
    const get = operation({ 'x-b': data, requestBody: { content: { 'a/b': media, 'c/d': { example: data } } } });
    expect(problemsOf(sound({ paths: { '/a': { get }, 'x-c': data }, 'x-d': data }))).toEqual([]);
  });

  it('is a name under properties', () => {
    expect(problemsOf(refs({ A: { type: 'object', properties: { $ref: { type: 'string' } } } }))).toEqual([]);
  });

  it('may name an anchor or the $id of a schema of this document', () => {
    const schemas = {
      A: { $anchor: 'here', type: 'string' },
      B: { $ref: '#here' },
      C: { $id: 'https://example.com/c', $defs: { d: { type: 'string' } }, items: { $ref: '#/$defs/d' } },
      D: { $ref: 'https://example.com/c' },
      E: { $ref: 'https://example.com/c#/$defs/d' },
      F: { $dynamicAnchor: 'node', items: { $dynamicRef: '#node' } },
    };
    expect(problemsOf(refs(schemas))).toEqual([]);
  });

  it('may lead to schemas that refer to themselves', () => {
    const schemas = {
      Node: { properties: { next: { $ref: '#/components/schemas/Node' } } },
      Any: { items: { $ref: '#/components/schemas/Any' } },
    };
    expect(problemsOf(refs(schemas))).toEqual([]);
  });

  it('that only leads back to itself is refused', () => {
    const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(brief(problemsOf(refs({ a: $ref('b'), b: $ref('a'), c: $ref('a'), d: $ref('d') })))).toEqual([
      'ref-cycle /components/schemas/a/$ref',
      'ref-cycle /components/schemas/d/$ref',
    ]);
  });

  it('is checked in parts that only references lead to', () => {
    const document = sound({
      paths: { '/a': { get: answering({ $ref: '#/x-own/Pet' }) } },
      'x-own': { Pet: { items: { $ref: 'y.json' } } },
    });
    expect(brief(problemsOf(document))).toEqual(['external-ref /x-own/Pet/items/$ref']);
  });
});

describe('paths', () => {
  const get = operation();
  it('of one method and equivalent templates are refused', () => {
    const paths = {
      '/pets/{id}': { get, put: get },
      '/pets/{petId}': { get },
      '/pets/{a}/{b}': { get },
      '/pets/mine': { get },
    };
    expect(problemsOf(sound({ paths }))).toMatchObject([
      {
        rule: 'equivalent-paths',
        pointer: '/paths/~1pets~1{petId}/get',
        message: 'GET /pets/{petId} matches the same requests as GET /pets/{id}: keep only one of them.',
      },
    ]);
  });

  it('of one method are found equivalent through a $ref too', () => {
    const document = sound({
      paths: { '/a/{x}': { $ref: '#/components/pathItems/p' }, '/a/{y}': { get } },
      components: { pathItems: { p: { get } } },
    });
    expect(brief(problemsOf(document))).toEqual(['equivalent-paths /paths/~1a~1{y}/get']);
  });

  it('that differ only in lone surrogates are equivalent, because no URL has them', () => {
    const document = sound({ paths: { '/a\ud800': { get }, '/a\udfff': { get, put: get }, '/a\ufffd': { get } } });
    expect(problemsOf(document).map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['equivalent-paths', '/paths/~1a\udfff/get'],
      ['equivalent-paths', '/paths/~1a\ufffd/get'],
    ]);
  });

  it('with other methods or other texts around the names are different paths', () => {
    expect(
      problemsOf(
        sound({ paths: { '/a/{x}': { get }, '/a/{y}': { put: get }, '/a/{x}.json': { get }, '/a/{x}/': { get } } }),
      ),
    ).toEqual([]);
  });
});

describe('references inside schemas with an $id', () => {
  const $ref = (text: string) => ({ $ref: text });
  const accepted = (schemas: object, schema: object = {}) => {
    const outcome = ingestOpenApi(
      JSON.stringify(sound({ paths: { '/a': { get: answering(schema) } }, components: { schemas } })),
    );
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
    return outcome.document;
  };
  const schemaOf = (schemas: object, schema: object) => {
    const found = endpointDetail(accepted(schemas, schema), 'GET', '/a');
    const { responses } = JSON.parse(JSON.stringify(found));
    return responses['200'].content['application/json'].schema;
  };
  const bundled = (name: string, type: string) => ({
    $id: `https://e.com/${name}`,
    properties: { own: $ref('#/$defs/x') },
    $defs: { x: { type } },
  });

  it('lead to places of their own schema, though others have the same', () => {
    const schemas = { A: bundled('a', 'string'), B: bundled('b', 'integer') };
    expect(schemaOf(schemas, $ref('#/components/schemas/A')).properties.own).toEqual({ type: 'string' });
    expect(schemaOf(schemas, $ref('#/components/schemas/B')).properties.own).toEqual({ type: 'integer' });
  });

  it('are relative to the $id, as addresses are', () => {
    const schemas = {
      A: { $id: 'https://e.com/schemas/a', properties: { b: $ref('b'), c: $ref('../c#/$defs/x'), d: $ref('b#here') } },
      B: { $id: 'https://e.com/schemas/b', type: 'integer', $defs: { y: { $anchor: 'here', type: 'null' } } },
      C: { $id: '/c', $defs: { x: { type: 'boolean' } } },
    };
    const absolute = { ...schemas, C: { ...schemas.C, $id: 'https://e.com/c' } };
    const { properties } = schemaOf(absolute, $ref('#/components/schemas/A'));
    expect(properties).toMatchObject({ b: { type: 'integer' }, c: { type: 'boolean' }, d: { type: 'null' } });
  });

  it('lead to the schema itself, or to the document where the schema has no such place', () => {
    const schemas = {
      T: { $id: 'https://e.com/t', title: 'T', properties: { up: $ref('#'), other: $ref('#/components/schemas/O') } },
      O: { type: 'integer' },
    };
    const { title, properties } = schemaOf(schemas, $ref('#/components/schemas/T'));
    expect([title, properties]).toEqual(['T', { up: $ref('#/components/schemas/T'), other: { type: 'integer' } }]);
  });

  it('are compared where they lead', () => {
    const document = (type: string) =>
      accepted({ A: bundled('a', type), B: bundled('b', 'integer') }, $ref('#/components/schemas/A'));
    expect(compareOpenApi(document('string'), document('string')).items).toEqual([]);
    expect(compareOpenApi(document('string'), document('boolean')).items).toMatchObject([
      { rule: 'response-property-type-changed', severity: 'BREAKING' },
    ]);
  });

  it('are stored as they are written', () => {
    const text = JSON.stringify(sound({ components: { schemas: { A: bundled('a', 'string') } } }));
    const outcome = ingestOpenApi(text);
    expect(outcome.ok && outcome.normalized.toString()).toContain('"$ref": "#/$defs/x"');
  });

  it('of other kinds lead there too', () => {
    const schemas = (type: string) => ({
      A: { $id: 'https://e.com/a', properties: { x: { $dynamicRef: '#/$defs/Dog' } }, $defs: { Dog: { type } } },
    });
    const document = (type: string) => accepted(schemas(type), $ref('#/components/schemas/A'));
    expect(compareOpenApi(document('string'), document('integer')).items).toMatchObject([{ severity: 'BREAKING' }]);
  });

  it('have any name, and cost no more for a long one', async () => {
    const long = 'x'.repeat(200_000);
    const places = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, $ref('#')]));
    for (const name of ['\ud800', 'a%b#c/d~e', long]) {
      const inner = { $id: 'https://e.com/inner', properties: places };
      const schemas = { A: { $id: 'https://e.com/a', properties: { [name]: inner } } };
      expect(await cpuMsOf(() => accepted(schemas, $ref('#/components/schemas/A')))).toBeLessThan(3_000);
    }
  });

  it('mean nothing in 3.0', () => {
    const schemas = {
      A: {
        $id: 'https://e.com/a',
        properties: { x: $ref('#/components/schemas/B') },
        components: { schemas: { B: {} } },
      },
      B: { type: 'integer' },
    };
    const text = JSON.stringify({
      ...sound({ paths: { '/a': { get: answering($ref('#/components/schemas/A')) } } }),
      openapi: '3.0.3',
      components: { schemas },
    });
    const outcome = ingestOpenApi(text);
    const found = outcome.ok && endpointDetail(outcome.document, 'GET', '/a');
    expect(JSON.stringify(found)).toContain('"x":{"type":"integer"}');
  });
});
