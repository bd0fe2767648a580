import { Webhook as Signer } from 'standardwebhooks';
import type { Call, Services } from '../access/call.ts';
import {
  ATTEMPT_LIMIT_MS,
  type Failed,
  type Outcome,
  type Result,
  type Sender,
  type Taken,
} from '../events/deliveries.ts';
import type { Webhook } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';
import { startDeadline } from '../platform/deadline.ts';
import { firstIdAt } from '../platform/ids.ts';
import { connectionProblem, readRetryAfter } from '../platform/outbound/answers.ts';
import { createDispatcher, NoLookup, type Outbound, type Resolve } from '../platform/outbound/connect.ts';
import type { Reach } from '../platform/outbound/reach.ts';
import { DAY_MS } from '../platform/times.ts';
import { checkWebhookUrl, GONE, LOG_DAYS, LOG_ROWS, reachOfWebhooks, WEBHOOK_HOSTS_SETTING } from './model.ts';
import { recordWebhook } from './service.ts';

/** The body of an answer is discarded. After this many bytes the connection is closed. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** When a delivery is tried again for whose host name there was no look-up. */
const NO_LOOKUP_MS = 30_000;

class RefusedAddress extends Error {
  constructor() {
    super(
      `The host resolves to an address that is not public. A private address must be listed in ${WEBHOOK_HOSTS_SETTING}`,
    );
  }
}

export type SenderOptions = { resolve?: Resolve; limitMs?: number };

/** Sends deliveries over HTTP: only to permitted addresses, without following redirects, within ATTEMPT_LIMIT_MS. */
export function createSender(services: Services, { resolve, limitMs = ATTEMPT_LIMIT_MS }: SenderOptions = {}): Sender {
  const reach = reachOfWebhooks(services.config);
  const dispatcher = createDispatcher(reach, () => new RefusedAddress(), resolve);
  return {
    async send(delivery, stopping) {
      const startedAt = performance.now();
      const result = await attempt({ services, reach, dispatcher, limitMs }, delivery, stopping);
      const durationMs = Math.round(performance.now() - startedAt);
      const isOnlyTry = delivery.event === 'WEBHOOK_TEST' && 'mayRetry' in result;
      return { ...(isOnlyTry ? { ...result, mayRetry: false } : result), durationMs };
    },
    settled: (tx, delivery, outcome, isLast) => settleDelivery(services, tx, delivery, outcome, isLast),
    close: () => dispatcher.destroy(),
  };
}

const failed = (error: string, mayRetry = true): Failed => ({ isDelivered: false, error, mayRetry });

type Line = { services: Services; reach: Reach; dispatcher: Outbound; limitMs: number };

async function attempt(
  { services, reach, dispatcher, limitMs }: Line,
  delivery: Taken,
  stopping: AbortSignal,
): Promise<Result> {
  const webhook = await services.db.webhook.findFirst({ where: { id: delivery.webhookId } });
  const isWanted = webhook?.enabled || delivery.event === 'WEBHOOK_TEST';
  if (webhook === null || !isWanted) return { isDelivered: false, error: 'The webhook is disabled', isPostponed: true };
  const checked = checkWebhookUrl(webhook.url, reach);
  if (!checked.ok) return { ...failed(`The URL ${checked.problem}`), url: webhook.url };
  const headers = signedHeaders(services, webhook, delivery);
  const deadline = startDeadline(limitMs);
  const signal = AbortSignal.any([deadline.signal, stopping]);
  try {
    const request = { headers, body: delivery.payload, signal, caller: delivery.createdById };
    const result = await post(dispatcher, checked.url, request);
    return { ...result, url: webhook.url };
  } catch (error) {
    if (error instanceof NoLookup) return withoutLookup(delivery, error.message);
    const problem = deadline.signal.aborted ? `No answer within ${limitMs / 1000} seconds` : problemOf(error);
    return { ...failed(problem), url: webhook.url };
  } finally {
    deadline.end();
  }
}

/** Nothing was sent. After a day that is an attempt like others, which end. */
const withoutLookup = ({ createdAt }: Taken, error: string): Result =>
  Date.now() - createdAt.getTime() < DAY_MS
    ? { isDelivered: false, error, isPostponed: true, afterMs: NO_LOOKUP_MS }
    : failed(error);

async function post(
  dispatcher: Outbound,
  { origin, pathname, search }: URL,
  { caller, ...request }: { headers: Record<string, string>; body: string; signal: AbortSignal; caller: string },
): Promise<Result> {
  const options = { origin, path: pathname + search, method: 'POST', ...request } as const;
  const answer = await dispatcher.request(options, caller);
  // Only the status counts. Errors while reading the body do not matter.
  await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal: request.signal }).catch(() => undefined);
  const responseStatus = answer.statusCode;
  if (responseStatus >= 200 && responseStatus < 300) return { isDelivered: true, responseStatus };
  const isRedirect = responseStatus >= 300 && responseStatus < 400;
  const why = isRedirect ? ': redirects are not followed. Set the URL to the final address' : '';
  const retryAfterMs = readRetryAfter(String(answer.headers['retry-after'] ?? ''));
  const failure = failed(`The receiver answered with HTTP ${responseStatus}${why}`, responseStatus !== GONE);
  return { ...failure, responseStatus, retryAfterMs };
}

/** The headers of Standard Webhooks. After a rotation, the message is signed with both secrets. */
function signedHeaders({ keyRing }: Services, webhook: Webhook, { id, payload }: Taken): Record<string, string> {
  const now = new Date();
  const { encryptedSecret, encryptedPrevious, previousUntil } = webhook;
  const previous =
    encryptedPrevious !== null && previousUntil !== null && previousUntil > now ? encryptedPrevious : null;
  const secrets = [encryptedSecret, previous].filter(sealed => sealed !== null);
  const sign = (sealed: string) => new Signer(keyRing.decrypt(sealed, webhook.id)).sign(id, now, payload);
  return {
    'content-type': 'application/json',
    'user-agent': 'docsvc',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map(sign).join(' '),
  };
}

function problemOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  const { name, code = '', cause } = error as NodeJS.ErrnoException;
  if (cause instanceof RefusedAddress) return cause.message;
  const isUnreadable = name === 'HTTPParserError' || /^UND_ERR_(HEADERS_OVERFLOW|RES)/.test(code);
  return isUnreadable
    ? 'The answer of the receiver is unreadable'
    : `The receiver cannot be reached: ${connectionProblem(code)}`;
}

/** Updates the webhook after an attempt, in the transaction that stores the outcome. */
async function settleDelivery(
  services: Services,
  tx: Db,
  delivery: Taken,
  outcome: Outcome,
  isLast: boolean,
): Promise<void> {
  const { webhookId } = delivery;
  if (outcome.isDelivered)
    await tx.$executeRaw`UPDATE webhooks SET last_delivered_at = now() WHERE id = ${webhookId}::uuid`;
  else if (isLast && delivery.event !== 'WEBHOOK_TEST' && outcome.url !== undefined)
    await disable(services, tx, delivery, { ...outcome, url: outcome.url });
  if (isLast) await shortenLog(tx, webhookId);
}

/**
 * Disables a webhook whose receiver asks for it, or which received nothing during all attempts of one delivery. Not if it has
 * another URL by now: that receiver has not failed.
 */
async function disable(
  services: Services,
  tx: Db,
  { id, webhookId, createdAt }: Taken,
  outcome: Outcome & { url: string },
): Promise<void> {
  const isGone = outcome.responseStatus === GONE;
  const disabledReason = isGone ? 'The receiver answered with HTTP 410 (Gone)' : 'No delivery succeeded for a day';
  const nothingSince = {
    OR: [{ lastDeliveredAt: null }, { lastDeliveredAt: { lt: createdAt } }],
    // What an admin has changed since then has not failed for a day.
    updatedAt: { lt: createdAt },
  };
  const where = { id: webhookId, enabled: true, url: outcome.url, ...(isGone ? {} : nothingSince) };
  const [webhook] = await tx.webhook.updateManyAndReturn({ where, data: { enabled: false, disabledReason } });
  if (webhook === undefined) return;
  const asked = { traceId: id.replaceAll('-', ''), address: 'queue', surface: 'none' } as const;
  const call: Call = { ...services, actor: { kind: 'system' }, ...asked };
  await recordWebhook(tx, call, 'webhook.disable', webhook, { reason: disabledReason });
}

/**
 * Deletes finished deliveries beyond the maximum length and age of the log. Reads no row that is too young for both. What failed
 * for good within a day stays: its id is as old as its event. Not more fail in a day than may wait, except tests.
 */
const shortenLog = (tx: Db, webhookId: string): Promise<number> => tx.$executeRaw`
  WITH beyond AS (
    SELECT id FROM deliveries WHERE webhook_id = ${webhookId}::uuid AND status <> 'PENDING'
    ORDER BY id DESC OFFSET ${LOG_ROWS} LIMIT 1)
  DELETE FROM deliveries WHERE webhook_id = ${webhookId}::uuid AND status <> 'PENDING'
    AND id <= greatest((SELECT id FROM beyond), ${firstIdAt(Date.now() - LOG_DAYS * DAY_MS)}::uuid)
    AND (status = 'FAILED' AND event <> 'WEBHOOK_TEST' AND attempted_at > now() - interval '1 day') IS NOT TRUE
    AND (id <= (SELECT id FROM beyond)
      OR coalesce(attempted_at, created_at) < now() - make_interval(days => ${LOG_DAYS}))`;
