import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createBodyReader } from '../../facades/request-body.ts';
import { compileApi } from '../../facades/rest/compiled-routes.ts';
import { type Category, categories, category, get, post } from '../../facades/rest/route.ts';
import { compression } from '../../facades/rest/special-routes.ts';
import { build, startService } from './service.ts';
import { GetDraftContent, SaveDraft } from './small-operations.ts';
import { smallSchema } from './small-schema.ts';

const P = '/api/v1/private/projects/p';
const D = `${P}/documents/d`;

async function call(url: string, options: Omit<InjectOptions, 'url'> & { as?: string } = {}, overrides = {}) {
  const service = await startService(overrides);
  const { as = 'writer', headers, ...rest } = options;
  const response = await service.app.inject({
    url,
    headers: { ...(as && { authorization: as }), ...headers },
    ...rest,
  });
  const text = response.body;
  const json = () => JSON.parse(text) as Record<string, unknown>;
  return { ...service, http: response.statusCode, headers: response.headers, text, json };
}

const save = (body: unknown, options: { as?: string } = {}, overrides = {}) =>
  call(`${D}/drafts`, { method: 'POST', payload: body as object, ...options }, overrides);

const raw = (payload: string | Buffer, contentType = 'application/json') =>
  call(`${D}/drafts`, { method: 'POST', payload, headers: { 'content-type': contentType } });

it('compresses answers to GET about documents only, whatever the size of others', async () => {
  const names = Object.keys(categories) as Category[];
  const pathOf = (name: Category) => `/api/v1/private/${name.toLowerCase().replace(' ', '-')}`;
  const rows = names.flatMap(name =>
    category(name, [
      get(`${pathOf(name)}/{draft_id}/content/{kind}`, GetDraftContent, { who: 'reader', summary: 'Read' }),
      post(pathOf(name), SaveDraft, { who: 'writer', summary: 'Save' }),
    ]),
  );
  const { app } = await startService({ api: compileApi(smallSchema, build, rows) });
  const accepting = { authorization: 'root', 'accept-encoding': 'gzip' };
  const payload = { version_name: 'v'.repeat(3000) };
  const compressed: string[] = [];
  for (const name of names) {
    const answers = {
      get: await app.inject({ url: `${pathOf(name)}/x/content/stable`, headers: accepting }),
      post: await app.inject({ method: 'POST', url: pathOf(name), headers: accepting, payload }),
    };
    for (const [method, { statusCode, headers, rawPayload }] of Object.entries(answers)) {
      expect(statusCode).toBe(200);
      if (headers['content-encoding'] !== undefined) compressed.push(`${method} ${name}`);
      else expect(rawPayload.length).toBeGreaterThan(2 * compression.compress.threshold);
    }
  }
  expect(compressed).toEqual(
    ['Documents', 'Branches', 'Drafts', 'Versions', 'Endpoints', 'Diffs'].map(name => `get ${name}`),
  );
});

it('identifies answers that follow from the request alone by the build that made them', () => {
  const rows = category('Versions', [
    get(`${P}/{draft_id}/content/{kind}`, GetDraftContent, { who: 'reader', summary: 'Read', revalidates: 'version' }),
  ]);
  const releaseOf = (other: Partial<typeof build>) => {
    const { compiled, release } = compileApi(smallSchema, { ...build, ...other }, rows);
    return compiled.map(({ operation }) => release(operation)).join();
  };
  const tags = [{}, { version: '1.2.4' }, { commit: 'b'.repeat(40) }].map(releaseOf);
  expect(new Set(tags).size).toBe(tags.length);
  expect(releaseOf({})).toBe(tags[0]);
});

describe('success', () => {
  it('wraps a list with its total and passes paging on', async () => {
    const { http, json, calls, headers } = await call(`${P}/documents?document_type=1&page_size=5`, { as: 'reader' });
    expect(http).toBe(200);
    expect(json()).toEqual({
      code: 200,
      status: 'OK',
      message: 'OK',
      detail: [{ id: 'd1', document_type: 1 }],
      total: 7,
      trace_id: headers['x-trace-id'],
      timestamp: expect.closeTo(Date.now() / 1000, -1),
    });
    expect(calls).toEqual([{ documentType: 'OPENAPI', first: 5, offset: 0 }]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('answers the long and the short form; a body that names other parents than the path is refused', async () => {
    const body = { version_name: 'v2', project_id: 'p' };
    expect((await save({ ...body, project_id: 'other' })).json()).toMatchObject({ status: 'INVALID_ARGUMENT' });
    const long = await save(body);
    expect(long.calls).toEqual([{ projectId: 'p', documentId: 'd', versionName: 'v2' }]);
    const short = await call(`${P}/drafts`, { method: 'POST', payload: body });
    expect(short.calls).toEqual([{ projectId: 'p', versionName: 'v2' }]);
    expect(short.json().detail).toEqual({ id: 'new', status: 1, state: 'draft', version_name: 'v2' });
    expect((await call(`${P}/drafts/x`)).json().detail).toMatchObject({
      id: 'x',
      status: 3,
      state: 'changes_requested',
    });
  });

  it('says null for a value that is none, NOT_FOUND for a parent that is none', async () => {
    const none = await call('/api/v1/private/summaries/x');
    expect(none.json()).toMatchObject({ code: 200, detail: null });
    expect((await call('/api/v1/private/summaries/nothing')).json()).toMatchObject({ code: 404, status: 'NOT_FOUND' });
  });

  it('writes a large text piece by piece without changing it', async () => {
    const { json } = await call(`${D}/drafts/x/content/stable`);
    expect((json().detail as { content: string }).content).toBe('ü😀"\n'.repeat(200_000));
  });

  it('uses the trace id of a valid traceparent, and otherwise creates one', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const known = await call(`${D}/drafts/x`, { headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` } });
    expect([known.json().trace_id, known.headers['x-trace-id']]).toEqual([trace, trace]);
    for (const traceparent of [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `ff-${trace}-b7ad6b7169203331-01`, 'x']) {
      const made = await call(`${D}/drafts/x`, { headers: { traceparent } });
      expect(made.json().trace_id).toMatch(/^[0-9a-f]{32}$/);
      expect(made.json().trace_id).not.toBe(trace);
    }
  });

  it('reports each request once', async () => {
    const { answered } = await call(`${D}/drafts/x`);
    expect(answered).toMatchObject([{ operation: 'GetDraft', status: 'OK', context: { user: 'writer' } }]);
  });
});

describe('refusals', () => {
  it('returns HTTP 200 in envelope mode, and otherwise the code', async () => {
    expect((await call(`${D}/drafts/missing`)).http).toBe(200);
    const mirrored = await call(`${D}/drafts/missing`, {}, { httpStatus: 'mirror' });
    expect([mirrored.http, mirrored.json().code, mirrored.json().status]).toEqual([404, 404, 'NOT_FOUND']);
  });

  it('reports fields by their wire names and keeps the path', async () => {
    const { json } = await save({ version_name: 'stale' });
    expect(json()).toMatchObject({
      code: 409,
      status: 'FAILED_PRECONDITION',
      message: 'refused: FAILED_PRECONDITION',
      detail: { errors: [{ field: 'version_name', message: 'is taken', line: 3, column: 4 }] },
    });
  });

  it('sends 429 and 503 as they are, with Retry-After', async () => {
    const limited = await save({ version_name: 'limited' });
    expect([limited.http, limited.headers['retry-after'], limited.json().code]).toEqual([429, '8', 429]);
    const down = await save({ version_name: 'down' });
    expect([down.http, down.headers['retry-after'], down.json().code]).toEqual([503, '5', 503]);
  });

  it('hides internal errors', async () => {
    const { text, json } = await save({ version_name: 'odd' });
    expect(json()).toMatchObject({ code: 500, status: 'INTERNAL' });
    expect(text).not.toContain('secret cause');
    const broken = await call(`${D}/drafts/x`, {}, { authenticate: () => Promise.reject(new Error('secret cause')) });
    expect(broken.json()).toMatchObject({ code: 500, status: 'INTERNAL' });
    expect(broken.text).not.toContain('secret cause');
    expect(broken.unexpected).toMatchObject([{ message: 'secret cause' }]);
  });

  it('ends at the deadline', async () => {
    const { json } = await save({ version_name: 'slow' }, {}, { deadlineMs: 20 });
    expect(json()).toMatchObject({
      ...{ code: 504, status: 'DEADLINE_EXCEEDED' },
      message: expect.stringContaining('may still be done: read before you send it again'),
    });
  });

  it('answers unknown routes 404 and wrong methods 405, both with an envelope', async () => {
    const unknown = await call('/api/v1/private/nowhere');
    expect([unknown.http, unknown.json().status]).toEqual([404, 'NOT_FOUND']);
    const wrong = await call(`${D}/drafts/x`, { method: 'PUT' });
    expect([wrong.http, wrong.headers.allow, wrong.json().status]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'INVALID_ARGUMENT',
    ]);
    const options = await call(`${P}/drafts`, { method: 'OPTIONS' });
    expect([options.http, options.headers.allow, options.text]).toEqual([204, 'POST, OPTIONS', '']);
    const head = await call(`${D}/drafts/x`, { method: 'HEAD' });
    expect([head.http, head.text]).toEqual([200, '']);
  });
});

describe('the caller is checked before the request', () => {
  it('refuses the anonymous caller and the Bearer prefix before the body', async () => {
    for (const as of ['', 'Bearer x']) {
      expect((await save({ version_name: 1 }, { as })).json()).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' });
    }
    const large = await call(`${D}/drafts`, { method: 'POST', payload: { content: 'x'.repeat(5000) }, as: '' });
    expect(large.json()).toMatchObject({ code: 401 });
  });

  it('does not look at credentials where everybody may', async () => {
    const { json, answered } = await call('/api/v1/open/drafts', {
      method: 'POST',
      payload: { version_name: 'v' },
      as: 'Bearer x',
    });
    expect(json().code).toBe(200);
    expect(answered[0]?.context?.user).toBe('nobody');
  });

  it('reports a missing permission before a bad field', async () => {
    const status = async (as: string) => (await save({ version_name: 1 }, { as })).json().status;
    expect(await status('outsider')).toBe('PERMISSION_DENIED');
    expect(await status('reader')).toBe('PERMISSION_DENIED');
    expect(await status('writer')).toBe('INVALID_ARGUMENT');
    expect(await status('admin')).toBe('INVALID_ARGUMENT');
    expect(await status('root')).toBe('INVALID_ARGUMENT');
  });

  it('reports a missing permission before an invalid or too large body', async () => {
    const options = { method: 'POST' as const, headers: { 'content-type': 'application/json' }, as: 'reader' };
    for (const payload of ['{', JSON.stringify({ content: 'x'.repeat(5000) })]) {
      expect((await call(`${D}/drafts`, { ...options, payload })).json().status).toBe('PERMISSION_DENIED');
    }
  });

  it('reports a missing parent before a bad field, and reserves system routes for SuperAdmins', async () => {
    const missing = await call(`${D}/drafts/missing/save`, { method: 'POST', payload: {} });
    expect(missing.json().status).toBe('NOT_FOUND');
    const system = (as: string) => call('/api/v1/private/system/drafts', { method: 'POST', payload: {}, as });
    expect((await system('admin')).json().status).toBe('PERMISSION_DENIED');
    expect((await system('root')).json().status).toBe('INVALID_ARGUMENT');
  });
});

describe('bodies', () => {
  it('says where a text is no JSON', async () => {
    expect((await raw('{\n  "version_name": "v",\n}')).json()).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message:
        'The body is not valid JSON (line 2, column 22): Remove the comma before "}": JSON allows no trailing comma.',
      detail: { errors: [{ line: 2, column: 22 }] },
    });
  });

  it.each([
    ['{"a" 1}', 'Expected ":" after the key, found "1".', 1, 6],
    ['{"a":1', 'The text ends where "," or "}" should follow.', 1, 7],
    ['[1,]', 'Remove the comma before "]": JSON allows no trailing comma.', 1, 3],
    ['{"a":"x\ny"}', 'A control character inside a string must be escaped, as in \\n.', 1, 8],
    ['{"a":"x', 'This string is never closed: add the missing double quote.', 1, 6],
    ['{}x', 'Unexpected "x" after the end of the JSON value.', 1, 3],
    ['\n01', 'Unexpected "1" after the end of the JSON value.', 2, 2],
  ])('finds the mistake of %j', async (text, message, line, column) => {
    const { json } = await raw(text);
    expect(json().message).toBe(`The body is not valid JSON (line ${line}, column ${column}): ${message}`);
  });

  it('accepts only JSON in UTF-8', async () => {
    const json = 'The body must be JSON: send Content-Type: application/json';
    expect((await raw('version_name=v', 'application/x-www-form-urlencoded')).json().message).toBe(json);
    expect((await raw('{}', 'application/json; charset=latin1')).json().message).toBe(json);
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    expect((await raw(bytes)).json()).toMatchObject({ code: 400, message: 'The body must be UTF-8' });
    expect((await raw('{"version_name":"v"}', 'application/merge-patch+json; charset=UTF-8')).json().code).toBe(200);
  });

  it('refuses a compressed body, and says to send it uncompressed', async () => {
    const send = (encoding: string, payload: Buffer) =>
      call(`${D}/drafts`, {
        method: 'POST',
        payload,
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      });
    const text = Buffer.from('{"version_name":"v"}');
    const refused = await send('gzip', gzipSync(text));
    expect([refused.http, refused.headers['accept-encoding']]).toEqual([200, 'identity']);
    expect(refused.json()).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'The body has Content-Encoding "gzip": send it uncompressed',
    });
    for (const none of ['Identity', '', 'identity, ']) expect((await send(none, text)).json().status).toBe('OK');
  });

  it('accepts an empty body if nothing is required, and never a large or deep one', async () => {
    expect((await call(`${D}/drafts`, { method: 'POST' })).json()).toMatchObject({
      code: 400,
      detail: { errors: [{ field: 'version_name', message: 'is required' }] },
    });
    expect((await save({ content: 'x'.repeat(5000) })).json()).toMatchObject({
      code: 400,
      message: 'The body is larger than 4096 bytes',
    });
    const deep = `{"version_name":"v","extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const options = { method: 'POST' as const, payload: deep, headers: { 'content-type': 'application/json' } };
    expect((await call(`${D}/drafts`, options, { bodies: createBodyReader(1e6) })).json()).toMatchObject({
      code: 400,
      detail: { errors: [{ message: 'The body must not be nested deeper than 500' }] },
    });
  });
});

describe('paths', () => {
  it('answers a path that is no URL as an unknown route', async () => {
    const broken = await call('/api/v1/private/projects/%zz');
    expect([broken.http, broken.json().status]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('routes beside GraphQL', () => {
  it('answers health in an envelope, and readiness with a real 503', async () => {
    const health = await call('/api/v1/open/health', { as: '' });
    expect(health.json()).toMatchObject({
      code: 200,
      detail: { status: 'degraded', version: '1.2.3', uptime_seconds: 5 },
    });
    expect((await call('/api/v1/open/health/live', { as: '' })).json().detail).toEqual({ status: 'ok' });
    const ready = await call('/api/v1/open/health/ready', { as: '' });
    expect([ready.http, ready.json().status, ready.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5']);
    expect(ready.json().detail).toEqual({ errors: [{ message: 'The database does not answer' }] });
  });

  it('serves its own description as YAML', async () => {
    const { http, headers, text } = await call('/api/v1/open/docs/openapi.yaml', { as: '' });
    expect([http, headers['content-type']]).toEqual([200, 'application/yaml; charset=utf-8']);
    expect(text).toMatch(/^openapi: 3\.1\.0\n/);
  });
});
