import { expect, it } from 'vitest';
import { requireNotAborted, runForCaller, runWithSignal } from '../../src/platform/callers.ts';
import { createWriteBehind } from '../../src/platform/write-behind.ts';

it('writes the rows of everybody even if the caller who flushes them has gone', async () => {
  const written: string[] = [];
  const lost: unknown[] = [];
  const rows = createWriteBehind<string>({
    write: async chunk => {
      requireNotAborted();
      written.push(...chunk);
    },
    mayRetry: () => false,
    onLost: (_, error) => lost.push(error),
    withCount: row => row,
  });
  const gone = AbortSignal.abort();
  await runForCaller('one', () =>
    runWithSignal(gone, async () => {
      rows.add('row of somebody');
      await rows.flush();
    }),
  );
  expect([written, lost]).toEqual([['row of somebody'], []]);
});

it('keeps rows while the database is unavailable, and writes each once when it is back', async () => {
  const written: string[] = [];
  const lost: number[] = [];
  const unavailable = new Error('unavailable');
  let isBack = false;
  const rows = createWriteBehind<string>({
    write: async chunk => {
      if (!isBack) throw unavailable;
      written.push(...chunk);
    },
    mayRetry: error => error === unavailable,
    onLost: count => lost.push(count),
    withCount: row => row,
  });
  rows.add('one');
  await rows.flush();
  rows.add('two');
  await rows.flush();
  isBack = true;
  await expect.poll(() => written).toEqual(['one', 'two']);
  expect(lost).toEqual([]);
});

it('says at the end how many rows could not be written', async () => {
  const lost: number[] = [];
  const rows = createWriteBehind<string>({
    write: async () => {
      throw new Error('unavailable');
    },
    mayRetry: () => true,
    onLost: count => lost.push(count),
    withCount: row => row,
  });
  rows.add('one');
  rows.add('two');
  await rows.flush();
  expect(lost).toEqual([]);
  await rows.close();
  expect(lost).toEqual([2]);
});
