import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Services } from '../../src/access/call.ts';
import { sharedWork } from '../../src/contents/run-task.ts';
import { requireNotAborted, runForCaller, runWithSignal } from '../../src/platform/callers.ts';

it('shares work with callers who still wait when the caller who began it has disconnected', async () => {
  const services = { db: {} } as Services;
  const share = sharedWork<string>();
  let begun = 0;
  const work = async () => {
    begun += 1;
    await turn();
    // As each statement does.
    requireNotAborted();
    return 'made';
  };
  const gone = new AbortController();
  const first = runForCaller('first', () => runWithSignal(gone.signal, () => share(services, 'key', work)));
  const second = runForCaller('second', () => share(services, 'key', work));
  gone.abort();
  expect(await Promise.allSettled([first, second])).toEqual([
    { status: 'fulfilled', value: 'made' },
    { status: 'fulfilled', value: 'made' },
  ]);
  expect(begun).toBe(1);
});
