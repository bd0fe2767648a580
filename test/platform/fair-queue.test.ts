import { describe, expect, test } from 'vitest';
import { nameCaller, runForCaller } from '../../src/platform/callers.ts';
import { FairQueue } from '../../src/platform/fair-queue.ts';
import { beginRequest, countUse, YIELD_MS } from '../../src/platform/precedence.ts';

const refused = () => new Error('refused');
const queueOf = (slots: number) => new FairQueue({ slots, yields: true, tooMany: refused, tooLate: refused });
const callerOf = (name: string, usedMs = 0) => ({ name, isKnown: true, request: { usedMs } });

/** A request that has started; returns the function that ends it. */
const begin = (name: string): (() => void) =>
  runForCaller('127.0.0.1', () => {
    nameCaller(name);
    return beginRequest();
  });

/** Whether a slot is granted immediately. */
async function startsAtOnce(queue: FairQueue, caller: ReturnType<typeof callerOf>): Promise<boolean> {
  let started = false;
  const given = queue.acquire(caller, {}).then(release => {
    started = true;
    release();
  });
  await Promise.resolve();
  await Promise.resolve();
  const atOnce = started;
  await given;
  return atOnce;
}

describe('a free place', () => {
  test('waits for a small request in progress, and is granted to the large one after it', async () => {
    const queue = queueOf(1);
    const answer = begin('small');
    const order: string[] = [];
    const large = queue.acquire(callerOf('large', 100), {}).then(release => {
      order.push('large');
      release();
    });
    for (let statement = 0; statement < 3; statement += 1) {
      const release = await queue.acquire(callerOf('small'), {});
      order.push('small');
      release();
    }
    answer();
    await large;
    expect(order).toEqual(['small', 'small', 'small', 'large']);
  });

  test('is granted to a large request after a limited time, even while small ones continue', async () => {
    const answer = begin('small');
    const begun = performance.now();
    (await queueOf(1).acquire(callerOf('large', 100), {}))();
    expect(performance.now() - begun).toBeGreaterThan(YIELD_MS / 2);
    answer();
  });

  test('waits too when a caller sends many small requests', async () => {
    const answer = begin('rare');
    expect(await startsAtOnce(queueOf(1), callerOf('frequent'))).toBe(true);
    countUse(callerOf('frequent'), 1_000);
    expect(await startsAtOnce(queueOf(1), callerOf('frequent'))).toBe(false);
    answer();
  });

  test('does not wait for the small requests of a caller who uses much more', async () => {
    countUse(callerOf('busy'), 1_000);
    const answer = begin('busy');
    expect(await startsAtOnce(queueOf(1), callerOf('patient', 100))).toBe(true);
    answer();
  });

  test('does not wait for anonymous callers', async () => {
    const answer = runForCaller('127.0.0.1', beginRequest);
    expect(await startsAtOnce(queueOf(1), callerOf('large', 100))).toBe(true);
    answer();
  });

  test('does not wait if only requests of the same caller are in progress, or none', async () => {
    const answer = begin('large');
    expect(await startsAtOnce(queueOf(1), callerOf('large', 100))).toBe(true);
    answer();
    expect(await startsAtOnce(queueOf(1), callerOf('large', 100))).toBe(true);
  });
});

test('one group of requests takes no more than its slots, and leaves those behind it in the queue theirs', async () => {
  const queue = new FairQueue({ slots: 4, slotsPerGroup: 2, maxWaiting: 4, tooMany: refused, tooLate: refused });
  const ask = (name: string, group: string) => queue.acquire(callerOf(name), {}, group);
  const [give] = await Promise.all([ask('a', 'slow'), ask('b', 'slow')]);
  const waiting = [ask('a', 'slow'), ask('c', 'slow')];
  await expect(ask('d', 'slow')).rejects.toThrow('refused');
  expect(queue.waiting).toBe(2);
  (await ask('a', 'quick'))();
  give?.();
  (await waiting[1])?.();
  (await waiting[0])?.();
  expect(queue.waiting).toBe(0);
});

test('one caller waits with at most a quarter of the queue for a group, and leaves others their place behind it', async () => {
  const queue = new FairQueue({ slots: 4, slotsPerGroup: 2, maxWaiting: 8, tooMany: refused, tooLate: refused });
  const ask = (name: string) => queue.acquire(callerOf(name), {}, 'slow');
  const [give] = await Promise.all([ask('greedy'), ask('greedy')]);
  const waiting = [ask('greedy'), ask('greedy')];
  await expect(ask('greedy')).rejects.toThrow('refused');
  const other = ask('other');
  expect(queue.waiting).toBe(3);
  give?.();
  (await other)();
  for (const granted of waiting) (await granted)();
  expect(queue.waiting).toBe(0);
});

test('one caller can take all slots but one', async () => {
  const queue = queueOf(3);
  const gives = await Promise.all([1, 2].map(() => queue.acquire(callerOf('greedy'), {})));
  const third = queue.acquire(callerOf('greedy'), {});
  expect(await startsAtOnce(queue, callerOf('other'))).toBe(true);
  expect(queue.waiting).toBe(1);
  gives[0]?.();
  (await third)();
  gives[1]?.();
  expect(queue.waiting).toBe(0);
});
