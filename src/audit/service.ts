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
