import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDispatcher, MOST_LOOKUPS } from '../../src/platform/outbound/connect.ts';

/** Requests to hosts whose name servers never answer, except the one for `answered`. */
function dispatcherWithSilence(answered?: string) {
  const asked: string[] = [];
  const { promise: silence, reject } = Promise.withResolvers<never>();
  silence.catch(() => {});
  const reach = { allowedHosts: [], loopback: false };
  const dispatcher = createDispatcher(
    reach,
    () => new Error('refused'),
    async hostname => {
      asked.push(hostname);
      return hostname === answered ? [{ address: '10.0.0.1', family: 4 }] : silence;
    },
  );
  const end = () => reject(new Error('The name server is there again'));
  onTestFinished(async () => {
    end();
    await dispatcher.destroy();
  });
  const send = (host: string, caller?: string): Promise<string> =>
    dispatcher.request({ origin: `https://${host}`, path: '/', method: 'POST' }, caller).then(
      () => 'sent',
      error => error.code ?? error.message,
    );
  return { asked, send, end };
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
