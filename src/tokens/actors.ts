import type { Context } from '../access/context.ts';
import type { AuditEntry } from '../generated/prisma/client.ts';
import { type Batch, batched } from '../lists/batch.ts';
import { type PersonRow, personById } from '../users/person.ts';

const ownerOfToken: Batch<string, string | undefined> = {
  async load({ db }, tokenIds) {
    const where = { id: { in: [...tokenIds] } };
    const rows = await db.mcpToken.findMany({ where, select: { id: true, userId: true } });
    const owners = new Map(rows.map(({ id, userId }) => [id, userId]));
    return tokenIds.map(id => owners.get(id));
  },
};

/** The user that acted, or the owner of the token; null for the service and for strangers. */
export async function personBehind(
  context: Context,
  { actorType, actorId }: Pick<AuditEntry, 'actorType' | 'actorId'>,
): Promise<PersonRow | null> {
  if (actorId === null) return null;
  if (actorType === 'USER') return batched(context, personById, actorId);
  const owner = actorType === 'MCP_TOKEN' ? await batched(context, ownerOfToken, actorId) : undefined;
  return owner === undefined ? null : batched(context, personById, owner);
}
