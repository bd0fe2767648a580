import { describe, expect, it } from 'vitest';
import { toolRows } from '../../facades/mcp/tools.ts';
import { testApp } from '../support/app.ts';
import { openapiWith } from '../support/documents.ts';
import { agent, createToken, modern, post } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { createMcpStage } from './stage.ts';

const app = await testApp();
const people = await seed(app);
const { project, api, doc, apiVersions, writer, ids, docIds, argumentsOf } = await createMcpStage(people);
const { token } = await createToken(writer);
const one = agent(app, token);

describe('answers', () => {
  it('contain the same JSON as text and as structured content', async () => {
    for (const { name } of toolRows) {
      const { status, value, result } = await one.call(name, await argumentsOf(name));
      expect([name, status, result.structuredContent]).toEqual([name, 'OK', value]);
    }
  });

  it('page lists and return the start of the next page', async () => {
    const version = { ...ids, version_id: apiVersions[0].id };
    const first = await one.call('list_api_endpoints', { ...version, page_size: 2 });
    expect(first.value).toMatchObject({ total: 3, next_offset: 2, items: [{ path: '/pets' }, { path: '/pets' }] });
    const rest = await one.call('list_api_endpoints', { ...version, page_size: 2, offset: first.value.next_offset });
    expect(rest.value).toMatchObject({ total: 3, items: [{ path: '/pets/{petId}' }] });
    expect(rest.value.next_offset).toBeUndefined();
    const beyond = await one.call('list_api_endpoints', { ...version, offset: 50 });
    expect(beyond.value).toEqual({ items: [], total: 3 });
  });

  it('of an internal error are errors of the protocol, without its cause', async () => {
    const rename = (from: string, to: string) =>
      app.database.prisma.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('documents', 'gone');
    try {
      const { error } = await one.rpc('tools/call', { name: 'list_documents', arguments: { project_id: project.id } });
      expect(error).toMatchObject({ code: -32603, message: expect.not.stringContaining('gone') });
    } finally {
      await rename('gone', 'documents');
    }
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

  it('return document text as a separate block, and links to clients that support them', async () => {
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

  it('accept the name of a branch too', async () => {
    const { value } = await one.call('get_latest_doc', { ...docIds, branch_id: 'dev' });
    expect(value).toMatchObject({ content: '# Guide\n\nAnother text.\n', version: { document_id: doc.id } });
    const none = await one.call('get_latest_doc', { ...docIds, branch_id: 'prod' });
    expect([none.status, none.message]).toEqual(['NOT_FOUND', 'No version is published on this branch yet']);
  });

  it('list the versions of one branch, by its id or name, and know no other branch', async () => {
    const versions = (branch_id: string) => one.call('list_api_versions', { ...ids, branch_id });
    expect((await versions(api.branches.dev)).value.total).toBe(2);
    expect((await versions('dev')).value.total).toBe(2);
    expect((await versions('prod')).value).toEqual({ items: [], total: 0 });
    for (const unknown of ['feature/none', doc.branches.dev, '\0', 'x'.repeat(10_000)])
      expect((await versions(unknown)).status).toBe('NOT_FOUND');
  });

  it('are NOT_FOUND for a branch name with a NUL', async () => {
    expect((await one.call('get_latest_doc', { ...docIds, branch_id: '\0' })).status).toBe('NOT_FOUND');
    const uri = `docsvc://projects/${project.id}/documents/${doc.id}/branches/%00/latest`;
    expect((await one.rpc('resources/read', { uri })).error?.code).toBe(-32002);
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

  it('have a null of a document as the value of a change, and leave out what has no value', async () => {
    const withDefault = (more: object) => {
      const parameters = [{ name: 'n', in: 'query', schema: { type: ['integer', 'null'], ...more } }];
      return openapiWith({ '/a': { get: { parameters, responses: { 200: { description: 'OK' } } } } });
    };
    const nullable = await project.createDocument();
    const from = await nullable.publish({ content: withDefault({}) });
    const to = await nullable.publish({ content: withDefault({ default: null }) });
    const args = { ...ids, document_id: nullable.id, from_version_id: from.id, to_version_id: to.id };
    const { value: diff } = await one.call('compare_api_versions', args);
    const { value } = await one.call('get_change_summary', { ...ids, document_id: nullable.id, diff_id: diff.id });
    for (const [item] of [diff.items, [...value.breaking, ...value.must_handle, ...value.other]]) {
      expect(item).toMatchObject({ new_value: null });
      expect(item).not.toHaveProperty('old_value');
    }
  });

  it('say why a change does not count, and by another summary that changes are on other pages', async () => {
    const args = { ...ids, from_version_id: apiVersions[0].id, to_version_id: apiVersions[1].id };
    const { value: before } = await one.call('compare_api_versions', args);
    const [item] = before.items;
    expect(item).not.toHaveProperty('ignored');
    const input = { documentId: api.id, key: item.key, reason: 'Agreed with its clients' };
    const { id } = await project.admin.ask<{ id: string }>(
      'mutation($input: AcceptDiffExceptionInput!) { acceptDiffException(input: $input) { id } }',
      { input },
    );
    const { id: diff_id, items, summary } = (await one.call('compare_api_versions', args)).value;
    const accepted = items.at(-1);
    expect(accepted.key).toBe(item.key);
    expect(summary).not.toEqual(before.summary);
    for (const name of ['compare_api_versions', 'get_change_summary'])
      expect(toolRows.find(row => row.name === name)?.description).toContain('if summary changes, start again');
    expect(accepted).toMatchObject({ is_breaking: false, ignored: { exception_id: id, reason: input.reason } });
    const { value } = await one.call('get_change_summary', { ...ids, diff_id });
    expect(value.other).toContainEqual(expect.objectContaining({ key: item.key, ignored: accepted.ignored }));
  });

  it('report a stale revision, and a draft that may not change', async () => {
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
