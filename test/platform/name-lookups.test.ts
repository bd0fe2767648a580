import { readFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDispatcher, MOST_LOOKUPS, type Resolve } from '../../src/platform/outbound/connect.ts';
import { failureOf, prompt, settingsFor, startModelServer, testClient } from '../support/model-server.ts';

const ADDRESSES = [{ address: '10.0.0.1', family: 4 }];
const reach = { allowedHosts: [], loopback: false };

/** Name servers that do not answer before `end` or `answer`, except the one for `answered`. */
function startSilence(answered?: string, addresses = ADDRESSES) {
  const asked: string[] = [];
  const { promise: silence, resolve: answer, reject } = Promise.withResolvers<typeof ADDRESSES>();
  silence.catch(() => {});
  const resolve: Resolve = async hostname => {
    asked.push(hostname);
    return hostname === answered ? addresses : silence;
  };
  const end = () => reject(Object.assign(new Error('The name server does not respond'), { code: 'EAI_AGAIN' }));
  onTestFinished(end);
  return { asked, resolve, end, answer: () => answer(addresses) };
}

/** Requests to hosts with such name servers. Each has its own caller, unless it names one. */
function dispatcherWithSilence(answered?: string) {
  const silence = startSilence(answered);
  const dispatcher = createDispatcher(reach, () => new Error('refused'), silence.resolve);
  onTestFinished(() => dispatcher.destroy());
  const send = (host: string, caller = host, signal = new AbortController().signal): Promise<string> =>
    dispatcher.request({ origin: `https://${host}`, path: '/', method: 'POST', signal }, caller).then(
      () => 'sent',
      error => (error.name === 'Error' ? (error.code ?? error.message) : error.name),
    );
  return { ...silence, send };
}

test('names that nobody answers get no further look-up than two', async () => {
  const { asked, send } = dispatcherWithSilence();
  void send('first.example');
  void send('second.example');
  expect(await Promise.all([send('third.example'), send('fourth.example')])).toEqual([
    'DOCSVC_NO_LOOKUP',
    'DOCSVC_NO_LOOKUP',
  ]);
  expect(asked).toEqual(['first.example', 'second.example']);
});

test('one name that nobody answers, however often it is asked for, leaves others theirs', async () => {
  const { asked, send } = dispatcherWithSilence('known.example');
  for (let count = 0; count < 5; count += 1) void send('silent.example');
  expect(await send('known.example')).toBe('refused');
  expect(asked).toEqual(['silent.example', 'known.example']);
});

test('many names of one caller that nobody answers leave others their look-ups', async () => {
  const { asked, send } = dispatcherWithSilence('known.example');
  for (const host of ['first.example', 'second.example', 'third.example']) void send(host, 'ann');
  expect(await send('known.example', 'bob')).toBe('refused');
  expect(asked).toEqual(['first.example', 'known.example']);
});

test('a name whose look-up took long waits for the other names of its caller', async () => {
  const { asked, send, end } = dispatcherWithSilence('known.example');
  const slow = send('silent.example', 'ann');
  setTimeout(end, 5_500);
  expect(await slow).not.toBe('DOCSVC_NO_LOOKUP');
  const again = send('silent.example', 'ann');
  expect(await send('known.example', 'ann')).toBe('refused');
  expect(await again).toBe('DOCSVC_NO_LOOKUP');
  expect(asked).toEqual(['silent.example', 'known.example']);
});

test('a name whose look-up took long and found it is not looked up again at once, and not refused', async () => {
  const { asked, send, answer } = dispatcherWithSilence();
  const slow = send('slow.example', 'ann');
  setTimeout(answer, 5_500);
  expect(await slow).toBe('refused');
  expect(await Promise.all([send('slow.example', 'ann'), send('slow.example', 'bob')])).toEqual(['refused', 'refused']);
  expect(asked).toEqual(['slow.example']);
});

test('a request ends with its signal while its host name is looked up', async () => {
  const { asked, send } = dispatcherWithSilence();
  const begun = performance.now();
  expect(await send('silent.example', 'ann', AbortSignal.timeout(300))).toBe('TimeoutError');
  expect(performance.now() - begun).toBeLessThan(3_000);
  expect(asked).toEqual(['silent.example']);
});

test('a request whose signal was aborted before looks nothing up', async () => {
  const { asked, send } = dispatcherWithSilence();
  expect(await send('silent.example', 'ann', AbortSignal.abort())).toBe('AbortError');
  expect(asked).toEqual([]);
});

test('a request that was sent ends with its signal, also while another one of its caller waits for a look-up', async () => {
  const { port, seen } = await startModelServer(() => {});
  const { asked, resolve } = startSilence('known.example', [{ address: '127.0.0.1', family: 4 }]);
  const dispatcher = createDispatcher(
    { allowedHosts: [{ host: 'known.example' }], loopback: false },
    () => new Error('refused'),
    resolve,
  );
  onTestFinished(() => dispatcher.destroy());
  const send = (origin: string, signal: AbortSignal) =>
    dispatcher.request({ origin, path: '/', method: 'POST', signal }, 'ann').catch(error => error.name);
  const known = `http://known.example:${port}`;
  const sentUntil = new AbortController();
  const sent = send(known, sentUntil.signal);
  await expect.poll(() => seen).toHaveLength(1);
  const later = new AbortController();
  const others = [send('https://silent.example', later.signal), send(known, later.signal)];
  await expect.poll(() => asked).toContain('silent.example');
  sentUntil.abort();
  expect(await sent).toBe('AbortError');
  later.abort();
  await Promise.all(others);
});

describe('the names of AI providers', () => {
  const to = (host: string, timeoutMs = 30_000) => settingsFor(`https://${host}`, 'CHAT_COMPLETIONS', { timeoutMs });

  test('of one user that nobody answers leave others their look-ups', async () => {
    const { asked, resolve } = startSilence('known.example');
    const client = testClient({ reach, resolve });
    const left = new AbortController();
    const given = { asker: 'ann', signal: left.signal };
    const silent = ['first.example', 'second.example'].map(host => failureOf(client.complete(to(host), prompt, given)));
    await expect.poll(() => asked).toEqual(['first.example']);
    expect((await failureOf(client.complete(to('known.example'), prompt))).kind).toBe('refused_address');
    expect(asked).toEqual(['first.example', 'known.example']);
    left.abort();
    for (const { kind } of await Promise.all(silent)) expect(kind).toBe('cancelled');
  });

  test('that nobody answers take no longer than the timeout of the call', async () => {
    const { resolve } = startSilence();
    const begun = performance.now();
    const { message } = await failureOf(testClient({ reach, resolve }).complete(to('silent.example', 500), prompt));
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(message).toBe('The provider did not answer within 0.5 seconds');
  });

  test('that are not found after long are told as such, though the call asks again', async () => {
    const { asked, resolve, end } = startSilence();
    setTimeout(end, 5_500);
    expect(await failureOf(testClient({ reach, resolve }).complete(to('silent.example'), prompt))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('the name server does not respond'),
    });
    expect(asked).toEqual(['silent.example']);
  });

  test('that wait for their look-up until the timeout of the call say so, and pause no provider', async () => {
    const { port } = await startModelServer();
    const { asked, resolve, end } = startSilence('known.example', [{ address: '127.0.0.1', family: 4 }]);
    const client = testClient({ reach: { allowedHosts: [{ host: 'known.example' }], loopback: false }, resolve });
    const silent = ['first.example', 'second.example'].map(host => client.complete(to(host), prompt));
    await expect.poll(() => asked).toHaveLength(2);
    const known = settingsFor(`http://known.example:${port}`, 'CHAT_COMPLETIONS');
    for (let call = 0; call < 6; call += 1)
      expect(await failureOf(client.complete({ ...known, timeoutMs: 200 }, prompt))).toMatchObject({
        kind: 'busy',
        message: expect.stringContaining('Other host names are being looked up'),
      });
    end();
    await Promise.allSettled(silent);
    expect((await client.complete(known, prompt)).content).toBe('Yes.');
  });
});

test('a name that waits for the turn of one caller is looked up for another one at once', async () => {
  const { asked, send } = dispatcherWithSilence('known.example');
  for (const host of ['silent.example', 'known.example']) void send(host, 'ann');
  expect(await send('known.example', 'bob')).toBe('refused');
  expect(asked).toEqual(['silent.example', 'known.example']);
});

test('one name that nobody answers takes one turn, whoever asks for it', async () => {
  const { asked, send } = dispatcherWithSilence('known.example');
  void send('silent.example', 'ann');
  await expect.poll(() => asked).toHaveLength(1);
  for (const caller of ['bob', 'eve']) void send('silent.example', caller);
  expect(await send('known.example', 'dan')).toBe('refused');
  expect(asked).toEqual(['silent.example', 'known.example']);
});

test('requests for one name share its look-up', async () => {
  const { asked, send } = dispatcherWithSilence('known.example');
  expect(await Promise.all([send('known.example'), send('known.example')])).toEqual(['refused', 'refused']);
  expect(asked).toEqual(['known.example']);
});

test.each(['package.json', 'Dockerfile', 'deploy/docsvc.service'])(
  '%s starts the service with so many threads that libuv looks up a further name beside them',
  async file => {
    const [, threads] = /UV_THREADPOOL_SIZE=(\d+)/.exec(await readFile(file, 'utf8')) ?? [];
    expect(Math.floor((Number(threads) + 1) / 2)).toBeGreaterThan(MOST_LOOKUPS);
  },
);
