import { type EventType, Prisma } from '../generated/prisma/client.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { observe } from '../platform/observing.ts';
import { type Claimed, createQueue, type Queue, type QueueServices } from '../platform/queue.ts';
import { DAY_MS } from '../platform/times.ts';
import { dueIn, LATEST_DUE, STOP_GRACE_MS, waitAfter } from './backoff.ts';

/**
 * The queue of deliveries. They are staged in the transaction of their event. A delivery that is taken again, because
 * an attempt failed or its process died, keeps its id.
 */
export type Deliveries = Omit<Queue<Taken>, 'start'> & { start(sender: Sender): Promise<void> };

export type Taken = {
  id: string;
  projectId: string;
  webhookId: string;
  /** Who configured the webhook. */
  createdById: string;
  event: EventType;
  payload: string;
  attempts: number;
  createdAt: Date;
};

/** `url`: where it was sent; absent if it was not. The webhook may have another one by now. */
export type Result = { responseStatus?: number; url?: string } & ({ isDelivered: true } | Failed | Postponed);

export type Failed = { isDelivered: false; error: string; mayRetry: boolean; retryAfterMs?: number | undefined };

/** Nothing was sent: that was no attempt. It is due after this time; when absent, when its webhook is enabled. */
type Postponed = { isDelivered: false; error: string; isPostponed: true; afterMs?: number };

export type Outcome = Result & { durationMs: number };

export type Sender = {
  /** Makes one attempt. It ends within ATTEMPT_LIMIT_MS. */
  send(delivery: Taken, signal: AbortSignal): Promise<Outcome>;
  /** Runs in the transaction that stores the outcome. */
  settled(tx: Db, delivery: Taken, outcome: Outcome, isLast: boolean): Promise<void>;
  close(): Promise<void>;
};

/** Looking for a delivery passes over those of webhooks that must wait: so there are not too many. */
const MOST_WAITING = 1_000;
export const TOO_MANY_WAIT = '1,000 deliveries of this webhook wait already';

/** SQL for whether no further delivery of the webhook may wait. */
export const hasTooManyWaiting = (webhookId: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM deliveries WHERE webhook_id = ${webhookId} AND status = 'PENDING' LIMIT 1 OFFSET ${MOST_WAITING - 1}::int)`;

/** Of those that may not wait, at most so many are noted in the log: its other rows say what was sent. */
const MOST_NOTED = 100;

/** SQL for how a further delivery of the webhook begins; null if it is not stored. */
export const firstStatus = (webhookId: Prisma.Sql): Prisma.Sql => Prisma.sql`CASE
  WHEN NOT ${hasTooManyWaiting(webhookId)} THEN 'PENDING'
  WHEN NOT EXISTS (
    SELECT FROM deliveries WHERE webhook_id = ${webhookId} AND error = ${TOO_MANY_WAIT} AND id > (
      SELECT id FROM deliveries WHERE webhook_id = ${webhookId} AND status = 'PENDING' ORDER BY id LIMIT 1
    ) LIMIT 1 OFFSET ${MOST_NOTED - 1}::int
  ) THEN 'FAILED' END`;

export const ATTEMPT_LIMIT_MS = 10_000;
const MAX_AT_ONCE = 10;
const WAKE_MS = 100;
/** Limits, so that one slow receiver, one project or one person with many webhooks does not delay the others. */
const MAX_PER_WEBHOOK = 1;
const MAX_PER_PROJECT = 3;
const MAX_PER_PERSON = 5;

type Running = Claimed<Taken>;

export function createDeliveries(services: QueueServices): Deliveries {
  const { db, log } = services;
  const queue = createQueue<Taken>({
    ...services,
    table: 'deliveries',
    columns: Prisma.sql`id::text, project_id::text AS "projectId", webhook_id::text AS "webhookId", event::text, payload,
      attempts, created_at AS "createdAt",
      (SELECT w.created_by::text FROM webhooks w WHERE w.id = deliveries.webhook_id) AS "createdById"`,
    waiting: Prisma.sql`status = 'PENDING'`,
    maxAtOnce: MAX_AT_ONCE,
    wakeMs: WAKE_MS,
    latestDue: LATEST_DUE,
    graceMs: STOP_GRACE_MS,
  });
  let sender: Sender | undefined;

  async function attempt(using: Sender, delivery: Running): Promise<void> {
    const { signal } = delivery;
    const work = { kind: 'job', name: 'delivery', label: 'delivery' } as const;
    const outcome = await observe(work, () => using.send(delivery, signal)).catch((error): Outcome => {
      if (!signal.aborted) log.error({ err: error, delivery: delivery.id }, 'a delivery failed unexpectedly');
      const mayRetry = delivery.event !== 'WEBHOOK_TEST';
      return { isDelivered: false, error: 'The service failed', mayRetry, durationMs: 0 };
    });
    if (signal.aborted) return;
    await settle(using, delivery, outcome).catch(error =>
      log.error({ err: error, delivery: delivery.id }, 'the outcome of a delivery could not be stored'),
    );
  }

  const settle = (using: Sender, delivery: Running, outcome: Outcome): Promise<void> =>
    inTransaction(db, async tx => {
      const waitMs = outcome.isDelivered ? undefined : waitFor(delivery, outcome);
      // Waits for an admin who is enabling the webhook: what is claimed is left out when they send what waits.
      if (isPostponed(outcome))
        await tx.$queryRaw`SELECT id::text FROM webhooks WHERE id = ${delivery.webhookId}::uuid FOR SHARE`;
      const status = outcome.isDelivered ? 'DELIVERED' : waitMs === undefined ? 'FAILED' : 'PENDING';
      const stored = await tx.$executeRaw`
        UPDATE deliveries SET status = ${status}::"DeliveryStatus", claim = NULL,
          error = ${outcome.isDelivered ? null : outcome.error},
          ${isPostponed(outcome) ? postponed(outcome, waitMs) : attempted(outcome, waitMs)}
        WHERE id = ${delivery.id}::uuid AND claim = ${delivery.claim}::uuid`;
      if (stored === 1) await using.settled(tx, delivery, outcome, status !== 'PENDING');
    });

  return {
    ...queue,
    async start(chosen) {
      sender = chosen;
      await queue.start({ open: mayBeTaken, run: delivery => attempt(chosen, delivery) });
    },
    async stop() {
      await queue.stop();
      await sender?.close();
      sender = undefined;
    },
  };
}

/**
 * A delivery of a disabled webhook is due when that is enabled. Until then it is looked at a few times, and given up when it is
 * a day old. Below LATEST_DUE.
 */
const POSTPONED_MS = 8 * 60 * 60_000;

const isPostponed = (outcome: Outcome): outcome is Outcome & Postponed => 'isPostponed' in outcome;

const attempted = ({ durationMs, responseStatus }: Outcome, waitMs: number | undefined): Prisma.Sql => Prisma.sql`
  due_at = ${dueIn(waitMs)}, response_status = ${responseStatus ?? null}::int, duration_ms = ${durationMs}::int,
  attempted_at = now() - make_interval(secs => ${durationMs / 1000})`;

/** What is known of the last attempt stays. If somebody has enabled the webhook meanwhile, it is sent at once. */
const postponed = ({ afterMs }: { afterMs?: number }, waitMs: number | undefined): Prisma.Sql => Prisma.sql`
  attempts = attempts - 1,
  due_at = CASE WHEN ${afterMs === undefined} AND (SELECT w.enabled FROM webhooks w WHERE w.id = webhook_id) THEN now()
    ELSE ${dueIn(waitMs)} END`;

/** Milliseconds until the next attempt; undefined if there is none. */
function waitFor({ attempts, createdAt }: Taken, outcome: Outcome & { isDelivered: false }): number | undefined {
  if (!isPostponed(outcome)) return waitAfter(attempts, outcome);
  const leftMs = createdAt.getTime() + DAY_MS - Date.now();
  // Spread, so that those of a full webhook are not all looked at before others.
  const postponedMs = outcome.afterMs ?? POSTPONED_MS * (0.75 + 0.25 * Math.random());
  return leftMs > 0 ? Math.min(postponedMs, leftMs) : undefined;
}

function mayBeTaken(running: readonly Taken[]): Prisma.Sql {
  const webhookIds = full(
    MAX_PER_WEBHOOK,
    running.map(({ webhookId }) => webhookId),
  );
  const projectIds = full(
    MAX_PER_PROJECT,
    running.map(({ projectId }) => projectId),
  );
  const personIds = full(
    MAX_PER_PERSON,
    running.map(({ createdById }) => createdById),
  );
  return Prisma.sql`status = 'PENDING' AND webhook_id <> ALL(${webhookIds}::uuid[])
    AND project_id <> ALL(${projectIds}::uuid[])
    AND webhook_id NOT IN (SELECT w.id FROM webhooks w WHERE w.created_by = ANY(${personIds}::uuid[]))`;
}

/** The ids that occur at least `times` times. */
const full = (times: number, ids: readonly string[]): string[] =>
  [...Map.groupBy(ids, id => id)].filter(([, same]) => same.length >= times).map(([id]) => id);
