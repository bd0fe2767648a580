import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { runForCaller } from '../../src/platform/callers.ts';
import { yieldToEventLoop } from '../../src/platform/event-loop.ts';
import { beginRequest } from '../../src/platform/precedence.ts';

const BATCHES = 20;

async function longWork(): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await yieldToEventLoop();
    workFor(1);
  }
}

function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const measured = new AsyncLocalStorage<true>();

/** How often some work sleeps: a count of its timers, since their time depends on what else the machine does. */
async function sleepsDuring(work: () => Promise<void>): Promise<number> {
  let sleeps = 0;
  const timers = createHook({
    init(_id, type) {
      if (type === 'Timeout' && measured.getStore()) sleeps += 1;
    },
  });
  await yieldToEventLoop();
  timers.enable();
  await measured.run(true, work);
  timers.disable();
  return sleeps;
}

it('long work leaves the core to what short requests wait for, and uses it itself where there are none', async () => {
  const beside = (name: string) => runForCaller(name, beginRequest);
  const end = beside('someone');
  expect(await sleepsDuring(() => runForCaller('a', longWork))).toBeGreaterThan(BATCHES / 4);
  end();
  // At most once, for the client that just got its answer.
  expect(await sleepsDuring(() => runForCaller('a', longWork))).toBeLessThanOrEqual(1);
  expect(await sleepsDuring(() => runForCaller('a', longWork))).toBe(0);
});

it('long requests do not wait for each other', async () => {
  const long = (name: string) =>
    runForCaller(name, async () => {
      const end = beginRequest();
      await yieldToEventLoop();
      await longWork();
      end();
    });
  const both = async () => {
    await Promise.all([long('a'), long('b')]);
  };
  expect(await sleepsDuring(both)).toBeLessThan(BATCHES / 4);
});
