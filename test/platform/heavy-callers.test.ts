import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { currentCaller, nameCaller, runForCaller } from '../../src/platform/callers.ts';
import { beginRequest, countUse, isHeavy } from '../../src/platform/precedence.ts';
import { takeTurn } from '../../src/platform/turns.ts';

/** Work of one request of a caller, between authentication and the end of the answer. */
function request(name: string, work: () => Promise<unknown>, deadlineMs = 60_000): Promise<void> {
  return runForCaller('127.0.0.1', async () => {
    const end = beginRequest();
    nameCaller(name);
    try {
      await takeTurn(deadlineMs);
      await work();
    } finally {
      end();
    }
  });
}

const recordUse = (name: string, ms: number) =>
  runForCaller('127.0.0.1', () => {
    nameCaller(name);
    countUse(currentCaller(), ms);
  });

/** Starts requests of one caller. Returns how many run at the same time at most. */
async function mostAtOnce(name: string, usedMs: number): Promise<number> {
  recordUse(name, usedMs);
  let [running, most] = [0, 0];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(resolve => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => request(name, work)));
  return most;
}

test('of a caller with much recent use, one request runs at a time; callers with little wait for nobody', async () => {
  const heavy = [mostAtOnce('heavy', 100_000), mostAtOnce('other heavy', 100_000)];
  expect(await Promise.all([...heavy, mostAtOnce('light', 100)])).toEqual([1, 1, 10]);
});

test('use that was recorded by a clock that was ahead does not grow', async () => {
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  onTestFinished(() => clock.mockRestore());
  recordUse('ahead', 1);
  clock.mockRestore();
  const isFound = await runForCaller('127.0.0.1', () => {
    nameCaller('ahead');
    return isHeavy(currentCaller());
  });
  expect(isFound).toBe(false);
});

test('an answer that is never read holds up the next request of its caller for a second only', async () => {
  recordUse('slow reader', 100_000);
  void request('slow reader', () => new Promise(() => {}));
  const order: string[] = [];
  const next = request('slow reader', async () => order.push('next'));
  await delay(500);
  order.push('half a second');
  await next;
  expect(order).toEqual(['half a second', 'next']);
});

test('a request that waits longer than its deadline is refused, and those after it get their turns', async () => {
  recordUse('impatient', 100_000);
  void request('impatient', () => new Promise(() => {}));
  const work = vi.fn(async () => undefined);
  const late = request('impatient', work, 100);
  const next = request('impatient', work);
  await expect(late).rejects.toMatchObject({ status: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 5 });
  expect(work).not.toHaveBeenCalled();
  await next;
  expect(work).toHaveBeenCalledTimes(1);
});

test('between two requests of a heavy caller lies as much time as the first took, while others are active', async () => {
  recordUse('paced', 100_000);
  const times: number[] = [];
  const work = async () => {
    times.push(performance.now());
    await delay(100);
    times.push(performance.now());
  };
  const both = [request('paced', work), request('paced', work)];
  await request('neighbour', async () => {});
  await Promise.all(both);
  const [startedAt = 0, endedAt = 0, nextAt = 0] = times;
  // Timers count whole milliseconds.
  expect(nextAt - endedAt).toBeGreaterThan(0.9 * (endedAt - startedAt));
});
