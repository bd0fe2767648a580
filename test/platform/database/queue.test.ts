import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { currentCaller, runForCaller } from '../../../src/platform/callers.ts';
import { newId } from '../../../src/platform/ids.ts';
import { createJobs, stageJobs } from '../../../src/platform/jobs.ts';
import { createQueue } from '../../../src/platform/queue.ts';
import { testDatabase } from '../../support/database.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { prisma: db } = await testDatabase();
const log = { error: () => {}, warn: () => {} };

/** The poll of the queue would find the jobs too, without being woken. */
function letNoPollCome(): void {
  const [LEAST_POLL_MS, never] = [5_000, 24 * 3_600_000];
  const set = globalThis.setTimeout;
  const setShort = (work: () => void, ms = 0) => set(work, ms < LEAST_POLL_MS ? ms : never);
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(setShort as typeof setTimeout);
  onTestFinished(() => timers.mockRestore());
}

it('a queue works outside the context of the request that woke it, and lets go of the request', async () => {
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
  letNoPollCome();
  await jobs.start({ test: { work, giveUp: () => async () => {} } });
  await expect.poll(() => db.job.count()).toBe(0);
  await stageJobs(db, 'test', [first]);
  const request = new WeakRef({});
  runForCaller('the caller', () => context.run(request.deref() ?? {}, () => jobs.wake()));
  await expect.poll(() => seen).toHaveLength(4);
  expect(seen).toEqual(Array.from({ length: 4 }, () => ['system', undefined]));
  await expect
    .poll(() => {
      collectGarbage();
      return request.deref();
    })
    .toBeUndefined();
});

it('a queue misses no row that ends in the moment in which it stops looking', async () => {
  const MOST_STEPS = 12;
  letNoPollCome();
  let look = Promise.withResolvers<void>();
  const watched = Object.create(db, {
    $queryRaw: {
      value: async (...query: Parameters<typeof db.$queryRaw>) => {
        const rows = await db.$queryRaw<{ ms?: number }[]>(...query);
        if (rows[0]?.ms !== undefined) look.resolve();
        return rows;
      },
    },
  }) as typeof db;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    await stageJobs(db, 'test', [newId(), newId()]);
    let ended = 0;
    const queue = createQueue<object>({
      ...{ db: watched, log, isAlone: false, table: 'jobs', columns: Prisma.sql`id`, maxAtOnce: 2, wakeMs: 0 },
      latestDue: Prisma.sql`interval '6 minutes'`,
    });
    onTestFinished(() => queue.stop());
    await queue.start({
      open: running => Prisma.sql`${running.length === 0}`,
      async run() {
        look = Promise.withResolvers();
        await look.promise;
        for (let step = 0; step < steps; step += 1) await undefined;
        ended += 1;
      },
    });
    await expect.poll(() => ended, { message: `${steps} steps after the look` }).toBe(2);
    await queue.stop();
    await db.job.deleteMany();
  }
});

it('work that could not begin is no attempt of its job', async () => {
  await db.job.deleteMany();
  const id = newId();
  await stageJobs(db, 'test', [id]);
  const jobs = createJobs({ db, log, isAlone: false });
  onTestFinished(() => jobs.stop());
  const busy = Object.assign(new Error('busy'), { mayRetry: true, isPostponed: true });
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries <= 4) throw busy;
    return async () => {};
  };
  const given: unknown[] = [];
  await jobs.start({ test: { work, giveUp: (_, error) => async () => given.push(error) } });
  for (let waited = 1; waited <= 4; waited += 1) {
    await expect.poll(() => tries).toBe(waited);
    await expect.poll(() => db.job.findUnique({ where: { id } })).toMatchObject({ attempts: 0, claim: null });
    await db.job.update({ where: { id }, data: { dueAt: new Date() } });
    jobs.wake();
  }
  await expect.poll(() => db.job.count()).toBe(0);
  expect([tries, given]).toEqual([5, []]);
});
