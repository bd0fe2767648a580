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
