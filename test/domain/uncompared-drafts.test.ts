import { afterEach, describe, expect, it, vi } from 'vitest';
import { WorkerError } from '../../src/platform/workers.ts';
import { testApp } from '../support/app.ts';
import { cyclicJson, petstore31Json, petstoreNext } from '../support/documents.ts';
import { agent, createToken } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();

type Shown = { id: string; state: string; diff_preview?: { summary: { breaking_changes: number } } };

describe('a draft that differs in too many places to be compared', () => {
  it('has one breaking change, which says so, and is reviewed and published as any other', async () => {
    const document = await project.createDocument();
    const first = await document.publish({ content: cyclicJson(400, 'string') });
    const draft = await document.createDraft({ content: cyclicJson(399, 'integer') });
    await draft.submit();
    const { detail } = await admin.rest<Shown>('GET', draft.path);
    expect(detail.diff_preview?.summary.breaking_changes).toBe(1);
    const version = await draft.approve();
    const body = { from_version_id: first.id, to_version_id: version.id };
    const diff = await admin.rest('POST', `${document.path}/diffs`, { body });
    const items = await admin.rest<object[]>('GET', `${document.path}/diffs/${diff.detail.id}/items`);
    expect(items.detail).toMatchObject([
      {
        rule: 'comparison-too-large',
        severity: 3,
        must_handle: true,
        message: expect.stringContaining('the documents differ in too many places to compare: more than'),
      },
    ]);
  });
});

describe('a change of a draft that cannot be compared', () => {
  afterEach(() => vi.restoreAllMocks());

  const failToCompare = (error: Error) => {
    const { workers } = app.services;
    const run = workers.run.bind(workers);
    vi.spyOn(workers, 'run').mockImplementation((task, ...rest) =>
      task === 'compare' ? Promise.reject(error) : run(task, ...rest),
    );
  };

  it.each([
    ['for lack of time', new WorkerError('OVERLOADED', 'No thread was free'), 'UNAVAILABLE'],
    ['by an error', new Error('The comparison is broken'), 'INTERNAL'],
  ])('is answered without its preview %s, because it is made', async (_, error, status) => {
    const document = await project.createDocument();
    await document.publish({ content: petstore31Json });
    failToCompare(error);
    const body = {
      branch_id: document.branches.dev,
      version_name: '2',
      schema_content: petstoreNext.replace('{', `{"x-case": "${status}",`),
    };
    const created = await admin.rest<Shown>('POST', `${document.path}/drafts`, { body });
    expect(created).toMatchObject({ status: 'OK', detail: { state: 'draft' } });
    expect(created.detail).not.toHaveProperty('diff_preview');
    const path = `${document.path}/drafts/${created.detail.id}`;
    expect(await admin.rest('POST', `${path}/submit`)).toMatchObject({ detail: { state: 'submitted' } });
    expect(await admin.rest('GET', path)).toMatchObject({ status });
    vi.restoreAllMocks();
    expect((await admin.rest<Shown>('GET', path)).detail).toHaveProperty('diff_preview');
  });
});

describe('a draft whose changes are too large for the answer of a change', () => {
  const MIB = 1024 * 1024;
  const withPaths = (count: number, more = '') => {
    const paths = Object.fromEntries(Array.from({ length: count }, (_, nth) => [`/p${nth}${more}`, { get: {} }]));
    return JSON.stringify({ openapi: '3.1.0', info: { title: 'Many', version: '1' }, paths });
  };
  async function openSmall(mostBytes: number) {
    const { admin } = await seed(await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(mostBytes) }));
    return { admin, document: await (await admin.createProject()).createDocument() };
  }

  it.each([
    [
      'their changes, if these would be too many values',
      8 * MIB,
      withPaths(30_000),
      'diff_preview.items',
      'diff_preview.summary',
    ],
    [
      'their preview, if the changes may not be read as a whole',
      MIB,
      withPaths(900, 'x'.repeat(1000)),
      'diff_preview',
      'id',
    ],
  ])('is created, submitted and decided on without %s', async (_, mostBytes, schema_content, missing, present) => {
    const { admin, document } = await openSmall(mostBytes);
    const body = { branch_id: document.branches.dev, version_name: '1', schema_content };
    const created = await admin.rest<Shown>('POST', `${document.path}/drafts`, { body });
    expect(created).toMatchObject({ status: 'OK', detail: { state: 'draft' } });
    expect(created.detail).not.toHaveProperty(missing);
    expect(created.detail).toHaveProperty(present);
    const path = `${document.path}/drafts/${created.detail.id}`;
    const read = await admin.rest<Shown>('GET', path);
    expect(read).toMatchObject({ status: 'OK', detail: { state: 'draft' } });
    expect(read.detail).not.toHaveProperty(missing);
    const submitted = await admin.rest<{ review_revision: string }>('POST', `${path}/submit`);
    expect(submitted).toMatchObject({ status: 'OK', detail: { state: 'submitted' } });
    const decision = { comment: 'Too much at once', expected_review_revision: submitted.detail.review_revision };
    const rejected = await admin.rest('POST', `${path}/reject`, { body: decision });
    expect(rejected).toMatchObject({ status: 'OK', detail: { state: 'rejected' } });
  });

  it('is created over GraphQL without its changes, if these would be too many values', async () => {
    const { admin, document } = await openSmall(16 * MIB);
    const fields = 'key rule severity message location pointerBefore pointerAfter method path operationId sortOrder';
    const values = 'changeType isBreaking mustHandle oldValue newValue segments { text } affectedOperations { path }';
    const created = await admin.graphql<{ createDraft: { diffPreview: object } }>(
      `mutation($input: CreateDraftInput!) { createDraft(input: $input) { id diffPreview {
        itemCount summary { addedEndpoints } semverHint { needed } some: changes(first: 2) { other { key } }
        items { ${fields} ${values} } changes { other { ${fields} ${values} } }
      } } }`,
      {
        input: {
          ...{ documentId: document.id, branchId: document.branches.dev },
          ...{ versionName: '1', schemaContent: withPaths(22_000) },
        },
      },
    );
    expect(created.data?.createDraft.diffPreview).toMatchObject({
      ...{ itemCount: 22_000, summary: { addedEndpoints: 22_000 }, items: null, changes: null },
      some: { other: [expect.anything(), expect.anything()] },
    });
  });

  it('is created over GraphQL with them and the count of their operations, without these operations', async () => {
    const { admin, document } = await openSmall(MIB);
    const pets = (type: string) => {
      const numbers = Array.from({ length: 300 }, (_, nth) => nth);
      const properties = Object.fromEntries(numbers.map(nth => [`p${nth}`, { type }]));
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
      const get = { responses: { 200: { description: 'OK', content } } };
      const paths = Object.fromEntries(numbers.map(nth => [`/p${nth}`, { get }]));
      const info = { title: 'Pets', version: '1' };
      return JSON.stringify({ openapi: '3.1.0', info, paths, components: { schemas: { Pet: { properties } } } });
    };
    await document.publish({ content: pets('string') });
    const created = await admin.graphql<{ createDraft: { diffPreview: object } }>(
      `mutation($input: CreateDraftInput!) { createDraft(input: $input) { diffPreview {
        with: changes { breaking { affectedOperations { path } } }
        without: changes { summary { affectedOperations } breaking { key } }
      } } }`,
      {
        input: {
          ...{ documentId: document.id, branchId: document.branches.dev },
          ...{ versionName: '2', schemaContent: pets('integer') },
        },
      },
    );
    expect(created.data?.createDraft.diffPreview).toMatchObject({
      with: null,
      without: { summary: { affectedOperations: 300 }, breaking: { length: 300 } },
    });
  });

  it('is created and shown if it is a large revision of a text without blanks', async () => {
    const { admin } = await seed(await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(8 * MIB) }));
    const document = await (await admin.createProject()).createDocument({ type: 'MARKDOWN' });
    const paragraph = (block: number) =>
      Array.from({ length: 800 }, (_, at) => String.fromCharCode(0x4e00 + ((block * 7919 + at * 104_729) % 20_000)));
    const before = Array.from({ length: 330 }, (_, block) => paragraph(block));
    const after = before.map(characters => characters.map((one, at) => (at % 3 === 0 ? '的' : one)));
    const text = (blocks: string[][]) => blocks.map(characters => characters.join('')).join('\n\n');
    await document.publish({ content: text(before) });
    type Made = { createDraft: { id: string; diffPreview: { items: object[] | null } } };
    const created = await admin.graphql<Made>(
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id diffPreview { items { segments { kind text } } } } }',
      {
        input: {
          ...{ documentId: document.id, branchId: document.branches.dev },
          ...{ versionName: '2', content: text(after) },
        },
      },
    );
    expect(created.errors).toBeUndefined();
    expect(created.data?.createDraft.diffPreview.items).toBeNull();
    const fields =
      'key digest rule severity isBreaking mustHandle message location pointerBefore pointerAfter changeType sortOrder';
    const items = `items(first: 1000) { ${fields} method path affectedOperationCount segments { kind text } }`;
    const read = await admin.graphql<{ draft: { diffPreview: { items: object[] } } }>(
      `{ draft(id: "${created.data?.createDraft.id}") { diffPreview { ${items} } } }`,
    );
    expect(read.errors).toBeUndefined();
    expect(read.data?.draft.diffPreview.items).toHaveLength(330);
  });

  it('is made with others in one request, which all have as much of their changes as fits', async () => {
    const { admin, document } = await openSmall(MIB);
    const inputs = Object.fromEntries(
      [1, 2, 3, 4].map(number => [
        `input${number}`,
        {
          ...{ documentId: document.id, branchId: document.branches.dev, versionName: `${number}` },
          schemaContent: withPaths(300 + number, 'x'.repeat(1000)),
        },
      ]),
    );
    const names = Object.keys(inputs);
    const { data, errors } = await admin.graphql<Record<string, { diffPreview: { items: unknown[] | null } | null }>>(
      `mutation(${names.map(name => `$${name}: CreateDraftInput!`).join(', ')}) { ${names
        .map(name => `${name}: createDraft(input: $${name}) { id diffPreview { items { key } } }`)
        .join(' ')} }`,
      inputs,
    );
    expect(errors).toBeUndefined();
    expect(names.map(name => data[name]?.diffPreview?.items?.length)).toEqual([301, undefined, undefined, undefined]);
  });

  it('is compared on request without the counts of a policy, which would have to read its changes', async () => {
    const { admin } = await seed(await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(MIB) }));
    const project = await admin.createProject();
    const document = await project.createDocument();
    const [from, to] = [
      await document.publish({ content: withPaths(900, 'x'.repeat(1000)) }),
      await document.publish({ content: withPaths(900, 'y'.repeat(1000)) }),
    ];
    const policy = 'mutation($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { profile } }';
    await admin.ask(policy, { input: { projectId: project.id, profile: 'LENIENT' } });
    const body = { from_version_id: from.id, to_version_id: to.id };
    const diff = await admin.rest<{ id: string; summary: object }>('POST', `${document.path}/diffs`, { body });
    expect(diff).toMatchObject({ status: 'OK', detail: { summary: { added_endpoints: 900, removed_endpoints: 900 } } });
    expect(diff.detail.summary).not.toHaveProperty('breaking_changes');
    expect(diff.detail).not.toHaveProperty('items');
    const read = await admin.rest<{ id: string }>('GET', `${document.path}/diffs/${diff.detail.id}`);
    expect(read).toMatchObject({ status: 'OK', detail: diff.detail });
    expect(read.detail).not.toHaveProperty('items');
    const asked = `{ diff(id: "${diff.detail.id}") { semverHint { needed } items(first: 1, nullIfTooLarge: true) { key } } }`;
    expect(await admin.ask(asked)).toEqual({ semverHint: null, items: null });
  });

  it('does not keep a list from being read whose changes a policy has to judge, and has its counts in one of the next lists', async () => {
    const { admin } = await seed(await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(MIB) }));
    const project = await admin.createProject();
    const policy = 'mutation($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { profile } }';
    await admin.ask(policy, { input: { projectId: project.id, profile: 'LENIENT' } });
    const [drafted, published] = [await project.createDocument(), await project.createDocument()];
    const { id: from_version_id } = await published.publish({ content: withPaths(1) });
    for (const count of [301, 302, 303, 304]) {
      const content = withPaths(count, 'x'.repeat(1000));
      await (await drafted.createDraft({ content, versionName: `${count}` })).submit();
      const { id: to_version_id } = await published.publish({ content });
      await admin.rest('POST', `${published.path}/diffs`, { body: { from_version_id, to_version_id } });
    }
    type Summary = { breaking_changes?: number };
    const list = (path: string, search = '') =>
      admin.rest<{ summary?: Summary; diff_preview?: { summary: Summary } }[]>('GET', `${path}?page_size=200${search}`);
    const lists = () =>
      Promise.all([
        list(`${drafted.path}/drafts`),
        list('/private/review-queue'),
        list('/private/my-drafts'),
        list(`${published.path}/diffs`, `&from_version_id=${from_version_id}`),
      ]);
    expect((await lists()).map(({ status }) => status)).toEqual(['OK', 'OK', 'OK', 'OK']);
    for (const _ of [2, 3]) await lists();
    for (const { detail } of await lists()) {
      const counts = detail.flatMap(({ summary, diff_preview }) => summary ?? diff_preview?.summary ?? []);
      expect(counts.length).toBeGreaterThanOrEqual(4);
      expect(counts.map(({ breaking_changes }) => breaking_changes)).toEqual(counts.map(() => expect.any(Number)));
    }
  });

  it('is read by agents without its preview', async () => {
    const app = await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(MIB) });
    const { admin } = await seed(app);
    const document = await (await admin.createProject()).createDocument();
    const draft = await document.createDraft({ content: withPaths(900, 'x'.repeat(1000)), versionName: '1' });
    const { token } = await createToken(admin);
    const ids = { project_id: document.project.id, document_id: document.id, draft_id: draft.id };
    const { value } = await agent(app, token).call('get_api_version_draft', ids);
    expect(value).toMatchObject({ draft: { id: draft.id } });
    expect(value.draft).not.toHaveProperty('diff_preview');
  });

  it('shows the same at each read', async () => {
    const { admin, document } = await openSmall(MIB);
    const draft = await document.createDraft({ content: withPaths(300, 'z'.repeat(1000)), versionName: '1' });
    const reads = await Promise.all(
      Array.from({ length: 6 }, () => admin.rest<Shown>('GET', `${document.path}/drafts/${draft.id}`)),
    );
    expect(new Set(reads.map(({ detail }) => JSON.stringify(detail.diff_preview)?.length)).size).toBe(1);
  });

  it.each([300, 600])(
    'has the counts of %i changes that a policy judges at each read of these changes',
    async count => {
      const { admin, document } = await openSmall(MIB);
      const policy = 'mutation($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { profile } }';
      await admin.ask(policy, { input: { projectId: document.project.id, profile: 'LENIENT' } });
      const draft = await document.createDraft({ content: withPaths(count, 'z'.repeat(1000)), versionName: '1' });
      const query = `query($id: ID!) { draft(id: $id) { diffPreview { items(first: 1) { key } summary { infos } itemCount } } }`;
      const read = () =>
        admin.ask<{ diffPreview: { summary: { infos: number }; itemCount: number } }>(query, { id: draft.id });
      for (const { diffPreview } of [await read(), await read()])
        expect(diffPreview.summary.infos).toBe(diffPreview.itemCount);
    },
  );

  it('does not keep its threads open: one about a change can be resolved, changed and deleted', async () => {
    const { admin, document } = await openSmall(MIB);
    const draft = await document.createDraft({ content: withPaths(1), versionName: '1' });
    const path = `${document.path}/drafts/${draft.id}`;
    type Read = { revision: string; diff_preview: { items: { key: string }[] } };
    const { detail: read } = await admin.rest<Read>('GET', path);
    const anchor = { change_key: read.diff_preview.items[0]?.key };
    const comment = await admin.rest<{ id: string }>('POST', `${path}/comments`, { body: { body: 'Why?', anchor } });
    const content = { expected_revision: read.revision, schema_content: withPaths(12_000, 'y'.repeat(40)) };
    expect(await admin.rest('PATCH', path, { body: content })).toMatchObject({ status: 'OK' });
    const thread = `${path}/comments/${comment.detail.id}`;
    const resolved = await admin.rest('POST', `${thread}/resolve`);
    expect(resolved).toMatchObject({ status: 'OK', detail: { is_resolved: true, outdated: true } });
    expect(await admin.rest('PATCH', thread, { body: { body: 'Why so many?' } })).toMatchObject({ status: 'OK' });
    expect(await admin.rest('GET', `${path}/comments`)).toMatchObject({ status: 'OK', detail: [{ outdated: true }] });
    expect(await admin.rest('DELETE', thread)).toMatchObject({ status: 'OK' });
  });
});
