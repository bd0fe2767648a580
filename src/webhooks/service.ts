import { authorizeNow } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorize, loadInProject, whereReachable } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { type EventType, Prisma, type Project, type Webhook } from '../generated/prisma/client.ts';
import { type ChildList, childList } from '../lists/child-list.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { failedPrecondition, notFound } from '../platform/errors.ts';
import { differing, requireChange } from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { holdProject } from '../projects/service.ts';
import { MAX_WEBHOOKS, newSecret, PREVIOUS_SECRET_MS, reachOfWebhooks, webhookEvents, webhookUrl } from './model.ts';

/** A webhook in a response. `secret` is present only in the results of its creation and of a rotation. */
export type ShownWebhook = Webhook & { secret?: string };

export type NamedWebhook = { id: string; projectId?: string | null };

/** Lists the webhooks of a project, newest first. */
export const listWebhooks = (context: Context, { id }: Project, args: PageArgs): Promise<Connection<ShownWebhook>> =>
  childList(context, webhookList, { column: 'project_id', id, projectId: id }, args);

const { events: _, ...plainFields } = Prisma.WebhookScalarFieldEnum;

const webhookList: ChildList<Webhook> = {
  action: 'webhook.manage',
  table: 'webhooks',
  fields: plainFields,
  // pg parses arrays of text, but not arrays of enum values.
  extra: { columns: { events: Prisma.sql`c.events::text[]` }, take: () => {} },
  order: 'desc',
  searched: { columns: ['url'] },
};

export function loadWebhook(call: Call, { id, projectId }: NamedWebhook): Promise<Webhook> {
  const within = projectId ? { projectId } : { project: whereReachable(call) };
  return loadInProject(call, 'webhook.manage', 'Webhook', { projectId }, async () =>
    isId(id) ? call.db.webhook.findFirst({ where: { id, ...within } }) : null,
  );
}

type NewWebhook = { projectId: string; url: string; events: readonly EventType[]; enabled?: boolean | null };

export async function createWebhook(call: Call, input: NewWebhook): Promise<ShownWebhook> {
  const { projectId } = input;
  await authorize(call, 'webhook.manage', projectId);
  const [id, secret] = [newId(), newSecret()];
  const data = {
    url: webhookUrl(input.url, reachOfWebhooks(call.config)),
    events: webhookEvents(input.events),
    enabled: input.enabled ?? true,
    ...sealed(call, id, secret),
  };
  const made = await inTransaction(call.db, async tx => {
    await holdProject(tx, call, 'webhook.manage', projectId);
    const count = await tx.webhook.count({ where: { projectId } });
    if (count >= MAX_WEBHOOKS)
      throw failedPrecondition(`A project has at most ${MAX_WEBHOOKS} webhooks: delete one first`);
    const webhook = await tx.webhook.create({ data: { id, projectId, ...data, createdById: signedIn(call).id } });
    await keepKey(tx, call, id);
    await recordWebhook(tx, call, 'webhook.create', webhook);
    return webhook;
  });
  return { ...made, secret };
}

const sealed = ({ keyRing }: Call, id: string, secret: string) => ({
  encryptedSecret: keyRing.encrypt(secret, id),
  secretLast4: secret.slice(-4),
});

type WebhookChange = NamedWebhook & {
  url?: string | null;
  events?: readonly EventType[] | null;
  enabled?: boolean | null;
};

export async function updateWebhook(call: Call, input: WebhookChange): Promise<ShownWebhook> {
  const webhook = await loadWebhook(call, input);
  requireChange(input, ['url', 'events', 'enabled']);
  // A webhook whose stored URL is no longer permitted can be turned off nevertheless.
  const isUnused = !(input.enabled ?? webhook.enabled) && input.url === webhook.url;
  const data = {
    ...(typeof input.url === 'string' && !isUnused && { url: webhookUrl(input.url, reachOfWebhooks(call.config)) }),
    ...(input.events && { events: webhookEvents(input.events) }),
    ...(typeof input.enabled === 'boolean' && { enabled: input.enabled, disabledReason: null }),
  };
  const changed = await changeWebhook(call, webhook, 'webhook.update', async tx => {
    if (input.enabled) await sendPending(tx, webhook.id);
    return data;
  });
  if (input.enabled) call.deliveries.wake();
  return changed;
}

/** What was postponed is sent when the webhook is enabled. */
const sendPending = (tx: Db, webhookId: string): Promise<number> => tx.$executeRaw`
  UPDATE deliveries SET due_at = now() WHERE webhook_id = ${webhookId}::uuid AND status = 'PENDING' AND claim IS NULL
    AND EXISTS (SELECT FROM webhooks w WHERE w.id = ${webhookId}::uuid AND NOT w.enabled)`;

/** Creates another secret. The previous one also signs deliveries for a day, so that receivers can change theirs. */
export async function rotateSecret(call: Call, input: NamedWebhook): Promise<ShownWebhook> {
  const webhook = await loadWebhook(call, input);
  const secret = newSecret();
  const changed = await changeWebhook(call, webhook, 'webhook.rotate_secret', async tx => ({
    ...sealed(call, webhook.id, secret),
    encryptedPrevious: await secretOf(tx, webhook.id),
    previousUntil: new Date(Date.now() + PREVIOUS_SECRET_MS),
  }));
  return { ...changed, secret };
}

/** Reads the current secret while the project is locked: another rotation may have replaced it meanwhile. */
async function secretOf(tx: Db, id: string): Promise<string> {
  const webhook = await tx.webhook.findUnique({ where: { id }, select: { encryptedSecret: true } });
  if (webhook === null) throw notFound('Webhook');
  return webhook.encryptedSecret;
}

type Data = Prisma.WebhookUpdateManyMutationInput;

async function changeWebhook(
  call: Call,
  { id, projectId }: Webhook,
  action: string,
  decide: (tx: Db) => Data | Promise<Data>,
): Promise<Webhook> {
  return inTransaction(call.db, async tx => {
    await holdProject(tx, call, 'webhook.manage', projectId);
    // Waits for an outcome that disables the webhook.
    await tx.$queryRaw`SELECT id::text FROM webhooks WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const data = await decide(tx);
    const present = await tx.webhook.findUnique({ where: { id } });
    if (present !== null && differing(present, data).length === 0) return present;
    const [changed] = await tx.webhook.updateManyAndReturn({ where: { id }, data });
    if (changed === undefined) throw notFound('Webhook');
    await recordWebhook(tx, call, action, changed);
    return changed;
  });
}

/** Deletes a webhook with its delivery log. Pending deliveries are not sent. */
export async function deleteWebhook(call: Call, input: NamedWebhook): Promise<ShownWebhook> {
  const webhook = await loadWebhook(call, input);
  return inTransaction(call.db, async tx => {
    const { count } = await tx.webhook.deleteMany({ where: { id: webhook.id } });
    await authorizeNow(tx, call, 'webhook.manage', webhook.projectId);
    if (count === 0) throw notFound('Webhook');
    await recordWebhook(tx, call, 'webhook.delete', webhook);
    return webhook;
  });
}

/** Writes the audit row. The path of a URL may be a secret, so the row has only its host. */
export const recordWebhook = (tx: Db, call: Call, action: string, webhook: Webhook, facts: { reason?: string } = {}) =>
  recordAct(tx, call, {
    action,
    resourceType: 'webhook',
    resourceId: webhook.id,
    projectId: webhook.projectId,
    metadata: { host: new URL(webhook.url).host, events: webhook.events, enabled: webhook.enabled, ...facts },
  });
