import { randomUUID } from 'node:crypto';
import { type EventType, Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import type { Log } from '../platform/logging.ts';
import { observe } from '../platform/observing.ts';

/**
 * The queue of deliveries. They are staged in the transaction of their event and sent after it, by any free server
 * process. Claiming one moves its `due_at` to the end of a lease that is longer than an attempt: if the process dies,
 * another one sends the delivery again, with the same id.
 */
export type Deliveries = {
  start(sender: Sender): Promise<void>;
  /** Call it after staging: looks for deliveries soon instead of within POLL_MS. */
  wake(): void;
  /** Interrupts attempts in progress. Another process, or the next start, makes them again. */
  stop(): Promise<void>;
};

export type Taken = {
  id: string;
  projectId: string;
  webhookId: string;
  event: EventType;
  payload: string;
  attempts: number;
  createdAt: Date;
};

export type Outcome = { durationMs: number; responseStatus?: number | undefined } & (
  | { isDelivered: true }
  | { isDelivered: false; error: string; mayRetry: boolean; retryAfterMs?: number | undefined }
);

export type Sender = {
  /** Makes one attempt. It ends within ATTEMPT_LIMIT_MS. */
  send(delivery: Taken, signal: AbortSignal): Promise<Outcome>;
  /** Runs in the transaction that stores the outcome. */
  settled(tx: Db, delivery: Taken, outcome: Outcome, isLast: boolean): Promise<void>;
  close(): Promise<void>;
};

export const ATTEMPT_LIMIT_MS = 10_000;
const LEASE_SECONDS = 30;
const MAX_AT_ONCE = 10;
/** One slow receiver, or one project with many, must not delay the others. */
const MAX_PER_WEBHOOK = 1;
const MAX_PER_PROJECT = 3;
/** An idle process runs one indexed query at this interval. */
const POLL_MS = 5_000;
/** The transaction that wakes the queue has usually committed by then. */
const WAKE_MS = 100;
const STOP_LIMIT_MS = 5_000;

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000] as const;
/** The time after each failed attempt: 11 attempts within a day. */
const BACKOFF_MS = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR, 10 * HOUR],
];
const LONGEST_RETRY_AFTER_MS = HOUR;
/** No delivery is due later than this from now. A later one was written before the database clock was set back: it is due. */
const LATEST_DUE = Prisma.sql`interval '12 hours'`;

type Running = Taken & { claim: string; abort: AbortController };
type Busy = { webhookIds: string[]; projectIds: string[] };

export type DeliveriesOptions = {
  db: PrismaClient;
  log: Pick<Log, 'error' | 'warn'>;
  /** Whether no other process can use the database. What is claimed at the start then belongs to a process that has ended. */
  isAlone: boolean;
};

export function createDeliveries({ db, log, isAlone }: DeliveriesOptions): Deliveries {
  const running = new Map<string, Running>();
  const ending = new Set<Promise<void>>();
  let sender: Sender | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let mustLookAgain = false;
  let isWaking = false;

  const lookIn = (ms: number) => {
    clearTimeout(timer);
    if (sender) timer = setTimeout(look, ms).unref();
  };

  function look(): void {
    mustLookAgain = true;
    looking ??= takeAll().finally(() => {
      looking = undefined;
    });
  }

  async function takeAll(): Promise<void> {
    let nextMs = POLL_MS;
    while (mustLookAgain && sender) {
      mustLookAgain = false;
      nextMs = await takeDue(sender).catch(error => {
        log.warn({ err: error }, 'the queue of deliveries could not be read');
        return POLL_MS;
      });
    }
    lookIn(nextMs);
  }

  async function takeDue(using: Sender): Promise<number> {
    while (sender && running.size < MAX_AT_ONCE) {
      const busy = busyNow();
      const dueMs = await nextDueMs(db, busy);
      if (dueMs > 0) return Math.min(dueMs, POLL_MS);
      const claim = randomUUID();
      const taken = await takeOne(db, busy, claim);
      if (taken === undefined) return POLL_MS;
      const delivery: Running = { ...taken, claim, abort: new AbortController() };
      running.set(claim, delivery);
      const end = attempt(using, delivery).finally(() => {
        running.delete(claim);
        ending.delete(end);
        look();
      });
      ending.add(end);
    }
    return POLL_MS;
  }

  function busyNow(): Busy {
    const all = [...running.values()];
    const webhookIds = all.map(one => one.webhookId);
    const projectIds = all.map(one => one.projectId);
    return { webhookIds: full(webhookIds, MAX_PER_WEBHOOK), projectIds: full(projectIds, MAX_PER_PROJECT) };
  }

  async function attempt(using: Sender, delivery: Running): Promise<void> {
    const { signal } = delivery.abort;
    const work = { kind: 'job', name: 'delivery', label: 'delivery' } as const;
    const outcome = await observe(work, () => using.send(delivery, signal)).catch((error): Outcome => {
      if (!signal.aborted) log.error({ err: error, delivery: delivery.id }, 'a delivery failed unexpectedly');
      return { isDelivered: false, error: 'The service failed', mayRetry: true, durationMs: 0 };
    });
    if (signal.aborted) return;
    await settle(using, delivery, outcome).catch(error =>
      log.error({ err: error, delivery: delivery.id }, 'the outcome of a delivery could not be stored'),
    );
  }

  const settle = (using: Sender, delivery: Running, outcome: Outcome): Promise<void> =>
    inTransaction(db, async tx => {
      const waitMs = outcome.isDelivered ? undefined : waitAfter(delivery.attempts, outcome);
      const status = outcome.isDelivered ? 'DELIVERED' : waitMs === undefined ? 'FAILED' : 'PENDING';
      const stored = await tx.$executeRaw`
        UPDATE deliveries SET status = ${status}::"DeliveryStatus", claim = NULL,
          due_at = now() + make_interval(secs => ${(waitMs ?? 0) / 1000}),
          response_status = ${outcome.responseStatus ?? null}::int, duration_ms = ${outcome.durationMs}::int,
          error = ${outcome.isDelivered ? null : outcome.error}
        WHERE id = ${delivery.id}::uuid AND claim = ${delivery.claim}::uuid`;
      if (stored === 1) await using.settled(tx, delivery, outcome, status !== 'PENDING');
    });

  return {
    async start(chosen) {
      if (isAlone) await db.$executeRaw`UPDATE deliveries SET due_at = now(), claim = NULL WHERE claim IS NOT NULL`;
      sender = chosen;
      look();
    },
    wake() {
      if (isWaking) return;
      isWaking = true;
      setTimeout(() => {
        isWaking = false;
        if (sender) look();
      }, WAKE_MS).unref();
    },
    async stop() {
      const stopped = sender;
      sender = undefined;
      clearTimeout(timer);
      await looking;
      const claims = [...running.keys()];
      for (const { abort } of running.values()) abort.abort();
      if (claims.length > 0)
        await db.$executeRaw`
          UPDATE deliveries SET due_at = now(), claim = NULL, attempts = greatest(attempts - 1, 0)
          WHERE claim = ANY(${claims}::uuid[])`;
      const limit = new Promise(resolve => setTimeout(resolve, STOP_LIMIT_MS).unref());
      await Promise.race([Promise.all(ending), limit]);
      await stopped?.close();
    },
  };
}

/** The ids that occur this often. */
const full = (ids: readonly string[], times: number): string[] =>
  [...Map.groupBy(ids, id => id)].filter(([, same]) => same.length >= times).map(([id]) => id);

/** The time until the next attempt; undefined after the last one. */
function waitAfter(attempts: number, outcome: Outcome & { isDelivered: false }): number | undefined {
  const usualMs = BACKOFF_MS[attempts - 1];
  if (usualMs === undefined || !outcome.mayRetry) return undefined;
  const askedMs = Math.min(outcome.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  return Math.max(usualMs * (0.9 + 0.2 * Math.random()), askedMs);
}

/** Milliseconds until the next delivery is due: 0 if one is due, POLL_MS if there is none. */
async function nextDueMs(db: PrismaClient, { webhookIds, projectIds }: Busy): Promise<number> {
  const [row] = await db.$queryRaw<{ ms: number | null }[]>`
    SELECT (EXTRACT(EPOCH FROM min(CASE WHEN due_at > now() + ${LATEST_DUE} THEN now() ELSE due_at END) - now())
      * 1000)::float8 AS ms FROM deliveries
    WHERE status = 'PENDING' AND webhook_id <> ALL(${webhookIds}::uuid[]) AND project_id <> ALL(${projectIds}::uuid[])`;
  return row?.ms === null || row === undefined ? POLL_MS : Math.max(0, Math.ceil(row.ms));
}

async function takeOne(db: PrismaClient, { webhookIds, projectIds }: Busy, claim: string): Promise<Taken | undefined> {
  const [row] = await db.$queryRaw<Taken[]>`
    UPDATE deliveries SET claim = ${claim}::uuid, attempts = attempts + 1, attempted_at = now(),
      due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = (
      SELECT id FROM deliveries WHERE status = 'PENDING' AND (due_at <= now() OR due_at > now() + ${LATEST_DUE})
        AND webhook_id <> ALL(${webhookIds}::uuid[]) AND project_id <> ALL(${projectIds}::uuid[])
      ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT 1)
    RETURNING id::text, project_id::text AS "projectId", webhook_id::text AS "webhookId", event::text, payload, attempts,
      created_at AS "createdAt"`;
  return row;
}
