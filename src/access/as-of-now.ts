import { Prisma, type User } from '../generated/prisma/client.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import { sessionEnded } from './actor.ts';
import { type Call, signedIn } from './call.ts';
import { authorize, type ProjectAction } from './policy.ts';

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

/** Permits the action to the caller as they are now, or throws like `authorize`. */
export async function authorizeNow(tx: Sender, call: Call, action: ProjectAction, projectId: string): Promise<void> {
  await authorize(await asOfNow(tx, call), action, projectId);
}

/**
 * Keeps the session of the call from ending before the transaction does, or throws if it has ended: a thief must keep
 * nothing that outlasts it.
 */
export async function holdSession(tx: Sender, call: Call): Promise<void> {
  const { id, sessionEpoch } = signedIn(call);
  const [user] = await readRows<Pick<User, 'sessionEpoch'>>(
    tx,
    Prisma.sql`SELECT session_epoch AS "sessionEpoch" FROM users WHERE id = ${id}::uuid FOR SHARE`,
  );
  if (user?.sessionEpoch !== sessionEpoch) throw sessionEnded();
}
