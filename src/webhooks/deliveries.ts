import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { keepKey, once } from '../audit/once.ts';
import { payloadOf } from '../events/consequences.ts';
import { hasTooManyWaiting, TOO_MANY_WAIT } from '../events/deliveries.ts';
import { type Delivery, Prisma, type Webhook } from '../generated/prisma/client.ts';
import { type ChildList, childList } from '../lists/child-list.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { matchOfText } from '../lists/search.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { failedPrecondition, notFound } from '../platform/errors.ts';
import { firstIdAt, isId, newId } from '../platform/ids.ts';
import { DAY_MS } from '../platform/times.ts';
import { requireActiveProject } from '../projects/archived.ts';
import { LOG_DAYS } from './model.ts';
import { loadWebhook, type NamedWebhook, recordWebhook } from './service.ts';

/** Lists the deliveries of a webhook, newest first. */
export const listDeliveries = (
  context: Context,
  { id, projectId }: Webhook,
  args: PageArgs,
): Promise<Connection<Delivery>> => childList(context, deliveryList, { column: 'webhook_id', id, projectId }, args);

const deliveryList: ChildList<Delivery> = {
  action: 'webhook.manage',
  table: 'deliveries',
  fields: Prisma.DeliveryScalarFieldEnum,
  order: 'desc',
  // The event as GraphQL names it, DRAFT_CHANGES_REQUESTED, and as a delivery does, draft.changes_requested.
  searched: matchOfText(Prisma.sql`concat_ws(chr(1), c.event::text, regexp_replace(c.event::text, '_', '.'), c.error)`),
};

/** Sends a test event, also to a disabled webhook. It is sent once, without retries. */
export const testWebhook = (call: Call, input: NamedWebhook): Promise<Delivery> =>
  once(
    call,
    async id => readDelivery(call, await loadWebhook(call, input), id),
    () => stageTest(call, input),
  );

async function readDelivery(call: Call, { id: webhookId }: Webhook, id: string): Promise<Delivery> {
  const delivery = isId(id) ? await call.db.delivery.findFirst({ where: { id, webhookId } }) : null;
  if (delivery === null) throw notFound('Delivery');
  return delivery;
}

async function stageTest(call: Call, input: NamedWebhook): Promise<Delivery> {
  const { id: webhookId, projectId } = await loadWebhook(call, input);
  const payload = payloadOf('WEBHOOK_TEST', { project: { id: projectId }, webhook: { id: webhookId } });
  const data = { id: newId(), projectId, webhookId, event: 'WEBHOOK_TEST', payload } as const;
  const delivery = await inTransaction(call.db, async tx => {
    await requireActiveProject(tx, projectId, { call, action: 'webhook.manage' });
    const webhook = await holdWebhook(tx, webhookId);
    await requireFewWaiting(tx, webhookId);
    await recordWebhook(tx, call, 'webhook.test', webhook);
    await keepKey(tx, call, data.id);
    return tx.delivery.create({ data });
  });
  call.deliveries.wake();
  return delivery;
}

/** Keeps the webhook from being deleted before the transaction ends, and reads it as it is now. */
async function holdWebhook(tx: Db, id: string): Promise<Webhook> {
  await tx.$queryRaw`SELECT id::text FROM webhooks WHERE id = ${id}::uuid FOR KEY SHARE`;
  const webhook = await tx.webhook.findUnique({ where: { id } });
  if (webhook === null) throw notFound('Webhook');
  return webhook;
}

async function requireFewWaiting(tx: Db, webhookId: string): Promise<void> {
  const [{ isFull } = {}] = await tx.$queryRaw<{ isFull: boolean }[]>`
    SELECT ${hasTooManyWaiting(Prisma.sql`${webhookId}::uuid`)} AS "isFull"`;
  if (isFull) throw failedPrecondition(TOO_MANY_WAIT);
}

/** Sends a delivery again at once, with the same id, and with all its retries. */
export async function redeliver(call: Call, { id, ...input }: NamedWebhook & { webhookId: string }): Promise<Delivery> {
  const loaded = await loadWebhook(call, { ...input, id: input.webhookId });
  const { id: webhookId, projectId } = loaded;
  const { status } = await readDelivery(call, loaded, id);
  const again = await inTransaction(call.db, async tx => {
    await requireActiveProject(tx, projectId, { call, action: 'webhook.manage' });
    const webhook = await holdWebhook(tx, webhookId);
    if (!webhook.enabled) throw failedPrecondition('The webhook is disabled: enable it first');
    if (status !== 'PENDING') await requireFewWaiting(tx, webhookId);
    // By the clock of the database, as the lease.
    const begun = await tx.$executeRaw`
      UPDATE deliveries SET status = 'PENDING', attempts = 0, claim = NULL, due_at = now(), error = NULL
      WHERE id = ${id}::uuid AND (claim IS NULL OR due_at < now())`;
    const delivery = await tx.delivery.findUnique({ where: { id } });
    if (delivery === null) throw notFound('Delivery');
    if (begun === 0) throw failedPrecondition('This delivery is being sent now');
    await recordWebhook(tx, call, 'webhook.redeliver', webhook);
    return delivery;
  });
  call.deliveries.wake();
  return again;
}

const MOST_AT_ONCE = 1_000;

/** Deletes finished deliveries beyond the age of the log, also those of webhooks that have no new ones. */
export const deleteOldDeliveries = (db: Db): Promise<number> => db.$executeRaw`
  DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries
    WHERE id < ${firstIdAt(Date.now() - LOG_DAYS * DAY_MS)}::uuid AND status <> 'PENDING'
      AND coalesce(attempted_at, created_at) < now() - make_interval(days => ${LOG_DAYS}) LIMIT ${MOST_AT_ONCE}::int)`;
