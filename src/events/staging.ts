import type { Call } from '../access/call.ts';
import type { EventType } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { type Act, payloadOf, type Subject, subjectOf } from './payload.ts';
import { recipientsOf } from './recipients.ts';
import { eventsOf, mailedEventOf } from './types.ts';

/**
 * Writes what an act sends, in its transaction, so that both are committed or neither: a delivery for each webhook that
 * wants the event, and an e-mail for each person whom it concerns. An act that is no event costs nothing; an event
 * without webhooks and e-mail costs one statement.
 */
export async function stageEvents(tx: Db, call: Call, act: Act): Promise<void> {
  const { projectId } = act;
  const types = eventsOf(act.action);
  if (types.length === 0 || projectId === undefined) return;
  const webhooks = await tx.$queryRaw<{ id: string; events: EventType[] }[]>`
    SELECT id::text, events::text[] FROM webhooks
    WHERE project_id = ${projectId}::uuid AND enabled AND events && ${[...types]}::text[]::"EventType"[]`;
  const isMailed = call.config.mail !== undefined && mailedEventOf(act.action) !== undefined;
  if (webhooks.length === 0 && !isMailed) return;
  const subject = await subjectOf(tx, call, { ...act, projectId });
  if (isMailed) await stageMails(tx, call, act.action, subject);
  if (webhooks.length === 0) return;
  const data = types.flatMap(event => {
    const payload = payloadOf(event, subject);
    const wanting = webhooks.filter(({ events }) => events.includes(event));
    return wanting.map(({ id: webhookId }) => ({ id: newId(), projectId, webhookId, event, payload }));
  });
  await tx.delivery.createMany({ data });
  call.deliveries.wake();
}

/** People get no e-mail about what they did themselves. Their robots are others. */
async function stageMails(tx: Db, { actor, mails }: Call, action: string, subject: Subject): Promise<void> {
  const event = mailedEventOf(action);
  const draftId = subject.draft?.id;
  if (event === undefined || draftId === undefined) return;
  const self = actor.kind === 'user' ? actor.user.id : undefined;
  const recipients = (await recipientsOf(tx, event, draftId)).filter(({ id }) => id !== self);
  if (recipients.length === 0) return;
  const about = JSON.stringify(subject);
  await tx.mail.createMany({
    data: recipients.map(({ id: userId }) => ({ id: newId(), event, draftId, userId, about })),
  });
  mails.wake();
}
