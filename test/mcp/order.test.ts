import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { testApp } from '../support/app.ts';
import { createToken, MCP_PATH, post } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

const app = await testApp({ DOCSVC_MAX_BODY_BYTES: '200000', DOCSVC_CORS_ORIGINS: 'https://app.example.com' });
const people = await seed(app);
const { token } = await createToken(people.admin);
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('the order of the checks of a request', () => {
  it.each([
    'https://evil.example.com',
    'null',
    'http://localhost.evil.example.com',
    'app.example.com',
    'http://evil.example.com@localhost',
    'http://localhost/evil',
    'http://localhost:6274',
  ])('refuses the Origin %s before anything else', async origin => {
    const answer = await post(app, '{', { headers: { origin }, method: 'GET' });
    expect(answer.http).toBe(403);
    expect(answer.error?.data).toMatchObject({ status: 'PERMISSION_DENIED', code: 403 });
  });

  it.each(['https://app.example.com', 'http://localhost', 'http://localhost:80'])(
    'accepts the Origin %s',
    async origin => {
      expect((await post(app, list, { token, headers: { origin } })).http).toBe(200);
    },
  );

  it.each([
    'evil.example.com',
    'localhost.evil.example.com:8080',
    '127.0.0.1.nip.io',
    'evil.example.com@localhost',
    'localhost#evil.example.com',
    'localhost/evil.example.com',
    'localhost:x',
  ])('refuses the Host %j', async host => {
    expect((await post(app, list, { token, headers: { host } })).http).toBe(403);
  });

  it.each(['localhost', 'localhost:1', '127.0.0.1:8080', '[::1]:9', 'LOCALHOST:80'])(
    'takes the Host %s',
    async host => {
      expect((await post(app, list, { token, headers: { host } })).http).toBe(200);
    },
  );

  it('accepts only the public host, if there is one, and loopback', async () => {
    const there = await app.with({ DOCSVC_PUBLIC_URL: 'https://docs.example.com', DOCSVC_HOST: '0.0.0.0' });
    const send = async (headers: Record<string, string>) => (await post(there, list, { token, headers })).http;
    expect(await send({ host: 'docs.example.com' })).toBe(200);
    expect(await send({ host: 'docs.example.com', origin: 'https://docs.example.com' })).toBe(200);
    expect(await send({ host: 'docs.example.com', origin: 'http://localhost:3000' })).toBe(403);
    expect(await send({ host: '10.0.0.7' })).toBe(403);
    expect(await send({ host: 'localhost:8080' })).toBe(200);
    const unnamed = await app.with({ DOCSVC_HOST: '0.0.0.0' });
    expect((await post(unnamed, list, { token, headers: { host: '10.0.0.7:8080' } })).http).toBe(200);
    expect((await post(unnamed, list, { token, headers: { host: 'docsvc:8080' } })).http).toBe(200);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'])('answers 405 to %s', async method => {
    const answer = await app.inject({ method: method as 'GET', url: MCP_PATH, headers: { authorization: token } });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('POST');
  });

  it('answers the preflight of an allowed page, and 405 where there are no such pages', async () => {
    const headers = {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    };
    const answer = await app.inject({ method: 'OPTIONS', url: MCP_PATH, headers });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, headers.origin]);
    expect(answer.headers['access-control-allow-headers']).toContain('mcp-protocol-version');
    const edit = { ...headers, 'access-control-request-method': 'PATCH' };
    const rest = await app.inject({ method: 'OPTIONS', url: '/api/v1/private/identity/me', headers: edit });
    expect(rest.headers['access-control-allow-methods']).toContain('PATCH');
    const asked = {
      method: 'OPTIONS',
      url: MCP_PATH,
      headers: { ...headers, origin: 'https://evil.example.com' },
    } as const;
    expect((await app.inject(asked)).statusCode).toBe(403);
    const closed = await (await app.with({ DOCSVC_CORS_ORIGINS: '' })).inject({ method: 'OPTIONS', url: MCP_PATH });
    expect([closed.statusCode, closed.headers.allow]).toEqual([405, 'POST']);
  });

  it('answers 413 to a body that is too large, token or not', async () => {
    for (const sent of [{}, { token }]) {
      const answer = await post(app, `{"a":"${'x'.repeat(200_000)}"}`, sent);
      expect([answer.http, answer.error?.code]).toEqual([413, -32600]);
    }
  });

  it.each(['', '{', '{"jsonrpc":"2.0",}', 'hello', '\u0000', '[1,2', '{"a":\u{1}}'])(
    'answers -32700 to %j, before it asks for a token',
    async body => {
      const answer = await post(app, Buffer.from(body), {});
      expect([answer.http, answer.error?.code, JSON.parse(answer.text).id]).toEqual([400, -32700, null]);
    },
  );

  it.each([
    ['null', null],
    ['a number', 1],
    ['an empty object', {}],
    ['an empty batch', []],
    ['21 messages', Array(21).fill(list)],
    ['another version', { ...list, jsonrpc: '1.0' }],
    ['a number as version', { ...list, jsonrpc: 2 }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['a method that is no text', { ...list, method: 5 }],
    ['params that are text', { ...list, params: 'x' }],
    ['an id of null', { ...list, id: null }],
    ['an id that is an object', { ...list, id: {} }],
    ['an id that is true', { ...list, id: true }],
    ['a fraction as id', { ...list, id: 1.5 }],
    ['an integer as id that it could not repeat', { ...list, id: 2 ** 53 }],
    ['inherited fields', JSON.parse('{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}')],
  ])('answers -32600 to %s, before it asks for a token', async (_, body) => {
    const answer = await post(app, JSON.stringify(body), {});
    expect([answer.http, answer.error?.code]).toEqual([400, -32600]);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/json; charset=latin1',
  ])('refuses a body of %s, which a page could send without a preflight', async type => {
    const answer = await post(app, JSON.stringify(list), { token, headers: { 'content-type': type } });
    expect([answer.http, answer.error?.code]).toEqual([415, -32600]);
  });

  it('refuses a compressed body, token or not, and says to send it uncompressed', async () => {
    for (const sent of [{}, { token }]) {
      const answer = await post(app, gzipSync(JSON.stringify(list)), {
        ...sent,
        headers: { 'content-encoding': 'gzip' },
      });
      expect([answer.http, answer.error?.code]).toEqual([415, -32600]);
      expect(answer.error?.message).toBe('The body has Content-Encoding "gzip": send it uncompressed');
      expect(answer.headers['accept-encoding']).toBe('identity');
    }
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'takes %s',
    async type => {
      expect((await post(app, list, { token, headers: { 'content-type': type } })).http).toBe(200);
    },
  );

  it.each([
    undefined,
    '*/*',
    'application/json',
    'text/event-stream',
    'application/json, text/event-stream',
    'image/png',
  ])('answers JSON for every Accept header: %s', async accept => {
    const answer = await post(app, list, { token, headers: accept === undefined ? {} : { accept } });
    expect([answer.http, answer.headers['content-type']]).toEqual([200, 'application/json']);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });

  it('asks for a token before it looks at the method, and names no OAuth', async () => {
    for (const method of ['tools/list', 'initialize', 'nothing', 'notifications/initialized']) {
      const answer = await post(app, { jsonrpc: '2.0', id: 9, method }, {});
      expect([answer.http, answer.id, answer.error?.code]).toEqual([401, 9, 401]);
      expect(answer.error?.data).toMatchObject({ status: 'UNAUTHENTICATED', code: 401, trace_id: expect.any(String) });
      expect(answer.headers['www-authenticate']).toBe('DocsvcMcpToken realm="docsvc MCP"');
    }
    expect((await post(app, { jsonrpc: '2.0', method: 'notifications/initialized' }, {})).http).toBe(401);
  });

  it.each(['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'])(
    'has no /.well-known/%s, and says so in JSON',
    async name => {
      for (const url of [`/.well-known/${name}`, `/.well-known/${name}${MCP_PATH}`]) {
        const answer = await app.inject({ url });
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ status: 'NOT_FOUND' });
      }
    },
  );

  it('answers 503 while the database is away', async () => {
    const away = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    const db = new Proxy(app.services.db, {
      get: (target, key) => (key === '$queryRaw' ? away : Reflect.get(target, key)),
    });
    const server = await createApp({ ...app.services, db });
    const headers = { authorization: token, 'content-type': 'application/json' };
    const answer = await server.inject({ method: 'POST', url: MCP_PATH, headers, payload: list });
    expect([answer.statusCode, answer.json().error.data.status]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await server.close();
  });

  it.each([
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'nobody/knows/this', params: { a: 1 } },
    { jsonrpc: '2.0', id: 3, result: {} },
    { jsonrpc: '2.0', id: 3, error: { code: 1, message: 'x' } },
    [{ jsonrpc: '2.0', method: 'notifications/cancelled' }],
  ])('answers 202 without a body to %j', async body => {
    const answer = await post(app, body, { token });
    expect([answer.http, answer.text]).toEqual([202, '']);
  });
});
