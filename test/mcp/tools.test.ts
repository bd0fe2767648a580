import { describe, expect, it } from 'vitest';
import { toolRows } from '../../facades/mcp/tools.ts';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';
import { createMcpStage } from './stage.ts';
import { agent, createToken, modern, post } from './support.ts';

const app = await testApp();
const people = await seed(app);
const { project, api, doc, apiVersions, writer, ids, docIds, argumentsOf } = await createMcpStage(people);
const { token } = await createToken(writer);
const one = agent(app, token);

type Definition = {
  name: string;
  description: string;
  inputSchema: { properties: Record<string, { type?: string; description?: string }>; required?: string[] };
  outputSchema: object;
  annotations: Record<string, unknown>;
};
const tools = (await one.rpc('tools/list')).result?.tools as Definition[];

describe('tools/list', () => {
  it('names every tool of the interface with its required arguments', () => {
    const shown = tools.map(({ name, inputSchema }) => `${name}: ${(inputSchema.required ?? []).join(' ')}`.trim());
    const P = 'project_id';
    const D = `${P} document_id`;
    const drafts = (kind: string, content: string) => [
      `create_${kind}_draft: ${D} branch_id version_name ${content}`,
      `update_${kind}_draft: ${D} draft_id expected_revision`,
      `get_${kind}_draft: ${D} draft_id`,
      `submit_${kind}_draft: ${D} draft_id`,
    ];
    expect(shown).toEqual([
      'list_projects:',
      `list_documents: ${P}`,
      `list_document_branches: ${D}`,
      `list_api_versions: ${D}`,
      `list_api_endpoints: ${D} version_id`,
      `get_endpoint_detail: ${D} version_id endpoint_id`,
      `get_latest_schema: ${D} branch_id`,
      `get_schema_version: ${D} version_id`,
      `compare_api_versions: ${D} from_version_id to_version_id`,
      `get_change_summary: ${D} diff_id`,
      `list_doc_versions: ${D}`,
      `get_latest_doc: ${D} branch_id`,
      `get_doc_version: ${D} version_id`,
      `compare_doc_versions: ${D} from_version_id to_version_id`,
      ...drafts('api_version', 'schema_content'),
      ...drafts('doc', 'markdown_content'),
    ]);
  });

  it('describes each tool and argument; arguments are strings but for paging', () => {
    for (const { name, description, inputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,128}$/);
      expect(description.length).toBeGreaterThan(60);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations).toMatchObject({ openWorldHint: false, readOnlyHint: expect.any(Boolean) });
      for (const [argument, schema] of Object.entries(inputSchema.properties)) {
        expect([name, argument, schema.description]).toEqual([name, argument, expect.any(String)]);
        const isPaging = ['page_size', 'offset', 'max_bytes'].includes(argument);
        expect([name, argument, schema.type]).toEqual([name, argument, isPaging ? 'integer' : 'string']);
      }
    }
    expect(tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)).toHaveLength(6);
    expect(JSON.stringify(tools)).not.toMatch(/draft-07|"\$ref"|x-enum/);
  });
});

describe('arguments', () => {
  it.each(toolRows.map(({ name }) => name))('%s refuses what it does not know, naming it', async name => {
    const answer = await one.call(name, { ...(await argumentsOf(name)), surprise: 1 });
    expect([answer.status, answer.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'surprise']);
    expect(answer.result.structuredContent).toBeUndefined();
    expect(answer.value).toMatchObject({ code: 400, trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it.each(tools.flatMap(({ name, inputSchema }) => (inputSchema.required ?? []).map(field => [name, field] as const)))(
    '%s asks for %s: missing, blank or of a wrong type',
    async (name, field) => {
      const args = await argumentsOf(name);
      for (const bad of [undefined, null, 5, ['x'], {}, true]) {
        const answer = await one.call(name, { ...args, [field]: bad });
        expect([answer.status, answer.errors?.map(error => error.field)]).toEqual(['INVALID_ARGUMENT', [field]]);
      }
      for (const blank of ['', ' \t']) {
        const answer = await one.call(name, { ...args, [field]: blank });
        // A revision of blanks is one that never was.
        const statuses = field === 'expected_revision' && blank !== '' ? ['FAILED_PRECONDITION'] : ['INVALID_ARGUMENT'];
        expect(statuses).toContain(answer.status);
        if (answer.status === 'INVALID_ARGUMENT') expect(answer.errors?.[0]?.field).toBe(field);
      }
    },
  );

  it.each([
    ['page_size', 0],
    ['page_size', 201],
    ['page_size', '5'],
    ['page_size', 1.5],
    ['offset', -1],
    ['offset', 1_000_001],
    ['search', 'x'.repeat(257)],
    ['search', 5],
  ])('of a list: %s must not be %j', async (field, value) => {
    const answer = await one.call('list_documents', { project_id: project.id, [field]: value });
    expect([answer.status, answer.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', field]);
  });

  it('name a type of document', async () => {
    for (const type of ['markdown', 'MARKDOWN', '2', 2]) {
      const { value } = await one.call('list_documents', { project_id: project.id, document_type: type });
      expect(value).toMatchObject({ total: 1, items: [{ id: doc.id, document_type: 2 }] });
    }
    for (const type of ['html', '3', '', 0, {}]) {
      const answer = await one.call('list_documents', { project_id: project.id, document_type: type });
      expect([answer.status, answer.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'document_type']);
    }
  });
});

describe('answers', () => {
  it('hold the same JSON as text and as structured content', async () => {
    for (const { name } of toolRows) {
      const { status, value, result } = await one.call(name, await argumentsOf(name));
      expect([name, status, result.structuredContent]).toEqual([name, 'OK', value]);
    }
  });

  it('page lists and tell where the next page begins', async () => {
    const version = { ...ids, version_id: apiVersions[0].id };
    const first = await one.call('list_api_endpoints', { ...version, page_size: 2 });
    expect(first.value).toMatchObject({ total: 3, next_offset: 2, items: [{ path: '/pets' }, { path: '/pets' }] });
    const rest = await one.call('list_api_endpoints', { ...version, page_size: 2, offset: first.value.next_offset });
    expect(rest.value).toMatchObject({ total: 3, items: [{ path: '/pets/{petId}' }] });
    expect(rest.value.next_offset).toBeUndefined();
    const beyond = await one.call('list_api_endpoints', { ...version, offset: 50 });
    expect(beyond.value).toEqual({ items: [], total: 3 });
  });

  it('find endpoints by exact path, method and tag', async () => {
    const total = async (filter: object) =>
      (await one.call('list_api_endpoints', { ...ids, version_id: apiVersions[0].id, ...filter })).value.total;
    expect(await total({ path: '/pets' })).toBe(2);
    expect(await total({ path: '/pet' })).toBe(0);
    expect(await total({ path: '/pets', method: 'post' })).toBe(1);
    expect(await total({ tag: 'pets' })).toBe(3);
    expect(await total({ tag: 'PETS' })).toBe(0);
  });

  it('give document text as a block of its own, and links to whoever knows them', async () => {
    const args = { ...ids, branch_id: api.branches.dev };
    const plain = (await one.call('get_latest_schema', args)).result.content;
    expect(plain.map(({ type }) => type)).toEqual(['text', 'text']);
    expect(JSON.parse(plain[0]?.text ?? '').content).toBe(plain[1]?.text);
    const uri = `docsvc://projects/${project.id}/documents/${api.id}/versions/${apiVersions[1].id}/content/raw`;
    const request = modern('tools/call', { name: 'get_latest_schema', arguments: args });
    const newer = await post(app, request.body, { token, headers: request.headers });
    expect(newer.result?.content.at(-1)).toMatchObject({ type: 'resource_link', uri });
    const read = await one.rpc('resources/read', { uri });
    expect(read.result?.contents).toMatchObject([{ uri, text: plain[1]?.text }]);
    const older = { 'mcp-protocol-version': '2025-03-26' };
    const old = await one.rpc('tools/call', { name: 'get_latest_schema', arguments: args }, older);
    expect(old.result?.content.map(({ type }) => type)).toEqual(['text', 'text']);
  });

  it('take the branch by its name too', async () => {
    const { value } = await one.call('get_latest_doc', { ...docIds, branch_id: 'dev' });
    expect(value).toMatchObject({ content: '# Guide\n\nAnother text.\n', version: { document_id: doc.id } });
    const none = await one.call('get_latest_doc', { ...docIds, branch_id: 'prod' });
    expect([none.status, none.message]).toEqual(['NOT_FOUND', 'Nothing is published on this branch yet']);
  });

  it('sort a change by urgency, each change once', async () => {
    const { value: diff } = await one.call('compare_api_versions', {
      ...ids,
      from_version_id: apiVersions[0].id,
      to_version_id: apiVersions[1].id,
    });
    expect(diff.items).toHaveLength(diff.item_count);
    const { value } = await one.call('get_change_summary', { ...ids, diff_id: diff.id });
    expect(value.summary).toEqual(diff.summary);
    const keys = [...value.breaking, ...value.must_handle, ...value.other].map(({ key }: { key: string }) => key);
    expect(keys).toEqual(diff.items.map(({ key }: { key: string }) => key));
    expect(value.breaking.every((item: { is_breaking: boolean }) => item.is_breaking)).toBe(true);
    const paged = await one.call('get_change_summary', { ...ids, diff_id: diff.id, page_size: 1 });
    expect([paged.value.breaking.length, paged.value.next_offset]).toEqual([1, 1]);
  });

  it('tell a stale revision, and a draft that may not change', async () => {
    const args = await argumentsOf('update_doc_draft');
    expect((await one.call('update_doc_draft', { ...args, markdown_content: '# New\n' })).status).toBe('OK');
    expect((await one.call('update_doc_draft', args)).status).toBe('FAILED_PRECONDITION');
    const { draft_id, expected_revision, ...rest } = args;
    expect((await one.call('submit_doc_draft', { draft_id, ...rest, changelog: undefined })).status).toBe('OK');
    const read = await one.call('get_doc_draft', { draft_id, ...docIds });
    const again = { ...args, expected_revision: read.value.draft.revision };
    expect((await one.call('update_doc_draft', again)).status).toBe('FAILED_PRECONDITION');
    expect((await one.call('submit_doc_draft', { ...docIds, draft_id })).status).toBe('FAILED_PRECONDITION');
  });

  it('name every problem of a content that is refused', async () => {
    const args = {
      ...(await argumentsOf('create_api_version_draft')),
      schema_content: '{"openapi":"3.1.0","paths":{"x":{}}}',
    };
    const answer = await one.call('create_api_version_draft', args);
    expect(answer.status).toBe('INVALID_ARGUMENT');
    expect(answer.errors?.length).toBeGreaterThan(1);
    expect(answer.errors?.[0]).toMatchObject({ field: 'schema_content', line: 1, pointer: expect.any(String) });
    const blank = await one.call('create_doc_draft', {
      ...(await argumentsOf('create_doc_draft')),
      markdown_content: '\0',
    });
    expect([blank.status, blank.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'markdown_content']);
  });
});

describe('long texts', () => {
  const MEGABYTE = 1024 * 1024;

  it('come in parts that put together again are the text, and split no character', async () => {
    const text = `# Long\n\n${'äöü→😀 words\n\n'.repeat(120_000)}`;
    const published = await doc.publish({ content: text });
    const args = { ...docIds, version_id: published.id };
    const parts: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { value, result } = await one.call('get_doc_version', { ...args, offset });
      expect(Buffer.byteLength(value.content)).toBeLessThanOrEqual(MEGABYTE);
      expect(value.content).not.toContain('\uFFFD');
      expect(result.content[1]?.text).toBe(value.content);
      expect(value.size_bytes).toBe(Buffer.byteLength(text));
      parts.push(value.content);
      offset = value.next_offset;
    }
    expect(parts.length).toBe(Math.ceil(Buffer.byteLength(text) / MEGABYTE));
    expect(parts.join('')).toBe(text);
    const uri = `docsvc://projects/${project.id}/documents/${doc.id}/versions/${published.id}/content/stable`;
    const first = (await one.rpc('resources/read', { uri })).result?.contents[0];
    const next = await one.rpc('resources/read', { uri: first?._meta?.next_uri });
    expect(text.startsWith(`${first?.text}${next.result?.contents[0]?.text}`)).toBe(true);
  });

  it('are cut as small as asked, and only between characters', async () => {
    const published = await doc.publish({ content: '😀é\n' });
    const args = { ...docIds, version_id: published.id };
    const part = async (offset: number, max_bytes: number) =>
      (await one.call('get_doc_version', { ...args, offset, max_bytes })).value;
    expect(await part(0, 1)).toMatchObject({ content: '😀', next_offset: 4 });
    expect(await part(4, 2)).toMatchObject({ content: 'é\n' });
    expect(await part(7, 1)).toMatchObject({ content: '', offset: 7 });
    for (const [offset, max_bytes, field] of [
      [2, 10, 'offset'],
      [8, 10, 'offset'],
      [0, 0, 'max_bytes'],
      [0, MEGABYTE + 1, 'max_bytes'],
      [-1, 1, 'offset'],
    ] as const) {
      const answer = await one.call('get_doc_version', { ...args, offset, max_bytes });
      expect([answer.status, answer.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', field]);
    }
  });

  it('of the greatest size can be uploaded', { timeout: 60_000 }, async () => {
    const markdown_content = `# Huge\n\n${'word '.repeat(3_200_000)}\n`;
    const made = await one.call('create_doc_draft', { ...(await argumentsOf('create_doc_draft')), markdown_content });
    expect([made.status, made.message]).toEqual(['OK', undefined]);
    const read = await one.call('get_doc_draft', {
      ...docIds,
      draft_id: made.value.id,
      offset: 15_000_000,
      max_bytes: 10,
    });
    expect(read.value).toMatchObject({ size_bytes: markdown_content.length, next_offset: 15_000_010 });
    const tooMuch = { ...(await argumentsOf('create_doc_draft')), markdown_content: 'x'.repeat(16 * MEGABYTE + 1) };
    expect((await one.call('create_doc_draft', tooMuch)).status).toBe('INVALID_ARGUMENT');
  });
});
