import { randomUUID } from 'node:crypto';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { type Db, inTransaction } from './database.ts';
import type { Log } from './logging.ts';
import { observe } from './observing.ts';

/**
 * A job queue. Jobs are staged in a transaction and run after it, by any free server process. One table is the whole
 * queue: claiming a job moves its `due_at` to the end of the lease; finishing it deletes the row in the transaction
 * that writes the result. A result is therefore written once, even if the work was started several times.
 *
 * Why no library: measured with pg-boss 12.35 on the single connection of the embedded database. pg-boss adds 2.0 ms to
 * the staging transaction (this: 0.8 ms), sends 111 statements a minute when idle (this: 12) and creates 12 tables. It
 * detects a dead worker after 10 s plus the interval of its supervisor. It loads its queues over a second connection,
 * for which a transaction on the only connection would wait forever.
 */
export type Jobs = {
  start(handlers: JobHandlers): Promise<void>;
  /** Call it after staging: checks the queue at once instead of within POLL_MS. */
  wake(): void;
  /** Releases jobs in progress. Another process, or the next start, runs them again. */
  stop(): Promise<void>;
};

export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Writes the result, in the transaction that finishes the job. */
export type Write = (tx: Db) => Promise<unknown>;

export type JobHandler = {
  /** Does the work, outside any transaction. */
  work(id: string, signal: AbortSignal): Promise<Write>;
  /** Returns the write after the final failure: the last attempt failed, or a retry is pointless. */
  giveUp(id: string, error: unknown): Write;
};

/** Optional error properties that control retries. */
type Failing = { mayRetry?: boolean; retryAfterMs?: number | undefined };

export const MAX_ATTEMPTS = 3;
const MAX_AT_ONCE = 2;
/** Lease time in seconds. The worker renews its leases every `RENEW_MS`; without that, another one takes the job. */
const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;
/** An idle process runs one indexed query at this interval. */
const POLL_MS = 5_000;
const BACKOFF_MS = [5_000, 30_000];
const LONGEST_BACKOFF_MS = 5 * 60_000;
const STOP_LIMIT_MS = 5_000;
/**
 * No job is due later than this from now. A later one was written before the database clock was set back: it is due.
 */
const LATEST_DUE = Prisma.sql`interval '6 minutes'`;

export type JobsOptions = {
  db: PrismaClient;
  log: Pick<Log, 'error' | 'warn'>;
  /**
   * Whether no other process can use the database. Jobs claimed at the start then belong to a process that has ended.
   */
  isAlone: boolean;
};

/** Stages jobs. A job that exists starts again: the result of the current attempt is discarded. */
export async function stageJobs(tx: Db, kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO jobs (id, kind) SELECT id, ${kind} FROM unnest(${[...ids].sort()}::uuid[]) AS staged(id)
    ON CONFLICT (id) DO UPDATE SET due_at = now(), attempts = 0, claim = NULL`;
}

type Taken = { id: string; kind: string; attempts: number };
type Running = Taken & { claim: string; abort: AbortController };

export function createJobs({ db, log, isAlone }: JobsOptions): Jobs {
  const running = new Map<string, Running>();
  const ending = new Set<Promise<void>>();
  let handlers: JobHandlers | undefined;
  let timer: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let mustLookAgain = false;

  const lookIn = (ms: number) => {
    clearTimeout(timer);
    if (handlers) timer = setTimeout(look, ms).unref();
  };

  function look(): void {
    mustLookAgain = true;
    looking ??= takeAll().finally(() => {
      looking = undefined;
    });
  }

  async function takeAll(): Promise<void> {
    let nextMs = POLL_MS;
    while (mustLookAgain && handlers) {
      mustLookAgain = false;
      nextMs = await takeDue(handlers).catch(error => {
        log.warn({ err: error }, 'the job queue could not be read');
        return POLL_MS;
      });
    }
    lookIn(nextMs);
  }

  /** Runs due jobs up to the limit. Returns the time until the next check, in milliseconds. */
  async function takeDue(known: JobHandlers): Promise<number> {
    const kinds = Object.keys(known);
    while (handlers && running.size < MAX_AT_ONCE) {
      const dueMs = await nextDueMs(db, kinds);
      if (dueMs > 0) return Math.min(dueMs, POLL_MS);
      const claim = randomUUID();
      const taken = await takeOne(db, kinds, claim);
      if (taken === undefined) return POLL_MS;
      const job: Running = { ...taken, claim, abort: new AbortController() };
      running.set(claim, job);
      const end = run(job, known[job.kind] as JobHandler).finally(() => {
        running.delete(claim);
        ending.delete(end);
        look();
      });
      ending.add(end);
    }
    return POLL_MS;
  }

  async function run(job: Running, handler: JobHandler): Promise<void> {
    try {
      if (job.attempts > MAX_ATTEMPTS) throw Object.assign(new Error('The job never finished'), { mayRetry: false });
      const { kind } = job;
      const write = await observe({ kind: 'job', name: kind, label: kind }, () =>
        handler.work(job.id, job.abort.signal),
      );
      await finish(job, write);
    } catch (error) {
      // Released by `stop`, or claimed by another process, which writes the result.
      if (job.abort.signal.aborted) return;
      await settle(job, handler, error).catch(failure =>
        log.error({ err: failure, job: job.id }, 'a job could not be finished'),
      );
    }
  }

  async function settle(job: Running, handler: JobHandler, error: unknown): Promise<void> {
    const { mayRetry, retryAfterMs } = error as Failing;
    if (mayRetry === undefined) log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed');
    if (mayRetry === false || job.attempts >= MAX_ATTEMPTS) {
      log.warn({ job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed for the last time');
      return finish(job, handler.giveUp(job.id, error));
    }
    const usualMs = (BACKOFF_MS[job.attempts - 1] ?? LONGEST_BACKOFF_MS) * (0.8 + 0.4 * Math.random());
    const waitMs = Math.min(Math.max(usualMs, retryAfterMs ?? 0), LONGEST_BACKOFF_MS);
    await db.$executeRaw`
      UPDATE jobs SET due_at = now() + make_interval(secs => ${waitMs / 1000}), claim = NULL
      WHERE id = ${job.id}::uuid AND claim = ${job.claim}::uuid`;
  }

  const finish = ({ id, claim }: Running, write: Write): Promise<void> =>
    inTransaction(db, async tx => {
      const ended = await tx.$executeRaw`DELETE FROM jobs WHERE id = ${id}::uuid AND claim = ${claim}::uuid`;
      if (ended === 1) await write(tx);
    });

  async function renew(): Promise<void> {
    const claims = [...running.keys()];
    if (claims.length === 0) return;
    const rows = await db.$queryRaw<{ claim: string }[]>`
      UPDATE jobs SET due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      WHERE claim = ANY(${claims}::uuid[]) RETURNING claim::text`;
    const kept = new Set(rows.map(({ claim }) => claim));
    for (const claim of claims) if (!kept.has(claim)) running.get(claim)?.abort.abort();
  }

  return {
    async start(known) {
      handlers = known;
      if (isAlone) await db.$executeRaw`UPDATE jobs SET due_at = now(), claim = NULL WHERE claim IS NOT NULL`;
      renewal = setInterval(
        () => renew().catch(error => log.warn({ err: error }, 'job leases could not be renewed')),
        RENEW_MS,
      ).unref();
      look();
    },
    wake() {
      if (handlers) look();
    },
    async stop() {
      handlers = undefined;
      clearTimeout(timer);
      clearInterval(renewal);
      await looking;
      const claims = [...running.keys()];
      if (claims.length === 0) return;
      for (const { abort } of running.values()) abort.abort();
      await db.$executeRaw`
        UPDATE jobs SET due_at = now(), claim = NULL, attempts = greatest(attempts - 1, 0)
        WHERE claim = ANY(${claims}::uuid[])`;
      const limit = new Promise(resolve => setTimeout(resolve, STOP_LIMIT_MS).unref());
      await Promise.race([Promise.all(ending), limit]);
    },
  };
}

/** Milliseconds until the next job is due: 0 if one is due, POLL_MS if there is none. */
async function nextDueMs(db: PrismaClient, kinds: string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ ms: number | null }[]>`
    SELECT (EXTRACT(EPOCH FROM min(CASE WHEN due_at > now() + ${LATEST_DUE} THEN now() ELSE due_at END) - now())
      * 1000)::float8 AS ms FROM jobs WHERE kind = ANY(${kinds})`;
  return row?.ms === null || row === undefined ? POLL_MS : Math.max(0, Math.ceil(row.ms));
}

async function takeOne(db: PrismaClient, kinds: string[], claim: string): Promise<Taken | undefined> {
  const [row] = await db.$queryRaw<Taken[]>`
    UPDATE jobs SET claim = ${claim}::uuid, attempts = attempts + 1,
      due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = (
      SELECT id FROM jobs WHERE (due_at <= now() OR due_at > now() + ${LATEST_DUE}) AND kind = ANY(${kinds})
      ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT 1)
    RETURNING id::text, kind, attempts`;
  return row;
}
