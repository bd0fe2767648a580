import { expect, onTestFinished, test } from 'vitest';
import { createDispatcher } from '../../src/platform/outbound/connect.ts';

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
  onTestFinished(async () => {
    reject(new Error('The test has ended'));
    await dispatcher.destroy();
  });
  const send = (host: string): Promise<string> =>
    dispatcher.request({ origin: `https://${host}`, path: '/', method: 'POST' }).then(
      () => 'sent',
      error => error.code ?? error.message,
    );
  return { asked, send };
}

test('names that nobody answers take no further threads of the process than two', async () => {
  const { asked, send } = dispatcherWithSilence();
  void send('first.example');
  void send('second.example');
  expect(await Promise.all([send('third.example'), send('fourth.example')])).toEqual(['EAI_AGAIN', 'EAI_AGAIN']);
  expect(asked).toEqual(['first.example', 'second.example']);
});

test('one name that nobody answers, however often it is asked for, leaves others theirs', async () => {
  const { asked, send } = dispatcherWithSilence('known.example');
  for (let count = 0; count < 5; count += 1) void send('silent.example');
  expect(await send('known.example')).toBe('refused');
  expect(asked).toEqual(['silent.example', 'known.example']);
});
