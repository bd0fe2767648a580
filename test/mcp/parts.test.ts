import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openapiWith } from '../support/documents.ts';
import { agent, createToken } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { createMcpStage } from './stage.ts';

const app = await testApp();
const people = await seed(app);
const { project, doc, writer, ids, docIds, argumentsOf } = await createMcpStage(people);
const { token } = await createToken(writer);
const one = agent(app, token);

const MEGABYTE = 1024 * 1024;

describe('long answers', () => {
  it('that are no text are refused, with a way to get less', { timeout: 60_000 }, async () => {
    const description = 'word '.repeat(MEGABYTE / 4);
    const operation = { operationId: 'long', description, responses: { 200: { description: 'OK' } } };
    const long = await project.createDocument();
    const { id } = await long.publish({ content: openapiWith({ '/long': { get: operation } }) });
    const version = { project_id: project.id, document_id: long.id, version_id: id };
    const listed = await one.call('list_api_endpoints', version);
    const endpoint_id = listed.value.items[0].id;
    const answer = await one.call('get_endpoint_detail', { ...version, endpoint_id });
    expect([answer.status, answer.message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('in parts')]);
    const uri = `docsvc://projects/${project.id}/documents/${long.id}/versions/${id}/endpoints/${endpoint_id}`;
    const args = { ...version, endpoint_id };
    for (const refused of [
      await one.rpc('resources/read', { uri }),
      await one.rpc('prompts/get', { name: 'document_endpoint', arguments: args }),
    ])
      expect(refused.error).toMatchObject({ code: -32602, message: expect.stringContaining('more than 1048576') });
  });

  it('of a draft lose the changes that are too long to tell, never what was done', async () => {
    const operation = { responses: { 200: { description: 'OK' } } };
    const paths = Array.from({ length: 20 }, (_, index) => [`/${index}/${'x'.repeat(60_000)}`, { get: operation }]);
    const args = {
      ...(await argumentsOf('create_api_version_draft')),
      schema_content: openapiWith(Object.fromEntries(paths)),
    };
    const made = await one.call('create_api_version_draft', args);
    expect([made.status, made.message]).toEqual(['OK', undefined]);
    expect(made.value.diff_preview).toMatchObject({ items: [], item_count: expect.any(Number) });
    expect(made.value.diff_preview.item_count).toBeGreaterThan(20);
    const read = await one.call('get_api_version_draft', { ...ids, draft_id: made.value.id, max_bytes: 1000 });
    expect(read.value.draft).toMatchObject({ id: made.value.id, diff_preview: { items: [] } });
  });
});

describe('long texts', () => {
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
