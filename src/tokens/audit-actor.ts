import type { Context } from '../access/context.ts';
import { type AuditEntry, Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched } from '../lists/batch.ts';
import { readRows } from '../platform/rows.ts';
import { type PersonRow, personById } from '../users/person.ts';

const ownerOfToken: Batch<string, string | undefined> = {
  async load({ db }, tokenIds) {
    const [ids, owner] = [Prisma.sql`${[...tokenIds]}::uuid[]`, Prisma.sql`t.id::text, t.user_id::text AS "userId"`];
    const rows = await readRows<{ id: string; userId: string }>(
      db,
      Prisma.sql`
        SELECT ${owner} FROM mcp_tokens t WHERE t.id = ANY(${ids})
        UNION ALL SELECT ${owner} FROM api_tokens t WHERE t.id = ANY(${ids})`,
    );
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
  const isToken = actorType === 'MCP_TOKEN' || actorType === 'API_TOKEN';
  const owner = isToken ? await batched(context, ownerOfToken, actorId) : undefined;
  return owner === undefined ? null : batched(context, personById, owner);
}
