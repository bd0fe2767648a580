import { Prisma, type User } from '../generated/prisma/client.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import { sessionEnded } from './actor.ts';
import type { Call } from './call.ts';

/**
 * The call with its caller as they are now; throws if their session has ended. A transaction that waited for locks checks
 * rights again with it: callers must not give themselves back what they lost while their request waited.
 */
export async function asOfNow(tx: Sender, call: Call): Promise<Call> {
  const { actor } = call;
  // Without the roles that the call has read.
  const now = { ...call, db: tx as Call['db'] };
  if (actor.kind !== 'user') return now;
  const { id, sessionEpoch } = actor.user;
  const [found] = await readRows<Pick<User, 'sessionEpoch' | 'isSuperAdmin'>>(
    tx,
    Prisma.sql`
      SELECT session_epoch AS "sessionEpoch", is_super_admin AS "isSuperAdmin" FROM users WHERE id = ${id}::uuid`,
  );
  if (found?.sessionEpoch !== sessionEpoch) throw sessionEnded();
  return { ...now, actor: { ...actor, user: { ...actor.user, isSuperAdmin: found.isSuperAdmin } } };
}
