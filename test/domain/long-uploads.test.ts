import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { type Document, seed } from '../support/seed.ts';

// A long text goes from the request to the worker in bytes. The answers are the same as for a short one.

const LIMIT = 1024 * 1024;
const app = await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(LIMIT) });
const { admin } = await seed(app);
const project = await admin.createProject();
const guide = await project.createDocument({ type: 'MARKDOWN' });
const api = await project.createDocument();

/** Markdown of a size in UTF-8, with characters of one to four bytes and many that JSON escapes. */
function markdownOf(bytes: number): string {
  const line = '- "é" \\ → 😀\t\u0001\n';
  const text = line.repeat(Math.floor(bytes / Buffer.byteLength(line)));
  return text + 'x'.repeat(bytes - Buffer.byteLength(text));
}

const long = markdownOf(700_000);

type Fields = Record<string, unknown>;

const create = (document: Document, fields: Fields, headers = {}) =>
  admin.rest<{ id: string }>('POST', `${document.path}/drafts`, {
    body: { branch_id: document.branches.dev, version_name: '1', ...fields },
    headers,
  });

const CREATE = 'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }';

const inputOf = (document: Document, fields: Fields) => ({
  input: { branchId: document.branches.dev, versionName: '1', ...fields },
});

async function contentOf(document: Document, id: string, kind = 'raw'): Promise<string> {
  const path = `${document.path}/drafts/${id}/content/${kind}`;
  return (await admin.rest<{ content: string }>('GET', path)).detail.content;
}

describe('a long text is stored as sent', () => {
  it('in a body of JSON, changed and with other escapes', async () => {
    const { detail } = await create(guide, { content: long });
    expect(await contentOf(guide, detail.id)).toBe(long);
    const draft = `${guide.path}/drafts/${detail.id}`;
    const { detail: read } = await admin.rest<{ revision: string }>('GET', draft);
    const changed = `${long}\n`;
    const escaped = JSON.stringify(changed).replace(/[\u0080-\uffff]/g, unit => {
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
    const body = `{"schema_content":${escaped},"expected_revision":"${read.revision}"}`;
    const headers = { 'content-type': 'application/json' };
    expect(await admin.rest('PATCH', draft, { body, headers })).toMatchObject({ status: 'OK' });
    expect(await contentOf(guide, detail.id)).toBe(changed);
  });

  it('as a file and in a form', async () => {
    const query = { branch_id: guide.branches.dev, version_name: '1' };
    const send = (type: string, body: string) =>
      admin.rest<{ id: string }>('POST', `${guide.path}/drafts`, { body, query, headers: { 'content-type': type } });
    const file = await send('text/markdown', long);
    const form = `--b\r\nContent-Disposition: form-data; name="content"; filename="a.md"\r\n\r\n${long}\r\n--b--\r\n`;
    const sent = await send('multipart/form-data; boundary=b', form);
    for (const { detail } of [file, sent]) expect(await contentOf(guide, detail.id)).toBe(long);
  });

  it('in its canonical form, which is analyzed again', async () => {
    const content = '# A\n\n\n\n'.repeat(50_000);
    const [raw, stable] = [await create(guide, { content }), await create(guide, { content, content_kind: 'stable' })];
    const text = await contentOf(guide, raw.detail.id, 'stable');
    expect(text).not.toBe(content);
    expect(await contentOf(guide, stable.detail.id)).toBe(text);
  });

  it('over GraphQL, in a field of the input, a variable of its own, and a variable that is used twice', async () => {
    const whole = await admin.graphql<{ createDraft: { id: string } }>(CREATE, inputOf(guide, { content: long }));
    const branchId = guide.branches.dev;
    const own = await admin.graphql<{ createDraft: { id: string } }>(
      `mutation($content: String) {
        createDraft(input: { branchId: "${branchId}", versionName: "1", content: $content }) { id } }`,
      { content: long },
    );
    const twice = await admin.graphql<Record<'a' | 'b', { id: string }>>(
      'mutation($input: CreateDraftInput!) { a: createDraft(input: $input) { id } b: createDraft(input: $input) { id } }',
      inputOf(guide, { content: long }),
    );
    const drafts = [whole.data?.createDraft, own.data?.createDraft, twice.data?.a, twice.data?.b];
    for (const draft of drafts) expect(await contentOf(guide, draft?.id as string)).toBe(long);
    const read = await admin.graphql<{ draft: { content: { content: string } } }>(
      'query($id: ID!) { draft(id: $id) { content(kind: RAW) { content } } }',
      { id: drafts[0]?.id },
    );
    expect(read.data?.draft.content.content).toBe(long);
  });

  it('in both fields, if they are equal', async () => {
    const { detail } = await create(guide, { content: long, schema_content: long });
    expect(await contentOf(guide, detail.id)).toBe(long);
    expect(await create(guide, { content: long, schema_content: `${long}.` })).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'content differs from schema_content: send only one of them',
    });
  });

  it('once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'long' };
    const [first, again] = [
      await create(guide, { content: long }, headers),
      await create(guide, { content: long }, headers),
    ];
    expect(again.detail.id).toBe(first.detail.id);
    expect(await create(guide, { content: `${long}.` }, headers)).toMatchObject({ status: 'FAILED_PRECONDITION' });
  });
});

describe('a long text is refused', () => {
  it.each([
    ['of a byte too much', markdownOf(LIMIT + 1), `must have at most ${LIMIT} bytes`],
    ['of fewer characters with too many bytes', '→'.repeat(LIMIT / 3 + 1), `must have at most ${LIMIT} bytes`],
    ['of blanks', ' \u00a0\n'.repeat(200_000), 'must not be empty'],
    ['with a NUL character', `${long}\0`, 'must not contain a NUL character'],
    ['with a lone surrogate', `${long}\ud800${long.slice(0, 100_000)}`, 'must be well-formed Unicode'],
  ])('%s', async (_name, content, message) => {
    const answer = await create(guide, { content });
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT' });
    expect(answer.message).toContain(message);
    const { errors } = await admin.graphql(CREATE, inputOf(guide, { content }));
    expect(errors?.[0]?.extensions.code).toBe('INVALID_ARGUMENT');
  });

  it('but not at the limit itself', async () => {
    const content = markdownOf(LIMIT);
    expect(await contentOf(guide, (await create(guide, { content })).detail.id)).toBe(content);
  });

  it('with the place of a mistake in it', async () => {
    const schema_content = `{"openapi": "3.1.0",\n"info": "${'x'.repeat(400_000)}",}`;
    expect(await create(api, { schema_content })).toMatchObject({
      detail: { errors: [{ field: 'schema_content', line: 2, message: expect.stringContaining('trailing comma') }] },
    });
  });

  it('where a short one is expected, as before', async () => {
    const text = 'x'.repeat(400_000);
    const fields = { content: '# A', changelog: text, source_git_commit_id: text };
    expect(await create(guide, fields)).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'changelog must have at most 20000 characters',
    });
    expect(await create(guide, { content: '# A', branch_id: text })).toMatchObject({ status: 'NOT_FOUND' });
    expect(await create(guide, { content: '# A', content_kind: text })).toMatchObject({ status: 'INVALID_ARGUMENT' });
    const input = inputOf(guide, { content: '# A', changelog: text });
    const { errors } = await admin.graphql(CREATE, input);
    expect(errors?.[0]?.message).toBe('changelog must have at most 20000 characters');
    const kinds = await admin.graphql(CREATE, inputOf(guide, { content: '# A', contentKind: text }));
    expect(kinds.errors?.[0]?.message).toContain('$input');
    const other = await admin.graphql(CREATE, inputOf(guide, { content: text, versionName: 1 }));
    expect(other.errors?.[0]?.message).toContain('String cannot represent a non string value');
    expect(other.errors?.[0]?.message.length).toBeLessThan(1_000);
  });
});
