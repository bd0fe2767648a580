import { Prisma } from '../generated/prisma/client.ts';
import { observe } from '../platform/observing.ts';
import { type Claimed, createQueue, type Queue, type QueueServices } from '../platform/queue.ts';
import { LATEST_DUE, waitAfter } from './backoff.ts';

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

/** `unwanted`: the person has lost their right or has turned e-mail off. */
export type MailOutcome = 'sent' | 'unwanted' | { error: string; mayRetry: boolean };

/** Makes one attempt. It ends within a limited time. */
export type Mailer = (mail: StagedMail, signal: AbortSignal) => Promise<MailOutcome>;

/** Most connections to the mail server at a time. */
const MAX_AT_ONCE = 3;
const WAKE_MS = 100;

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
  });

  async function attempt(mailer: Mailer, mail: Claimed<StagedMail>): Promise<void> {
    const { id, userId, event, attempts, signal } = mail;
    const work = { kind: 'job', name: 'mail', label: 'mail' } as const;
    const outcome = await observe(work, () => mailer(mail, signal)).catch((error): MailOutcome => {
      if (!signal.aborted) log.error({ err: error, mail: id }, 'a mail failed unexpectedly');
      return { error: 'The service failed', mayRetry: true };
    });
    if (signal.aborted) return;
    const waitMs = typeof outcome === 'string' ? undefined : waitAfter(attempts, outcome);
    if (typeof outcome !== 'string') {
      const facts = { mail: id, user: userId, event, attempts, error: outcome.error };
      log.warn(facts, waitMs === undefined ? 'a mail was given up' : 'a mail could not be sent yet');
    }
    await settle(mail, waitMs).catch(error =>
      log.error({ err: error, mail: id }, 'the outcome of a mail could not be stored'),
    );
  }

  const settle = ({ id, claim }: Claimed<StagedMail>, waitMs: number | undefined): Promise<number> =>
    waitMs === undefined
      ? db.$executeRaw`DELETE FROM mails WHERE id = ${id}::uuid AND claim = ${claim}::uuid`
      : db.$executeRaw`
          UPDATE mails SET claim = NULL, due_at = now() + make_interval(secs => ${waitMs / 1000})
          WHERE id = ${id}::uuid AND claim = ${claim}::uuid`;

  return {
    ...queue,
    start: mailer => queue.start({ open: () => Prisma.sql`TRUE`, run: mail => attempt(mailer, mail).then(() => {}) }),
  };
}
