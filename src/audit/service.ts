import type { Call } from '../access/call.ts';
import { stageEvents, type WantingWebhook, webhooksFor } from '../events/consequences.ts';
import { type ActorType, Prisma } from '../generated/prisma/client.ts';
import { newId } from '../platform/ids.ts';
import { insertRow, readRows, type Sender, withWrites } from '../platform/rows.ts';

export type Act = {
  /** Noun and verb, such as `draft.submit`. */
  action: string;
  resourceType: string;
  resourceId?: string;
  projectId?: string;
  /** Small facts; never content, never credentials. */
  metadata?: Prisma.InputJsonObject;
};

/** Writes the audit row of a change, and its events for webhooks. Call it in the transaction of that change. */
export async function recordAct(db: Sender, call: Call, act: Act): Promise<void> {
  const [row] = await readRows<{ webhooks: WantingWebhook[] | null }>(
    db,
    withWrites({ act: actRow(call, act) }, Prisma.sql`SELECT ${webhooksFor(act)} AS webhooks`),
  );
  await stageEvents(db, call, act, row?.webhooks ?? null);
}

/** The audit row as SQL, for the statement of the change. After it, call `stageEvents`. */
export const actRow = (call: Call, act: Act): Prisma.Sql =>
  insertRow('audit_entries', { ...auditRow(call, act), createdAt: new Date() });

/** Records an access that changes nothing. The row is written later, so that reads do not wait for it. */
export function recordUse(call: Call, act: Act): void {
  call.usage.add({ ...auditRow(call, act), createdAt: new Date() });
}

/** An event that anonymous callers can trigger very often, such as a failed login. */
export type RepeatedAct = Act & {
  /** The address that the event came from. Distinguishes sources; kept in the metadata. */
  address: string;
};

/**
 * Records an event that may come very often. Equal events in this process are grouped by minute: the first is written at
 * once, and one more row has the `count` of the others, when the minute ends or the audit log is read. When too many
 * different keys are open, rows are grouped without the address, and then, if nobody is known, without the resource.
 */
export function recordRepeated(call: Call, { address, metadata, ...act }: RepeatedAct): void {
  const { action, resourceType, resourceId, projectId } = act;
  const rowOf = (shown: Act) => ({ ...auditRow(call, shown), createdAt: new Date() });
  const about = JSON.stringify([action, resourceId, projectId, metadata]);
  call.usage.addRepeated(action, [
    { key: `${about} ${address}`, row: rowOf({ ...act, metadata: { ...metadata, address } }) },
    { key: `${action} ${resourceId ?? ''}`, row: rowOf(act) },
    // Without the resource, a row counts different people: it may not name one of them.
    ...(call.actor.kind === 'user' ? [] : [{ key: action, row: rowOf({ action, resourceType }) }]),
  ]);
}

/** A row that represents `count` equal events. */
export const countedRow = (row: Prisma.AuditEntryCreateManyInput, count: number): Prisma.AuditEntryCreateManyInput => ({
  ...row,
  metadata: { ...(row.metadata as Prisma.InputJsonObject | undefined), count },
});

const auditRow = (call: Call, act: Act) => ({ id: newId(), ...actorColumns(call), ...act, traceId: call.traceId });

function actorColumns({ actor }: Call): { actorType: ActorType; actorId: string | null } {
  switch (actor.kind) {
    case 'user':
      return { actorType: 'USER', actorId: actor.user.id };
    case 'mcpToken':
      return { actorType: 'MCP_TOKEN', actorId: actor.token.id };
    case 'apiToken':
      return { actorType: 'API_TOKEN', actorId: actor.token.id };
    case 'system':
      return { actorType: 'SYSTEM', actorId: null };
    case 'anonymous':
    case 'shareVisitor':
      return { actorType: 'ANONYMOUS', actorId: null };
  }
}
