import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { guideMarkdown, petstore31Json, petstore31Yaml, petstoreNext } from '../support/documents.ts';
import { type Document, seed } from '../support/seed.ts';

/** Uploads: the content of a draft is the body, as a file or in a form. */

const app = await testApp();
const { admin, createPerson } = await seed(app);
const project = await admin.createProject();
const api = await project.createDocument();
const guide = await project.createDocument({ type: 'MARKDOWN' });
const stranger = await createPerson();

type Upload = { type?: string | undefined; body: string | Buffer; query?: Record<string, string>; method?: string };

const upload = (path: string, { type, body, query = {}, method = 'POST' }: Upload, by = admin) =>
  by.rest(method, path, { body, query, headers: { 'content-type': type ?? '' } });

const drafts = (document: Document) => `${document.path}/drafts`;
const named = (document: Document) => ({ branch_id: document.branches.dev, version_name: '1.0.0' });

async function contentOf(document: Document, id: string): Promise<string> {
  const { detail } = await admin.rest<{ content: string }>('GET', `${drafts(document)}/${id}/content/raw`);
  return detail.content;
}

type Part = { name: string; value: string; file?: string; type?: string; encoding?: string };

function form(parts: Part[], boundary = '----------form') {
  const bodies = parts.map(({ name, value, file, type, encoding }) => {
    const disposition = `Content-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}`;
    const headers = [
      disposition,
      ...(type ? [`Content-Type: ${type}`] : []),
      ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : []),
    ];
    return `--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n${value}\r\n`;
  });
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${bodies.join('')}--${boundary}--\r\n` };
}

describe.each(['POST', 'PUT'])('%s of a file creates a draft', method => {
  it.each([
    ['application/yaml', petstore31Yaml],
    ['application/yaml; charset=UTF-8', petstore31Yaml],
    ['application/openapi+yaml', petstore31Yaml],
    ['application/openapi+json', petstore31Json],
    ['text/yaml', petstore31Yaml],
  ])('of %s', async (type, body) => {
    const answer = await upload(drafts(api), { type, body, query: named(api), method });
    expect(answer).toMatchObject({ status: 'OK', detail: { version_name: '1.0.0', state: 'draft' } });
    expect(await contentOf(api, answer.detail.id)).toBe(body);
  });

  it('of Markdown, with the other fields in the query', async () => {
    const query = { ...named(guide), changelog: 'Für alle & jeden', content_kind: 'stable' };
    const answer = await upload(drafts(guide), { type: 'text/markdown', body: guideMarkdown, query, method });
    expect(answer).toMatchObject({
      status: 'OK',
      detail: { changelog: 'Für alle & jeden', content_kind: 'stable', content: guideMarkdown },
    });
  });

  it('from a form, with the other fields in the query or in the form', async () => {
    const { branch_id, version_name } = named(api);
    const file = { name: 'file', value: petstore31Yaml, file: 'api.yaml', type: 'application/octet-stream' };
    const sent = form([{ name: 'version_name', value: version_name }, file]);
    const answer = await upload(drafts(api), { ...sent, query: { branch_id }, method });
    expect(answer).toMatchObject({ status: 'OK', detail: { version_name, branch_id } });
    expect(await contentOf(api, answer.detail.id)).toBe(petstore31Yaml);
    const markdown = form([{ name: 'upload', value: guideMarkdown, file: 'guide.md' }]);
    expect(await upload(drafts(guide), { ...markdown, query: named(guide), method })).toMatchObject({ status: 'OK' });
  });
});

it('PUT reads application/json as the document; POST reads it as an object with fields, and says so', async () => {
  const sent = { type: 'application/json', body: petstore31Json, query: named(api) };
  const answer = await upload(drafts(api), { ...sent, method: 'PUT' });
  expect(await contentOf(api, answer.detail.id)).toBe(petstore31Json);
  expect(await upload(drafts(api), sent)).toMatchObject({
    status: 'INVALID_ARGUMENT',
    message: expect.stringContaining('application/openapi+json'),
  });
});

it('PUT without Content-Type, as curl -T sends it, reads a document of either type', async () => {
  const put = async (path: string, payload: string, query: Record<string, string>) => {
    const request = { method: 'PUT' as const, url: `/api/v1${path}`, query, payload };
    return (await app.inject({ ...request, headers: { authorization: admin.token } })).json();
  };
  for (const [document, text] of [[api, petstore31Yaml] as const, [guide, guideMarkdown] as const]) {
    const { status, detail } = await put(drafts(document), text, named(document));
    expect([status, await contentOf(document, detail.id)]).toEqual(['OK', text]);
    const query = { expected_revision: detail.revision };
    const changed = await put(`${drafts(document)}/${detail.id}`, `${text}\n`, query);
    expect([changed.status, await contentOf(document, detail.id)]).toEqual(['OK', `${text}\n`]);
    expect(await put(drafts(document), '', named(document))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^Send a file: /),
    });
  }
});

it.each(['PATCH', 'PUT'])('%s of a file changes a draft, with the revision in the query', async method => {
  const draft = await api.createDraft({ content: petstore31Json });
  const { revision } = await draft.read();
  const sent = { type: 'application/openapi+json', body: petstoreNext, method };
  const changed = await upload(draft.path, { ...sent, query: { expected_revision: revision, version_name: 'new' } });
  expect(changed).toMatchObject({ status: 'OK', detail: { version_name: 'new', schema_content: petstoreNext } });
  expect(await upload(draft.path, { ...sent, query: { expected_revision: revision } })).toMatchObject({
    status: 'FAILED_PRECONDITION',
  });
  expect(await upload(draft.path, sent)).toMatchObject({ status: 'INVALID_ARGUMENT', message: /expected_revision/ });
});

it('a form without a file changes the labels of a draft', async () => {
  const draft = await api.createDraft({ content: petstore31Json });
  const fields = { expected_revision: (await draft.read()).revision, changelog: 'By a form' };
  const sent = form(Object.entries(fields).map(([name, value]) => ({ name, value })));
  expect(await upload(draft.path, { ...sent, method: 'PATCH' })).toMatchObject({
    status: 'OK',
    detail: { changelog: 'By a form', schema_content: petstore31Json },
  });
});

describe('the checks of JSON apply to files', () => {
  const yaml = { type: 'application/yaml', body: petstore31Yaml, query: named(api) };

  it.each<[string, Partial<Upload>, RegExp]>([
    ['a content that is no document', { body: 'a: [' }, /schema_content/],
    ['a blank content', { body: ' ' }, /schema_content/],
    ['no content', { body: '' }, /schema_content/],
    ['bytes that are not UTF-8', { body: Buffer.from([0xff, 0xfe, 0x41]) }, /UTF-8/],
    ['another charset', { type: 'application/yaml; charset=latin1' }, /UTF-8/],
    ['an unknown field', { query: { ...named(api), versionname: 'x' } }, /versionname.*version_name/],
    ['a missing field', { query: { branch_id: api.branches.dev } }, /version_name/],
    ['the content in the query too', { query: { ...named(api), schema_content: 'x' } }, /schema_content/],
    ['a branch of no document', { query: { ...named(api), branch_id: '' } }, /branch_id/],
    ['an unknown type', { type: 'application/xml' }, /Content-Type/],
    ['Markdown for an OpenAPI document', { type: 'text/markdown', body: guideMarkdown }, /Markdown/],
  ])('%s', async (_, change, message) => {
    for (const method of ['POST', 'PUT'])
      expect(await upload(drafts(api), { ...yaml, method, ...change })).toMatchObject({
        status: 'INVALID_ARGUMENT',
        message: expect.stringMatching(message),
      });
  });

  it('a caller without access is refused before the content is checked', async () => {
    for (const body of [petstore31Yaml, 'a: ['])
      expect(await upload(drafts(api), { ...yaml, body }, stranger)).toMatchObject({ status: 'PERMISSION_DENIED' });
    const headers = { 'content-type': 'application/yaml' };
    expect(await app.rest('PUT', drafts(api), { body: 'x', headers })).toMatchObject({ status: 'UNAUTHENTICATED' });
  });

  it.each<[string, { type: string; body: string }, RegExp]>([
    ['without a boundary', { type: 'multipart/form-data', body: 'x' }, /form/],
    ['that ends too early', { ...form([{ name: 'a', value: 'b', file: 'c' }]), body: '------------form\r\n' }, /form/],
    ['that is none', { type: form([]).type, body: 'neither this nor that' }, /form/],
    ['of two documents', form([1, 2].map(n => ({ name: `f${n}`, value: 'x', file: 'x' }))), /more than one document/],
    ['with a field twice', form([1, 2].map(() => ({ name: 'changelog', value: 'x' }))), /changelog twice/],
    ['of 30 fields', form(Array.from({ length: 30 }, (_, n) => ({ name: `f${n}`, value: 'x' }))), /20 fields/],
    ['with an unknown field', form([{ name: '__proto__', value: 'x' }]), /__proto__/],
    [
      'with the content twice',
      form([
        { name: 'content', value: 'x' },
        { name: 'content', value: 'y', file: 'f' },
      ]),
      /content twice/,
    ],
    [
      'with an encoded file',
      form([{ name: 'f', value: Buffer.from(guideMarkdown).toString('base64'), file: 'f', encoding: 'BASE64' }]),
      /encodes f: leave Content-Transfer-Encoding out/,
    ],
    [
      'of very many parts',
      { ...form([]), body: '------------form\r\nX: y\r\n\r\n\r\n'.repeat(200_000) },
      /too many parts/,
    ],
    [
      'with a file in another charset',
      form([{ name: 'f', value: guideMarkdown, file: 'f.md', type: 'text/markdown; charset="utf-16"' }]),
      /has a file in the charset utf-16: send UTF-8/,
    ],
    [
      'with an encoded field',
      form([{ name: 'changelog', value: 'eA=3D=3D', encoding: 'quoted-printable' }]),
      /encodes changelog/,
    ],
  ])('a form %s', async (_, sent, message) => {
    const answer = await upload(drafts(api), { ...sent, query: named(api) });
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
  });

  it('a form with a file in UTF-8 is accepted, even if a field declares another charset', async () => {
    const sent = form([
      { name: 'version_name', value: '1.0.0', type: 'text/plain; charset=ISO-8859-1' },
      { name: 'f', value: petstore31Yaml, file: 'charset=utf-16.yaml', type: 'application/yaml; charset="UTF-8"; v=1' },
    ]);
    const answer = await upload(drafts(api), { ...sent, query: { branch_id: api.branches.dev } });
    expect(answer).toMatchObject({ status: 'OK', detail: { version_name: '1.0.0' } });
  });

  it.each([
    '; x=";boundary=a"; boundary=b',
    '; x="\\";boundary=a"; Boundary="b"',
    ';boundary=b;boundary=a',
    '; boundary = b',
  ])('a form is divided by its own boundary only: %s', async parameters => {
    const value = `# Guide\r\n${'--a"\r\n\r\n--a\r\n\r\n'.repeat(3)}Text\r\n`;
    const { body } = form([{ name: 'f', value, file: 'guide.md' }], 'b');
    const type = `multipart/form-data${parameters}`;
    const answer = await upload(drafts(guide), { type, body, query: named(guide) });
    expect(answer).toMatchObject({ status: 'OK', detail: { content: value } });
  });

  it('nothing behind the end of a form is read, however many parts it seems to have', async () => {
    const body = `--b--\r\n${'--b\r\n'.repeat(20_000)}`;
    const answer = await upload(drafts(api), { type: 'multipart/form-data; boundary=b', body, query: named(api) });
    expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', message: expect.stringMatching(/schema_content/) });
  });

  it.each([
    ['is too long', 'b'.repeat(71)],
    ['is empty', '""'],
    ['has quotes', '"a\\"b"'],
  ])('a form whose boundary %s', async (_, boundary) => {
    const sent = { type: `multipart/form-data; boundary=${boundary}`, body: 'x', query: named(api) };
    expect(await upload(drafts(api), sent)).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/boundary of 1 to 70/),
    });
  });

  it('a charset inside of another parameter is no charset', async () => {
    const body = { ...named(api), schema_content: petstore31Yaml };
    for (const type of ['application/json', 'application/yaml']) {
      const sent = type.endsWith('json') ? { body: JSON.stringify(body) } : { body: petstore31Yaml, query: named(api) };
      const answer = await upload(drafts(api), { ...sent, type: `${type}; x="; charset=latin1"` });
      expect(answer.status).toBe('OK');
    }
    const file = { name: 'f', value: petstore31Yaml, file: 'a', type: 'a/b; x="; charset=utf-16"' };
    expect((await upload(drafts(api), { ...form([file]), query: named(api) })).status).toBe('OK');
  });

  it.each([
    ['no headers', ''],
    ['no Content-Disposition', 'Content-Type: text/plain\r\n'],
    ['another disposition', 'Content-Disposition: attachment; filename="api.yaml"\r\n'],
    ['a line break in its name', 'Content-Disposition: form-data; name="change\nlog"\r\n'],
  ])('a form with a part that has %s, wherever it stands', async (_, headers) => {
    const { type, body } = form([{ name: 'content', value: petstore31Yaml, file: 'api.yaml' }]);
    const delimiter = body.slice(0, body.indexOf('\r\n'));
    const part = `${delimiter}\r\n${headers}\r\nlost\r\n`;
    for (const sent of [part + body, body.replace(`${delimiter}--`, `${part}${delimiter}--`)]) {
      const answer = await upload(drafts(api), { type, body: sent, query: named(api) });
      expect(answer.status).toBe('INVALID_ARGUMENT');
      expect(answer.message).toMatch(/part without a name|not a form/);
    }
  });

  it('a form that breaks off, wherever it does', async () => {
    const label = { name: 'version_name', value: '1.0.0' };
    const sent = form([label, { name: 'file', value: petstore31Yaml.slice(0, 100), file: 'api.yaml' }, label]);
    const end = sent.body.length - '--\r\n'.length;
    for (let length = 1; length < end; length += 5) {
      const answer = await upload(drafts(api), { ...sent, body: sent.body.slice(0, length), query: named(api) });
      expect(answer, `${length} bytes`).toMatchObject({
        status: 'INVALID_ARGUMENT',
        message: expect.stringContaining('not a form'),
      });
    }
  });
});

describe('a document of several files', () => {
  const text = `openapi: 3.1.0
info: { title: Parts, version: '1' }
paths: { /pets: { get: { responses: { 200: { $ref: 'parts/found.yaml' } } } } }
components: { schemas: { Name: { type: string } } }
`;
  const found =
    "{ description: Found, content: { a/b: { schema: { $ref: '../api.yaml#/components/schemas/Name' } } } }";
  const main = { name: 'file', value: text, file: 'api.yaml' };
  const part = (file: string, value: string): Part => ({ name: 'files', value, file });
  const send = (...parts: Part[]) => upload(drafts(api), { ...form(parts), query: named(api) });
  const one = { description: 'Found', content: { 'a/b': { schema: { $ref: '#/components/schemas/Name' } } } };

  it('is stored as one, from a form or from JSON', async () => {
    const sent = await send(main, part('parts/found.yaml', found), part('unused.yaml', 'a: 1'));
    expect(sent.status).toBe('OK');
    const stored = await contentOf(api, sent.detail.id);
    expect(JSON.parse(stored).components.responses).toEqual({ found: one });
    const files = [{ path: './parts/found.yaml', content: found }];
    const body = { ...named(api), schema_content: text, schema_path: 'api.yaml', files };
    const same = await admin.rest('POST', drafts(api), { body });
    expect(await contentOf(api, same.detail.id)).toBe(stored);
    const { revision } = await admin
      .rest<{ revision: string }>('GET', `${drafts(api)}/${same.detail.id}`)
      .then(({ detail }) => detail);
    const changed = [{ path: 'parts/found.yaml', content: found.replace('Found', 'Changed') }];
    const update = { expected_revision: revision, schema_content: text, schema_path: 'api.yaml', files: changed };
    const answer = await admin.rest('PATCH', `${drafts(api)}/${same.detail.id}`, { body: update });
    expect(answer.status).toBe('OK');
    expect(await contentOf(api, same.detail.id)).toContain('Changed');
  });

  it.each<[string, Part[], RegExp]>([
    ['a missing file', [main], /schema_content.*parts\/found\.yaml/],
    [
      'another file',
      [main, part('found.yaml', found)],
      /files.*api\.yaml:3:.*leads to parts\/found\.yaml: there is no/,
    ],
    ['a file that is no YAML', [main, part('parts/found.yaml', 'a: [')], /files.*parts\/found\.yaml:1:/],
    ['a file twice', [main, part('a.yaml', 'a: 1'), part('a.yaml', 'a: 1')], /two files with the path a\.yaml/],
    ['two spellings of a path', [main, part('b/a.yaml', 'a: 1'), part('./b\\a.yaml', 'a: 1')], /path b\/a\.yaml/],
    ['files alone', [part('a.yaml', 'a: 1')], /schema_content is required beside files/],
    ['a path outside', [main, part('parts/found.yaml', '$ref: ../../x.yaml')], /outside of the folder/],
    ['an address', [main, part('parts/found.yaml', '$ref: http://127.0.0.1/x.yaml')], /nothing is fetched/],
    ['too many files', [main, ...Array.from({ length: 1_001 }, (_, n) => part(`${n}.yaml`, 'a'))], /1000 files/],
  ])('%s is refused', async (_, parts, message) => {
    expect(await send(...parts)).toMatchObject({ status: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
  });

  it('is refused if it is Markdown', async () => {
    const parts = form([{ name: 'content', value: guideMarkdown, file: 'guide.md' }, part('a.yaml', 'a: 1')]);
    const answer = await upload(drafts(guide), { ...parts, query: named(guide) });
    expect(answer.status).toBe('INVALID_ARGUMENT');
    const body = { ...named(guide), schema_content: text, files: [{ path: 'a.yaml', content: 'a: 1' }] };
    expect((await admin.rest('POST', drafts(guide), { body })).detail).toMatchObject({
      errors: [{ field: 'files', message: 'belong to OpenAPI documents only' }],
    });
  });
});

it('a form of 8 MB is accepted', async () => {
  const file = { name: 'file', value: `${petstore31Yaml}\n${'# comment\n'.repeat(800_000)}`, file: 'api.yaml' };
  const answer = await upload(drafts(api), { ...form([file]), query: named(api) });
  expect(answer.status).toBe('OK');
});

it('an upload may be repeated with its Idempotency-Key, even with another boundary', async () => {
  const file = { name: 'file', value: petstore31Yaml, file: 'api.yaml' };
  const send = ({ type, body }: { type: string; body: string }) =>
    admin.rest('PUT', drafts(api), {
      body,
      query: named(api),
      headers: { 'content-type': type, 'idempotency-key': 'upload' },
    });
  const [first, again] = [await send(form([file])), await send(form([file], 'another'))];
  expect([first.status, again.status, again.detail.id]).toEqual(['OK', 'OK', first.detail.id]);
});
