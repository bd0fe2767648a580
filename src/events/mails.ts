import { Prisma } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';
import { firstIdAt } from '../platform/ids.ts';
import { observe } from '../platform/observing.ts';
import { type Claimed, createQueue, type Queue, type QueueServices } from '../platform/queue.ts';
import { DAY_MS } from '../platform/times.ts';
import { dueIn, LATEST_DUE, STOP_GRACE_MS, waitAfter } from './backoff.ts';

/** The events for which e-mails are sent. */
export const MAILED_EVENTS = [
  'DRAFT_SUBMITTED',
  'DRAFT_CHANGES_REQUESTED',
  'DRAFT_REJECTED',
  'DRAFT_APPROVED',
] as const;

export type MailedEvent = (typeof MAILED_EVENTS)[number];

/** The queue of e-mails. They are staged in the transaction of their event. A retry has the same Message-ID. */
export type Mails = Omit<Queue<StagedMail>, 'start'> & { start(mailer: Mailer): Promise<void> };

export type StagedMail = {
  id: string;
  event: MailedEvent;
  draftId: string;
  userId: string;
  about: string;
  attempts: number;
  createdAt: Date;
};

export type FailedMail = { error: string; mayRetry: boolean };

/**
 * `unwanted`: the person has lost their right or has turned e-mail off, or the event is older than OLDEST_MS.
 */
export type MailOutcome = 'sent' | 'unwanted' | FailedMail | PostponedMails;

/**
 * Nothing was sent, which was no attempt. The e-mail is due after `postponedMs`, as are all others to the person that are due now;
 * with `projectId`, those about this project.
 */
export type PostponedMails = { error: string; postponedMs: number; projectId?: string | undefined };

/** Makes one attempt. It ends within a limited time. */
export type Mailer = (mail: StagedMail, signal: AbortSignal) => Promise<MailOutcome>;

/** Most connections to the mail server at a time. */
const MAX_AT_ONCE = 3;
const WAKE_MS = 100;
/** Nobody gets an e-mail about what happened longer ago, for example when a mail server is set up again. */
export const OLDEST_MS = 2 * DAY_MS;
const MOST_DELETED = 1_000;

export function createMails(services: QueueServices): Mails {
  const { db, log } = services;
  const queue = createQueue<StagedMail>({
    ...services,
    table: 'mails',
    columns: Prisma.sql`id::text, event::text, draft_id::text AS "draftId", user_id::text AS "userId", about, attempts,
      created_at AS "createdAt"`,
    maxAtOnce: MAX_AT_ONCE,
    wakeMs: WAKE_MS,
    latestDue: LATEST_DUE,
    graceMs: STOP_GRACE_MS,
  });

  async function attempt(mailer: Mailer, mail: Claimed<StagedMail>): Promise<void> {
    const { id, userId, event, attempts, signal } = mail;
    const work = { kind: 'job', name: 'mail', label: 'mail' } as const;
    const outcome = await observe(work, () => mailer(mail, signal)).catch((error): MailOutcome => {
      if (!signal.aborted) log.error({ err: error, mail: id }, 'a mail failed unexpectedly');
      return { error: 'The service failed', mayRetry: true };
    });
    if (signal.aborted) return;
    const waitMs = waitFor(mail, outcome);
    if (typeof outcome !== 'string') {
      const facts = { mail: id, user: userId, event, attempts, error: outcome.error };
      log.warn(facts, waitMs === undefined ? 'a mail was given up' : 'a mail could not be sent yet');
    }
    await settle(mail, outcome, waitMs).catch(error =>
      log.error({ err: error, mail: id }, 'the outcome of a mail could not be stored'),
    );
  }

  async function settle({ id, claim, userId }: Claimed<StagedMail>, outcome: MailOutcome, waitMs: number | undefined) {
    if (waitMs === undefined)
      return db.$executeRaw`DELETE FROM mails WHERE id = ${id}::uuid AND claim = ${claim}::uuid`;
    if (isPostponed(outcome)) await postponeDue(db, userId, outcome);
    return db.$executeRaw`
      UPDATE mails SET claim = NULL, attempts = attempts - ${isPostponed(outcome) ? 1 : 0}, due_at = ${dueIn(waitMs)}
      WHERE id = ${id}::uuid AND claim = ${claim}::uuid`;
  }

  return {
    ...queue,
    start: mailer => queue.start({ open: () => Prisma.sql`TRUE`, run: mail => attempt(mailer, mail).then(() => {}) }),
  };
}

const isPostponed = (outcome: MailOutcome): outcome is PostponedMails =>
  typeof outcome !== 'string' && 'postponedMs' in outcome;

/** Skips what others hold, and so never waits for a transaction that stages an e-mail instead of these. */
const postponeDue = (
  db: Db,
  userId: string,
  { postponedMs, projectId }: PostponedMails,
): Promise<number> => db.$executeRaw`
  UPDATE mails SET due_at = ${dueIn(postponedMs)} WHERE id IN (
    SELECT id FROM mails WHERE due_at <= now() AND claim IS NULL AND user_id = ${userId}::uuid
      AND ${projectId ? Prisma.sql`about::json #>> '{project,id}' = ${projectId}` : Prisma.sql`TRUE`}
    FOR UPDATE SKIP LOCKED)`;

/** Milliseconds until the next attempt; undefined if there is none. */
function waitFor({ attempts }: StagedMail, outcome: MailOutcome): number | undefined {
  if (typeof outcome === 'string') return undefined;
  return isPostponed(outcome) ? outcome.postponedMs : waitAfter(attempts, outcome);
}

/** Deletes e-mails that are too old, also without a mail server. */
export const deleteOldMails = (db: Db): Promise<number> => db.$executeRaw`
  DELETE FROM mails WHERE id IN (SELECT id FROM mails
    WHERE id < ${firstIdAt(Date.now() - OLDEST_MS)}::uuid AND (claim IS NULL OR due_at < now()) LIMIT ${MOST_DELETED}::int)`;
