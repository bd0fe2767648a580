import { LRUCache } from 'lru-cache';
import { createTransport } from 'nodemailer';
import type { Services } from '../access/call.ts';
import { recipientsOf, type Subject } from '../events/consequences.ts';
import { type FailedMail, type Mailer, OLDEST_MS, type StagedMail } from '../events/mails.ts';
import { startDeadline } from '../platform/deadline.ts';
import type { MailSettings } from '../platform/mail-settings.ts';
import { plainText } from '../platform/plain-text.ts';
import { messageOf } from './message.ts';

/** Most e-mails to one person in an hour. Others decide how often they submit drafts. */
const MOST_OF_A_PROJECT = 20;
const MOST_IN_AN_HOUR = 60;
const HOUR_MS = 60 * 60_000;
const MAX_COUNTS = 20_000;

/** From this age an e-mail is late: what it is about may be over. */
const LATE_MS = 60_000;

const ATTEMPT_LIMIT_MS = 30_000;
const MAX_REASON = 300;

export type MailerOptions = { limitMs?: number };

/** Sends each e-mail over a new connection to the SMTP server of the settings, within ATTEMPT_LIMIT_MS. */
export function createMailer(
  services: Services,
  settings: MailSettings,
  { limitMs = ATTEMPT_LIMIT_MS }: MailerOptions = {},
): Mailer {
  const { from } = settings;
  const transport = createTransport(transportOptions(settings));
  const counts = new LRUCache<string, number>({ max: MAX_COUNTS, ttl: HOUR_MS });
  const count = (limits: readonly Limit[], change: 1 | -1): void => {
    for (const { key } of limits) counts.set(key, (counts.get(key) ?? 0) + change, { noUpdateTTL: true });
  };
  return async (mail, stopping) => {
    const ageMs = Date.now() - mail.createdAt.getTime();
    if (ageMs > OLDEST_MS) return 'unwanted';
    const [recipient] = await recipientsOf(services.db, mail.event, mail.draftId, {
      only: mail.userId,
      isLate: mail.attempts > 1 || ageMs > LATE_MS,
    });
    if (recipient === undefined) return 'unwanted';
    const limits = limitsOf(mail);
    const reached = limits.find(({ key, most }) => (counts.get(key) ?? 0) >= most);
    if (reached) {
      const { key, error, projectId } = reached;
      return { error, postponedMs: counts.getRemainingTTL(key), projectId };
    }
    const accountPage = `${services.site.publicUrl}/me`;
    const deadline = startDeadline(limitMs);
    const signal = AbortSignal.any([deadline.signal, stopping]);
    count(limits, 1);
    try {
      await transport.sendMail({
        ...messageOf(mail, recipient, accountPage),
        from,
        to: { name: '', address: recipient.email },
        // The same at every attempt, so that mail programs show a message that arrives twice only once.
        messageId: `<${mail.id}@${from.address.split('@')[1]}>`,
        date: mail.createdAt,
        headers: { 'auto-submitted': 'auto-generated', 'list-unsubscribe': `<${accountPage}>` },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
      return 'sent';
    } catch (error) {
      count(limits, -1);
      if (!deadline.signal.aborted) return failureOf(error as SmtpError);
      return { error: `The mail server did not finish within ${limitMs / 1000} seconds`, mayRetry: true };
    } finally {
      deadline.end();
    }
  };
}

type Limit = { key: string; most: number; error: string; projectId?: string };

function limitsOf({ userId, about }: StagedMail): Limit[] {
  const { project } = JSON.parse(about) as Subject;
  const limit = (key: string, most: number, those: string) => {
    return { key, most, error: `The person got ${most} ${those} in an hour` };
  };
  return [
    { ...limit(`${userId} ${project.id}`, MOST_OF_A_PROJECT, 'e-mails of this project'), projectId: project.id },
    limit(userId, MOST_IN_AN_HOUR, 'e-mails'),
  ];
}

/** TLS is required, and its certificate is checked, except for a server on this machine. */
const transportOptions = ({ host, port, secure, isLocal, auth }: MailSettings) => ({
  ...{ host, port, secure, requireTLS: !isLocal, tls: { rejectUnauthorized: !isLocal } },
  ...(auth && { auth: { user: auth.user, pass: auth.pass } }),
});

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/** A 5xx answer about the message or its addresses is final. One about the sign-in is not: the settings may be corrected. */
function failureOf({ code, responseCode = 0, response, message }: SmtpError): FailedMail {
  const isFinal = code === 'EENVELOPE' || code === 'EMESSAGE' ? responseCode === 0 || responseCode >= 500 : false;
  const reason = plainText(response ?? message).replaceAll(/\s+/g, ' ');
  return { error: reason.slice(0, MAX_REASON), mayRetry: !isFinal };
}
