import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { writeRefusal } from '../../facades/refusal.ts';
import { createEdge } from '../../src/platform/http/edge.ts';
import { beginWork } from '../../src/platform/http/progress.ts';
import type { SlowLimits } from '../../src/platform/http/slow-callers.ts';
import { headOf, openRaw, parseAnswer } from '../support/raw-connection.ts';

/** The limits of the service, 15 times shorter. */
const limits: SlowLimits = {
  silentMs: 1_000,
  stalledMs: 2_000,
  betweenStepsMs: 6_000,
  headersMs: 2_000,
  periodMs: 1_000,
  bytesPerSecond: 8192,
  answerGraceMs: 2_000,
  sweepMs: 50,
};

const MIB = 1024 * 1024;
const large = Buffer.alloc(32 * MIB, 'x');

/**
 * A server that reads bodies, sends a large answer at /large, and answers /later after the time limit for silence.
 * /begun marks that its work has begun, and answers after half a second. /events is silent for that time between two events.
 */
async function listen({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, more: Partial<SlowLimits> = {}) {
  const refused: string[] = [];
  const onRefused = ({ message }: { message: string }) => refused.push(message);
  const edge = createEdge({ write: writeRefusal, limits: { ...limits, ...more }, onRefused });
  const server = edge.createServer(async (request, response) => {
    request.on('error', () => undefined);
    if (request.url === '/large') return response.end(large);
    if (request.url === '/events') response.writeHead(200, { connection: 'close' }).write('data: one\n\n');
    if (request.url === '/begun') beginWork(request, response);
    if (request.url === '/begun') await delay(500);
    if (request.url === '/later' || request.url === '/events') await delay(3_200);
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    return response.end(`took ${bytes}`);
  });
  server.on('clientError', edge.onClientError);
  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refused };
}

/** A hanging connection. */
const END_MS = 60_000;

async function ended<T>(closed: Promise<T>): Promise<T> {
  const over = delay(END_MS, undefined, { ref: false }).then(() => {
    throw new Error(`still open after ${END_MS} ms`);
  });
  return Promise.race([closed, over]);
}

/** Requests /large and reads this many bytes a second, in ten steps, until the connection ends. */
async function takeSlowly(base: string, bytesPerSecond: number): Promise<number> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let taken = 0;
  let step = 0;
  socket.on('data', chunk => {
    taken += chunk.length;
    if (taken > step) socket.pause();
  });
  const timer = setInterval(() => {
    step = taken + bytesPerSecond / 10;
    socket.resume();
  }, 100);
  const closed = new Promise(resolve => socket.once('close', resolve));
  await ended(closed).finally(() => clearInterval(timer));
  return taken;
}

const late = {
  status: 408,
  headers: { connection: 'close', 'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/) },
  body: { status: 'DEADLINE_EXCEEDED', message: 'The request arrived too slowly' },
};

// Repeated after a failure: the limits apply to a busy machine too, which may leave the callers of this file no time.
describe.concurrent('a slow caller', { retry: 2 }, () => {
  it('who sends nothing is disconnected', async ({ onTestFinished }) => {
    const { base } = await listen({ onTestFinished });
    expect(await ended((await openRaw(base)).closed)).toBe('');
  });

  it('with slow or stalled headers gets an error and is disconnected', async ({ onTestFinished }) => {
    const { base } = await listen({ onTestFinished });
    const stops = await openRaw(base);
    stops.send('GET / HTTP/1.1\r\nHo');
    const drips = await openRaw(base);
    drips.send('GET / HTTP/1.1\r\n');
    const timer = setInterval(() => drips.send('x-a: b\r\n'), 100);
    onTestFinished(() => clearInterval(timer));
    expect(parseAnswer(await ended(stops.closed))).toMatchObject(late);
    expect(parseAnswer(await ended(drips.closed))).toMatchObject(late);
  });

  it('with a slow or stalled body gets an error and is disconnected', async ({ onTestFinished }) => {
    const { base, refused } = await listen({ onTestFinished });
    const stops = await openRaw(base);
    stops.send(`${headOf('POST', '/', 1_000_000)}{`);
    const drips = await openRaw(base);
    drips.send(headOf('POST', '/', 1_000_000));
    const timer = setInterval(() => drips.send('x'), 50);
    onTestFinished(() => clearInterval(timer));
    expect(parseAnswer(await ended(stops.closed))).toMatchObject(late);
    expect(parseAnswer(await ended(drips.closed))).toMatchObject(late);
    expect(refused).toHaveLength(2);
  });

  it('who reads nothing of a large answer is disconnected', async ({ onTestFinished }) => {
    const { base } = await listen({ onTestFinished });
    const reader = await openRaw(base);
    reader.socket.pause();
    reader.send('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await delay(4_500);
    reader.socket.resume();
    expect((await ended(reader.closed)).length).toBeLessThan(large.length);
  });

  it('who reads an answer too slowly is disconnected after the time for its size', async ({ onTestFinished }) => {
    const rate = { stalledMs: 60_000, answerGraceMs: 500, bytesPerSecond: 16 * MIB };
    const { base } = await listen({ onTestFinished }, rate);
    const startedAt = performance.now();
    const taken = await takeSlowly(base, 4 * MIB);
    expect(taken).toBeLessThan(large.length);
    // 32 MiB at 16 MiB a second, plus tolerance.
    expect(performance.now() - startedAt).toBeGreaterThan(2_000);
  });

  it('who reads an answer steadily gets all of it', async ({ onTestFinished }) => {
    const { base } = await listen({ onTestFinished }, { bytesPerSecond: MIB });
    expect(await takeSlowly(base, 12 * MIB)).toBeGreaterThan(large.length);
  });

  it('who has read from an answer before may pause longer', async ({ onTestFinished }) => {
    const { base } = await listen({ onTestFinished });
    const { socket, send, closed } = await openRaw(base);
    socket.pause();
    send('GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let taken = 0;
    await delay(500);
    socket.on('data', chunk => {
      taken += chunk.length;
      if (taken > 16 * MIB) socket.pause();
    });
    socket.resume();
    await delay(3_300);
    expect(taken).toBeLessThan(large.length);
    socket.removeAllListeners('data').resume();
    await ended(closed);
    expect(socket.bytesRead).toBeGreaterThan(large.length);
  });

  it('who waits for the next event of a silent stream, or behind a late answer, is served', async ({
    onTestFinished,
  }) => {
    const { base } = await listen({ onTestFinished });
    const events = await openRaw(base);
    events.send('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const pipelined = await openRaw(base);
    pipelined.send('GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n');
    pipelined.send('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await ended(events.closed)).toMatch(/data: one.*took 0/s);
    expect((await ended(pipelined.closed)).match(/took 0/g)).toHaveLength(2);
  });

  it('with a body above the minimum rate is served, and so is one who waits for a late answer', async ({
    onTestFinished,
    expect: expectHere,
  }) => {
    const { base } = await listen({ onTestFinished });
    const steady = await openRaw(base);
    steady.send(headOf('POST', '/', 40_000));
    const waiting = await openRaw(base);
    waiting.send('GET /later HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    for (let sent = 0; sent < 40_000; sent += 1_000) {
      steady.send('y'.repeat(1_000));
      await delay(40);
    }
    await expectHere.poll(steady.received).toContain('took 40000');
    expect(await ended(waiting.closed)).toContain('took 0');
  });
});

describe('a request that Node cannot read', () => {
  it.each([
    ['with headers beyond 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['that is not HTTP', 'hello\r\n\r\n', 400],
    ['without a Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['with an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: pancakes\r\n\r\n', 417],
  ])('%s gets an envelope with a trace id', async (_, text, status) => {
    const { base, refused } = await listen({ onTestFinished });
    const connection = await openRaw(base);
    connection.send(text);
    const answer = parseAnswer(await ended(connection.closed));
    expect(answer).toMatchObject({
      status,
      headers: { connection: 'close', 'content-type': 'application/json; charset=utf-8' },
      body: { code: 400, status: 'INVALID_ARGUMENT', trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(answer.headers['x-trace-id']).toBe((answer.body as { trace_id: string }).trace_id);
    expect(refused).toHaveLength(1);
  });

  it('takes no answer from the request before it whose work has begun: that one is answered, then the connection closes', async () => {
    const { base, refused } = await listen({ onTestFinished });
    const connection = await openRaw(base);
    connection.send('GET /begun HTTP/1.1\r\nHost: localhost\r\n\r\n');
    for (const part of ['hello\r\n\r\n', 'hello\r\n\r\n']) {
      await delay(100);
      connection.send(part);
    }
    const text = await ended(connection.closed);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*took 0$/is);
    expect(refused).toEqual([]);
  });
});
