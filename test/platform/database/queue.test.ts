import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { currentCaller, runForCaller } from '../../../src/platform/callers.ts';
import { newId } from '../../../src/platform/ids.ts';
import { createJobs, stageJobs } from '../../../src/platform/jobs.ts';
import { testDatabase } from '../../support/database.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { prisma: db } = await testDatabase();
const log = { error: () => {}, warn: () => {} };

// Repeated after a failure: a busy machine may need longer than the poll of the queue, which would find the jobs too.
it('a queue works outside the context of the request that woke it, and lets go of the request', {
  retry: 2,
}, async () => {
  const context = new AsyncLocalStorage<object>();
  const [first, second] = [newId(), newId()];
  const seen: unknown[] = [];
  const note = () => seen.push([currentCaller().name, context.getStore()]);
  const work = async (id: string) => {
    note();
    // Found when the first job ends, without another call of wake.
    if (id === first) await stageJobs(db, 'test', [second]);
    return async () => note();
  };
  const jobs = createJobs({ db, log, isAlone: false });
  onTestFinished(() => jobs.stop());
  await jobs.start({ test: { work, giveUp: () => async () => {} } });
  await expect.poll(() => db.job.count()).toBe(0);
  await stageJobs(db, 'test', [first]);
  const request = new WeakRef({});
  runForCaller('the caller', () => context.run(request.deref() ?? {}, () => jobs.wake()));
  await expect.poll(() => seen, { timeout: 4_000 }).toHaveLength(4);
  expect(seen).toEqual(Array.from({ length: 4 }, () => ['system', undefined]));
  await expect
    .poll(() => {
      collectGarbage();
      return request.deref();
    })
    .toBeUndefined();
});
