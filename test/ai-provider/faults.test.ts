import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ProviderSettings } from '../../src/ai/provider/provider.ts';
import { readRetryAfter } from '../../src/platform/outbound/answers.ts';
import {
  answerOf,
  eventStream,
  eventsOf,
  failureOf,
  gather,
  type Handler,
  json,
  MODES,
  prompt,
  settingsFor,
  startModelServer,
  testClient,
} from '../support/model-server.ts';

const CHAT = 'CHAT_COMPLETIONS';
const MiB = 1024 * 1024;
const AT_ONCE = { 'retry-after': '0' };

/** Both request modes, with a separate client. */
async function asking(handle: Handler, more: Partial<ProviderSettings> = {}) {
  const stub = await startModelServer(handle);
  const client = testClient();
  const settings = settingsFor(stub.url, CHAT, more);
  const whole = () => client.complete(settings, prompt);
  const streamed = async () => (await gather(client.stream(settings, prompt))).answer;
  return { stub, client, settings, whole, streamed, both: [whole, streamed] };
}

/** An event with as many further bytes as those of large providers. */
const padded = (event: string): string => `: ${'x'.repeat(300)}\n${event}`;

const yes = (response: ServerResponse) => json(response, answerOf(CHAT, 'Yes.'));

const MOST_POURED_BYTES = 200 * MiB;

/** Writes until the other side disconnects; returns the number of written bytes. */
async function pour(response: ServerResponse, chunk: Buffer | string): Promise<number> {
  let bytes = 0;
  const chunks = function* () {
    for (; bytes < MOST_POURED_BYTES; bytes += Buffer.byteLength(chunk)) yield chunk;
  };
  await pipeline(Readable.from(chunks()), response).catch(() => {});
  return bytes;
}

describe('one deadline applies to the whole call', () => {
  const never = new Promise(() => {});
  const slow: [string, Handler][] = [
    ['no answer', () => never],
    ['headers and no body', response => void response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()],
    ['a body that drips', async response => {
      response.writeHead(200, { 'content-type': 'application/json' });
      while (!response.destroyed) await delay(20, response.write(' '));
    }],
    ['an endless stream of comments', async response => {
      eventStream(response);
      while (!response.destroyed) await delay(20, response.write(': still here\n\n'));
    }],
    ['an endless stream of text', async response => {
      eventStream(response);
      const [, piece = ''] = eventsOf(CHAT, ['more ']);
      while (!response.destroyed) await delay(20, response.write(piece));
    }],
    ['an error that never ends', async response => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      while (!response.destroyed) await delay(20, response.write('x'));
    }],
  ]; // biome-ignore format: a table

  test.each(slow)('%s', async (_, handle) => {
    const { both, stub } = await asking(handle, { timeoutMs: 120 });
    for (const ask of both) {
      expect((await failureOf(ask())).kind).toBe('timeout');
    }
    await expect.poll(() => stub.openSockets.size).toBe(0);
  });

  test('Retry-After is followed only if it fits into the deadline', async () => {
    const { whole, stub } = await asking(response => json(response, {}, 503, { 'retry-after': '100' }), {
      timeoutMs: 60_000,
    });
    const startedAt = performance.now();
    expect(await failureOf(whole())).toMatchObject({ kind: 'overloaded', mayRetry: true, retryAfterMs: 100_000 });
    expect(performance.now() - startedAt).toBeLessThan(50_000);
    expect(stub.seen).toHaveLength(1);
  });
});

describe('answers are bounded', () => {
  test('100 MB are not read: neither as JSON nor as events nor as one line', async () => {
    const forms: [string, string][] = [
      ['application/json', 'x'.repeat(MiB)],
      ['text/event-stream', 'data: x\n'.repeat(100_000)],
      ['text/event-stream', 'x'.repeat(MiB)],
      ['text/event-stream', eventsOf(CHAT, ['y'.repeat(64 * 1024)])[1] ?? ''],
    ];
    for (const [type, chunk] of forms) {
      let poured = Promise.resolve(0);
      const { both } = await asking(response => {
        response.writeHead(200, { 'content-type': type });
        poured = pour(response, chunk);
      });
      for (const ask of both) {
        expect((await failureOf(ask())).kind).toBe('too_large');
        expect(await poured).toBeLessThan(32 * MiB);
      }
    }
  });

  test.each([
    ['gzip', createGzip],
    ['deflate', createDeflate],
    ['br', createBrotliCompress],
  ])('a bomb without end in %s is not unpacked; an honest answer is', async (encoding, compressor) => {
    let isBomb = true;
    const { whole } = await asking(response => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      const blanks = function* () {
        while (isBomb) yield Buffer.alloc(MiB, ' ');
      };
      const text = isBomb ? Readable.from(blanks()) : Readable.from([JSON.stringify(answerOf(CHAT, 'Yes.'))]);
      pipeline(text, compressor(), response).catch(() => {});
    });
    expect((await failureOf(whole())).kind).toBe('too_large');
    isBomb = false;
    expect((await whole()).content).toBe('Yes.');
  });

  test('an answer that is wrongly marked as compressed, or compressed twice, is an error', async () => {
    for (const encoding of ['gzip', 'zstd', 'gzip, gzip', 'rot13']) {
      const { both } = await asking(
        response => void response.writeHead(200, { 'content-encoding': encoding }).end('{}'),
      );
      for (const ask of both) expect((await failureOf(ask())).kind, encoding).toBe('bad_answer');
    }
  });

  test('headers too', async () => {
    const { whole } = await asking(
      response => void response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end('{}'),
    );
    expect((await failureOf(whole())).kind).toBe('bad_answer');
  });

  test('an answer of just below 4 MiB is taken, of a million nested arrays is survived', async () => {
    let body = JSON.stringify(answerOf(CHAT, 'z'.repeat(4 * MiB - 1000)));
    const { whole } = await asking(response => void response.writeHead(200).end(body), { timeoutMs: 10_000 });
    expect((await whole()).content).toHaveLength(4 * MiB - 1000);
    // A stream has some hundred bytes for each token of the answer.
    const pieces = Array.from({ length: 20_000 }, () => 'word '.padEnd(5));
    const { streamed } = await asking(response =>
      eventStream(response).end(eventsOf(CHAT, pieces).map(padded).join('')),
    );
    expect((await streamed()).content).toHaveLength(100_000);
    body = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect((await failureOf(whole())).kind).toBe('bad_answer');
  });
});

describe('an invalid answer', () => {
  const html = '<html><script>alert("sk-secret-key-0001")</script></html>';
  const bodies: [string, string, string][] = [
    ['HTML', 'text/html', html],
    ['HTML that claims to be JSON', 'application/json', html],
    ['cut JSON', 'application/json', JSON.stringify(answerOf(CHAT, 'Yes.')).slice(0, -10)],
    ['other JSON', 'application/json', '{"hello": "world"}'],
    ['null', 'application/json', 'null'],
    ['a number', 'application/json', '17'],
    ['wrong types', 'application/json', '{"choices": {"0": {"message": "Yes."}}, "model": 17}'],
    ['no choices', 'application/json', '{"choices": []}'],
    ['a content that is none', 'application/json', '{"choices": [{"message": {"content": {"text": "Yes."}}}]}'],
    ['events with wrong JSON', 'text/event-stream', 'data: {"choices": [\n\n'],
    ['events with other JSON', 'text/event-stream', 'data: 17\n\ndata: null\n\ndata: {"choices": [{"finish_reason": "stop"}]}\n\n'],
  ]; // biome-ignore format: a table

  test.each(bodies)('%s', async (_, type, body) => {
    const { both } = await asking(response => void response.writeHead(200, { 'content-type': type }).end(body));
    for (const ask of both) {
      const failure = await failureOf(ask());
      expect(failure.kind).toBe('bad_answer');
      expect(failure.message).not.toMatch(/sk-|alert|hello/);
    }
  });

  test('nothing at all, or a stream that breaks off, is a connection that broke', async () => {
    const [first = '', second = ''] = eventsOf(CHAT, ['Half']);
    const broken: Handler[] = [
      response => void response.writeHead(200).end(),
      response => void eventStream(response).end(first + second),
      response => void eventStream(response).end('data: [DONE]\n\n'),
      response =>
        void response.writeHead(200, { 'content-length': '1000' }).write('{"choices"', () => response.destroy()),
      response => void eventStream(response).write(first + second, () => response.destroy()),
    ];
    for (const handle of broken) {
      const { both } = await asking(handle);
      for (const ask of both) expect((await failureOf(ask())).kind).toBe('unreachable');
    }
  });

  test.each([
    ['of another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['with two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
    ['with a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\nz\r\n'],
  ])('bytes %s', async (_, bytes) => {
    const { both } = await asking(response => void response.socket?.end(bytes));
    for (const ask of both) expect((await failureOf(ask())).kind).toBe('bad_answer');
  });

  test.each([301, 302, 303, 307, 308])('HTTP %i: the redirect is not followed', async status => {
    const target = await startModelServer(yes);
    const { both } = await asking(
      response => void response.writeHead(status, { location: `${target.url}/chat/completions` }).end(),
    );
    for (const ask of both) expect((await failureOf(ask())).message).toContain('not followed');
    expect([target.seen, target.connections]).toEqual([[], 0]);
  });

  test('a failure in the middle of a stream is reported after the pieces before it', async () => {
    const { client, settings } = await asking(response => {
      const [first = '', second = ''] = eventsOf(CHAT, ['Half']);
      eventStream(response).end(
        `${first}${second}data: {"error": {"message": "sk-secret-key-0001", "code": "server_error"}}\n\n`,
      );
    });
    const stream = client.stream(settings, prompt);
    expect((await stream.next()).value).toBe('Half');
    const failure = await failureOf(stream.next());
    expect([failure.kind, failure.message.includes('sk-')]).toEqual(['provider_error', false]);
  });

  test.each(MODES)('a failure in an answer with HTTP 200 is reported as one, %s', async mode => {
    const error = { message: 'sk-secret-key-0001', code: 'rate_limit_exceeded' };
    const server = await startModelServer(response => json(response, { error }));
    const failure = await failureOf(testClient().complete(settingsFor(server.url, mode), prompt));
    expect([failure.kind, failure.message.includes('sk-')]).toEqual(['overloaded', false]);
  });

  test('an answer with bytes of no UTF-8 is text all the same', async () => {
    const body = Buffer.from(JSON.stringify(answerOf(CHAT, 'a?b')).replace('a?b', 'a\u00ffb'), 'latin1');
    const { whole } = await asking(response => void response.writeHead(200).end(body));
    expect((await whole()).content).toBe('a\uFFFDb');
  });
});

describe('a failure says whether it may pass, and nothing that the provider wrote', () => {
  test.each([
    [400, {}, 'rejected', false],
    [400, { code: 'context_length_exceeded' }, 'too_long', false],
    [400, { message: "This model's maximum context length is 8192 tokens" }, 'too_long', false],
    [400, { code: 'content_filter' }, 'refused', false],
    [401, {}, 'unauthorized', false],
    [403, {}, 'unauthorized', false],
    [404, {}, 'rejected', false],
    [413, {}, 'too_long', false],
    [422, {}, 'rejected', false],
    [429, {}, 'overloaded', true],
    [429, { code: 'insufficient_quota' }, 'rejected', false],
    [500, {}, 'provider_error', true],
    [502, {}, 'provider_error', true],
    [503, {}, 'overloaded', true],
    [504, {}, 'provider_error', true],
  ])('HTTP %i %j is %s', async (status, error, kind, mayRetry) => {
    const message = 'Incorrect API key provided: sk-secret-key-0001';
    const { both } = await asking(response => json(response, { error: { message, ...error } }, status, AT_ONCE));
    for (const ask of both) {
      const failure = await failureOf(ask());
      expect(failure).toMatchObject({ kind, mayRetry });
      expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure)}`).not.toMatch(
        /sk-|Incorrect|maximum context/,
      );
    }
  });
});

describe('a failure that may pass', () => {
  test.each([429, 502, 503, 504])('HTTP %i: the request is sent once more', async status => {
    let calls = 0;
    const { both, stub } = await asking(response =>
      calls++ % 2 === 0 ? json(response, {}, status, AT_ONCE) : yes(response),
    );
    for (const ask of both) expect((await ask()).content).toBe('Yes.');
    expect(stub.seen).toHaveLength(4);
    expect(stub.seen[1]?.body).toEqual(stub.seen[0]?.body);
  });

  test('is tried no third time', async () => {
    const { whole, stub } = await asking(response => json(response, {}, 503, { 'retry-after': '0' }));
    expect((await failureOf(whole())).kind).toBe('overloaded');
    expect(stub.seen).toHaveLength(2);
  });

  test('waits as long as Retry-After says', async () => {
    let calls = 0;
    const { whole } = await asking(response =>
      calls++ === 0 ? json(response, {}, 429, { 'retry-after': '1' }) : yes(response),
    );
    const startedAt = performance.now();
    await whole();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(readRetryAfter(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(55_000);
    expect([readRetryAfter('soon'), readRetryAfter(''), readRetryAfter('-1')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a connection that is reset before the first byte is opened once more', async () => {
    let calls = 0;
    const { both, stub } = await asking((response, _, request) => {
      if (calls++ % 2 === 0) return request.socket.resetAndDestroy();
      return yes(response);
    });
    for (const ask of both) expect((await ask()).content).toBe('Yes.');
    expect(stub.seen).toHaveLength(4);
  });

  test('after the first piece, nothing is sent again', async () => {
    const { streamed, stub } = await asking((response, _, request) => {
      eventStream(response).write(eventsOf(CHAT, ['Half'])[1], () => request.socket.resetAndDestroy());
    });
    expect((await failureOf(streamed())).kind).toBe('unreachable');
    expect(stub.seen).toHaveLength(1);
  });

  test.each([
    ['nobody listens', 'http://127.0.0.1:1/v1'],
    ['nobody knows the name', 'https://no-such-host.invalid/v1'],
  ])('%s', async (_, url) => {
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    const client = testClient({ resolve });
    expect((await failureOf(client.complete(settingsFor(url, CHAT), prompt))).kind).toBe('unreachable');
  });

  test('a server without TLS at an https address is reported as such', async () => {
    const { stub } = await asking(yes);
    const settings = settingsFor(stub.url.replace('http:', 'https:'), CHAT);
    expect((await failureOf(testClient().complete(settings, prompt))).message).toContain('TLS');
  });
});

describe('a caller that disconnects', () => {
  test.each(MODES)('ends the call: the connection is closed, %s', async mode => {
    const stub = await startModelServer(response => void eventStream(response).write(eventsOf(mode, ['Half'])[1]));
    const client = testClient();
    const gone = new AbortController();
    const stream = client.stream(settingsFor(stub.url, mode), prompt, { signal: gone.signal });
    await stream.next();
    gone.abort();
    expect((await failureOf(stream.next())).kind).toBe('cancelled');
    await expect.poll(() => stub.openSockets.size).toBe(0);
    const left = client.stream(settingsFor(stub.url, mode), prompt);
    for await (const piece of left) if (piece) break;
    await expect.poll(() => stub.openSockets.size).toBe(0);
  });

  test('before the call begins, sends nothing', async () => {
    const { client, settings, stub } = await asking(yes);
    expect((await failureOf(client.complete(settings, prompt, { signal: AbortSignal.abort() }))).kind).toBe(
      'cancelled',
    );
    expect(stub.seen).toEqual([]);
  });

  test('a closed client aborts requests in flight', async () => {
    const { client, whole, stub } = await asking(() => {});
    const ended = failureOf(whole());
    await expect.poll(() => stub.seen.length).toBe(1);
    await client.close();
    expect((await ended).kind).toBe('unreachable');
  });
});

describe('calls in flight', () => {
  test('are four at most of one provider, and the others have their turn', async () => {
    let [inside, most] = [0, 0];
    const { whole } = await asking(async response => {
      most = Math.max(most, ++inside);
      await delay(20);
      inside -= 1;
      yes(response);
    });
    const answers = await Promise.all(Array.from({ length: 13 }, whole));
    expect([answers.length, most]).toEqual([13, 4]);
  });

  test('that ended in time or not leave their turn once', async () => {
    const stub = await startModelServer(() => {});
    const client = testClient({ pauseMs: 0 });
    const hasty = settingsFor(stub.url, CHAT, { timeoutMs: 1_000 });
    let most = 0;
    for (let round = 0; round < 3; round += 1) {
      const calls = Array.from({ length: 12 }, () => failureOf(client.complete(hasty, prompt)));
      await expect.poll(() => stub.seen.length).toBeGreaterThanOrEqual(4);
      await delay(50);
      most = Math.max(most, stub.seen.length);
      await Promise.all(calls);
      await expect.poll(() => stub.openSockets.size).toBe(0);
      expect(stub.seen.length - most).toBeLessThanOrEqual(8);
      stub.seen.length = 0;
    }
    expect(most).toBeLessThanOrEqual(4);
  });

  test('that wait do so within their own deadline, and not without end', async () => {
    const { client, settings, stub } = await asking(() => {});
    const done = new AbortController();
    const held = [1, 2, 3, 4].map(() => failureOf(client.complete(settings, prompt, { signal: done.signal })));
    await expect.poll(() => stub.seen.length).toBe(4);
    const impatient = { ...settings, timeoutMs: 1_000 };
    const waiting = Array.from({ length: 64 }, () => failureOf(client.complete(impatient, prompt)));
    expect((await failureOf(client.complete(settings, prompt))).kind).toBe('busy');
    expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['busy']));
    expect(stub.seen).toHaveLength(4);
    const other = { ...settings, apiKey: 'of another provider', timeoutMs: 3_000 };
    expect((await failureOf(client.complete(other, prompt))).message).toContain('did not answer within 3 seconds');
    expect(stub.seen).toHaveLength(5);
    done.abort();
    await Promise.all(held);
  });

  test('are two at most of one asker, however many providers they ask', async () => {
    const { client, settings, stub } = await asking(() => {});
    const gone = new AbortController();
    const calls = Array.from({ length: 8 }, (_, call) =>
      failureOf(client.complete({ ...settings, apiKey: `key ${call}` }, prompt, { asker: 'one', signal: gone.signal })),
    );
    const quick = await startModelServer(yes);
    expect((await client.complete(settingsFor(quick.url, CHAT), prompt, { asker: 'another' })).content).toBe('Yes.');
    await expect.poll(() => stub.seen.length).toBe(2);
    gone.abort();
    await Promise.all(calls);
  });

  test('of an asker who already has two are refused for that reason, those of others because the service is busy', async () => {
    const { client, settings, stub } = await asking(() => {});
    const gone = new AbortController();
    const held = ['one', 'one', 'other', 'another'].map(asker =>
      failureOf(client.complete(settings, prompt, { asker, signal: gone.signal })),
    );
    await expect.poll(() => stub.seen.length).toBe(4);
    const quick = settingsFor((await startModelServer(yes)).url, CHAT);
    expect(await failureOf(client.complete({ ...quick, timeoutMs: 300 }, prompt, { asker: 'one' }))).toMatchObject({
      kind: 'busy',
      message: 'You have two AI requests in progress. Wait until one ends',
    });
    expect((await client.complete(quick, prompt, { asker: 'other' })).content).toBe('Yes.');
    const late = failureOf(client.complete({ ...settings, timeoutMs: 300 }, prompt, { asker: 'other' }));
    expect((await late).message).toContain('Too many AI requests at once');
    const waiting = Array.from({ length: 32 }, () =>
      client.complete(settings, prompt, { asker: 'one', signal: gone.signal }),
    );
    expect((await failureOf(client.complete(settings, prompt, { asker: 'one' }))).message).toContain('You have two');
    gone.abort();
    await Promise.allSettled([...held, ...waiting]);
  });

  test('to one provider are shared among those who ask it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { client, settings, stub } = await asking(response => released.then(() => yes(response)));
    const calls = Array.from({ length: 20 }, () => client.complete(settings, prompt, { asker: 'one' }));
    await expect.poll(() => stub.seen.length).toBe(2);
    calls.push(client.complete(settings, prompt, { asker: 'another' }));
    await expect.poll(() => stub.seen.length).toBe(3);
    release();
    await Promise.all(calls);
  });

  test('without a reader free their slot at their deadline', async () => {
    let isOpen = true;
    const { client, settings } = await asking(
      response => (isOpen ? eventStream(response).write(eventsOf(CHAT, ['Half'])[1]) : yes(response)),
      { timeoutMs: 1_500 },
    );
    const forgotten = [1, 2, 3, 4].map(() => client.stream(settings, prompt));
    await Promise.all(forgotten.map(stream => stream.next()));
    isOpen = false;
    expect((await client.complete({ ...settings, timeoutMs: 120_000 }, prompt)).content).toBe('Yes.');
  });
});

/** Sets the clock of this process ahead, until the end of the test. */
function passTime(): { ms: number } {
  const passed = { ms: 0 };
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed.ms);
  onTestFinished(() => clock.mockRestore());
  return passed;
}

describe('a provider that fails five times in a row', () => {
  test('is left alone for a while, then tried by one call, and is back when that succeeds', async () => {
    let isUp = false;
    const stub = await startModelServer(response => (isUp ? yes(response) : json(response, {}, 500)));
    const client = testClient({ pauseMs: 3_600_000 });
    const passed = passTime();
    const settings = settingsFor(stub.url, CHAT);
    const kindOf = async (more = {}) => (await failureOf(client.complete({ ...settings, ...more }, prompt))).kind;
    for (let call = 0; call < 5; call++) expect(await kindOf()).toBe('provider_error');
    expect([await kindOf(), await kindOf()]).toEqual(['paused', 'paused']);
    expect(stub.seen).toHaveLength(5);
    // Another key at the same address is not paused.
    expect(await kindOf({ apiKey: 'another' })).toBe('provider_error');
    passed.ms += 3_600_000;
    expect(await Promise.all([kindOf(), kindOf()])).toEqual(['provider_error', 'paused']);
    isUp = true;
    passed.ms += 3_600_000;
    expect((await client.complete(settings, prompt)).content).toBe('Yes.');
    expect((await client.complete(settings, prompt)).content).toBe('Yes.');
  });

  test('is not one that refuses what it is asked', async () => {
    const { whole, stub } = await asking(response => json(response, {}, 401));
    for (let call = 0; call < 7; call++) expect((await failureOf(whole())).kind).toBe('unauthorized');
    expect(stub.seen).toHaveLength(7);
  });

  test('is tried by another call when the caller of the trial leaves', async () => {
    let handle: Handler = response => json(response, {}, 500);
    const stub = await startModelServer((...asked) => handle(...asked));
    const client = testClient({ pauseMs: 3_600_000 });
    const passed = passTime();
    const settings = settingsFor(stub.url, CHAT);
    for (let call = 0; call < 5; call++) await failureOf(client.complete(settings, prompt));
    passed.ms += 3_600_000;
    handle = () => {};
    const gone = new AbortController();
    const trial = failureOf(client.complete(settings, prompt, { signal: gone.signal }));
    await expect.poll(() => stub.seen.length).toBe(6);
    expect((await failureOf(client.complete(settings, prompt))).kind).toBe('paused');
    gone.abort();
    expect((await trial).kind).toBe('cancelled');
    handle = yes;
    expect((await client.complete(settings, prompt)).content).toBe('Yes.');
  });

  test('is not one whose calls had little time left after they waited for others', async () => {
    let isSlow = true;
    const { client, settings } = await asking(async response => {
      if (isSlow) await delay(2_500);
      yes(response);
    });
    const hasty = { ...settings, timeoutMs: 4_000 };
    const calls = Array.from({ length: 12 }, () => client.complete(hasty, prompt));
    const answered = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
    expect(answered).toHaveLength(4);
    isSlow = false;
    expect((await client.complete(settings, prompt)).content).toBe('Yes.');
  });

  test('is paused also if it hangs under a steady load, so that most calls had to wait for others', async () => {
    const { client, settings } = await asking(() => {});
    const calls: Promise<string>[] = [];
    for (let call = 0; call < 15; call++) {
      calls.push(failureOf(client.complete({ ...settings, timeoutMs: 600 }, prompt)).then(({ kind }) => kind));
      await delay(100);
    }
    expect(await Promise.all(calls)).toContain('paused');
  });

  test('is paused also if it fails once in each call, and hangs when that is repeated', async () => {
    let requests = 0;
    const { client, settings } = await asking(response => {
      if (++requests % 2 === 1) setTimeout(() => response.writeHead(504, { 'Retry-After': '0' }).end(), 300);
    });
    const hasty = { ...settings, timeoutMs: 600 };
    for (let call = 0; call < 5; call++) expect((await failureOf(client.complete(hasty, prompt))).kind).toBe('timeout');
    expect((await failureOf(client.complete(hasty, prompt))).kind).toBe('paused');
  });

  test('is not one that streams an answer, however long that takes and others wait', async () => {
    const stub = await startModelServer(async response => {
      eventStream(response);
      const [, piece = ''] = eventsOf(CHAT, ['more ']);
      while (!response.destroyed) {
        response.write(piece);
        await delay(50);
      }
    });
    const client = testClient();
    const settings = settingsFor(stub.url, CHAT, { timeoutMs: 60_000 });
    const leaves = new AbortController();
    const stream = (signal: AbortSignal, timeoutMs = 60_000) =>
      gather(client.stream({ ...settings, timeoutMs }, prompt, { signal })).catch(() => undefined);
    const reader = new AbortController();
    const reading = stream(reader.signal);
    const held = [1, 2, 3].map(() => stream(leaves.signal));
    await expect.poll(() => stub.seen.length).toBe(4);
    const waiting = Array.from({ length: 6 }, () => stream(reader.signal, 600));
    await delay(500);
    leaves.abort();
    await Promise.all([...held, ...waiting]);
    expect((await failureOf(client.complete({ ...settings, timeoutMs: 100 }, prompt))).kind).not.toBe('paused');
    reader.abort();
    await reading;
  });

  test('stays paused when it does not answer a trial that had to wait for older calls', async () => {
    const stub = await startModelServer(() => {});
    const settings = settingsFor(stub.url, CHAT);
    const client = testClient({ pauseMs: 3_600_000 });
    const passed = passTime();
    const kindOf = async (timeoutMs: number, signal?: AbortSignal) =>
      (await failureOf(client.complete({ ...settings, timeoutMs }, prompt, { signal }))).kind;
    const gone = new AbortController();
    const held = [1, 2, 3].map(() => kindOf(120_000, gone.signal));
    for (let call = 0; call < 4; call++) expect(await kindOf(100)).toBe('timeout');
    const last = kindOf(100);
    const leaves = new AbortController();
    held.push(kindOf(120_000, leaves.signal));
    expect(await last).toBe('timeout');
    await expect.poll(() => stub.seen.length).toBe(9);
    passed.ms += 3_600_000;
    const trial = kindOf(1_000);
    await delay(500);
    leaves.abort();
    expect(await trial).toBe('timeout');
    expect([await kindOf(100), stub.seen.length]).toEqual(['paused', 10]);
    gone.abort();
    await Promise.all(held);
  });

  test('is not one whose calls had little time left after they waited for those to other providers', async () => {
    const { client, settings, stub } = await asking(() => {});
    let isSilent = true;
    const slow = await startModelServer(response => isSilent || yes(response));
    const toSlow = settingsFor(slow.url, CHAT);
    for (let round = 0; round < 2; round++) {
      const hung = Array.from({ length: 8 }, (_, call) =>
        failureOf(client.complete({ ...settings, apiKey: `key ${call}`, timeoutMs: 2_400 }, prompt)),
      );
      await expect.poll(() => stub.seen.length).toBe(8 * (round + 1));
      const calls = [1, 2, 3].map(() => failureOf(client.complete({ ...toSlow, timeoutMs: 3_000 }, prompt)));
      for (const { kind } of await Promise.all(calls)) expect(kind).toBe('timeout');
      await Promise.all(hung);
    }
    isSilent = false;
    expect((await client.complete(toSlow, prompt)).content).toBe('Yes.');
  });

  test('is not one whose name could not be looked up because other names took all look-ups', async () => {
    const stub = await startModelServer(yes);
    let isSilent = true;
    const { promise: silence, reject } = Promise.withResolvers<never>();
    silence.catch(() => {});
    const client = testClient({
      reach: { allowedHosts: [{ host: 'models.example' }], loopback: true },
      resolve: async name => (isSilent && name !== 'models.example' ? silence : [{ address: '127.0.0.1', family: 4 }]),
    });
    const settings = settingsFor(`http://models.example:${stub.port}/v1`, CHAT);
    const silent = ['one', 'other'].map(name =>
      failureOf(client.complete(settingsFor(`https://${name}.example`, CHAT), prompt)),
    );
    await delay(50);
    const calls = Array.from({ length: 4 }, () => failureOf(client.complete(settings, prompt)));
    for (const failure of await Promise.all(calls)) expect(failure).toMatchObject({ kind: 'busy', isPostponed: true });
    isSilent = false;
    reject(new Error('The test has ended'));
    await Promise.allSettled(silent);
    expect((await client.complete(settings, prompt)).content).toBe('Yes.');
  });
});
