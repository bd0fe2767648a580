import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openapiOfSize, openapiWith } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();

const answering = (schema: object) => ({
  200: { description: 'OK', content: { 'application/json': { schema } } },
});

const text = openapiWith(
  {
    '/zoo/{zooId}/animals': {
      summary: 'Animals',
      servers: [{ url: 'https://zoo.example' }],
      parameters: [{ $ref: '#/components/parameters/Zoo' }],
      post: {
        operationId: 'addAnimal',
        summary: 'Add an animal',
        tags: ['animals', 'writing'],
        requestBody: { $ref: '#/components/requestBodies/Animal' },
        responses: { 201: { description: 'Added' }, default: { $ref: '#/components/responses/Refused' } },
        security: [],
        callbacks: { added: { '{$request.query.url}': { post: { responses: { 204: { description: 'Heard' } } } } } },
      },
      get: {
        operationId: 'listAnimals',
        tags: ['animals'],
        deprecated: true,
        description: 'All *animals*.',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: Number.MAX_SAFE_INTEGER } }],
        responses: answering({ type: 'array', items: { $ref: '#/components/schemas/Animal' } }),
      },
    },
    '/Trees': { get: { operationId: 'listTrees', responses: answering({ $ref: '#/components/schemas/Tree' }) } },
    '/100%_sure': { get: { responses: { 200: { description: 'OK' } } } },
  },
  {
    security: [{ key: [] }],
    components: {
      parameters: { Zoo: { name: 'zooId', in: 'path', required: true, schema: { type: 'string' } } },
      requestBodies: {
        Animal: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Animal' } } },
        },
      },
      responses: { Refused: { description: 'Refused' } },
      schemas: {
        Animal: { type: 'object', properties: { name: { $ref: '#/components/schemas/Name' } } },
        Name: { type: 'string' },
        Tree: {
          type: 'object',
          properties: { branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
        },
      },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
  },
).replace('9007199254740991', '9007199254740993');

const document = await project.createDocument();
const version = await document.publish({ content: text });

type Entry = { id: string; method: string; path: string; hash: string; operation_id?: string };
const list = (query: Record<string, string | number> = {}) =>
  admin.rest<Entry[]>('GET', `${version.path}/endpoints`, { query });
const named = async (query: Record<string, string | number>) =>
  (await list(query)).detail.map(({ method, path }) => `${method} ${path}`);

async function detailOf(operationId: string): Promise<Record<string, unknown> & { text: string }> {
  const entry = (await list()).detail.find(({ operation_id }) => operation_id === operationId);
  const answer = await admin.rest('GET', `${version.path}/endpoints/${entry?.id}`);
  return { ...answer.detail, text: answer.text };
}

const ALL = ['POST /zoo/{zooId}/animals', 'GET /zoo/{zooId}/animals', 'GET /Trees', 'GET /100%_sure'];

describe('the endpoints of a version', () => {
  it('are its operations, in the order of the document', async () => {
    const { detail, total } = await list();
    expect(total).toBe(4);
    expect(detail.map(({ method, path }) => `${method} ${path}`)).toEqual(ALL);
    expect(detail[0]).toEqual({
      id: expect.any(String),
      version_id: version.id,
      method: 'POST',
      path: '/zoo/{zooId}/animals',
      operation_id: 'addAnimal',
      summary: 'Add an animal',
      tags: ['animals', 'writing'],
      deprecated: false,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(detail[3]).not.toHaveProperty('operation_id');
  });

  it.each([
    [{ path: 'zoo' }, [0, 1]],
    [{ path: 'TREES' }, [2]],
    [{ path: '{zooId}' }, [0, 1]],
    [{ path: '%_' }, [3]],
    [{ path: '_' }, [3]],
    [{ path: '/nowhere' }, []],
    [{ method: 'get' }, [1, 2, 3]],
    [{ method: 'POST' }, [0]],
    [{ tag: 'animals' }, [0, 1]],
    [{ tag: 'writing' }, [0]],
    [{ tag: 'Animals' }, []],
    [{ deprecated: 'true' }, [1]],
    [{ deprecated: 'false' }, [0, 2, 3]],
    [{ path: 'zoo', method: 'GET', tag: 'animals', deprecated: 'true' }, [1]],
    [{ search: 'add an' }, [0]],
    [{ page_size: 2, offset: 1 }, [1, 2]],
  ])('are filtered by %j', async (query, expected) => {
    expect(await named(query)).toEqual(expected.map(index => ALL[index]));
  });

  it('count all matches, on every page', async () => {
    expect(await list({ page_size: 1, method: 'GET' })).toMatchObject({ total: 3, detail: [{ method: 'GET' }] });
  });

  it('of a version with more than a page are all there', async () => {
    const large = await document.publish({ content: openapiOfSize(450) });
    const pages = await Promise.all(
      [0, 200, 400].map(offset => admin.rest<Entry[]>('GET', `${large.path}/endpoints`, { query: { offset } })),
    );
    expect(pages.map(page => [page.total, page.detail.length])).toEqual([
      [450, 200],
      [450, 200],
      [450, 50],
    ]);
    expect(new Set(pages.flatMap(page => page.detail.map(entry => entry.path))).size).toBe(450);
  });

  it('of Markdown are none', async () => {
    const guide = await (await project.createDocument({ type: 'MARKDOWN' })).publish();
    expect(await admin.rest('GET', `${guide.path}/endpoints`)).toMatchObject({ status: 'OK', detail: [], total: 0 });
  });

  it('keep their hash while they and their references are unchanged', async () => {
    const other = text.replace('"Name": {\n        "type": "string"', '"Name": {\n        "type": "integer"');
    const next = await document.publish({ content: other });
    const { detail: after } = await admin.rest<Entry[]>('GET', `${next.path}/endpoints`);
    const same = (await list()).detail.map((entry, index) => entry.hash === after[index]?.hash);
    // Animal uses Name, so both of its operations differ; the other operations do not.
    expect(same).toEqual([false, false, true, true]);
  });
});

describe('the detail of an endpoint', () => {
  it('has resolved references, and the inherited fields of path and document', async () => {
    const { text: _, ...detail } = await detailOf('addAnimal');
    const animal = { type: 'object', properties: { name: { type: 'string' } } };
    expect(detail).toMatchObject({
      method: 'POST',
      parameters: [{ name: 'zooId', in: 'path', required: true, schema: { type: 'string' } }],
      request_body: { required: true, content: { 'application/json': { schema: animal } } },
      responses: { 201: { description: 'Added' }, default: { description: 'Refused' } },
      security: [],
      servers: [{ url: 'https://zoo.example' }],
      callbacks: { added: { '{$request.query.url}': { post: { responses: { 204: { description: 'Heard' } } } } } },
      schema_refs: ['Animal', 'Name'],
      operation: { operationId: 'addAnimal' },
    });
    expect(JSON.stringify(detail)).not.toContain('$ref');
    expect(await detailOf('listAnimals')).toMatchObject({
      security: [{ key: [] }],
      description: 'All *animals*.',
      deprecated: true,
    });
  });

  it('keeps a recursive schema as a $ref with its definition', async () => {
    const detail = await detailOf('listTrees');
    expect(detail.schemas).toEqual({
      Tree: {
        type: 'object',
        properties: { branches: { type: 'array', items: { $ref: expect.stringMatching(/Tree$/) } } },
      },
    });
    expect(detail.schema_refs).toEqual(['Tree']);
    expect(JSON.stringify(detail.responses)).toContain('"$ref"');
  });

  it('rounds no number', async () => {
    expect((await detailOf('listAnimals')).text).toContain('"maximum":9007199254740993');
    const { data: _, text: answer } = await admin.graphql(
      `query($id: ID!) { version(id: $id) { endpoints(path: "zoo", method: "GET") { nodes { parameters } } } }`,
      { id: version.id },
    );
    expect(answer).toMatch(/"maximum":\s*9007199254740993\b/);
  });

  it('is found under its own version only', async () => {
    const [entry] = (await list()).detail;
    const other = await (await project.createDocument()).publish();
    for (const path of [
      `${other.path}/endpoints/${entry?.id}`,
      `${version.path}/endpoints/no-uuid`,
      `${version.path}/endpoints/${version.id}`,
    ])
      expect((await admin.rest('GET', path)).status).toBe('NOT_FOUND');
  });
});
