import { LRUCache } from 'lru-cache';
import { createTransport } from 'nodemailer';
import type { Services } from '../access/call.ts';
import { recipientsOf } from '../events/consequences.ts';
import type { Mailer, MailOutcome } from '../events/mails.ts';
import { startDeadline } from '../platform/deadline.ts';
import type { MailSettings } from '../platform/mail-settings.ts';
import { plainText } from '../platform/plain-text.ts';
import { messageOf } from './message.ts';

/** Most e-mails to one person in an hour. Others decide how often they submit drafts. */
const MOST_IN_AN_HOUR = 60;
const HOUR_MS = 60 * 60_000;
const MAX_PERSONS = 10_000;

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
  const counts = new LRUCache<string, { count: number }>({ max: MAX_PERSONS, ttl: HOUR_MS });
  const isOneTooMany = (userId: string): boolean => (counts.get(userId)?.count ?? 0) >= MOST_IN_AN_HOUR;
  const countSent = (userId: string): void => {
    const counted = counts.get(userId);
    if (counted) counted.count += 1;
    else counts.set(userId, { count: 1 });
  };
  return async (mail, stopping) => {
    const [recipient] = await recipientsOf(services.db, mail.event, mail.draftId, {
      only: mail.userId,
      isLate: mail.attempts > 1,
    });
    if (recipient === undefined) return 'unwanted';
    if (isOneTooMany(mail.userId))
      return { error: `The person got ${MOST_IN_AN_HOUR} e-mails in an hour`, mayRetry: false };
    const accountPage = `${services.reach.publicUrl}/me`;
    const deadline = startDeadline(limitMs);
    const signal = AbortSignal.any([deadline.signal, stopping]);
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
      countSent(mail.userId);
      return 'sent';
    } catch (error) {
      if (!deadline.signal.aborted) return failureOf(error as SmtpError);
      return { error: `The mail server did not finish within ${limitMs / 1000} seconds`, mayRetry: true };
    } finally {
      deadline.end();
    }
  };
}

/** TLS is required, and its certificate is checked, except for a server on this machine. */
const transportOptions = ({ host, port, secure, isLocal, auth }: MailSettings) => ({
  ...{ host, port, secure, requireTLS: !isLocal, tls: { rejectUnauthorized: !isLocal } },
  ...(auth && { auth: { user: auth.user, pass: auth.pass } }),
});

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/** A 5xx answer about the message or its addresses is final. One about the sign-in is not: the settings may be corrected. */
function failureOf({ code, responseCode = 0, response, message }: SmtpError): Exclude<MailOutcome, string> {
  const isFinal = code === 'EENVELOPE' || code === 'EMESSAGE' ? responseCode === 0 || responseCode >= 500 : false;
  const reason = plainText(response ?? message).replaceAll(/\s+/g, ' ');
  return { error: reason.slice(0, MAX_REASON), mayRetry: !isFinal };
}
