import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin, createPerson } = await seed(app);
const mcp = await admin.rest<{ token: string }>('POST', '/private/mcp-tokens', { body: { name: 'A', scopes: [1] } });
const server = await createApp(app.services);
await server.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => server.close());
const { port } = server.server.address() as AddressInfo;

const MIB = 1024 * 1024;
const LOGIN = '/api/v1/open/auth/login';
const MCP = '/api/v1/open/mcp';
const UNLOCK = '/api/v1/open/document-shares/01a20000-0000-7000-8000-000000000000/unlock';

type Sent = { path: string; token?: string; length?: number; more?: string[] };

/** A connection with the head of a POST; without a length, its body is chunked. */
async function open({ path, token, length, more = [] }: Sent): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const size = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const auth = token === undefined ? [] : [`Authorization: ${token}`];
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', size, ...auth, ...more];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

/**
 * Waits until the service has read the sent heads. Many short delays, because on a busy machine the event loop runs
 * less often.
 */
async function arrived(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await delay(20);
}

/** Everything that is received until the server ends the connection. */
async function answerOn(socket: Socket): Promise<{ http: number; head: string; text: string }> {
  let all = '';
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) all += chunk;
  const [head = '', text = ''] = all.split('\r\n\r\n');
  return { http: Number(head.split(' ')[1]), head: head.toLowerCase(), text };
}

const anonymous = 'The body is larger than 65536 bytes, the limit before you sign in';

describe('a body of an anonymous caller', () => {
  it.each([
    ['a login', { path: LOGIN }, 200, anonymous],
    ['the unlocking of a share', { path: UNLOCK }, 200, anonymous],
    ['GraphQL', { path: '/graphql' }, 413, anonymous],
    ['GraphQL with a session that is none', { path: '/graphql', token: 'x' }, 401, 'UNAUTHENTICATED'],
    ['a private route', { path: '/api/v1/private/teams' }, 200, 'UNAUTHENTICATED'],
    ['an unknown route', { path: '/api/v1/open/nothing' }, 404, 'There is no such route'],
    ['a path that is no URL', { path: '/api/v1/%zz' }, 404, 'There is no such route'],
    ['no route at all', { path: '/nothing' }, 404, 'There is no such route'],
    ['a page', { path: '/' }, 405, 'POST is not allowed here: use GET'],
    ['MCP', { path: MCP }, 401, 'Send an MCP token'],
    ['MCP with an invalid token', { path: MCP, token: 'x' }, 401, 'UNAUTHENTICATED'],
    ['MCP, larger than any may be', { path: MCP, length: 41 * MIB }, 413, 'The body is larger than 41943040 bytes'],
    ['the page of shares', { path: '/share/x' }, 405, ''],
  ])('of 39 MB is checked before its first byte, by %s', async (_, sent, http, message) => {
    const socket = await open({ length: 39_000_000, ...sent });
    const answer = await answerOn(socket);
    socket.destroy();
    expect([answer.http, answer.text]).toEqual([http, expect.stringContaining(message)]);
    expect(answer.head).toContain('connection: close');
  });

  it.each([
    ['a login', LOGIN, 200, anonymous],
    ['GraphQL', '/graphql', 413, anonymous],
    ['MCP', MCP, 401, 'Send an MCP token'],
  ])('without a length is limited too, by %s', async (_, path, http, message) => {
    const socket = await open({ path });
    socket.write(`10000\r\n${' '.repeat(0x10000)}\r\n`);
    const whole = answerOn(socket);
    await expect(Promise.race([whole, new Promise(resolve => setTimeout(resolve, 300, 'waits'))])).resolves.toBe(
      'waits',
    );
    socket.write('1\r\n \r\n');
    const answer = await whole;
    socket.destroy();
    expect([answer.http, answer.text]).toEqual([http, expect.stringContaining(message)]);
  });

  it('of 64 KiB is read', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(600) });
    const payload = body.padEnd(65_536);
    const answer = await app.rest('POST', '/open/auth/login', { body: payload });
    expect(answer.status).toBe('UNAUTHENTICATED');
    expect((await app.rest('POST', '/open/auth/login', { body: `${payload} ` })).message).toBe(anonymous);
  });
});

describe('a client that sends a body that the service does not read', () => {
  it('gets the answer, although it continues to send', async () => {
    for (const path of [LOGIN, '/graphql', MCP]) {
      const headers = { 'content-type': 'application/json', 'content-length': 39_000_000 };
      const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers });
      let isAnswered = false;
      sent.on('error', () => {});
      sent.on('response', response => {
        isAnswered = true;
        response.resume();
      });
      const piece = Buffer.alloc(MIB, 0x20);
      const ended = once(sent, 'close').catch(() => undefined);
      for (let left = 37; left > 0 && !sent.destroyed; left -= 1)
        if (!sent.write(piece)) await Promise.race([once(sent, 'drain').catch(() => undefined), ended]);
      expect([path, isAnswered]).toEqual([path, true]);
      sent.destroy();
    }
  });

  it('is not told to continue if it sends Expect: 100-continue', async () => {
    const more = ['Expect: 100-continue'];
    const refused = await answerOn(await open({ path: LOGIN, length: 39_000_000, more }));
    expect(refused.head).toMatch(/^http\/1\.1 200 ok/);
    expect(refused.text).toContain(anonymous);
    const socket = await open({
      path: '/graphql',
      token: admin.token,
      length: 80_000,
      more: [...more, 'Connection: close'],
    });
    const [first] = await once(socket, 'data');
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(JSON.stringify({ query: '{ me { id } }' }).padEnd(80_000));
    expect((await answerOn(socket)).text).toContain(admin.id);
  });

  it('keeps its connection when the body was small', async () => {
    const socket = await open({ path: '/api/v1/private/teams', length: 2 });
    socket.write('{}');
    const [first] = await once(socket, 'data');
    expect(String(first).toLowerCase()).toContain('connection: keep-alive');
    socket.destroy();
  });
});

describe('a body of a known caller', () => {
  const large = 'x'.repeat(200_000);

  it('may be large on every interface, with and without a declared length', async () => {
    const query = 'query($id: ID!) { me { id } project(id: $id) { id } }';
    const surfaces = [
      ['/api/v1/private/teams', admin.token, { name: large }, 'name'],
      ['/graphql', admin.token, { query, variables: { id: large } }, 'Project not found'],
      [MCP, mcp.detail.token, { jsonrpc: '2.0', id: 1, method: 'ping', params: { large } }, '"result":{}'],
    ] as const;
    for (const [path, token, value, message] of surfaces) {
      const body = JSON.stringify(value);
      for (const length of [body.length, undefined]) {
        const socket = await open({ path, token, ...(length && { length }), more: ['Connection: close'] });
        socket.write(length === undefined ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body);
        expect((await answerOn(socket)).text, path).toContain(message);
      }
    }
  });

  it('has at most 50,000 keys and values', async () => {
    const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1]));
    const message = 'The body has more than 50000 keys and values';
    expect((await app.rest('POST', '/private/teams', { token: admin.token, body: keys })).message).toBe(message);
    expect((await admin.graphql('{ me { id } }', keys)).errors?.[0]?.message).toBe(message);
    const payload = { jsonrpc: '2.0', id: 1, method: 'ping', params: keys };
    const answer = await app.inject({
      method: 'POST',
      url: MCP,
      headers: { authorization: mcp.detail.token },
      payload,
    });
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, message]);
  });

  it('waits when three are underway, and is refused when many wait', async () => {
    const path = '/graphql';
    const body = JSON.stringify({ query: '{ me { id } }' }).padEnd(80_000);
    const sent: Sent = { path, token: admin.token, length: body.length, more: ['Connection: close'] };
    const slow = await Promise.all(Array.from({ length: 15 }, () => open(sent)));
    await arrived();
    const refused = await answerOn(await open(sent));
    expect([refused.http, refused.head]).toEqual([429, expect.stringContaining('retry-after: 5')]);
    expect(refused.text).toContain('RESOURCE_EXHAUSTED');
    const answers = slow.map(answerOn);
    for (const socket of slow) socket.write(body);
    for (const answer of await Promise.all(answers))
      expect([answer.http, answer.text]).toEqual([200, expect.stringContaining(admin.id)]);
  });

  it('waits while eight of all callers are underway, and is refused as UNAVAILABLE when very many wait', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => createPerson()));
    const body = JSON.stringify({ query: '{ me { id } }' }).padEnd(80_000);
    const sent = people.map(({ token }) => ({
      path: '/graphql',
      token,
      length: body.length,
      more: ['Connection: close'],
    }));
    // Three of each caller and eight in total may be in progress; twelve of each may wait.
    const slow: Socket[] = [];
    for (const [index, count] of [15, 15, 14, 12].entries()) {
      slow.push(...(await Promise.all(Array.from({ length: count }, () => open(sent[index] as Sent)))));
      await arrived();
    }
    const refused = await answerOn(await open(sent[4] as Sent));
    expect([refused.http, refused.head]).toEqual([503, expect.stringContaining('retry-after: 5')]);
    expect(refused.text).toContain('Too many large requests at once, try again shortly');
    const answers = slow.map(answerOn);
    for (const socket of slow) socket.write(body);
    expect((await Promise.all(answers)).map(({ http }) => http)).toEqual(slow.map(() => 200));
  });
});
