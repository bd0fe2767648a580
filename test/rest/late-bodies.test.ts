import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { currentCaller, nameCaller, runForCaller } from '../../src/platform/callers.ts';
import { countUse } from '../../src/platform/precedence.ts';
import { takeTurn } from '../../src/platform/turns.ts';
import { testApp } from '../support/app.ts';
import { headOf, openRaw, parseAnswer } from '../support/raw-connection.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { createPerson } = await seed(app);
const { prisma } = app.database;
const server = await createApp(app.services);
await server.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => server.close());
const base = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

/** Longer than ADMITTED_MS, after which the service authenticates a caller again. */
const LATE_MS = 5_500;

/** Sends a request whose body ends late. */
async function sendLate(path: string, token: string, sent: object): Promise<unknown> {
  const body = JSON.stringify(sent);
  const connection = await openRaw(base);
  connection.send(headOf('POST', path, body.length, 'Connection: close', `Authorization: ${token}`));
  connection.send(body.slice(0, 5));
  await delay(LATE_MS);
  connection.send(body.slice(5));
  return parseAnswer(await connection.closed).body;
}

const surfaces = {
  async rest() {
    const { id, token } = await createPerson();
    const body = { name: 'late', scopes: [1] };
    return { id, send: () => sendLate('/api/v1/private/api-tokens', token, body) };
  },
  async graphql() {
    const { id, token } = await createPerson();
    const query = 'mutation { createApiToken(input: { name: "late", scopes: [READ] }) { id } }';
    return { id, send: () => sendLate('/graphql', token, { query }) };
  },
  async mcp() {
    const owner = await createPerson();
    const made = await owner.rest('POST', '/private/mcp-tokens', { body: { name: 'agent', scopes: [1] } });
    const { token } = made.detail as unknown as { token: string };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } };
    return { id: owner.id, send: () => sendLate('/api/v1/open/mcp', token, call) };
  },
};

it('a request whose body ends late is executed with the rights that its caller has then', async () => {
  const callers = await Promise.all(Object.values(surfaces).map(begin => begin()));
  const lost = callers.map(({ send }) => send());
  const kept = (await Promise.all(Object.values(surfaces).map(begin => begin()))).map(({ send }) => send());
  await delay(1_000);
  const where = { id: { in: callers.map(({ id }) => id) } };
  await prisma.user.updateMany({ where, data: { status: 'DISABLED', sessionEpoch: { increment: 1 } } });
  expect(await Promise.all(lost)).toMatchObject([
    { status: 'UNAUTHENTICATED' },
    { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    { error: { data: { status: 'UNAUTHENTICATED' } } },
  ]);
  expect(await Promise.all(kept)).toMatchObject([
    { status: 'OK' },
    { data: { createApiToken: { id: expect.any(String) } } },
    { result: { structuredContent: { total: 0 } } },
  ]);
  expect(await prisma.apiToken.count({ where: { userId: where.id } })).toBe(0);
});

it('a request that waited long, because its caller sent many, is executed with the rights that its caller has then', async () => {
  const limited = await app.with({ DOCSVC_RATE_LIMITS: 'on' });
  const { id, token } = await createPerson();
  // Each earlier request delays it by a second.
  for (let before = 0; before < 7; before += 1)
    runForCaller('127.0.0.1', () => {
      nameCaller(id);
      countUse(currentCaller(), 1_000_000);
      void takeTurn(60_000);
    });
  const answer = limited.rest('POST', '/private/api-tokens', { token, body: { name: 'late', scopes: [1] } });
  await delay(1_000);
  await prisma.user.update({ where: { id }, data: { status: 'DISABLED', sessionEpoch: { increment: 1 } } });
  expect((await answer).status).toBe('UNAUTHENTICATED');
});
