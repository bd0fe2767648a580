import type { Call, Services } from '../access/call.ts';
import type { Outcome, Taken } from '../events/deliveries.ts';
import type { Db } from '../platform/database.ts';
import { GONE, LOG_DAYS, LOG_ROWS } from './model.ts';
import { recordWebhook } from './service.ts';

/** Stores what an attempt means for its webhook, in the transaction that stores its outcome. */
export async function settleDelivery(
  services: Services,
  tx: Db,
  delivery: Taken,
  outcome: Outcome,
  isLast: boolean,
): Promise<void> {
  const { webhookId } = delivery;
  if (outcome.isDelivered)
    await tx.$executeRaw`UPDATE webhooks SET last_delivered_at = now() WHERE id = ${webhookId}::uuid`;
  else if (isLast && delivery.event !== 'WEBHOOK_TEST') await disable(services, tx, delivery, outcome);
  if (isLast) await shortenLog(tx, webhookId);
}

/** Disables a webhook that asks for it, or that received nothing while one delivery used up all its attempts. */
async function disable(
  services: Services,
  tx: Db,
  { id, webhookId, createdAt }: Taken,
  outcome: Outcome,
): Promise<void> {
  const isGone = outcome.responseStatus === GONE;
  const disabledReason = isGone ? 'The receiver answered with HTTP 410 (Gone)' : 'No delivery succeeded for a day';
  const nothingSince = { OR: [{ lastDeliveredAt: null }, { lastDeliveredAt: { lt: createdAt } }] };
  const where = { id: webhookId, enabled: true, ...(isGone ? {} : nothingSince) };
  const [webhook] = await tx.webhook.updateManyAndReturn({ where, data: { enabled: false, disabledReason } });
  if (webhook === undefined) return;
  const asked = { traceId: id.replaceAll('-', ''), address: 'queue', surface: 'none' } as const;
  const call: Call = { ...services, actor: { kind: 'system' }, ...asked };
  await recordWebhook(tx, call, 'webhook.disable', webhook, { reason: disabledReason });
}

/** Deletes what is finished beyond the length and age of the log. */
const shortenLog = (tx: Db, webhookId: string): Promise<number> => tx.$executeRaw`
  DELETE FROM deliveries WHERE webhook_id = ${webhookId}::uuid AND status <> 'PENDING' AND (
    created_at < now() - make_interval(days => ${LOG_DAYS}) OR id <= (
      SELECT id FROM deliveries WHERE webhook_id = ${webhookId}::uuid AND status <> 'PENDING'
      ORDER BY id DESC OFFSET ${LOG_ROWS} LIMIT 1))`;
