import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LARGE_CHARACTERS } from '../../facades/encode.ts';
import { compression } from '../../facades/rest/special-routes.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin, createPerson } = await seed(app);
const stranger = await createPerson();
const project = await admin.createProject();
const document = await project.createDocument();
const first = await document.publish({ content: petstore31Json });
const second = await document.publish({ content: petstoreNext });
const versions = { from_version_id: first.id, to_version_id: second.id };
const { detail: diff } = await admin.rest('POST', `${document.path}/diffs`, { body: versions });
const endpoints = await admin.rest<{ id: string }[]>('GET', `${document.path}/versions/${first.id}/endpoints`);

const get = (path: string, headers: Record<string, string> = {}, token = admin.token, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({
    method,
    url: path.startsWith('/api') ? path : `/api/v1${path}`,
    headers: { authorization: token, ...headers },
  });

/** A diff of 3,000 removed operations. */
async function openLargeDiff(): Promise<{ path: string }> {
  const { path, ...large } = await project.createDocument();
  const operation = { responses: { 200: { description: 'Done' } } };
  const paths = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`/p${index}`, { get: operation }]));
  const content = (of: object) =>
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths: of });
  const [from, to] = [await large.publish({ content: content(paths) }), await large.publish({ content: content({}) })];
  const body = { from_version_id: from.id, to_version_id: to.id };
  const { detail } = await admin.rest('POST', `${path}/diffs`, { body });
  return { path: `${path}/diffs/${detail.id}` };
}

const version = `${document.path}/versions/${first.id}`;
const revalidated = [
  `${version}/content/raw`,
  `${version}/content/normalized`,
  `${version}/endpoints`,
  `${version}/endpoints?method=GET&page_size=1`,
  `${version}/endpoints/${endpoints.detail[0]?.id}`,
  `${version}/warnings`,
  `${project.path}/versions/${first.id}/content/raw`,
  ...['', '/summary', '/items', '/items?severity=3', '/groups?by=operation', '/changelog'].map(
    part => `${document.path}/diffs/${diff.id}${part}`,
  ),
];

describe('an answer with an ETag', () => {
  it.each(revalidated)('is HTTP 304 for a caller who has it: %s', async path => {
    const whole = await get(path);
    const etag = String(whole.headers.etag);
    const caching = { 'cache-control': 'private, no-cache', vary: 'accept-encoding' };
    expect(whole).toMatchObject({ statusCode: 200, headers: caching });
    expect(whole.json()).toMatchObject({ code: 200 });
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await get(path, { 'if-none-match': known });
      expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag, ...caching } });
    }
    expect(await get(path, { 'if-none-match': '"other"' })).toMatchObject({ statusCode: 200, headers: { etag } });
    const head = await get(path, { 'if-none-match': etag }, admin.token, 'HEAD');
    expect(head).toMatchObject({ statusCode: 304, body: '', headers: { etag, ...caching } });
    // A Content-Length of 0 would be wrong: caches would take it for the length of the stored answer.
    expect(head.headers).not.toHaveProperty('content-length');
  });

  it('is HTTP 304 also where the answer is too large to be hashed at once', async () => {
    const { path } = await openLargeDiff();
    const [whole, other] = [await get(path), await get(path)];
    expect(whole.body.length).toBeGreaterThan(2 * LARGE_CHARACTERS);
    expect(whole.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
      'cache-control': 'private, no-cache',
    });
    expect(other.headers.etag).toBe(whole.headers.etag);
    expect(other.json().detail).toEqual(whole.json().detail);
    const again = await get(path, { 'if-none-match': String(whole.headers.etag) });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    const [{ key }] = whole.json().detail.items;
    const accepted = await admin.rest('POST', path.replace(/diffs.*/, 'diff-exceptions'), {
      body: { key, reason: 'Nobody uses it' },
    });
    expect(accepted).toMatchObject({ code: 200 });
    expect((await get(path)).headers.etag).not.toBe(whole.headers.etag);
  });

  it('differs for every other request', async () => {
    const answers = await Promise.all(revalidated.map(path => get(path)));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(revalidated.length);
  });

  it('is refused, instead of HTTP 304, to callers who may not read it', async () => {
    for (const path of revalidated) {
      const { etag } = (await get(path)).headers;
      const refused = await get(path, { 'if-none-match': String(etag) }, stranger.token);
      expect(refused.json()).toMatchObject({ status: 'PERMISSION_DENIED' });
    }
    const gone = `${document.path}/versions/${diff.id}/content/raw`;
    expect((await get(gone, { 'if-none-match': '*' })).json()).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('is refused to callers who lost the right since, and below another project', async () => {
    const reader = await project.addMember('reader');
    const path = revalidated[0] as string;
    const { etag } = (await get(path, {}, reader.token)).headers;
    const known = { 'if-none-match': String(etag) };
    expect((await get(path, known, reader.token)).statusCode).toBe(304);
    const other = await admin.createProject();
    const elsewhere = path.replace(project.id, other.id);
    expect((await get(elsewhere, known)).json()).toMatchObject({ status: 'NOT_FOUND' });
    expect((await get(elsewhere, known, reader.token)).json()).toMatchObject({ status: 'PERMISSION_DENIED' });
    await admin.rest('DELETE', `${project.path}/members/${reader.id}`);
    expect((await get(path, known, reader.token)).json()).toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('changes with the severities and accepted changes of the project', async () => {
    const path = `${document.path}/diffs/${diff.id}/items`;
    const [before, items] = [(await get(path)).headers.etag, await admin.rest<{ key: string }[]>('GET', path)];
    const exception = { key: items.detail[0]?.key, reason: 'Nobody uses it' };
    expect(await admin.rest('POST', `${document.path}/diff-exceptions`, { body: exception })).toMatchObject({
      code: 200,
    });
    const after = await get(path, { 'if-none-match': String(before) });
    expect(after.statusCode).toBe(200);
    expect(after.headers.etag).not.toBe(before);
  });
});

describe('an answer to a page of an allowed origin', () => {
  const origin = 'https://app.example.com';

  it('differs by origin and by encoding, and shows the page its ETag', async () => {
    const open = await app.with({ DOCSVC_CORS_ORIGINS: origin });
    const paths = [
      `/api/v1${revalidated[0]}`,
      `/api/v1${project.path}/versions.atom`,
      '/api/v1/open/docs/openapi.yaml',
    ];
    for (const url of paths) {
      const headers = { authorization: admin.token, origin };
      const whole = await open.inject({ url, headers });
      const unchanged = await open.inject({
        url,
        headers: { ...headers, 'if-none-match': String(whole.headers.etag) },
      });
      expect([whole.statusCode, unchanged.statusCode]).toEqual([200, 304]);
      for (const answer of [whole, unchanged]) {
        expect(String(answer.headers.vary).toLowerCase().split(', ').sort()).toEqual(['accept-encoding', 'origin']);
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
        expect(answer.headers['access-control-expose-headers']).toContain('ETag');
      }
    }
  });
});

describe('a long answer', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ])('is compressed for callers who accept %s, and is the same', async (encoding, decompress) => {
    const paths = [`${version}/content/raw`, `${document.path}/diffs/${diff.id}`, `${project.path}/versions.atom`];
    for (const path of paths) {
      const [plain, packed] = [await get(path), await get(path, { 'accept-encoding': encoding })];
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      const text = decompress(packed.rawPayload).toString();
      const withoutTrace = (envelope: string) => envelope.replace(/"trace_id":"\w+","timestamp":\d+/, '');
      expect(withoutTrace(text)).toBe(withoutTrace(plain.body));
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    }
  });

  it('has no encoding where it is not sent', async () => {
    for (const path of [
      `${version}/content/raw`,
      `${document.path}/diffs/${diff.id}`,
      `${project.path}/versions.atom`,
    ]) {
      const { etag } = (await get(path)).headers;
      for (const method of ['GET', 'HEAD'] as const) {
        const known = { 'if-none-match': String(etag), 'accept-encoding': 'br' };
        const unchanged = await get(path, known, admin.token, method);
        expect(unchanged).toMatchObject({ statusCode: 304, body: '', headers: { etag, vary: 'accept-encoding' } });
        expect(unchanged.headers).not.toHaveProperty('content-encoding');
      }
    }
  });

  it('has the headers of its encoding after HEAD too', async () => {
    for (const path of [`${version}/content/raw`, `${document.path}/diffs/${diff.id}`]) {
      const accepting = { 'accept-encoding': 'br' };
      const [whole, head] = [await get(path, accepting), await get(path, accepting, admin.token, 'HEAD')];
      expect([head.body, head.headers['content-encoding']]).toEqual(['', 'br']);
      // The lengths are not equal: trace id and time compress differently.
      expect(Math.abs(Number(head.headers['content-length']) - whole.rawPayload.length)).toBeLessThan(50);
      expect(head.headers.etag).toBe(whole.headers.etag);
    }
  });

  it.each([
    ['br;q=0.8, identity;q=1', undefined],
    ['gzip;q=0, br;q=0, zstd;q=0, *', undefined],
    ['zstd;q=0, gzip;q=0, *', 'br'],
    ['GZIP', 'gzip'],
    ['gzip, br;q=0.9, zstd;q=0.9', 'gzip'],
    ['gzip, br, zstd', 'zstd'],
  ])('accepting "%s" is encoded as %s', async (accepted, encoding) => {
    const { headers } = await get(`${version}/content/raw`, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('is never compressed where it contains a credential', async () => {
    const lists = {
      [`${document.path}/shares`]: () => ({ branch_id: document.branches.dev }),
      '/private/mcp-tokens': (name: string) => ({ name, scopes: [1] }),
      '/private/api-tokens': (name: string) => ({ name, scopes: [1] }),
    };
    for (const [path, bodyOf] of Object.entries(lists)) {
      for (let index = 0; index < 15; index += 1)
        expect(await admin.rest('POST', path, { body: bodyOf(`token ${index}`) })).toMatchObject({ status: 'OK' });
      const { headers, rawPayload } = await get(path, { 'accept-encoding': 'gzip, br, zstd' });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(rawPayload.length).toBeGreaterThan(2 * compression.compress.threshold);
    }
  });
});
