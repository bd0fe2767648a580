import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { testApp } from '../support/app.ts';
import { answerOf, json, startModelServer } from '../support/model-server.ts';
import { type Caller, type Project, seed } from '../support/seed.ts';

const app = await testApp();
const { superAdmin, admin } = await seed(app);

const limited = await app.with({ DOCSVC_RATE_LIMITS: 'on' });
const untouched = await admin.createProject();

const SYSTEM = '/private/ai/provider';
const KEY = 'sk-live-0123456789abcdef';
const whole = {
  name: 'Models',
  base_url: 'https://models.example.com/v1',
  model: 'gpt-4o-mini',
  api_mode: 'responses',
  api_key: KEY,
  enabled: true,
  temperature: 0.7,
  timeout_ms: 20_000,
  max_output_tokens: 700,
};
const { api_key: _, ...withoutKey } = whole;

/** The stored, encrypted value. */
const rows = () => app.database.prisma.aiProvider.findMany();

const put = (caller: Caller, path: string, body: object) => caller.rest('PUT', path, { body });
const pathOf = (project: Project) => `${project.path}/ai/provider`;

describe('a provider', () => {
  it('is off with its defaults while nothing is configured, in a project as in the system', async () => {
    const off = {
      api_mode: 'chat_completions',
      enabled: false,
      temperature: 0.2,
      timeout_ms: 30_000,
      max_output_tokens: 1000,
      api_key_set: false,
    };
    const project = await admin.createProject();
    expect((await admin.rest('GET', pathOf(project))).detail).toEqual({ project_id: project.id, ...off });
    const system = await superAdmin.rest('GET', SYSTEM);
    expect(system.detail).toEqual(off);
  });

  it('is returned as written, except the key, which shows four characters', async () => {
    const project = await admin.createProject();
    const written = await put(admin, pathOf(project), whole);
    expect(written).toMatchObject({
      code: 200,
      detail: { ...withoutKey, project_id: project.id, api_key_set: true, api_key_last4: 'cdef' },
    });
    const read = await admin.rest('GET', pathOf(project));
    expect(read.detail).toEqual(written.detail);
    expect(written.text + read.text).not.toContain(KEY.slice(0, -4));
    const [row] = (await rows()).filter(({ projectId }) => projectId === project.id);
    expect(JSON.stringify(row)).not.toContain(KEY);
    expect(app.services.keyRing.decrypt(row?.encryptedApiKey ?? '', row?.id ?? '')).toBe(KEY);
  });

  it('has a key that is bound to its row: moved to another one it cannot be read', async () => {
    const [one, other] = [await admin.createProject(), await admin.createProject()];
    await put(admin, pathOf(one), whole);
    await put(admin, pathOf(other), { ...whole, api_key: 'sk-another-key' });
    const stored = await rows();
    const [from, to] = [one, other].map(({ id }) => stored.find(({ projectId }) => projectId === id));
    expect(() => app.services.keyRing.decrypt(from?.encryptedApiKey ?? '', to?.id ?? '')).toThrow();
  });

  it('keeps absent fields, and its key if a blank one is sent', async () => {
    const project = await admin.createProject();
    await put(admin, pathOf(project), whole);
    for (const api_key of ['', '  ', null]) {
      const changed = await put(admin, pathOf(project), { api_key, model: 'gpt-4o' });
      expect(changed.detail).toMatchObject({
        ...withoutKey,
        model: 'gpt-4o',
        api_key_set: true,
        api_key_last4: 'cdef',
      });
    }
    expect((await put(admin, pathOf(project), { api_key: 'sk-new-key-9999' })).detail.api_key_last4).toBe('9999');
    const gone = await put(admin, pathOf(project), { remove_api_key: true });
    expect(gone.detail).toMatchObject({ api_key_set: false });
    expect(gone.detail).not.toHaveProperty('api_key_last4');
  });

  it('can be turned off, but not on, when the settings no longer permit its address', async () => {
    const permitting = await app.with({ DOCSVC_AI_ALLOWED_HOSTS: 'models.internal' });
    const project = await admin.createProject();
    const body = { ...whole, base_url: 'http://models.internal/v1' };
    const { token } = admin;
    expect((await permitting.rest('PUT', pathOf(project), { token, body })).status).toBe('OK');
    const off = await put(admin, pathOf(project), { enabled: false });
    expect(off).toMatchObject({ status: 'OK', detail: { enabled: false, base_url: body.base_url, api_key_set: true } });
    expect(await put(admin, pathOf(project), { enabled: true })).toMatchObject({
      status: 'INVALID_ARGUMENT',
      detail: { errors: [{ field: 'base_url' }] },
    });
  });

  it('shows nothing of a key that is too short to show a part of', async () => {
    const project = await admin.createProject();
    const { detail } = await put(admin, pathOf(project), { ...whole, api_key: 'short' });
    expect(detail).toMatchObject({ api_key_set: true });
    expect(detail).not.toHaveProperty('api_key_last4');
  });

  it.each([
    'https://evil.example/v1',
    'https://models.example.com:8443/v1',
    'https://models.example.com.evil.example/v1',
  ])('that moves to %s needs its key again', async base_url => {
    const project = await admin.createProject();
    await put(admin, pathOf(project), whole);
    for (const [method, path] of [
      ['PUT', pathOf(project)],
      ['POST', `${pathOf(project)}/test`],
    ] as const) {
      const refused = await admin.rest(method, path, { body: { base_url, model: 'x' } });
      expect(refused).toMatchObject({
        code: 400,
        status: 'INVALID_ARGUMENT',
        detail: { errors: [{ field: 'api_key' }] },
      });
    }
    expect((await admin.rest('GET', pathOf(project))).detail.base_url).toBe(whole.base_url);
    expect((await put(admin, pathOf(project), { base_url, api_key: 'sk-for-the-other' })).code).toBe(200);
  });

  it('keeps its key if only the path of its address changes, and may drop it', async () => {
    const project = await admin.createProject();
    await put(admin, pathOf(project), whole);
    const moved = await put(admin, pathOf(project), { base_url: 'https://models.example.com/openai/v1' });
    expect(moved.detail).toMatchObject({ api_key_set: true });
    const left = await put(admin, pathOf(project), { base_url: 'https://other.example.com', remove_api_key: true });
    expect(left).toMatchObject({ code: 200, detail: { api_key_set: false, base_url: 'https://other.example.com' } });
  });

  it.each([
    ['name', ''], ['name', 'x'.repeat(101)], ['model', ' '], ['model', 'x'.repeat(201)], ['temperature', -0.1], ['temperature', 2.1],
    ['timeout_ms', 999], ['timeout_ms', 120_001], ['max_output_tokens', 0], ['max_output_tokens', 32_001], ['timeout_ms', 1000.5],
    ['api_mode', 'completions'], ['enabled', 'yes'], ['api_key', 'with blank'], ['api_key', 'käse'], ['api_key', 'x'.repeat(1001)],
    ['api_key', 'line\nbreak'], ['base_url', ''], ['base_url', 'http://models.example.com'], ['base_url', 'https://user:pw@models.example.com'],
    ['base_url', 'https://models.example.com/v1?key=1'], ['base_url', 'https://models.example.com/#x'], ['base_url', 'https://10.0.0.1/v1'],
    ['base_url', 'https://169.254.169.254/latest'], ['base_url', 'https://[::ffff:10.0.0.1]/'], ['base_url', 'ftp://models.example.com'],
    ['base_url', `https://models.example.com/${'x'.repeat(2048)}`],
  ] as [string, unknown][])('refuses %s = %j, naming it', async (field, value) => {
    const project = untouched;
    for (const [method, path] of [['PUT', pathOf(project)], ['POST', `${pathOf(project)}/test`]] as const) {
      const answer = await admin.rest(method, path, { body: { ...whole, [field]: value } });
      // A test needs no name.
      if (field === 'name' && method === 'POST' && value === '') continue;
      expect(answer).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT', detail: { errors: [{ field }] } });
      expect(answer.text).not.toContain(KEY);
    }
    expect((await rows()).filter(({ projectId }) => projectId === project.id)).toEqual([]);
  }); // biome-ignore format: a table

  it('accepts the exact bounds', async () => {
    const project = await admin.createProject();
    for (const bounds of [
      { temperature: 0, timeout_ms: 1000, max_output_tokens: 1, name: 'x', model: 'm' },
      {
        temperature: 2,
        timeout_ms: 120_000,
        max_output_tokens: 32_000,
        name: '🐈'.repeat(100),
        model: 'm'.repeat(200),
      },
    ])
      expect((await put(admin, pathOf(project), { ...whole, ...bounds })).detail).toMatchObject(bounds);
  });

  it('names everything that the first configuration lacks', async () => {
    const project = await admin.createProject();
    const answer = await put(admin, pathOf(project), { enabled: true });
    expect(answer.detail).toEqual({
      errors: ['name', 'base_url', 'model'].map(field => ({ field, message: 'is required' })),
    });
  });

  it('is one, however many are configured at once, in the system as in a project', async () => {
    const project = await admin.createProject();
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) => [
        put(superAdmin, SYSTEM, { ...whole, name: `S${index}`, enabled: false }),
        put(admin, pathOf(project), { ...whole, name: `P${index}` }),
      ]).flat(),
    );
    expect(all.map(({ code }) => code)).toEqual(all.map(() => 200));
    const stored = await rows();
    expect(stored.filter(({ projectId }) => projectId === null)).toHaveLength(1);
    expect(stored.filter(({ projectId }) => projectId === project.id)).toHaveLength(1);
  });

  it('writes an audit row without secrets for each change', async () => {
    const project = await admin.createProject();
    await put(admin, pathOf(project), whole);
    await put(admin, pathOf(project), { enabled: false });
    const { detail } = await admin.rest<{ action: string; metadata: object }[]>('GET', '/private/audit-logs', {
      query: { project_id: project.id, action: 'ai_provider.update' },
    });
    expect(detail.map(({ metadata }) => metadata)).toEqual([
      { base_url: whole.base_url, model: whole.model, enabled: false, api_key: 'kept' },
      { base_url: whole.base_url, model: whole.model, enabled: true, api_key: 'given' },
    ]);
    expect(JSON.stringify(detail)).not.toContain('sk-');
  });

  it('of an archived project is read and not changed or tried', async () => {
    const project = await admin.createProject();
    await put(admin, pathOf(project), whole);
    await project.archive();
    expect((await admin.rest('GET', pathOf(project))).detail).toMatchObject({
      model: whole.model,
      api_key_last4: 'cdef',
    });
    expect((await superAdmin.rest('GET', pathOf(project))).code).toBe(200);
    for (const [method, path] of [
      ['PUT', pathOf(project)],
      ['POST', `${pathOf(project)}/test`],
    ] as const)
      expect(await admin.rest(method, path, { body: whole })).toMatchObject({
        code: 409,
        status: 'FAILED_PRECONDITION',
      });
  });

  it.each(['reader', 'writer'] as const)(
    'of a project is not shown to a %s, nor that of the system to its admin',
    async role => {
      const project = await admin.createProject();
      const member = await project.addMember(role);
      for (const [method, path] of [
        ['GET', pathOf(project)],
        ['PUT', pathOf(project)],
        ['POST', `${pathOf(project)}/test`],
      ] as const)
        expect(await member.rest(method, path, method === 'GET' ? {} : { body: whole })).toMatchObject({ code: 403 });
      for (const [method, path] of [
        ['GET', SYSTEM],
        ['PUT', SYSTEM],
        ['POST', `${SYSTEM}/test`],
      ] as const)
        expect(await admin.rest(method, path, method === 'GET' ? {} : { body: whole })).toMatchObject({ code: 403 });
    },
  );
});

describe('a test', () => {
  const answering = async () =>
    startModelServer((response, { path, body }) => {
      const mode = path.endsWith('/responses') ? 'RESPONSES' : 'CHAT_COMPLETIONS';
      return json(response, answerOf(mode, `I am ${body.model}.`));
    });

  it('of the system without a body tests the stored configuration, even while it is off', async () => {
    const server = await answering();
    const provider = { ...whole, base_url: server.url, model: 'system-model', enabled: false };
    await put(superAdmin, SYSTEM, provider);
    const answer = await superAdmin.rest('POST', `${SYSTEM}/test`);
    expect(answer.detail).toEqual({
      ok: true,
      content: 'I am system-model.',
      latency_ms: expect.any(Number),
      model: 'served-model',
    });
    expect(server.seen[0]).toMatchObject({ path: '/v1/responses', headers: { authorization: `Bearer ${KEY}` } });
  });

  it('of a project without a body asks the one in effect: its own while it is on, else that of the system', async () => {
    const [ofSystem, ofProject] = [await answering(), await answering()];
    await put(superAdmin, SYSTEM, {
      ...whole,
      base_url: ofSystem.url,
      model: 'system-model',
      enabled: true,
      api_key: 'sk-system-key-1',
    });
    const project = await admin.createProject();
    const test = async () => (await admin.rest('POST', `${pathOf(project)}/test`, { body: {} })).detail.content;
    expect(await test()).toBe('I am system-model.');
    await put(admin, pathOf(project), { ...whole, base_url: ofProject.url, model: 'project-model' });
    expect(await test()).toBe('I am project-model.');
    await put(admin, pathOf(project), { enabled: false });
    expect(await test()).toBe('I am system-model.');
    await put(superAdmin, SYSTEM, { enabled: false });
    const none = await admin.rest('POST', `${pathOf(project)}/test`);
    expect(none).toMatchObject({ code: 409, status: 'FAILED_PRECONDITION' });
  });

  it('with a body tests the given configuration and stores nothing', async () => {
    const server = await answering();
    const project = await admin.createProject();
    const body = { base_url: server.url.replace('/v1', ''), model: 'tried-model', api_key: 'sk-tried-key' };
    const answer = await admin.rest('POST', `${pathOf(project)}/test`, { body });
    expect(answer.detail).toMatchObject({ ok: true, content: 'I am tried-model.' });
    expect(server.seen[0]?.headers.authorization).toBe('Bearer sk-tried-key');
    expect((await admin.rest('GET', pathOf(project))).detail).toMatchObject({ api_key_set: false });
  });

  it('with a body sends the stored key only to the stored host, and never the key of the system', async () => {
    const [own, foreign] = [await answering(), await answering()];
    await put(superAdmin, SYSTEM, { ...whole, base_url: foreign.url, api_key: 'sk-system-key-1', enabled: true });
    const project = await admin.createProject();
    await put(admin, pathOf(project), { ...whole, base_url: own.url, api_key: 'sk-project-key' });
    const test = (body: object) => admin.rest('POST', `${pathOf(project)}/test`, { body });
    expect((await test({ model: 'another' })).detail.content).toBe('I am another.');
    expect(own.seen[0]?.headers.authorization).toBe('Bearer sk-project-key');
    expect((await test({ base_url: foreign.url })).detail).toMatchObject({ errors: [{ field: 'api_key' }] });
    expect((await test({ base_url: foreign.url, remove_api_key: true })).code).toBe(200);
    expect(foreign.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it.each([
    [401, 'FAILED_PRECONDITION', 'API key'],
    [404, 'FAILED_PRECONDITION', 'model'],
    [500, 'FAILED_PRECONDITION', 'HTTP 500'],
    [429, 'UNAVAILABLE', 'overloaded'],
  ])('of a provider that answers %i is an error that shows neither key nor body', async (status, expected, word) => {
    const server = await startModelServer((response, { headers }) =>
      json(response, { error: { message: `no: ${headers.authorization}` } }, status, { 'retry-after': '0' }),
    );
    const project = await admin.createProject();
    const answer = await admin.rest('POST', `${pathOf(project)}/test`, { body: { ...whole, base_url: server.url } });
    expect(answer).toMatchObject({ status: expected, message: expect.stringContaining(word) });
    expect(answer.text).not.toMatch(/sk-|Bearer|no:/);
  });

  it('of a provider that hangs ends within its time', async () => {
    const server = await startModelServer(() => {});
    const project = await admin.createProject();
    const body = { ...whole, base_url: server.url, timeout_ms: 1000 };
    expect(await admin.rest('POST', `${pathOf(project)}/test`, { body })).toMatchObject({
      code: 504,
      status: 'DEADLINE_EXCEEDED',
    });
  });

  /** Tests a provider that hangs, in a service of its own. */
  async function testHanging(signal: AbortSignal | null = null) {
    const fastify = await createApp(app.services);
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => fastify.close());
    const { port } = fastify.server.address() as AddressInfo;
    const server = await startModelServer(() => {});
    const project = await admin.createProject();
    const answer = fetch(`http://127.0.0.1:${port}/api/v1${pathOf(project)}/test`, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...whole, base_url: server.url }),
      signal,
    });
    await expect.poll(() => server.openSockets.size).toBe(1);
    return { fastify, server, answer };
  }

  it('ends when its caller disconnects: the call is aborted', async () => {
    const gone = new AbortController();
    const { server, answer } = await testHanging(gone.signal);
    gone.abort();
    await expect(answer).rejects.toThrow('aborted');
    await expect.poll(() => server.openSockets.size, { timeout: 5_000 }).toBe(0);
  });

  it('ends when the service stops, and says so', async () => {
    const { fastify, answer } = await testHanging();
    const closed = fastify.close();
    const stopped = await answer;
    fastify.server.closeAllConnections();
    await closed;
    expect(stopped.headers.get('retry-after')).toBe('2');
    expect(await stopped.json()).toMatchObject({
      status: 'UNAVAILABLE',
      message: expect.stringContaining('The service is stopping'),
    });
  });

  it('is possible 20 times a minute', async () => {
    const server = await answering();
    const project = await admin.createProject();
    const { token } = admin;
    const test = () =>
      limited.rest('POST', `${pathOf(project)}/test`, { token, body: { ...whole, base_url: server.url } });
    for (let call = 0; call < 20; call += 1) expect((await test()).code).toBe(200);
    expect(await test()).toMatchObject({ http: 429, status: 'RESOURCE_EXHAUSTED' });
  });
});
