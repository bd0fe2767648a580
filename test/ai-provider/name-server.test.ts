import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { failureOf, prompt, settingsFor, startModelServer, testClient } from '../support/model-server.ts';

const METADATA = '169.254.169.254';
const reach = { allowedHosts: [{ host: 'models.example' }], loopback: false };

/**
 * A name server on loopback. Returns the answers in turn, then repeats the last one. TTL 0: no answer may be cached.
 */
async function startNameServer(...answers: [string, ...string[]][]) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(addresses.join(' '));
    const questionEnd = query.indexOf(0, 12) + 5;
    const header = Buffer.from(query.subarray(0, 12));
    // A response without an error: one question and the answers.
    header.writeUInt16BE(0x8180, 2);
    for (const [index, count] of [1, addresses.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * index);
    const records = addresses.map(one =>
      // The queried name, type A, class IN, TTL 0, four bytes.
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, query.subarray(12, questionEnd), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  afterAll(() => socket.close());
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const resolve = async (name: string) =>
    (await resolver.resolve4(name)).map(address => ({ address, family: 4 as const }));
  return { asked, resolve };
}

const model = await startModelServer();
const settings = settingsFor(`http://models.example:${model.port}/v1`, 'CHAT_COMPLETIONS');

test('a name is resolved once: the connection goes to the checked address', async () => {
  const { asked, resolve } = await startNameServer(['127.0.0.1'], [METADATA]);
  expect((await testClient({ reach, resolve }).complete(settings, prompt)).content).toBe('Yes.');
  expect(asked).toEqual(['127.0.0.1']);
  expect((await failureOf(testClient({ reach, resolve }).complete(settings, prompt))).kind).toBe('refused_address');
  expect(asked).toEqual(['127.0.0.1', METADATA]);
});

test('one refused address among the answers of a name server is enough, in any place', async () => {
  for (const answer of [['127.0.0.1', METADATA] as const, [METADATA, '127.0.0.1'] as const]) {
    const { resolve } = await startNameServer([...answer]);
    const { connections } = model;
    expect((await failureOf(testClient({ reach, resolve }).complete(settings, prompt))).kind).toBe('refused_address');
    expect(model.connections).toBe(connections);
  }
});

test('a name that no setting opens is refused where it leads to the service itself', async () => {
  const { resolve } = await startNameServer(['127.0.0.1']);
  const client = testClient({ reach: { allowedHosts: [], loopback: true }, resolve });
  const { connections } = model;
  const https = settingsFor(`https://models.example:${model.port}/v1`, 'CHAT_COMPLETIONS');
  expect((await failureOf(client.complete(https, prompt))).kind).toBe('refused_address');
  expect(model.connections).toBe(connections);
});

/** A server that writes arbitrary bytes instead of HTTP. */
async function startRawServer(write: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => write(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/v1`;
}

async function pour(socket: Socket, piece: (index: number) => string, pauseMs: number): Promise<void> {
  for (let index = 0; !socket.destroyed; index += 1) {
    if (!socket.write(piece(index))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    await delay(pauseMs);
  }
}

const OK = 'HTTP/1.1 200 OK\r\n';

test.each([
  ['many headers', OK, (index: number) => `x-${index}: y\r\n`.repeat(200), 1, 30_000, 'bad_answer'],
  ['one header without end', OK, () => 'x'.repeat(4_096), 1, 30_000, 'bad_answer'],
  ['headers that drip', OK, (index: number) => `x-${index}: y\r\n`, 40, 1_500, 'timeout'],
  ['interim answers without end', '', () => 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n', 5, 1_500, 'timeout'],
] as const)('%s are bounded', async (_, start, piece, pauseMs, timeoutMs, kind) => {
  const url = await startRawServer(socket => {
    socket.write(start);
    void pour(socket, piece, pauseMs);
  });
  const asked = testClient().complete(settingsFor(url, 'CHAT_COMPLETIONS', { timeoutMs }), prompt);
  expect((await failureOf(asked)).kind).toBe(kind);
});
