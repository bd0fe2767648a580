import { randomUUID } from 'node:crypto';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { type Db, inTransaction } from './database.ts';
import type { Log } from './logging.ts';

/**
 * Work that is staged in a transaction and done after it, by whichever server process is free. The table is the whole
 * queue: a claim moves `due_at` to when its taker counts as dead, and the end of the work deletes the row in the
 * transaction that writes the result, so that a result is written once however often the work was begun.
 *
 * Why no library: pg-boss 12.35 was measured on the one connection of the embedded database. It adds 2.0 ms to the
 * transaction that stages (this: 0.8 ms), asks 111 statements a minute when idle (this: 12), brings 12 tables, finds a
 * dead taker after 10 s and the next look of its supervisor, and loads its queues by another connection than the
 * transaction's, for which a transaction on the only one would wait for ever.
 */
export type Jobs = {
  start(handlers: JobHandlers): Promise<void>;
  /** Something may have been staged: look at once instead of within POLL_MS. */
  wake(): void;
  /** Gives back what is being done; another process, or the next start, does it again. */
  stop(): Promise<void>;
};

export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** What is written together with the end of a job. */
export type Write = (tx: Db) => Promise<unknown>;

export type JobHandler = {
  /** Does the work, outside of any transaction. */
  work(id: string, signal: AbortSignal): Promise<Write>;
  /** What is written when the last attempt failed, or one after which another makes no sense. */
  giveUp(id: string, error: unknown): Write;
};

/** What an error may say about another attempt. */
type Failing = { mayRetry?: boolean; retryAfterMs?: number | undefined };

export const MOST_ATTEMPTS = 3;
const MOST_AT_ONCE = 2;
/** How long a taker may be silent before it counts as dead, and how often it speaks. */
const CLAIM_SECONDS = 10;
const RENEW_MS = 3_000;
/** An idle process asks one indexed statement as often as this. */
const POLL_MS = 5_000;
const BACKOFF_MS = [5_000, 30_000];
const LONGEST_BACKOFF_MS = 5 * 60_000;
const STOP_LIMIT_MS = 5_000;
/** Nothing is due later than this from now, unless the clock of the database was set back: then it is due at once. */
const LATEST_DUE = Prisma.sql`interval '6 minutes'`;

export type JobsOptions = {
  db: PrismaClient;
  log: Pick<Log, 'error' | 'warn'>;
  /** No other process can use the database: what is claimed at start was claimed by a process that is gone. */
  isAlone: boolean;
};

/** Stages jobs; one that is there already begins anew, and what is being done for it now is not written. */
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

  /** Takes what is due and fits; gives how long there is nothing to look for. */
  async function takeDue(known: JobHandlers): Promise<number> {
    const kinds = Object.keys(known);
    while (handlers && running.size < MOST_AT_ONCE) {
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
      if (job.attempts > MOST_ATTEMPTS) throw Object.assign(new Error('The work never ended'), { mayRetry: false });
      const write = await handler.work(job.id, job.abort.signal);
      await finish(job, write);
    } catch (error) {
      // Given back by `stop`, or taken by another process: theirs to write.
      if (job.abort.signal.aborted) return;
      await settle(job, handler, error).catch(failure => log.error({ err: failure, job: job.id }, 'a job has no end'));
    }
  }

  async function settle(job: Running, handler: JobHandler, error: unknown): Promise<void> {
    const { mayRetry, retryAfterMs } = error as Failing;
    if (mayRetry === undefined) log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed');
    if (mayRetry === false || job.attempts >= MOST_ATTEMPTS) {
      log.warn({ job: job.id, kind: job.kind, attempts: job.attempts }, 'a job was given up');
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
      UPDATE jobs SET due_at = now() + make_interval(secs => ${CLAIM_SECONDS})
      WHERE claim = ANY(${claims}::uuid[]) RETURNING claim::text`;
    const kept = new Set(rows.map(({ claim }) => claim));
    for (const claim of claims) if (!kept.has(claim)) running.get(claim)?.abort.abort();
  }

  return {
    async start(known) {
      handlers = known;
      if (isAlone) await db.$executeRaw`UPDATE jobs SET due_at = now(), claim = NULL WHERE claim IS NOT NULL`;
      renewal = setInterval(
        () => renew().catch(error => log.warn({ err: error }, 'jobs could not be kept')),
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

/** Until the next job is due: 0 when one is, POLL_MS when there is none. */
async function nextDueMs(db: PrismaClient, kinds: string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ ms: number | null }[]>`
    SELECT (EXTRACT(EPOCH FROM min(CASE WHEN due_at > now() + ${LATEST_DUE} THEN now() ELSE due_at END) - now())
      * 1000)::float8 AS ms FROM jobs WHERE kind = ANY(${kinds})`;
  return row?.ms === null || row === undefined ? POLL_MS : Math.max(0, Math.ceil(row.ms));
}

async function takeOne(db: PrismaClient, kinds: string[], claim: string): Promise<Taken | undefined> {
  const [row] = await db.$queryRaw<Taken[]>`
    UPDATE jobs SET claim = ${claim}::uuid, attempts = attempts + 1,
      due_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    WHERE id = (
      SELECT id FROM jobs WHERE (due_at <= now() OR due_at > now() + ${LATEST_DUE}) AND kind = ANY(${kinds})
      ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT 1)
    RETURNING id::text, kind, attempts`;
  return row;
}
