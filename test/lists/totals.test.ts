import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { addedTotal, longTotal, MANY } from '../../src/lists/totals.ts';
import { requireNotAborted, runForCaller, runWithSignal } from '../../src/platform/callers.ts';

const ROWS = 3 * MANY;

/** Counts the rows of a long list, and how often it had to count all of them. */
function longList() {
  const counted = { whole: 0 };
  const count = async (most?: number) => {
    if (most === undefined) counted.whole += 1;
    return Math.min(ROWS, most ?? ROWS);
  };
  return { counted, count };
}

it('callers who ask at once for the total of a long list share one count of all its rows', async () => {
  const { counted, count } = longList();
  const database = {};
  const totals = await Promise.all(Array.from({ length: 20 }, () => longTotal(database, 'list', count)));
  expect(new Set(totals)).toEqual(new Set([ROWS]));
  expect(counted.whole).toBe(1);
});

it('so do those of a list whose rows are only added, which counts only the newest for each of them', async () => {
  const { counted, count } = longList();
  const database = {};
  const countIds = async (ids?: object, most?: number) => (ids && 'gte' in ids ? 1 : count(most));
  const totals = await Promise.all(Array.from({ length: 20 }, () => addedTotal(database, 'list', countIds)));
  expect(new Set(totals)).toEqual(new Set([ROWS + 1]));
  expect(counted.whole).toBe(1);
});

it('a shared count goes on for the others when the caller who began it has disconnected', async () => {
  const { count } = longList();
  const database = {};
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gone = new AbortController();
  const total = () =>
    longTotal(database, 'list', async most => {
      if (most === undefined) {
        begun.resolve();
        await end.promise;
      }
      // As each statement does.
      requireNotAborted();
      return count(most);
    });
  const first = runForCaller('first', () => runWithSignal(gone.signal, total));
  await begun.promise;
  const second = runForCaller('second', total);
  await turn();
  gone.abort();
  end.resolve();
  expect(await Promise.all([first, second])).toEqual([ROWS, ROWS]);
});
