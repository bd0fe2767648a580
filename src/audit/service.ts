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
  await db.auditEntry.create({ data: { id: newId(), ...actorColumns(call), ...act, traceId: call.traceId } });
}

function actorColumns({ actor }: Call): { actorType: ActorType; actorId: string | null } {
  switch (actor.kind) {
    case 'user':
      return { actorType: 'USER', actorId: actor.user.id };
    case 'system':
      return { actorType: 'SYSTEM', actorId: null };
    case 'anonymous':
      return { actorType: 'ANONYMOUS', actorId: null };
  }
}
