import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { agent, createToken, MODERN, modern, post } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const { token } = await createToken(people.admin);
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('legacy and plain callers', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('initialize at %s', async protocolVersion => {
    const { result } = await agent(app, token).rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: {} });
    expect(result).toMatchObject({
      protocolVersion,
      serverInfo: { name: 'docsvc' },
      capabilities: { tools: {}, resources: {}, prompts: {} },
    });
    const headers = { 'mcp-protocol-version': protocolVersion, 'mcp-session-id': 'anything' };
    expect((await agent(app, token).rpc('ping', undefined, headers)).result).toEqual({});
  });

  it.each(['2026-07-28', '1999-01-01', 'tomorrow'])(
    'offers the newest handshake to initialize at %s',
    async version => {
      const { result } = await agent(app, token).rpc('initialize', { protocolVersion: version });
      expect(result?.protocolVersion).toBe('2025-11-25');
    },
  );

  it.each([undefined, null, 5, ['2025-11-25']])('must name a version to initialize: %j', async version => {
    const { error } = await agent(app, token).rpc('initialize', { protocolVersion: version });
    expect(error).toMatchObject({ code: -32602, message: 'params.protocolVersion must be a string' });
  });

  it('get -32601 with HTTP 200 for other methods', async () => {
    for (const method of [
      'server/discover',
      'logging/setLevel',
      'completion/complete',
      'tools/drop',
      '__proto__',
      '',
    ]) {
      const answer = await agent(app, token).rpc(method);
      expect([answer.http, answer.error?.code]).toEqual([200, -32601]);
    }
  });

  it('get HTTP 400 for an unsupported version in the header', async () => {
    const answer = await agent(app, token).rpc('tools/list', undefined, { 'mcp-protocol-version': '2024-01-01' });
    expect(answer.http).toBe(400);
    const supported = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', MODERN];
    expect(answer.error?.data).toMatchObject({ supported, requested: '2024-01-01' });
  });

  it('accepts batches of up to 20 plain requests', async () => {
    const batch = [
      list,
      { ...list, id: 'b', method: 'ping' },
      { jsonrpc: '2.0', method: 'x' },
      7,
      { ...list, id: 'c', method: 'x' },
    ];
    const answer = await post(app, batch, { token });
    const answers = answer.result as unknown as { id: unknown; error?: { code: number } }[];
    expect(answer.http).toBe(200);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      ['b', undefined],
      [null, -32600],
      ['c', -32601],
    ]);
    expect((await post(app, Array(20).fill(list), { token })).http).toBe(200);
  });

  it('counts each message of a batch for the rate limit, and refuses a batch that exceeds it', async () => {
    const limited = await app.with({ DOCSVC_RATE_LIMITS: 'on' });
    const { token: own } = await createToken(people.admin);
    const ping = { ...list, method: 'ping' };
    const batch = Array(20).fill(ping);
    for (let count = 0; count < 59; count += 1) await post(limited, batch, { token: own });
    expect((await post(limited, ping, { token: own })).http).toBe(200);
    const refused = await post(limited, batch, { token: own });
    expect([refused.http, refused.error?.code, refused.id]).toEqual([429, 429, null]);
    const seconds = Number(/Try again in (\d+) seconds/.exec(refused.error?.message ?? '')?.[1]);
    expect(refused.headers['retry-after']).toBe(String(seconds));
  });

  it('refuses batches of callers with a version, and initialize in a batch', async () => {
    const codes = async (batch: unknown[], headers = {}) => {
      const { result } = await post(app, batch, { token, headers });
      return (result as unknown as { error?: { code: number } }[]).map(({ error }) => error?.code);
    };
    expect(await codes([list], { 'mcp-protocol-version': '2025-11-25' })).toEqual([-32600]);
    expect(await codes([modern('tools/list').body])).toEqual([-32600]);
    expect(await codes([{ ...list, method: 'initialize' }])).toEqual([-32600]);
  });

  it('get errors for malformed params', async () => {
    const { rpc } = agent(app, token);
    for (const params of [
      [],
      { name: 5 },
      {},
      { name: 'list_projects', arguments: [] },
      { name: 'list_projects', arguments: 'x' },
    ]) {
      expect((await rpc('tools/call', params)).error?.code).toBe(-32602);
    }
    for (const name of ['__proto__', 'constructor', 'toString', 'nothing', ''])
      expect((await rpc('tools/call', { name })).error?.code).toBe(-32602);
    expect((await rpc('tools/list', { cursor: 'x' })).error?.code).toBe(-32602);
    expect((await rpc('tools/list', null)).result).toBeDefined();
    const legacy = await rpc('resources/read', { uri: 'docsvc://projects/x' });
    expect(legacy.error).toMatchObject({ code: -32002, data: { uri: 'docsvc://projects/x' } });
    const cursor = await rpc('resources/list', { cursor: 'x' });
    expect(cursor.error).toMatchObject({ code: -32602, message: expect.stringMatching(/^cursor /) });
    const long = await rpc('resources/read', { uri: `docsvc://projects/${'x'.repeat(100_000)}` });
    expect(long.error?.code).toBe(-32602);
    expect(long.text.length).toBeLessThan(1000);
  });
});

describe('modern callers', () => {
  const send = (method: string, params = {}, headers: Record<string, string> = {}, version = MODERN) => {
    const request = modern(method, params, version);
    return post(app, request.body, { token, headers: { ...request.headers, ...headers } });
  };

  it('discover the server', async () => {
    const { result } = await send('server/discover');
    expect(result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [MODERN],
      capabilities: { tools: {}, resources: {}, prompts: {} },
      cacheScope: 'private',
      ttlMs: expect.any(Number),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'docsvc' } },
    });
  });

  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    'cache %s for themselves',
    async method => {
      expect((await send(method)).result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    },
  );

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'nothing', '__proto__'])(
    'get 404 for %s',
    async method => {
      const answer = await send(method);
      expect([answer.http, answer.error?.code, answer.id]).toEqual([404, -32601, 7]);
    },
  );

  it('must send all required metadata', async () => {
    const bare = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: {} } };
    const headers = modern('tools/list').headers;
    const missing = await post(app, bare, { token, headers });
    expect([missing.http, missing.error?.code]).toEqual([400, -32602]);
    const { body } = modern('tools/list');
    const noHeaders = await post(app, body, { token });
    expect([noHeaders.http, noHeaders.error?.code]).toEqual([400, -32020]);
  });

  it.each<Record<string, string>>([
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-method': 'tools/call' },
    { 'mcp-method': 'Tools/List' },
    { 'mcp-method': '' },
  ])('must not contradict themselves: %j', async headers => {
    const answer = await send('tools/list', {}, headers);
    expect([answer.http, answer.error?.code]).toEqual([400, -32020]);
  });

  it('send the called name in Mcp-Name, plain or in base64', async () => {
    const call = { name: 'list_projects' };
    const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
    expect((await send('tools/call', call)).result).toBeDefined();
    expect((await send('tools/call', call, { 'mcp-name': '  list_projects ' })).result).toBeDefined();
    expect((await send('tools/call', call, { 'mcp-name': encoded('list_projects') })).result).toBeDefined();
    for (const name of ['list_documents', 'LIST_PROJECTS', encoded('list_documents'), ''])
      expect((await send('tools/call', call, { 'mcp-name': name })).error?.code).toBe(-32020);
  });

  it('get the list of versions if theirs is unknown', async () => {
    const answer = await send('tools/list', {}, {}, '2030-01-01');
    expect([answer.http, answer.error?.code]).toEqual([400, -32022]);
    expect(answer.error?.data).toMatchObject({ supported: [MODERN], requested: '2030-01-01' });
  });

  it('get invalid params for a resource that does not exist', async () => {
    const answer = await send('resources/read', { uri: 'docsvc://nothing' });
    expect(answer.error).toMatchObject({ code: -32602, data: { uri: 'docsvc://nothing' } });
  });
});

describe('hostile bodies', () => {
  it.each([
    ['[', 50_000],
    ['[', 30_000],
    ['{"a":', 50_000],
    ['{"a":', 10_000],
  ])('nested by %s %i deep are refused or ignored at once', async (open, depth) => {
    const close = open === '[' ? ']' : '}';
    const nested = `${open.repeat(depth)}1${close.repeat(depth)}`;
    const bodies = [
      nested,
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":${nested}}}`,
      `{"jsonrpc":"2.0","id":${nested},"method":"tools/list"}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{"search":${nested}}}}`,
    ];
    const cpuMs = await cpuMsOf(async () => {
      for (const body of bodies) {
        const answer = await post(app, body, { token });
        expect([200, 400]).toContain(answer.http);
      }
    });
    expect(cpuMs).toBeLessThan(3_000);
  });

  it('with unknown arguments by the thousand get a short answer', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => [`argument_${index}`, 1]);
    const { text, result } = await agent(app, token).rpc('tools/call', {
      name: 'list_projects',
      arguments: { ...Object.fromEntries(names), ['x'.repeat(100_000)]: 1 },
    });
    expect(result?.isError).toBe(true);
    expect(text.length).toBeLessThan(10_000);
    const long = await agent(app, token).call('list_projects', { ['x'.repeat(100_000)]: 1 });
    expect(long.errors?.[0]?.field).toBe('x'.repeat(100));
  });

  it('with more values than a call can use are refused before they are read as a call', async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => [`argument_${index}`, 1]);
    const call = { name: 'list_projects', arguments: Object.fromEntries(names) };
    const { error } = await agent(app, token).rpc('tools/call', call);
    expect(error).toMatchObject({ code: -32700, message: expect.stringContaining('50000 keys and values') });
  });

  it('with odd keys change nothing', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{"__proto__":{"search":"x"},"constructor":1}}}';
    const answer = await post(app, body, { token });
    expect(answer.result?.isError).toBe(true);
    expect(answer.text).toContain('__proto__');
    expect(({} as Record<string, unknown>).search).toBeUndefined();
  });
});
