import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { writeRefusal } from '../../facades/refusal.ts';
import { createEdge, type EdgeOptions } from '../../src/platform/http/edge.ts';
import { openRaw, parseAnswer } from '../support/raw-connection.ts';

async function answerTo(head: string, write: EdgeOptions['write'] = writeRefusal) {
  const edge = createEdge({ write });
  const server = edge.createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const connection = await openRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  connection.send(`${head}\r\nConnection: close\r\n\r\n`);
  return parseAnswer(await connection.closed);
}

it.each([
  ['no Host', 'GET / HTTP/1.1', 'The request has no Host header'],
  ['two equal hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost', 'more than one Host header'],
  ['two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: localhost\r\nHost: other', 'more than one Host header'],
  ['a target that is no path', 'GET * HTTP/1.1\r\nHost: localhost', 'must be a path'],
])('a request with %s is a bad request', async (_, head, message) => {
  expect(await answerTo(head)).toMatchObject({
    status: 400,
    body: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringContaining(message) },
  });
});

it('a refusal can be read by pages of an allowed origin only', async () => {
  const allowed = 'https://app.example.com';
  const headersFor = async (origin: string, origins: string[]) => {
    const head = `GET * HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}`;
    return (await answerTo(head, (refusal, request) => writeRefusal(refusal, request, origins))).headers;
  };
  const readable = await headersFor(allowed, [allowed]);
  expect(readable).toMatchObject({ 'access-control-allow-origin': allowed, vary: 'Origin' });
  expect(readable['access-control-expose-headers']).toContain('Retry-After');
  const foreign = await headersFor('https://elsewhere.example.com', [allowed]);
  expect(foreign).toMatchObject({ vary: 'Origin' });
  expect(foreign).not.toHaveProperty('access-control-allow-origin');
  expect(await headersFor(allowed, [])).not.toHaveProperty('vary');
});
