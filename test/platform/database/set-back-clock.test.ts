import { describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { createJobs, stageJobs } from '../../../src/platform/jobs.ts';
import { testDatabase } from '../../support/database.ts';

const { prisma: db } = await testDatabase();
const log = { error: () => {}, warn: () => {} };

/** Data written before the clock of the database is set back by an hour. */
const writeAnHourAhead = (id: string, claim: string | null) => db.$executeRaw`
  UPDATE jobs SET due_at = now() + interval '1 hour 10 seconds', claim = ${claim}::uuid WHERE id = ${id}::uuid`;

describe('after the clock of the database was set back', () => {
  it.each([
    ['that was staged', null],
    ['of a taker that is dead', newId()],
  ])('a job %s is done at once', async (_, claim) => {
    const [id, later] = [newId(), newId()];
    await stageJobs(db, 'test', [id]);
    await writeAnHourAhead(id, claim);
    // A job that waits for its next attempt does not run earlier.
    await stageJobs(db, 'test', [later]);
    await db.$executeRaw`UPDATE jobs SET due_at = now() + interval '5 minutes' WHERE id = ${later}::uuid`;
    const done: string[] = [];
    const jobs = createJobs({ db, log, isAlone: false });
    onTestFinished(() => jobs.stop());
    const work = async (job: string) => async () => done.push(job);
    await jobs.start({ test: { work, giveUp: () => async () => {} } });
    await expect.poll(() => db.job.findMany({ select: { id: true } })).toEqual([{ id: later }]);
    expect(done).toEqual([id]);
    await db.job.deleteMany();
  });
});
