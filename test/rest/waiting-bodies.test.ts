import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { writeRefusal } from '../../facades/refusal.ts';
import { createApp } from '../../src/app.ts';
import { createEdge } from '../../src/platform/http/edge.ts';
import { testApp } from '../support/app.ts';
import { headOf, openRaw, parseAnswer, type RawConnection } from '../support/raw-connection.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin, createPerson } = await seed(app);
/** Limits for slow callers: shorter than the time that a body waits for its slot, longer than a busy machine stands still. */
const limits = { silentMs: 4_000, periodMs: 4_000, sweepMs: 50 };
const HELD_MS = 6_000;
const server = await createApp(app.services, createEdge({ write: writeRefusal, limits }));
await server.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => server.close());
const base = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

const BYTES = 800_000;
const body = `{"name": "Large"${' '.repeat(BYTES - 17)}}`;
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

async function begin(more: string[] = [], token = admin.token): Promise<RawConnection> {
  const connection = await openRaw(base);
  const lines = [`Authorization: ${token}`, 'Connection: close', ...more];
  connection.send(headOf('POST', '/api/v1/private/teams', BYTES, ...lines));
  return connection;
}

it('three callers who send slowly hold the slots only until somebody waits', async () => {
  const people = [admin, await createPerson(), await createPerson()];
  const tokens = people.flatMap(({ token }) => [token, token, token]).slice(0, 8);
  const slow = await Promise.all(tokens.map(token => begin([], token)));
  const sendOn = () => {
    for (const one of slow) one.send(' '.repeat(8_192));
  };
  const sending = setInterval(sendOn, 250);
  try {
    await delay(7_000);
    const other = await begin([], (await createPerson()).token);
    other.send(body);
    expect(parseAnswer(await other.closed)).toMatchObject({ body: { status: 'OK' } });
    const refused = await Promise.race(slow.map(({ closed }) => closed));
    expect(parseAnswer(refused)).toMatchObject({ body: { status: 'DEADLINE_EXCEEDED' } });
  } finally {
    clearInterval(sending);
    for (const { socket } of slow) socket.destroy();
  }
});

it('a body that waits for its slot is not closed as slow, with or without Expect: 100-continue', async () => {
  const held = app.database.prisma.$transaction(
    async tx => {
      await tx.$executeRaw`LOCK TABLE teams IN ACCESS EXCLUSIVE MODE`;
      // One caller has three slots.
      const first = await Promise.all([begin(), begin(), begin()]);
      for (const one of first) one.send(body);
      await delay(500);
      const [whole, announced] = await Promise.all([begin(), begin(['Expect: 100-continue'])]);
      whole.send(body);
      announced.socket.once('data', () => announced.send(body));
      await delay(HELD_MS);
      expect([whole.received(), announced.received()]).toEqual(['', '']);
      return [...first, whole, announced];
    },
    { timeout: 20_000 },
  );
  const texts = await Promise.all((await held).map(({ closed }) => closed));
  expect(texts.at(-1)).toContain(CONTINUE);
  for (const text of texts) expect(parseAnswer(text.replace(CONTINUE, ''))).toMatchObject({ body: { status: 'OK' } });
});
