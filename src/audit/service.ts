import type { Call } from '../access/call.ts';
import type { ActorType, Prisma } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';

export type Act = {
  /** Noun and verb, such as `draft.submit`. */
  action: string;
  resourceType: string;
  resourceId?: string;
  projectId?: string;
  /** Small facts; never content, never credentials. */
  metadata?: Prisma.InputJsonObject;
};

/** Writes the audit row of an act; called with the transaction of that act. */
export async function recordAct(db: Db, call: Call, act: Act): Promise<void> {
  await db.auditEntry.create({ data: auditRow(call, act) });
}

/** Notes a use that changes nothing; it is written a moment later, so that reading does not wait for it. */
export function recordUse(call: Call, act: Act): void {
  call.usage.add({ ...auditRow(call, act), createdAt: new Date() });
}

/** An act of which strangers can cause floods, such as a failed login. */
export type RepeatedAct = Act & {
  /** What tells those of one source from others: the address. Kept in the metadata. */
  address: string;
};

/**
 * Notes an act that may come in floods. Of those that are equal within a minute, in this process, the first is written
 * and, when the minute is over or the audit is read, one more with the `count` of the others. While very many differ in
 * their address, and then in what they are about, that is left out.
 */
export function recordRepeated(call: Call, { address, metadata, ...act }: RepeatedAct): void {
  const { action, resourceType, resourceId, projectId } = act;
  const rowOf = (told: Act) => ({ ...auditRow(call, told), createdAt: new Date() });
  const about = JSON.stringify([action, resourceId, projectId, metadata]);
  call.usage.addRepeated(action, [
    { key: `${about} ${address}`, row: rowOf({ ...act, metadata: { ...metadata, address } }) },
    { key: `${action} ${resourceId ?? ''}`, row: rowOf(act) },
    { key: action, row: rowOf({ action, resourceType }) },
  ]);
}

/** A row that stands for so many. */
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
    case 'system':
      return { actorType: 'SYSTEM', actorId: null };
    case 'anonymous':
    case 'shareVisitor':
      return { actorType: 'ANONYMOUS', actorId: null };
  }
}
