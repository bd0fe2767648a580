import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import {
  guideMarkdown,
  openapiOfSize,
  openapiWith,
  petstore30Json,
  petstore31Json,
  petstore31Yaml,
  petstoreNext,
} from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const { prisma } = app.database;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const get = (path: string) => admin.rest('GET', path);

describe('the content of a draft', () => {
  it('is returned with its hash and the draft, all from one snapshot', async () => {
    const document = await project.createDocument();
    const draft = await document.createDraft({ content: petstore31Yaml });
    await draft.submit();
    const { detail } = await get(`${draft.path}/content/raw`);
    const { schema_content, ...alone } = (await get(draft.path)).detail;
    expect(schema_content).toBe(petstore31Yaml);
    expect(detail).toEqual({
      owner_type: 'draft',
      owner_id: draft.id,
      content_kind: 'raw',
      content: petstore31Yaml,
      hash: sha256(petstore31Yaml),
      size_bytes: Buffer.byteLength(petstore31Yaml),
      draft: alone,
    });
  });

  it('has the same limits for a part of a small text as for one of a large text', async () => {
    const { id } = await (await project.createDocument()).createDraft({ content: petstore31Yaml });
    const query =
      'query($id: ID!, $maxBytes: Int) { draft(id: $id) { content(kind: RAW, maxBytes: $maxBytes) { nextOffset } } }';
    const read = (maxBytes: number) => admin.graphql(query, { id, maxBytes });
    for (const maxBytes of [0, 1024 * 1024 + 1])
      expect((await read(maxBytes)).errors?.[0]?.extensions, String(maxBytes)).toMatchObject({
        code: 'INVALID_ARGUMENT',
        errors: [{ field: 'maxBytes', message: 'must be from 1 to 1048576' }],
      });
    expect((await read(1024 * 1024)).data.draft?.content).toEqual({ nextOffset: null });
  });

  it('agrees with its draft while others change it', async () => {
    const document = await project.createDocument();
    const draft = await document.createDraft({ content: openapiOfSize(1), versionName: '1' });
    const reads: Promise<{ detail: Record<string, unknown> }>[] = [];
    for (let size = 2; size <= 8; size++) {
      const change = draft.update({ content: openapiOfSize(size), versionName: String(size) });
      for (let turn = 0; turn < 4; turn++) reads.push(get(`${draft.path}/content/raw`));
      await change;
    }
    for (const { detail } of await Promise.all(reads)) {
      const { version_name, hash } = detail.draft as { version_name: string; hash: string };
      expect(detail.content).toBe(openapiOfSize(Number(version_name)));
      expect([detail.hash, hash]).toEqual([sha256(detail.content as string), detail.hash]);
    }
  });

  it.each([
    ['no byte', '\uFEFF# Über 🐾\r\n\r\n\ttab  \u2028 line\u00a0'],
    ['an escape', '"\\u0000 \\ud83d" \\n \\\\ </script> \u007f \u0001'],
    ['a surrogate pair', '🐾'.repeat(70_000)],
  ])('loses not %s on the way', async (_name, text) => {
    const document = await project.createDocument({ type: 'MARKDOWN' });
    const draft = await document.createDraft({ content: text });
    const { detail } = await get(`${draft.path}/content/raw`);
    expect(detail.content === text).toBe(true);
    expect(detail).toMatchObject({ hash: sha256(text), size_bytes: Buffer.byteLength(text) });
  });
});

describe('the forms of a version', () => {
  it('of OpenAPI are raw and normalized: sorted keys, numbers as written', async () => {
    const numbers = '{"big":9007199254740993,"huge":1e400,"exact":1.10}';
    const text = `{"openapi":"3.1.0","paths":{},"info":{"version":"1","title":"N","x-n":${numbers}}}`;
    const document = await project.createDocument();
    const version = await document.publish({ content: text });
    const { detail: normalized } = await get(`${version.path}/content/normalized`);
    const expected = `{
  "info": {
    "title": "N",
    "version": "1",
    "x-n": {
      "big": 9007199254740993,
      "exact": 1.10,
      "huge": 1e400
    }
  },
  "openapi": "3.1.0",
  "paths": {}
}
`;
    expect(normalized).toEqual({
      owner_type: 'version',
      owner_id: version.id,
      content_kind: 'normalized',
      content: expected,
      hash: sha256(expected),
      size_bytes: Buffer.byteLength(expected),
    });
    expect((await get(`${version.path}/content/raw`)).detail).toMatchObject({ content: text, hash: sha256(text) });
    expect((await get(version.path)).detail).toMatchObject({
      hash: sha256(text),
      normalized_content_hash: sha256(expected),
    });
  });

  it('of Markdown are raw and stable', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN' });
    const version = await document.publish({ content: '# A  \r\n\r\n\r\n' });
    expect((await get(`${version.path}/content/raw`)).detail.content).toBe('# A  \r\n\r\n\r\n');
    expect((await get(`${version.path}/content/stable`)).detail).toMatchObject({
      content: '# A\n',
      hash: sha256('# A\n'),
    });
  });

  it.each([
    ['OPENAPI', 'stable'],
    ['MARKDOWN', 'normalized'],
    ['OPENAPI', 'html'],
  ] as const)('of %s are not %s', async (type, kind) => {
    const document = await project.createDocument({ type });
    const draft = await document.createDraft();
    await draft.submit();
    const version = await draft.approve();
    for (const path of [draft.path, version.path])
      expect((await get(`${path}/content/${kind}`)).status).toBe('INVALID_ARGUMENT');
  });
});

it('equal contents are stored once, across users and documents', async () => {
  const text = openapiOfSize(23);
  const contents = { where: { hash: sha256(text) } };
  expect(await prisma.text.count(contents)).toBe(0);
  for (const name of ['a', 'b']) {
    const document = await project.createDocument({ name });
    await document.publish({ content: text, branch: 'dev' });
    await document.publish({ content: text, branch: 'prod' });
  }
  expect(await prisma.text.count(contents)).toBe(1);
  expect(await prisma.version.count({ where: { contentHash: sha256(text) } })).toBe(4);
});

describe('a published version cannot be changed with SQL either:', () => {
  it.each([
    ['UPDATE versions SET version_name = $$x$$', /UPDATE of versions is not allowed/],
    ['UPDATE versions SET id = id', /UPDATE of versions is not allowed/],
    ['DELETE FROM versions', /DELETE of versions is not allowed/],
    ['TRUNCATE versions CASCADE', /TRUNCATE of \w+ is not allowed/],
    ['UPDATE endpoints SET path = $$/x$$', /UPDATE of endpoints is not allowed/],
    ['DELETE FROM endpoints', /DELETE of endpoints is not allowed/],
    ['UPDATE texts SET body = body', /UPDATE of texts is not allowed/],
    ['DELETE FROM texts WHERE hash IN (SELECT content_hash FROM versions)', /foreign key|violates/],
    ['DELETE FROM texts WHERE hash IN (SELECT canonical_hash FROM versions)', /foreign key|violates/],
    ['DELETE FROM drafts WHERE id IN (SELECT draft_id FROM versions)', /DELETE of a draft that is published/],
    ['UPDATE drafts SET changelog = $$x$$ WHERE id IN (SELECT draft_id FROM versions)', /of a draft that is published/],
    ['DELETE FROM reviews', /DELETE of reviews is not allowed/],
    ['UPDATE reviews SET comment = $$x$$', /UPDATE of reviews is not allowed/],
    ['UPDATE audit_entries SET action = $$x$$', /UPDATE of audit_entries is not allowed/],
    ['DELETE FROM audit_entries', /DELETE of audit_entries is not allowed/],
    ['TRUNCATE audit_entries', /TRUNCATE of audit_entries is not allowed/],
    ['DELETE FROM branches WHERE latest_version_id IS NOT NULL', /foreign key|violates/],
    [
      `INSERT INTO endpoints (id, version_id, method, path, tags, deprecated, hash)
       SELECT gen_random_uuid(), id, 'GET', '/late', '{}', FALSE, repeat('a', 64) FROM versions`,
      /endpoints are written together with their version/,
    ],
  ])('%s', async (sql, refusal) => {
    const version = await (await project.createDocument()).publish({ content: petstore31Json });
    const before = (await get(`${version.path}/endpoints`)).envelope?.detail;
    await expect(app.database.pool.query(sql)).rejects.toThrow(refusal);
    expect((await get(`${version.path}/endpoints`)).envelope?.detail).toEqual(before);
    expect((await get(`${version.path}/content/raw`)).detail.content).toBe(petstore31Json);
  });
});

it('the overview of a document contains its counts', async () => {
  const document = await project.createDocument();
  const overview = async () => (await get(`${document.path}/overview`)).detail;
  expect(await overview()).toEqual({
    version_count: 0,
    endpoint_count: 0,
    published_branch_ids: [],
    open_draft_count: 0,
    raw_size_bytes: 0,
  });
  await document.publish({ content: petstore31Json, branch: 'prod' });
  await document.publish({ content: petstore30Json });
  const last = await document.publish({ content: petstoreNext });
  const [open, sent, back, refused] = await Promise.all([1, 2, 3, 4].map(() => document.createDraft()));
  await sent?.submit();
  await back?.submit();
  await back?.requestChanges();
  await refused?.submit();
  await refused?.reject();
  expect(await overview()).toMatchObject({
    version_count: 3,
    endpoint_count: 3,
    latest_version: { id: last.id, sequence: 2 },
    published_branch_ids: [document.branches.dev, document.branches.prod],
    open_draft_count: 3,
    raw_size_bytes: Buffer.byteLength(petstoreNext),
  });
  await open?.withdraw();
  expect(await overview()).toMatchObject({ open_draft_count: 2 });
});

describe('warnings', () => {
  const careless = openapiWith(
    {
      '/pets/{petId}': {
        get: { operationId: 'same', responses: { 200: { description: 'OK' } } },
        put: { operationId: 'same', responses: { 200: { description: 'OK' } } },
      },
    },
    { components: { schemas: { Unused: { type: 'strng' } } } },
  );

  it('are counted on draft and version and listed with their places', async () => {
    const document = await project.createDocument();
    const draft = await document.createDraft({ content: careless });
    const { detail, total } = await admin.rest<{ message: string; pointer: string; line: number; column: number }[]>(
      'GET',
      `${draft.path}/warnings`,
    );
    expect((await get(draft.path)).detail.warnings).toBe(detail.length);
    expect(total).toBe(detail.length);
    const pointers = detail.map(warning => warning.pointer);
    for (const pointer of [
      '/components/schemas/Unused/type',
      '/components/schemas/Unused',
      '/paths/~1pets~1{petId}/put/operationId',
    ])
      expect(pointers).toContain(pointer);
    const lines = careless.split('\n');
    const typo = detail.find(warning => warning.pointer === '/components/schemas/Unused/type');
    expect(lines[(typo?.line ?? 0) - 1]?.slice((typo?.column ?? 0) - 1)).toBe('"type": "strng"');
    await draft.submit();
    const version = await draft.approve();
    expect((await get(version.path)).detail.warnings).toBe(detail.length);
    expect((await get(`${version.path}/warnings`)).envelope?.detail).toEqual(detail);
    for (const { path } of [draft, version]) {
      const query = { page_size: '1', offset: '1' };
      const page = await admin.rest('GET', `${path}/warnings`, { query });
      expect([page.detail, page.total]).toEqual([detail.slice(1, 2), detail.length]);
    }
  });

  it('of Markdown there are none', async () => {
    const version = await (await project.createDocument({ type: 'MARKDOWN' })).publish({ content: guideMarkdown });
    expect((await get(`${version.path}/warnings`)).detail).toEqual([]);
  });
});
