import type { Call } from '../access/call.ts';
import type { EventType } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { type Act, payloadOf, subjectOf } from './payload.ts';
import { eventsOf } from './types.ts';

/**
 * Writes a delivery for each webhook that wants the event, in the transaction of the act: both are committed or neither.
 * An act that is no event costs nothing; an event without webhooks costs one statement.
 */
export async function stageEvents(tx: Db, call: Call, act: Act): Promise<void> {
  const { projectId } = act;
  const types = eventsOf(act.action);
  if (types.length === 0 || projectId === undefined) return;
  const webhooks = await tx.$queryRaw<{ id: string; events: EventType[] }[]>`
    SELECT id::text, events::text[] FROM webhooks
    WHERE project_id = ${projectId}::uuid AND enabled AND events && ${[...types]}::text[]::"EventType"[]`;
  if (webhooks.length === 0) return;
  const subject = await subjectOf(tx, call, { ...act, projectId });
  const data = types.flatMap(event => {
    const payload = payloadOf(event, subject);
    const wanting = webhooks.filter(({ events }) => events.includes(event));
    return wanting.map(({ id: webhookId }) => ({ id: newId(), projectId, webhookId, event, payload }));
  });
  await tx.delivery.createMany({ data });
  call.deliveries.wake();
}
