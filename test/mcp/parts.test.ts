import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openapiWith } from '../support/documents.ts';
import { agent, createToken, type ToolAnswer } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { createMcpStage } from './stage.ts';

const app = await testApp();
const people = await seed(app);
const { project, doc, writer, ids, docIds, argumentsOf } = await createMcpStage(people);
const { token } = await createToken(writer);
const one = agent(app, token);

const MEGABYTE = 1024 * 1024;
/** 12,000 tokens of four bytes. */
const BOUND = 48_000;

/** The part of an answer that a model reads: clients show it the texts or the structured content. */
function bytesRead({ result }: ToolAnswer): number {
  const texts = result.content.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0);
  return Math.max(texts, Buffer.byteLength(JSON.stringify(result.structuredContent ?? {})));
}

const publishPaths = async (paths: Record<string, unknown>) => {
  const document = await project.createDocument();
  const { id } = await document.publish({ content: openapiWith(paths) });
  return { project_id: project.id, document_id: document.id, version_id: id };
};

const answers = { 200: { description: 'OK' } };

describe('long answers', () => {
  it('of an endpoint are cut, and each value left out is found by its pointer', async () => {
    const words = 'word '.repeat(300);
    const property = { type: 'string', description: words };
    const properties = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, property]));
    const wide = { type: 'object', properties };
    const schema = { type: 'object', properties: { wide, 'a/b': wide, short: { type: 'boolean' } } };
    const example = { value: { text: words.repeat(40) } };
    const json = { 'application/json': { schema, examples: { one: example } } };
    const operation = { responses: { 200: { description: words, content: json } } };
    const version = await publishPaths({ '/long': { get: operation } });
    const endpoint_id = (await one.call('list_api_endpoints', version)).value.items[0].id;
    const args = { ...version, endpoint_id };
    const detail = await one.call('get_endpoint_detail', args);
    expect(bytesRead(detail)).toBeLessThanOrEqual(BOUND);
    expect(bytesRead(detail)).toBeGreaterThan(BOUND / 4);
    expect(detail.value).toMatchObject({ method: 'GET', path: '/long', omitted: expect.stringContaining('pointer') });
    const shown = detail.value.responses['200'].content['application/json'];
    expect(shown.schema.properties).toMatchObject({
      wide: { type: 'object', properties: expect.any(Object) },
      'a/b': expect.any(Object),
      short: { type: 'boolean' },
    });
    expect(JSON.stringify(shown.examples).length).toBeLessThan(2_000);
    const inside = '/responses/200/content/application~1json/schema/properties/a~1b/properties/field7';
    const part = await one.call('get_endpoint_detail', { ...args, pointer: inside });
    expect(part.value).toMatchObject({ id: endpoint_id, method: 'GET', path: '/long', part: property });
    expect(part.value.responses).toBeUndefined();
    for (const pointer of ['/nothing', 'responses', '/responses/200/__proto__', '/responses/200/description/0']) {
      const { status, errors } = await one.call('get_endpoint_detail', { ...args, pointer });
      expect([pointer, status, errors?.[0]?.field]).toEqual([pointer, 'INVALID_ARGUMENT', 'pointer']);
    }
    const uri = `docsvc://projects/${version.project_id}/documents/${version.document_id}/versions/${version.version_id}/endpoints/${endpoint_id}`;
    const resource = (await one.rpc('resources/read', { uri })).result?.contents[0]?.text ?? '';
    expect(Buffer.byteLength(resource)).toBeLessThanOrEqual(BOUND);
    // A resource takes no pointer.
    expect(JSON.parse(resource).omitted).toContain('get_endpoint_detail');
    const { result } = await one.rpc('prompts/get', { name: 'document_endpoint', arguments: args });
    expect(Buffer.byteLength(JSON.stringify(result?.messages))).toBeLessThan(1.3 * BOUND);
  });

  it('of an endpoint say where the entries and ends of texts are that no answer holds', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `property_number_${index}`);
    const properties = Object.fromEntries(names.map(name => [name, { type: 'string', description: 'y'.repeat(60) }]));
    const schema = { type: 'object', properties, required: names };
    const content = { 'application/json': { schema } };
    const texts = { 200: { description: 'é😀'.repeat(4_000) }, 400: { description: '"\n'.repeat(40_000) } };
    const version = await publishPaths({ '/wide': { post: { requestBody: { content }, responses: texts } } });
    const endpoint_id = (await one.call('list_api_endpoints', version)).value.items[0].id;
    const read = async (pointer?: string) => one.call('get_endpoint_detail', { ...version, endpoint_id, pointer });
    const note = expect.stringMatching(/omitted_bytes.*omitted_entries.*get_schema_version/);
    expect((await read()).value.omitted).toEqual(note);
    const place = '/request_body/content/application~1json/schema';
    const wide = await read(`${place}/properties`);
    expect(wide.value).toMatchObject({ omitted: note, part: { omitted_entries: expect.any(Number) } });
    const list = await read(`${place}/required`);
    expect(list.value).toMatchObject({ omitted: note });
    expect(list.value.part.at(-1)).toEqual({ omitted_entries: names.length - list.value.part.length + 1 });
    const whole = await read('/responses/200/description');
    expect(whole.value).toMatchObject({ part: texts[200].description });
    expect(whole.value).not.toHaveProperty('omitted');
    const long = await read('/responses/400/description');
    expect(long.value.omitted).toEqual(note);
    expect(texts[400].description.startsWith(long.value.part.slice(0, -1))).toBe(true);
    for (const answer of [wide, list, whole, long]) expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
    expect(bytesRead(long)).toBeGreaterThan(0.9 * BOUND);
  });

  it('of an endpoint keep to the bound also where a text fills it', async () => {
    const operation = { description: 'x'.repeat(60_000), responses: answers };
    const version = await publishPaths({ '/described': { get: operation } });
    const endpoint_id = (await one.call('list_api_endpoints', version)).value.items[0].id;
    const answer = await one.call('get_endpoint_detail', { ...version, endpoint_id, pointer: '/description' });
    expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
    expect(bytesRead(answer)).toBeGreaterThan(0.9 * BOUND);
  });

  it('of an endpoint have the value of a pointer also if it is null', async () => {
    const content = { 'application/json': { schema: { type: ['string', 'null'], default: null }, example: null } };
    const version = await publishPaths({ '/null': { get: { responses: { 200: { description: 'OK', content } } } } });
    const endpoint_id = (await one.call('list_api_endpoints', version)).value.items[0].id;
    for (const place of ['example', 'schema/default']) {
      const pointer = `/responses/200/content/application~1json/${place}`;
      const { value } = await one.call('get_endpoint_detail', { ...version, endpoint_id, pointer });
      expect(value).toEqual({
        id: endpoint_id,
        version_id: version.version_id,
        method: 'GET',
        path: '/null',
        part: null,
      });
    }
    const { value } = await one.call('get_endpoint_detail', { ...version, endpoint_id, pointer: '' });
    expect(Object.keys(value)).toContain('responses');
  });

  it('of a list end early and say where the rest begins', async () => {
    const tags = Array.from({ length: 40 }, (_, index) => `tag ${index} ${'x'.repeat(80)}`);
    const paths = Array.from({ length: 30 }, (_, index) => [`/${index}`, { get: { tags, responses: answers } }]);
    const version = await publishPaths(Object.fromEntries(paths));
    const found: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const answer = await one.call('list_api_endpoints', { ...version, page_size: 200, offset });
      expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
      expect(answer.value.total).toBe(30);
      found.push(...answer.value.items.map(({ path }: { path: string }) => path));
      offset = answer.value.next_offset;
    }
    expect(found).toEqual(paths.map(([path]) => path));
  });

  it('of a list that has only shortened items name no next page after the last one', async () => {
    const operation = { get: { responses: answers } };
    const longest = `/${'x'.repeat(BOUND)}`;
    const version = await publishPaths({ [`/one${longest}`]: operation, [`/two${longest}`]: operation });
    const list = async (offset: number) => (await one.call('list_api_endpoints', { ...version, offset })).value;
    const shortened = (name: string) => ({ path: expect.stringMatching(new RegExp(`^/${name}/x+…$`)) });
    expect(await list(0)).toMatchObject({ items: [shortened('one')], total: 2, next_offset: 1 });
    const last = await list(1);
    expect(last).toMatchObject({ items: [shortened('two')], total: 2 });
    expect(last.next_offset).toBeUndefined();
  });

  it('of a comparison have the totals and the breaking changes first, and every change once', async () => {
    const document = await project.createDocument();
    const paths = (count: number, from: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `/path${from + index}/${'x'.repeat(400)}`,
          { get: { responses: answers } },
        ]),
      );
    const from = await document.publish({ content: openapiWith(paths(40, 0)) });
    const to = await document.publish({ content: openapiWith(paths(40, 20)) });
    const own = { project_id: project.id, document_id: document.id };
    const args = { ...own, from_version_id: from.id, to_version_id: to.id };
    const keys: string[] = [];
    let diff_id = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const answer = await one.call('compare_api_versions', { ...args, page_size: 200, offset });
      expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
      keys.push(...answer.value.items.map(({ key }: { key: string }) => key));
      ({ next_offset: offset, id: diff_id } = answer.value);
    }
    expect(keys).toHaveLength(40);
    const summed: string[] = [];
    const sizes: number[][] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const answer = await one.call('get_change_summary', { ...own, diff_id, page_size: 200, offset });
      expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
      const { summary, breaking, must_handle, other, next_offset } = answer.value;
      expect(summary).toMatchObject({ added_endpoints: 20, removed_endpoints: 20, breaking_changes: 20 });
      sizes.push([breaking.length, must_handle.length + other.length]);
      summed.push(...[...breaking, ...must_handle, ...other].map(({ key }: { key: string }) => key));
      offset = next_offset;
    }
    expect(summed).toEqual(keys);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes[0]).toEqual([20, expect.any(Number)]);
  });

  it('have the breaking change that counts before all that the team has accepted', async () => {
    const document = await project.createDocument();
    const paths = Array.from({ length: 22 }, (_, index) => [`/${index + 10}`, { get: { responses: answers } }]);
    const from = await document.publish({ content: openapiWith(Object.fromEntries(paths)) });
    const to = await document.publish({ content: openapiWith({}), branch: 'test' });
    const own = { project_id: project.id, document_id: document.id };
    const versions = { from_version_id: from.id, to_version_id: to.id };
    const compared = await one.call('compare_api_versions', { ...own, ...versions, page_size: 200 });
    for (const { key } of compared.value.items.slice(0, -1))
      await people.admin.rest('POST', `${document.path}/diff-exceptions`, { body: { key, reason: 'Unused' } });
    const breaking = [{ path: '/31', is_breaking: true }];
    const page = await one.call('get_change_summary', { ...own, diff_id: compared.value.id, page_size: 20 });
    expect(page.value).toMatchObject({ breaking, summary: { breaking_changes: 1, ignored_changes: 21 } });
    const draft = { branch_id: 'dev', version_name: 'next', schema_content: openapiWith({}) };
    const made = await one.call('create_api_version_draft', { ...own, ...draft });
    expect(made.value.diff_preview.items.slice(0, 1)).toMatchObject(breaking);
    const { result } = await one.rpc('prompts/get', {
      name: 'review_draft',
      arguments: { ...own, draft_id: made.value.id },
    });
    expect(JSON.stringify(result)).toContain('\\"is_breaking\\":true');
  });

  it('of a draft lose changes that are too long, never the result of the action', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => [
      `/${index}/${'x'.repeat(20_000)}`,
      { get: { responses: answers } },
    ]);
    const args = {
      ...(await argumentsOf('create_api_version_draft')),
      schema_content: openapiWith(Object.fromEntries(paths)),
    };
    const made = await one.call('create_api_version_draft', args);
    expect([made.status, made.message]).toEqual(['OK', undefined]);
    expect(bytesRead(made)).toBeLessThanOrEqual(BOUND);
    const { items, item_count, next_offset } = made.value.diff_preview;
    expect(item_count).toBeGreaterThan(30);
    expect(next_offset).toBe(items.length);
    const read = async (changes_offset: number) =>
      one.call('get_api_version_draft', { ...ids, draft_id: made.value.id, changes_offset });
    const whole = await read(0);
    expect(bytesRead(whole)).toBeLessThanOrEqual(BOUND);
    expect(whole.value).toMatchObject({ draft: { id: made.value.id }, next_offset: expect.any(Number) });
    const last = await read(item_count - 1);
    expect(last.value.draft.diff_preview.items).toHaveLength(1);
    expect(last.value.draft.diff_preview.next_offset).toBeUndefined();
  });

  it('of a refusal name the first problems and count the others', async () => {
    const paths = Array.from({ length: 100 }, (_, index) => [`/${index}${'x'.repeat(600)}`, { get: 5 }]);
    const args = {
      ...(await argumentsOf('create_api_version_draft')),
      schema_content: openapiWith(Object.fromEntries(paths)),
    };
    const answer = await one.call('create_api_version_draft', args);
    expect(answer.status).toBe('INVALID_ARGUMENT');
    expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
    expect(answer.value.errors.length + answer.value.more_errors).toBe(100);
  });
});

describe('long texts', () => {
  it('come in parts that put together again are the text, and split no character', async () => {
    const text = `# Long\n\n${'äöü→😀 words\n\n'.repeat(120_000)}`;
    const published = await doc.publish({ content: text });
    const args = { ...docIds, version_id: published.id };
    const parts: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { value, result } = await one.call('get_doc_version', { ...args, offset, max_bytes: MEGABYTE });
      expect(Buffer.byteLength(value.content)).toBeLessThanOrEqual(MEGABYTE);
      expect(value.content).not.toContain('\uFFFD');
      expect(result.content[1]?.text).toBe(value.content);
      expect(value.size_bytes).toBe(Buffer.byteLength(text));
      parts.push(value.content);
      offset = value.next_offset;
    }
    expect(parts.length).toBe(Math.ceil(Buffer.byteLength(text) / MEGABYTE));
    expect(parts.join('')).toBe(text);
    for (const name of ['get_doc_version', 'get_latest_doc']) {
      const answer = await one.call(name, {
        ...docIds,
        [name === 'get_latest_doc' ? 'branch_id' : 'version_id']: name === 'get_latest_doc' ? 'dev' : published.id,
      });
      expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
      expect(answer.value.next_offset).toBe(Buffer.byteLength(answer.value.content));
      expect(text.startsWith(answer.value.content)).toBe(true);
    }
    const uri = `docsvc://projects/${project.id}/documents/${doc.id}/versions/${published.id}/content/stable`;
    const first = (await one.rpc('resources/read', { uri })).result?.contents[0];
    expect(Buffer.byteLength(first?.text ?? '')).toBeLessThanOrEqual(BOUND);
    const next = await one.rpc('resources/read', { uri: first?._meta?.next_uri });
    expect(text.startsWith(`${first?.text}${next.result?.contents[0]?.text}`)).toBe(true);
  });

  it('are of one text: a part of another one is refused, if the first part is named by its hash', async () => {
    const draft = await doc.createDraft({ content: `# Long\n\n${'word '.repeat(5_000)}\n`, by: writer });
    const args = { ...docIds, draft_id: draft.id };
    const { value: first } = await one.call('get_doc_draft', args);
    const next = { ...args, offset: first.next_offset, hash: first.hash };
    expect((await one.call('get_doc_draft', next)).status).toBe('OK');
    await draft.update({ content: `# Longer\n\n${'word '.repeat(6_000)}\n`, by: writer });
    const refused = await one.call('get_doc_draft', next);
    expect([refused.status, refused.message]).toEqual([
      'FAILED_PRECONDITION',
      'The text has changed since its first part was read: read it again from offset 0, without hash',
    ]);
    for (const hash of ['', ' ', null])
      expect((await one.call('get_doc_draft', { ...args, offset: 0, hash })).status).toBe('OK');
  });

  it('of the latest version as a resource continue in the same version', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN' });
    const { id } = await document.publish({ content: `# Long\n\n${'word '.repeat(12_000)}\n` });
    const base = `docsvc://projects/${project.id}/documents/${document.id}`;
    const { result } = await one.rpc('resources/read', { uri: `${base}/branches/dev/latest` });
    expect(result?.contents[0]?._meta?.next_uri).toMatch(
      new RegExp(`^${base}/versions/${id}/content/raw\\?offset=\\d+$`),
    );
  });

  it('of OpenAPI have a media type where their text shows it', async () => {
    const document = await project.createDocument();
    const info = { title: 'Long', version: '1', description: 'word '.repeat(12_000) };
    await document.publish({ content: JSON.stringify({ openapi: '3.1.0', info, paths: {} }) });
    const uri = `docsvc://projects/${project.id}/documents/${document.id}/branches/dev/latest`;
    const listed = (await one.rpc('resources/list', {})).result as { resources?: { uri: string }[] } | undefined;
    expect(listed?.resources?.find(resource => resource.uri === uri)).not.toHaveProperty('mimeType');
    const first = (await one.rpc('resources/read', { uri })).result?.contents[0];
    const next = (await one.rpc('resources/read', { uri: first?._meta?.next_uri })).result?.contents[0];
    expect([first?.mimeType, next?.mimeType]).toEqual(['application/json', 'text/plain']);
  });

  it('of a draft have the whole comment of its reviewer', async () => {
    const draft = await doc.createDraft({ content: `# Long\n\n${'word '.repeat(10_000)}\n`, by: writer });
    await draft.submit(writer);
    const comment = '評'.repeat(4_000);
    await draft.requestChanges({ comment });
    const answer = await one.call('get_doc_draft', { ...docIds, draft_id: draft.id });
    expect(answer.value.draft.review_comment).toBe(comment);
    expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
  });

  it('that are larger as JSON than as text fit too', async () => {
    const text = `# Odd\n\n${`${'"\u0001😀'.repeat(10)}\n`.repeat(400)}\n`;
    const published = await doc.publish({ content: text });
    const parts: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined && parts.length < 4; ) {
      const answer = await one.call('get_doc_version', { ...docIds, version_id: published.id, offset });
      expect(bytesRead(answer)).toBeLessThanOrEqual(BOUND);
      parts.push(answer.value.content);
      offset = answer.value.next_offset;
    }
    expect(text.startsWith(parts.join(''))).toBe(true);
    expect(parts.every(part => part.isWellFormed())).toBe(true);
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

  it('of the greatest size can be uploaded', async () => {
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
