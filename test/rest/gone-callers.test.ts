import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const failures = vi.spyOn(app.services.log, 'error');
const server = await createApp(app.services);
await server.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => server.close());
const { port } = server.server.address() as AddressInfo;

it.each(['/api/v1/private/teams', '/api/v1/open/health', '/graphql', '/api/v1/open/mcp', '/api/v1/open/nothing'])(
  'a caller who has disconnected before their request is read is no failure of the service: %s',
  async path => {
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const addresses: unknown[] = [];
    const note = ({ socket }: IncomingMessage) => addresses.push(socket.remoteAddress);
    server.server.on('request', note);
    for (let turn = 0; turn < 20; turn += 1) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      // The server receives both in one iteration of its event loop.
      socket.write(head, () => socket.resetAndDestroy());
    }
    await expect.poll(() => addresses).toHaveLength(20);
    server.server.off('request', note);
    expect(addresses).toContain(undefined);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/open/health`)).status).toBe(200);
    expect(failures).not.toHaveBeenCalled();
  },
);

it('the requests of a caller who disconnects while they wait do not start', async () => {
  const { limits, usage } = app.services;
  const { superAdmin } = await seed(app);
  const { promise: turn, resolve: letGo } = Promise.withResolvers<void>();
  const counted = vi.spyOn(limits, 'countRequest').mockReturnValue(turn);
  const started = vi.spyOn(usage, 'flush');
  const lines = vi.spyOn(app.services.log, 'info');
  const responses: ServerResponse[] = [];
  server.server.on('request', (_, response) => responses.push(response));
  const sent = [1, 2, 3].map(() => {
    const leaving = new AbortController();
    const headers = { authorization: superAdmin.token };
    const url = `http://127.0.0.1:${port}/api/v1/private/audit-logs`;
    return { leaving, answer: fetch(url, { headers, signal: leaving.signal }) };
  });
  await expect.poll(() => counted.mock.calls.length).toBe(sent.length);
  const [first, ...others] = sent;
  for (const { leaving } of others) leaving.abort();
  await Promise.all(others.map(({ answer }) => expect(answer).rejects.toThrow()));
  await expect.poll(() => responses.filter(({ destroyed }) => destroyed).length).toBe(others.length);
  letGo();
  expect((await first?.answer)?.status).toBe(200);
  await expect.poll(() => lines.mock.calls).toHaveLength(sent.length);
  expect(started).toHaveBeenCalledTimes(1);
  expect(lines.mock.calls.map(([line]) => line)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'OK', http_status: 200 }),
      ...others.map(() => expect.objectContaining({ code: 'CANCELLED', http_status: 499, bytes: 0 })),
    ]),
  );
});
