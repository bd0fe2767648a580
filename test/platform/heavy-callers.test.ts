import { parse } from 'graphql';
import { expect, test } from 'vitest';
import type { Call } from '../../src/access/call.ts';
import { runCancellable } from '../../src/graphql/cancellation.ts';
import { currentCaller, nameCaller, runForCaller } from '../../src/platform/callers.ts';
import { countUse } from '../../src/platform/precedence.ts';

const query = { document: parse('{ me { id } }') };
const mutation = { document: parse('mutation { logout { id } }') };

/** Starts operations of one caller. Returns how many run at the same time at most. */
async function mostAtOnce(name: string, usedMs: number, operation = query): Promise<number> {
  let [running, most] = [0, 0];
  const one = (): Promise<void> =>
    runForCaller('127.0.0.1', () => {
      nameCaller(name);
      return runCancellable(operation, {} as Call, async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(resolve => setImmediate(resolve));
        running -= 1;
      });
    });
  runForCaller('127.0.0.1', () => {
    nameCaller(name);
    countUse(currentCaller(), usedMs);
  });
  await Promise.all(Array.from({ length: 10 }, one));
  return most;
}

test('of a caller with much recent use, two queries run at a time, and every mutation', async () => {
  const heavy = [mostAtOnce('heavy', 10_000), mostAtOnce('other heavy', 10_000)];
  expect(await Promise.all([...heavy, mostAtOnce('light', 100)])).toEqual([2, 2, 10]);
  expect(await mostAtOnce('heavy', 10_000, mutation)).toBe(10);
});

test('a query that waits for others of its caller ends when the caller disconnects', async () => {
  const gone = new AbortController();
  const waiting = runForCaller('127.0.0.1', () => {
    nameCaller('heavy');
    countUse(currentCaller(), 10_000);
    const never = () => new Promise<void>(() => {});
    for (const _ of [1, 2]) void runCancellable(query, {} as Call, never);
    return runCancellable(query, { signal: gone.signal } as Call, never);
  });
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ status: 'DEADLINE_EXCEEDED' });
});
