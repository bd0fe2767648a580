import { randomBytes } from 'node:crypto';
import type { EventType } from '../generated/prisma/client.ts';
import type { Config } from '../platform/config.ts';
import { invalidArgument } from '../platform/errors.ts';
import { type CheckedUrl, checkUrl, type Reach, reachOf } from '../platform/outbound/reach.ts';
import { DAY_MS } from '../platform/times.ts';

/** Most webhooks of a project: each event of the project is stored once for each of them. */
export const MAX_WEBHOOKS = 20;
/** The delivery log of a webhook: finished deliveries, at most this many and this old. */
export const LOG_ROWS = 1000;
export const LOG_DAYS = 30;
/** How long the previous secret still signs deliveries after a rotation. */
export const PREVIOUS_SECRET_MS = DAY_MS;

export const WEBHOOK_HOSTS_SETTING = 'DOCSVC_WEBHOOK_ALLOWED_HOSTS';

/** HTTP 410: the receiver asks to disable the webhook. */
export const GONE = 410;

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret in the format of Standard Webhooks. */
export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** A masked secret: enough to recognise it, not enough to use it. */
export const maskedSecret = ({ secretLast4 }: { secretLast4: string }): string => `${SECRET_PREFIX}…${secretLast4}`;

export const reachOfWebhooks = (config: Pick<Config, 'publicUrl' | 'host' | 'webhookAllowedHosts'>): Reach =>
  reachOf(config, config.webhookAllowedHosts);

export const checkWebhookUrl = (text: string, reach: Reach): CheckedUrl => checkUrl(text, reach, WEBHOOK_HOSTS_SETTING);

export function webhookUrl(text: string, reach: Reach): string {
  const checked = checkWebhookUrl(text.trim(), reach);
  if (!checked.ok) throw invalidArgument('url', checked.problem);
  return checked.url.href;
}

export function webhookEvents(events: readonly EventType[]): EventType[] {
  if (events.every(event => event === 'WEBHOOK_TEST'))
    throw invalidArgument('events', 'must contain at least one event besides webhook.test');
  return [...new Set(events)];
}
