import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/graphql/limits.ts';
import { testApp } from '../support/app.ts';
import { openapiOfSize } from '../support/documents.ts';
import { agent, createToken } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

const CONTENT_BYTES = 1024 * 1024;

const app = await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(CONTENT_BYTES) });
const { admin } = await seed(app);
const document = await (await admin.createProject()).createDocument({ type: 'MARKDOWN' });
const content = `# Guide\n\n${'Feed the pets. \u{1f431}\n'.repeat(50_000)}`;
const version = await document.publish({ content });

/** The same text under `count` aliases. */
const copies = (count: number): string =>
  `{ version(id: "${version.id}") { content(kind: RAW) { ${Array.from({ length: count }, (_, n) => `a${n}: content`).join(' ')} } } }`;

const send = (query: string, accept?: string) =>
  app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: admin.token, ...(accept && { accept }) },
    payload: { query },
  });

type Copies = { version: { content: Record<string, string> } };

describe('the answer to one query', () => {
  it('may contain several contents of the maximum size', async () => {
    const { data } = await admin.graphql<Copies>(copies(8));
    expect(Object.values(data.version.content).map(text => text === content)).toEqual(Array(8).fill(true));
  });

  it('is refused beyond its limit, even with few texts', async () => {
    const answer = await admin.graphql<null>(copies(30));
    expect(answer.text.length).toBeLessThan(1000);
    expect(answer).toMatchObject({
      http: 200,
      code: 'INVALID_ARGUMENT',
      data: null,
      errors: [{ message: 'The response would have more than 20971520 characters. Ask for fewer items or fields' }],
    });
    expect(answer.errors).toHaveLength(1);
  });

  it('of mutations says which of them are done if it is too large', async () => {
    const large = copies(30).replace(/^.*? content/, 'content');
    const { data, errors } = await admin.graphql(`mutation {
      a: updateDocument(input: { id: "${document.id}", name: "One" }) { name }
      b: updateDocument(input: { id: "${document.id}", name: "Two" }) { versions(first: 1) { nodes { ${large} }
      c: updateDocument(input: { id: "${document.id}", name: "Three" }) { name }
    }`);
    expect(data).toBeNull();
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.message).toMatch(
      /The change itself is done, only its answer is missing: read before you send it again$/,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_ARGUMENT', done: ['a', 'b'] });
    const after = await admin.graphql(`{ document(id: "${document.id}") { name } }`);
    expect(after.data).toEqual({ document: { name: 'Two' } });
  });

  it('keeps its media type and its errors when it is large', async () => {
    const both = copies(2).replace(/}$/, 'team(id: "x") { id } }');
    for (const accept of ['application/graphql-response+json', 'application/json', '*/*', 'APPLICATION/JSON']) {
      const answer = await send(both, accept);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe(
        `${accept === '*/*' ? 'application/json' : accept.toLowerCase()}; charset=utf-8`,
      );
      expect(answer.json()).toEqual({
        errors: [
          {
            message: 'Team not found',
            path: ['team'],
            locations: [{ line: 1, column: expect.any(Number) }],
            extensions: { code: 'NOT_FOUND', traceId: answer.headers['x-trace-id'] },
          },
        ],
        data: { version: { content: { a0: content, a1: content } }, team: null },
      });
    }
  });

  it('is one part for callers who accept only parts', async () => {
    const answer = await send(copies(1), 'Multipart/Mixed');
    expect(answer.headers['content-type']).toBe('multipart/mixed; boundary="-"');
    const part = /^\r\n---\r\nContent-Type: application\/json; charset=utf-8\r\n\r\n(.*)\r\n-----\r\n$/;
    expect(JSON.parse(part.exec(answer.body)?.[1] ?? '')).toEqual({ data: { version: { content: { a0: content } } } });
  });

  it('is one event for callers who accept only events', async () => {
    const answer = await send(copies(1), 'text/event-stream');
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const [, json = '', rest] = /^event: next\ndata: (.*)\n\n(event: complete\ndata:\n\n)$/.exec(answer.body) ?? [];
    expect(JSON.parse(json)).toEqual({ data: { version: { content: { a0: content } } } });
    expect(rest).toBeDefined();
  });
});

const MIB = 1024 * 1024;

describe('a content of 16 MiB', () => {
  it('passes over GraphQL four times at once, and over REST and MCP', async () => {
    const whole = await app.with({ DOCSVC_MAX_CONTENT_BYTES: String(16 * MIB) });
    const people = await seed(whole);
    const project = await people.admin.createProject();
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const text = `# Guide\n\n${'Feed the pets twice.\n'.repeat(800_000)}`.slice(0, 16 * MIB);
    const { id } = await guide.publish({ content: text });
    const four = `{ version(id: "${id}") { content(kind: RAW) { a: content b: content c: content d: content } } }`;
    const { data } = await people.admin.graphql<Copies>(four);
    expect(Object.values(data.version.content).map(copy => copy === text)).toEqual([true, true, true, true]);
    const five = four.replace('a: content', 'a: content e: content f: content');
    expect((await people.admin.graphql(five)).errors?.[0]?.message).toBe(
      `The response would have more than ${80 * MIB} characters. Ask for fewer items or fields`,
    );
    const path = `/private/projects/${project.id}/documents/${guide.id}/versions/${id}/content/raw`;
    const { detail } = await people.admin.rest<{ content: string }>('GET', path);
    expect(detail.content === text).toBe(true);
    const { token } = await createToken(people.admin);
    const ids = { project_id: project.id, document_id: guide.id, version_id: id };
    const part = { ...ids, offset: 15 * MIB, max_bytes: MIB };
    const read = await agent(whole, token).call('get_doc_version', part);
    expect(read.value.content === text.slice(15 * MIB)).toBe(true);
    expect(read.value.next_offset).toBeUndefined();
  });
});

describe('an answer in which many fields fail', () => {
  it('has 100 errors beside its data; one more ends the whole query', async () => {
    const apis = await (await admin.createProject()).createDocument();
    const { id } = await apis.publish({ content: openapiOfSize(200) });
    const failing = (first: number) =>
      admin.graphql(`{ version(id: "${id}") { endpoints(first: ${first}) { nodes { a: part(pointer: "/x") b: part(pointer: "/x") } } } }`);
    const most = await failing(50);
    expect(most.errors).toHaveLength(100);
    expect(most.data).toMatchObject({ version: { endpoints: { nodes: Array(50).fill({ a: null, b: null }) } } });
    const more = await failing(200);
    expect(more).toMatchObject({ http: 200, code: 'INVALID_ARGUMENT', data: null });
    expect(more.errors).toHaveLength(101);
  });
}); // biome-ignore format: one line a query

describe('endpoints in full', () => {
  it('have together at most as many bytes as one content; more end the query with one error', async () => {
    const Large = { type: 'string', description: 'x'.repeat(400_000) };
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Large' } } } };
    const get = { responses: { 200: { description: 'OK', ...body } } };
    const paths = Object.fromEntries(['/a', '/b', '/c', '/d'].map(path => [path, { get }]));
    const info = { title: 'Large', version: '1' };
    const content = JSON.stringify({ openapi: '3.1.0', info, paths, components: { schemas: { Large } } });
    const apis = await (await admin.createProject()).createDocument();
    const { id } = await apis.publish({ content });
    const full = (first: number) =>
      admin.graphql(`{ version(id: "${id}") { endpoints(first: ${first}) { nodes { path schemas } } } }`);
    expect((await full(1)).errors).toBeUndefined();
    const { data, errors } = await full(4);
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      { message: `One query may read at most ${CONTENT_BYTES} bytes of endpoints in full. Request fewer endpoints in full` },
    ]);
  });
}); // biome-ignore format: one line a query

describe('lists without pages', () => {
  it('are refused if so many aliases make the answer too large', async () => {
    const apis = await (await admin.createProject()).createDocument();
    const before = await apis.publish({ content: openapiOfSize(1) });
    const after = await apis.publish({ content: openapiOfSize(1_800) });
    const ask = (names: number) => {
      const fields = [
        'rule',
        'key',
        'message',
        'location',
        'severity',
        'changeType',
        'isBreaking',
        'mustHandle',
        'method',
        'path',
      ].flatMap(field => Array.from({ length: names }, (_, n) => `${field}${n}: ${field}`));
      return admin.graphql<{ compareVersions: { items: object[] } } | null>(
        `{ compareVersions(fromVersionId: "${before.id}", toVersionId: "${after.id}") { items { ${fields.join(' ')} } } }`,
      );
    };
    expect((await ask(1)).data?.compareVersions.items).toHaveLength(1_799);
    expect(await ask(30)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      errors: [
        { message: `The response would have more than ${LIMITS.answeredValues} values. Ask for fewer items or fields` },
      ],
    });
  });
});
