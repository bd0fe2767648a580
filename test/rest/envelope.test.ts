import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const mirror = await app.with({ DOCSVC_HTTP_STATUS: 'mirror' });
const { admin } = await seed(app);
const project = await admin.createProject();
const document = await project.createDocument();

const TRACE_ID = /^[\da-f]{32}$/;
const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NOBODY = '01900000-0000-7000-8000-000000000000';

describe('the envelope', () => {
  it('of one resource contains only code, status, message, detail, trace_id and timestamp', async () => {
    const { envelope, http } = await admin.rest('GET', document.path);
    expect(http).toBe(200);
    expect(envelope).toEqual({
      code: 200,
      status: 'OK',
      message: 'OK',
      detail: {
        id: expect.stringMatching(UUID_V7),
        project_id: project.id,
        name: expect.any(String),
        document_type: 1,
        relative_path: expect.stringMatching(/\.yaml$/),
        status: 1,
        created_by: admin.id,
        created_at: expect.stringMatching(TIME),
        updated_at: expect.stringMatching(TIME),
      },
      trace_id: expect.stringMatching(TRACE_ID),
      timestamp: expect.any(Number),
    });
    expect(Math.abs(Number(envelope?.timestamp) - Date.now() / 1000)).toBeLessThan(30);
  });

  it('of a list contains the total beside the array', async () => {
    const { envelope } = await admin.rest('GET', `${document.path}/branches`, { query: { page_size: 2 } });
    expect(envelope).toMatchObject({ code: 200, detail: [{ name: 'dev' }, { name: 'test' }], total: 3 });
  });

  it('of a refusal contains the error of each field', async () => {
    const { envelope, http } = await admin.rest('POST', '/private/teams', { body: { name: ' ' } });
    expect(http).toBe(200);
    expect(envelope).toEqual({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: expect.stringContaining('name'),
      detail: { errors: [{ field: 'name', message: expect.any(String) }] },
      trace_id: expect.stringMatching(TRACE_ID),
      timestamp: expect.any(Number),
    });
  });

  it('of a refusal without fields has no detail', async () => {
    const { envelope } = await admin.rest('GET', `${project.path}/documents/${NOBODY}`);
    expect(envelope).toMatchObject({ code: 404, status: 'NOT_FOUND' });
    expect(envelope).not.toHaveProperty('detail');
    expect(envelope).not.toHaveProperty('total');
  });

  it('omits absent fields, also of removed objects', async () => {
    const described = await admin.rest('PATCH', document.path, { body: { description: 'For pets' } });
    expect(described.detail).toMatchObject({ description: 'For pets' });
    const removed = await admin.rest('PATCH', document.path, { body: { description: '' } });
    expect(removed.code).toBe(200);
    expect(removed.detail).not.toHaveProperty('description');
    expect(removed.text).not.toContain('null');
  });

  it('carries integers for enums and names under state', async () => {
    const draft = await document.createDraft();
    const { detail } = await admin.rest('GET', draft.path);
    expect(detail).toMatchObject({ status: 1, state: 'draft', source_type: 1, document_format: 2 });
    await draft.submit();
    expect((await admin.rest('GET', draft.path)).detail).toMatchObject({ status: 2, state: 'submitted' });
    await draft.requestChanges();
    expect((await admin.rest('GET', draft.path)).detail).toMatchObject({ status: 3, state: 'changes_requested' });
  });
});

describe('the trace id', () => {
  it('is new for each request and in the header too', async () => {
    const [one, other] = [await admin.rest('GET', '/open/health'), await admin.rest('GET', '/open/health')];
    expect(one.trace_id).toMatch(TRACE_ID);
    expect(one.headers['x-trace-id']).toBe(one.trace_id);
    expect(other.trace_id).not.toBe(one.trace_id);
  });

  it('is the one of a valid traceparent, on success and refusal, over REST and GraphQL', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    for (const path of ['/private/identity/me', '/private/teams/x', '/no/such/route'])
      expect(await admin.rest('GET', path, { headers })).toMatchObject({
        trace_id: traceId,
        headers: { 'x-trace-id': traceId },
      });
    const answer = await app.graphql('{ me { id } }', {}, { headers });
    expect(answer.errors?.[0]?.extensions.traceId).toBe(traceId);
    expect(answer.headers['x-trace-id']).toBe(traceId);
  });

  it.each([
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'nonsense',
  ])('is not taken from the bad traceparent %s', async traceparent => {
    const { trace_id } = await admin.rest('GET', '/open/health', { headers: { traceparent } });
    expect(trace_id).toMatch(TRACE_ID);
    expect(traceparent).not.toContain(trace_id);
  });

  it('is stored in the audit log with the action', async () => {
    const traceId = 'aaaabbbbccccddddeeeeffff00001111';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const { detail } = await admin.rest('POST', '/private/teams', { body: { name: 'Traced' }, headers });
    const entry = await app.database.prisma.auditEntry.findFirstOrThrow({ where: { resourceId: detail.id } });
    expect(entry).toMatchObject({ traceId, action: 'team.create', actorId: admin.id, actorType: 'USER' });
  });
});

describe('routes and methods', () => {
  it('answers an unknown route with HTTP 404 and an envelope, with and without token', async () => {
    for (const path of ['/nothing', '/private/nothing', '/open', '/private/projects/x/nothing'])
      for (const caller of [admin, app])
        expect(await caller.rest('GET', path)).toMatchObject({
          http: 404,
          envelope: {
            code: 404,
            status: 'NOT_FOUND',
            message: 'There is no such route',
            trace_id: expect.stringMatching(TRACE_ID),
          },
        });
    expect((await app.inject({ url: '/elsewhere' })).json()).toMatchObject({ code: 404, status: 'NOT_FOUND' });
  });

  it('answers a wrong method with HTTP 405, an envelope and the right methods', async () => {
    const answer = await admin.rest('DELETE', '/private/identity/me');
    expect(answer).toMatchObject({ http: 405, envelope: { code: 400, status: 'INVALID_ARGUMENT' } });
    expect(answer.headers.allow).toBe('GET, HEAD, PATCH, OPTIONS');
    expect(await app.rest('PUT', '/open/health')).toMatchObject({
      http: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    });
    const options = await admin.rest('OPTIONS', '/private/identity/me');
    expect([options.http, options.headers['x-trace-id']]).toEqual([204, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  it('sends the code as HTTP status with DOCSVC_HTTP_STATUS=mirror', async () => {
    const statusOf = async (path: string, token?: string) => (await mirror.rest('GET', path, { token })).http;
    expect(await statusOf('/private/identity/me', admin.token)).toBe(200);
    const refused = await mirror.rest('GET', '/private/identity/me');
    expect([refused.http, refused.headers['www-authenticate']]).toEqual([401, 'DocsvcToken realm="docsvc"']);
    expect((await app.rest('GET', '/private/identity/me')).headers).not.toHaveProperty('www-authenticate');
    expect(await statusOf('/private/system/users', admin.token)).toBe(403);
    expect(await statusOf(`${project.path}/documents/${NOBODY}`, admin.token)).toBe(404);
    expect((await mirror.rest('POST', '/private/teams', { token: admin.token, body: {} })).http).toBe(400);
    const { relative_path, name } = (await admin.rest('GET', document.path)).detail;
    const body = { relative_path, name, document_type: 1 };
    const taken = await mirror.rest('POST', `${project.path}/documents`, { token: admin.token, body });
    expect(taken).toMatchObject({ http: 409, code: 409, status: 'ALREADY_EXISTS' });
  });
});

describe('answers without an envelope', () => {
  it('is the OpenAPI document of the service, as YAML', async () => {
    const answer = await app.rest('GET', '/open/docs/openapi.yaml');
    expect(answer.http).toBe(200);
    expect(answer.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(answer.headers['x-trace-id']).toMatch(TRACE_ID);
    expect(parse(answer.text)).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { title: expect.any(String) },
      servers: [{ url: '/' }],
    });
  });

  it('is one whose server has the path of the public URL', async () => {
    const DOCSVC_PUBLIC_URL = 'https://docs.example.com/below';
    const below = await app.with({ DOCSVC_PUBLIC_URL });
    const headers = { host: 'docs.example.com' };
    const answer = await below.rest('GET', '/open/docs/openapi.yaml', { headers });
    expect(parse(answer.text).servers).toEqual([{ url: '/below', description: expect.any(String) }]);
  });

  it('returns the state of the database on health, in an envelope', async () => {
    expect((await app.rest('GET', '/open/health')).envelope).toMatchObject({
      code: 200,
      detail: {
        status: 'ok',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
        not_ready: [],
        uptime_seconds: expect.any(Number),
        dependencies: { database: { status: 'ok', kind: app.database.kind, latency_ms: expect.any(Number) } },
      },
    });
    for (const path of ['/open/health/live', '/open/health/ready'])
      expect(await app.rest('GET', path)).toMatchObject({ http: 200, code: 200, detail: { status: 'ok' } });
  });
});
