import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { writeRefusal } from '../../facades/refusal.ts';
import { createEdge } from '../../src/platform/http/edge.ts';
import { openRaw, parseAnswer } from '../support/raw-connection.ts';

it.each([
  ['no Host', 'GET / HTTP/1.1', 'The request has no Host header'],
  ['two equal hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost', 'more than one Host header'],
  ['two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: localhost\r\nHost: other', 'more than one Host header'],
  ['a target that is no path', 'GET * HTTP/1.1\r\nHost: localhost', 'must be a path'],
])('a request with %s is a bad request', async (_, head, message) => {
  const edge = createEdge({ write: writeRefusal });
  const server = edge.createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const connection = await openRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  connection.send(`${head}\r\nConnection: close\r\n\r\n`);
  expect(parseAnswer(await connection.closed)).toMatchObject({
    status: 400,
    body: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringContaining(message) },
  });
});
