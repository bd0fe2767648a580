import { describe, expect, it } from 'vitest';
import { endpointDetail, indexEndpoints } from '../../src/openapi/endpoints.ts';
import type { JsonValue } from '../../src/platform/json.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { answering, operation, sound } from './documents.ts';

const index = (document: object) => indexEndpoints(document as JsonValue);
const detail = (document: object, method = 'GET', path = '/a') => endpointDetail(document as JsonValue, method, path);
const hashes = (document: object): string[] => index(document).map(({ hash }) => hash);
type Answer = { content: Record<string, { schema: object }> };

const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('indexEndpoints', () => {
  it('lists the operations in document order, without webhooks', () => {
    const document = sound({
      paths: {
        '/b': { post: operation({ operationId: 'make', tags: ['t', 'u'], deprecated: true }), get: operation() },
        '/a': { $ref: '#/components/pathItems/p' },
        'x-own': { get: operation() },
      },
      webhooks: { w: { post: operation() } },
      components: { pathItems: { p: { summary: 'All', delete: { responses: {} } } } },
    });
    expect(index(document).map(({ hash, ...rest }) => rest)).toEqual([
      { method: 'POST', path: '/b', operationId: 'make', summary: 'Does it.', tags: ['t', 'u'], deprecated: true },
      { method: 'GET', path: '/b', summary: 'Does it.', tags: [], deprecated: false },
      { method: 'DELETE', path: '/a', summary: 'All', tags: [], deprecated: false },
    ]);
  });

  const document = (schemas: object, fields: object = {}): object =>
    sound({
      paths: { '/a': { get: answering($ref('A')) }, '/z': { get: operation() } },
      components: { schemas },
      ...fields,
    });

  it('returns a SHA-256 that does not depend on the order of keys', () => {
    const [hash] = hashes(document({ A: { type: 'object', title: 'x' } }));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes(document({ A: { title: 'x', type: 'object' } }))[0]).toBe(hash);
  });

  it('changes exactly with the content of direct and indirect references', () => {
    const chain = (end: string, other = 'o') =>
      hashes(
        document({
          A: { items: $ref('B') },
          B: { properties: { a: $ref('A'), c: $ref('C') } },
          C: { title: end },
          O: { title: other },
        }),
      );
    const [before, unrelated] = chain('x');
    expect(chain('y')[0]).not.toBe(before);
    expect(chain('y')[1]).toBe(unrelated);
    expect(chain('x', 'p')).toEqual([before, unrelated]);
  });

  it('changes with schemas that extend a schema with a discriminator, also through others', () => {
    const discriminator = { propertyName: 'kind' };
    const extending = (name: string, title: string) => ({ title, allOf: [$ref(name)] });
    const pets = (cat: string, kitten: string) =>
      hashes(
        document({
          A: { items: $ref('Pet') },
          Pet: { discriminator },
          Cat: extending('Pet', cat),
          K: extending('Cat', kitten),
        }),
      );
    const [before, unrelated] = pets('x', 'x');
    expect(pets('y', 'x')[0]).not.toBe(before);
    expect(pets('x', 'y')[0]).not.toBe(before);
    expect(pets('y', 'y')[1]).toBe(unrelated);
  });

  it('changes the hash with path parameters, servers, security and its schemes', () => {
    const A = { type: 'string' };
    const seen = new Set(hashes(document({ A })).slice(0, 1));
    const scheme = (description: string) => ({
      components: { schemas: { A }, securitySchemes: { k: { type: 'http', scheme: 'basic', description } } },
    });
    for (const fields of [
      { servers: [{ url: 'https://x' }] },
      { security: [{ k: [] }] },
      { security: [{ k: [] }], ...scheme('one') },
      { security: [{ k: [] }], ...scheme('two') },
      { paths: { '/a': { parameters: [{ name: 'q', in: 'query', schema: {} }], get: answering($ref('A')) } } },
    ]) {
      seen.add(hashes(document({ A }, fields))[0] as string);
    }
    expect(seen.size).toBe(6);
  });

  it('does not count data that looks like a reference', () => {
    const using = (title: string) =>
      hashes(
        sound({
          paths: { '/a': { get: answering({ example: $ref('A') }) } },
          components: { schemas: { A: { title } } },
        }),
      );
    expect(using('x')).toEqual(using('y'));
  });

  it('changes the hash with a schema that only $dynamicRef leads to', () => {
    const using = (type: string) =>
      hashes(
        sound({
          paths: { '/a': { get: answering({ $dynamicRef: '#node' }) } },
          components: { schemas: { A: { $dynamicAnchor: 'node', type } } },
        }),
      );
    expect(using('string')).not.toEqual(using('integer'));
  });

  it('gives other values other hashes, wherever a number ends', () => {
    const using = (data: object) => hashes(sound({ paths: { '/a': { get: operation({ 'x-z': data }) } } }));
    expect(using({ a: 1, 'pqtrue4"xyzw': 5 })).not.toEqual(using({ a: 11, pq: true, xyzw: 5 }));
  });

  it('cuts long labels, because many paths may refer to one operation', () => {
    const long = { summary: 's'.repeat(50_000), operationId: 'i'.repeat(50_000) };
    const tags = ['pets', ...Array.from({ length: 10_000 }, (_, index) => `tag ${index}`), 't'.repeat(50_000)];
    const shared = Array.from({ length: 600 }, (_, index) => [`/p${index}`, { $ref: '#/paths/~1x' }]);
    const document = { paths: { '/x': { get: { ...long, tags } }, ...Object.fromEntries(shared) } };
    const endpoints = indexEndpoints(document);
    expect(endpoints).toHaveLength(601);
    expect(endpoints[600]).toMatchObject({
      summary: `${'s'.repeat(1000)}…`,
      operationId: `${'i'.repeat(1000)}…`,
      tags: expect.arrayContaining(['pets', 'tag 1']),
    });
    expect(JSON.stringify(endpoints).length).toBeLessThan(3_000_000);
    expect(endpointDetail(document, 'GET', '/p1')).toMatchObject({ ...long, tags });
  });

  it('reads a path item that thousands of paths refer to once', async () => {
    const parameters = Array.from({ length: 2_000 }, (_, at) => ({ name: `p${at}`, in: 'query', schema: {} }));
    const paths = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`/p${at}`, { $ref: '#/components/pathItems/X' }]),
    );
    const document = sound({ paths, components: { pathItems: { X: { get: operation({ parameters }) } } } });
    const seen = new Set<string>();
    expect(await cpuMsOf(() => hashes(document).map(hash => seen.add(hash)))).toBeLessThan(3_000);
    expect(seen.size).toBe(2_000);
  });

  it('reads a ring of 50,000 schemas and a ladder of doubled references in linear time', async () => {
    const ring = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, at) => [`s${at}`, { items: $ref(`s${(at + 1) % 50_000}`) }]),
    );
    const ladder = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `l${at}`,
        at < 59 ? { properties: { a: $ref(`l${at + 1}`), b: $ref(`l${at + 1}`) } } : {},
      ]),
    );
    const document = sound({
      paths: { '/a': { get: answering($ref('s0')) }, '/b': { get: answering($ref('l0')) } },
      components: { schemas: { ...ring, ...ladder } },
    });
    expect(await cpuMsOf(() => hashes(document))).toBeLessThan(3_000);
  });
});

describe('endpointDetail', () => {
  it('knows no operation that is not there', () => {
    const document = sound({ paths: { '/a': { get: operation() } } });
    expect(detail(document, 'PUT')).toBeUndefined();
    expect(detail(document, 'GET', '/b')).toBeUndefined();
    expect(detail(document, 'parameters')).toBeUndefined();
    expect(detail(document, 'get')).toMatchObject({ method: 'GET', path: '/a' });
  });

  it('finds a path of which the database holds no half of a surrogate pair', () => {
    const document = sound({ paths: { '/a\ud800': { get: operation() } } });
    expect(detail(document, 'GET', '/a\ufffd')).toMatchObject({ method: 'GET' });
  });

  it('merges inherited fields and resolves references', () => {
    const query = (name: string, description: string) => ({ name, in: 'query', description, schema: $ref('Name') });
    const document = sound({
      servers: [{ url: 'https://root' }],
      security: [{ key: [] }],
      paths: {
        '/a': {
          servers: [{ url: 'https://path' }],
          parameters: [query('x', 'of the path'), { $ref: '#/components/parameters/Y' }],
          get: answering($ref('Pet'), {
            operationId: 'getA',
            description: 'Gets it.',
            parameters: [query('x', 'own'), { ...query('x', 'header'), in: 'header' }],
            requestBody: { $ref: '#/components/requestBodies/B' },
          }),
        },
      },
      components: {
        schemas: { Name: { type: 'string' }, Pet: { properties: { name: $ref('Name') } } },
        parameters: { Y: query('y', 'shared') },
        requestBodies: { B: { content: { 'a/b': { schema: $ref('Name') } } } },
      },
    });
    const schema = { type: 'string' };
    const pet = { description: 'Done.', content: { 'application/json': { schema: { properties: { name: schema } } } } };
    const parameters = [
      { name: 'x', in: 'query', description: 'own', schema },
      { name: 'y', in: 'query', description: 'shared', schema },
      { name: 'x', in: 'header', description: 'header', schema },
    ];
    const requestBody = { content: { 'a/b': { schema } } };
    expect(detail(document)).toEqual({
      method: 'GET',
      path: '/a',
      operationId: 'getA',
      summary: 'Does it.',
      description: 'Gets it.',
      tags: [],
      deprecated: false,
      parameters,
      requestBody,
      responses: { 200: pet },
      security: [{ key: [] }],
      servers: [{ url: 'https://path' }],
      schemaRefs: ['Name', 'Pet'],
      operation: {
        operationId: 'getA',
        summary: 'Does it.',
        description: 'Gets it.',
        parameters,
        requestBody,
        responses: { 200: pet },
      },
    });
  });

  it('lets an operation switch security off', () => {
    const document = sound({ security: [{ key: [] }], paths: { '/a': { get: operation({ security: [] }) } } });
    expect(detail(document)?.security).toEqual([]);
  });

  it('leaves a recursive schema as a $ref with its definition under schemas', () => {
    const Node = { properties: { next: $ref('Node'), other: $ref('Leaf') } };
    const document = sound({
      paths: { '/a': { get: answering($ref('Node')) } },
      components: { schemas: { Node, Leaf: { type: 'string' } } },
    });
    const { responses, schemas, schemaRefs } = detail(document) as NonNullable<ReturnType<typeof detail>>;
    expect(responses).toEqual({
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: { properties: { next: $ref('Node'), other: { type: 'string' } } } } },
      },
    });
    expect(schemas).toEqual({ Node, Leaf: { type: 'string' } });
    expect(schemaRefs).toEqual(['Leaf', 'Node']);
  });

  it('explains a $ref into a component by the whole component', () => {
    const Tree = { properties: { node: { items: { $ref: '#/components/schemas/Tree/properties/node' } } } };
    const document = sound({
      paths: { '/a': { get: answering({ $ref: '#/components/schemas/Tree/properties/node' }) } },
      components: { schemas: { Tree } },
    });
    expect(detail(document)).toMatchObject({ schemas: { Tree }, schemaRefs: ['Tree'] });
  });

  it('stays small where references multiply, each definition once', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `s${at}`,
        at < 29 ? { properties: { a: $ref(`s${at + 1}`), b: $ref(`s${at + 1}`) } } : {},
      ]),
    );
    const found = detail(sound({ paths: { '/a': { get: answering($ref('s0')) } }, components: { schemas } }));
    expect(JSON.stringify(found).length).toBeLessThan(2_000_000);
    expect(found?.schemaRefs).toHaveLength(30);
    expect(Object.keys(found?.schemas ?? {}).length).toBeLessThanOrEqual(30);
  });

  it('survives a long chain of schemas', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`s${at}`, { items: $ref(`s${at + 1}`) }]),
    );
    const found = detail(
      sound({ paths: { '/a': { get: answering($ref('s0')) } }, components: { schemas: { ...schemas, s20000: {} } } }),
    );
    expect(found?.schemaRefs).toHaveLength(20_001);
    expect(JSON.stringify(found)).toContain('"s20000":{}');
  });

  it('applies the fields beside a $ref of 3.1, or lets them win', () => {
    const document = sound({
      paths: {
        '/a': {
          get: answering({ ...$ref('A'), description: 'own', minLength: 1 }),
          put: answering({ ...$ref('A'), description: 'own' }),
        },
      },
      components: { schemas: { A: { type: 'string', description: 'shared' } } },
    });
    const schemaOf = (method: string) => {
      const { responses } = detail(document, method) as unknown as { responses: Record<string, Answer> };
      return responses['200']?.content['application/json']?.schema;
    };
    expect(schemaOf('GET')).toEqual({
      description: 'own',
      minLength: 1,
      allOf: [{ type: 'string', description: 'shared' }],
    });
    expect(schemaOf('PUT')).toEqual({ type: 'string', description: 'own' });
  });

  it('ignores what OpenAPI ignores beside a $ref', () => {
    const beside = (openapi: string) => {
      const found = detail(
        sound({
          openapi,
          paths: {
            '/a': {
              get: answering(
                { ...$ref('A'), type: 'integer' },
                { parameters: [{ $ref: '#/components/parameters/P', name: 'z', description: 'own' }] },
              ),
            },
          },
          components: {
            schemas: { A: { type: 'string' } },
            parameters: { P: { name: 'p', in: 'query', schema: { type: 'string' } } },
          },
        }),
      );
      const responses = found?.responses as Record<string, Answer> | undefined;
      return { parameter: found?.parameters[0], schema: responses?.['200']?.content['application/json']?.schema };
    };
    const parameter = { name: 'p', in: 'query', schema: { type: 'string' } };
    expect(beside('3.0.3')).toEqual({ parameter, schema: { type: 'string' } });
    expect(beside('3.1.0')).toEqual({
      parameter: { ...parameter, description: 'own' },
      schema: { type: 'integer', allOf: [{ type: 'string' }] },
    });
  });

  it('has the definition that only $dynamicRef leads to', () => {
    const found = detail(
      sound({
        paths: { '/a': { get: answering({ $dynamicRef: '#node' }) } },
        components: { schemas: { A: { $dynamicAnchor: 'node', type: 'string' } } },
      }),
    );
    expect(found?.schemas).toEqual({ A: { $dynamicAnchor: 'node', type: 'string' } });
  });

  it('defines the schemas that extend a schema with a discriminator', () => {
    const Pet = { discriminator: { propertyName: 'kind' } };
    const Cat = { allOf: [$ref('Pet')] };
    const document = sound({
      paths: { '/a': { get: answering($ref('Pet')) } },
      components: { schemas: { Pet, Cat, Kitten: { allOf: [$ref('Cat')] } } },
    });
    expect(detail(document)?.schemas).toEqual({ Pet, Cat, Kitten: { allOf: [$ref('Cat')] } });
    expect(detail(document)?.schemaRefs).toEqual(['Cat', 'Kitten', 'Pet']);
  });
});
