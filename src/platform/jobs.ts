import { Prisma } from '../generated/prisma/client.ts';
import { type Db, inTransaction } from './database.ts';
import { observe } from './observing.ts';
import { type Claimed, createQueue, type Queue, type QueueServices } from './queue.ts';

/**
 * The queue of jobs. Finishing a job deletes its row in the transaction that writes the result: a result is written
 * once, even if the work was started several times.
 */
export type Jobs = Omit<Queue<Job>, 'start'> & { start(handlers: JobHandlers): Promise<void> };

export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Writes the result, in the transaction that finishes the job. */
export type Write = (tx: Db) => Promise<unknown>;

export type JobHandler = {
  /** Does the work, outside any transaction. */
  work(id: string, signal: AbortSignal): Promise<Write>;
  /** Returns the write after the final failure: the last attempt failed, or a retry is pointless. */
  giveUp(id: string, error: unknown): Write;
  /** SQL: a row of `jobs` may start beside the running ones of this process with these ids. All may, without it. */
  mayStart?(running: readonly string[]): Prisma.Sql;
};

/** Optional error properties that control retries. */
type Failing = {
  mayRetry?: boolean;
  retryAfterMs?: number | undefined;
  /** The work could not begin: that was no attempt. */
  isPostponed?: boolean;
};

const MAX_ATTEMPTS = 3;
const MAX_AT_ONCE = 4;
const BACKOFF_MS = [5_000, 30_000];
const LONGEST_BACKOFF_MS = 5 * 60_000;
const LATEST_DUE = Prisma.sql`interval '6 minutes'`;

/** Stages jobs. A job that exists starts again: the result of the current attempt is discarded. */
export async function stageJobs(tx: Db, kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw(stagedJobs(kind, Prisma.sql`SELECT id FROM unnest(${[...ids]}::uuid[]) AS asked(id)`));
}

/** SQL that does the same for the ids that the SQL `ids` returns. Sorted, so that two callers cannot deadlock. */
export const stagedJobs = (kind: string, ids: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO jobs (id, kind) SELECT id, ${kind} FROM (${ids}) AS staged ORDER BY id
  ON CONFLICT (id) DO UPDATE SET due_at = now(), attempts = 0, claim = NULL`;

type Job = { id: string; kind: string; attempts: number };
type Taken = Claimed<Job>;

/** For each kind, SQL: a row of it may start. */
const conditionsOf = (handlers: JobHandlers, running: readonly Job[]): Prisma.Sql[] =>
  Object.entries(handlers).map(([kind, { mayStart }]) => {
    const ids = running.filter(job => job.kind === kind).map(({ id }) => id);
    return Prisma.sql`(kind = ${kind} AND ${mayStart?.(ids) ?? Prisma.sql`TRUE`})`;
  });

/** Rolls a result back: the job was staged again or is claimed by another process. */
class LostClaim extends Error {}

export function createJobs(services: QueueServices): Jobs {
  const { db, log } = services;
  const columns = Prisma.sql`id::text, kind, attempts`;
  const queue = createQueue<Job>({
    ...services,
    table: 'jobs',
    columns,
    maxAtOnce: MAX_AT_ONCE,
    // Callers wake this queue after the transaction has committed.
    wakeMs: 0,
    latestDue: LATEST_DUE,
  });

  async function run(job: Taken, handler: JobHandler): Promise<void> {
    try {
      if (job.attempts > MAX_ATTEMPTS) throw Object.assign(new Error('The job never finished'), { mayRetry: false });
      const { kind } = job;
      const write = await observe({ kind: 'job', name: kind, label: kind }, () => handler.work(job.id, job.signal));
      await finish(job, write);
    } catch (error) {
      // Released by `stop`, or claimed by another process, which writes the result.
      if (job.signal.aborted) return;
      await settle(job, handler, error).catch(failure =>
        log.error({ err: failure, job: job.id }, 'a job could not be finished'),
      );
    }
  }

  async function settle(job: Taken, handler: JobHandler, error: unknown): Promise<void> {
    const { mayRetry, retryAfterMs, isPostponed = false } = error as Failing;
    if (mayRetry === undefined) log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed');
    if (mayRetry === false || (job.attempts >= MAX_ATTEMPTS && !isPostponed)) {
      log.warn({ job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed for the last time');
      return finish(job, handler.giveUp(job.id, error));
    }
    const usualMs = (BACKOFF_MS[job.attempts - 1] ?? LONGEST_BACKOFF_MS) * (0.8 + 0.4 * Math.random());
    const waitMs = Math.min(Math.max(usualMs, retryAfterMs ?? 0), LONGEST_BACKOFF_MS);
    await db.$executeRaw`
      UPDATE jobs SET due_at = now() + make_interval(secs => ${waitMs / 1000}), claim = NULL,
        attempts = attempts - ${isPostponed ? 1 : 0}
      WHERE id = ${job.id}::uuid AND claim = ${job.claim}::uuid`;
  }

  /** Writes before it deletes the job: who stages jobs, too, locks what they are about first. Otherwise both could deadlock. */
  const finish = ({ id, claim }: Taken, write: Write): Promise<void> =>
    inTransaction(db, async tx => {
      await write(tx);
      const ended = await tx.$executeRaw`DELETE FROM jobs WHERE id = ${id}::uuid AND claim = ${claim}::uuid`;
      if (ended === 0) throw new LostClaim();
    }).catch(error => {
      if (!(error instanceof LostClaim)) throw error;
    });

  return {
    ...queue,
    start: handlers =>
      queue.start({
        open: running => Prisma.sql`(${Prisma.join(conditionsOf(handlers, running), ' OR ')})`,
        run: job => run(job, handlers[job.kind] as JobHandler),
      }),
  };
}
