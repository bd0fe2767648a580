import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startDeadline } from '../../src/platform/deadline.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Starts a deadline in the context of a request. Returns whether the request is still in memory afterwards. */
async function isHeldAfter(work: (deadline: { end(): void }) => void): Promise<boolean> {
  const context = new AsyncLocalStorage<object>();
  const held = new WeakRef({});
  context.run(held.deref() ?? {}, () => work(startDeadline(60_000)));
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(resolve => setImmediate(resolve));
    collectGarbage();
  }
  return held.deref() !== undefined;
}

test('a deadline aborts when its time is over', async () => {
  const { signal } = startDeadline(10);
  expect(signal.aborted).toBe(false);
  await new Promise(resolve => signal.addEventListener('abort', resolve));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('an ended deadline never aborts and lets go of everything that its request holds', async () => {
  expect(await isHeldAfter(() => {})).toBe(true);
  expect(await isHeldAfter(deadline => deadline.end())).toBe(false);
});
