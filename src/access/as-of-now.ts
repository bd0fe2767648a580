import { type MemberRole, Prisma, type User } from '../generated/prisma/client.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import { actingUser, type Call, signedIn } from './call.ts';
import { cacheOwnRole, ownRoleIn } from './own-role.ts';
import { authorize, type ProjectAction } from './policy.ts';
import { sessionEnded } from './session-tokens.ts';

/**
 * The call with its caller as they are now; throws if their session has ended. A transaction that waited for locks checks
 * rights again with it: callers must not give themselves back what they lost while their request waited.
 */
export async function asOfNow(tx: Sender, call: Call): Promise<Call> {
  const { actor } = call;
  // Without the roles that the call has read.
  const now = { ...call, db: tx as Call['db'] };
  if (actor.kind !== 'user') return now;
  const { id } = actor.user;
  const [found] = await readRows<Standing>(
    tx,
    Prisma.sql`
      SELECT session_epoch AS "sessionEpoch", is_super_admin AS "isSuperAdmin" FROM users WHERE id = ${id}::uuid`,
  );
  return withStanding(now, found);
}

type Standing = Pick<User, 'sessionEpoch' | 'isSuperAdmin'>;

function withStanding(call: Call, found: Standing | undefined): Call {
  const { actor } = call;
  if (actor.kind !== 'user') return call;
  if (found?.sessionEpoch !== actor.user.sessionEpoch) throw sessionEnded();
  return { ...call, actor: { ...actor, user: { ...actor.user, isSuperAdmin: found.isSuperAdmin } } };
}

/** Permits the action to the caller as they are now, or throws like `authorize`. */
export async function authorizeNow(tx: Sender, call: Call, action: ProjectAction, projectId: string): Promise<void> {
  await authorize(await asOfNow(tx, call), action, projectId);
}

/** The caller as they are now, with their role in a project. */
export type CallerNow = Standing & { role: MemberRole | null };

/** SQL for `CallerNow`, for a statement that the change needs anyway and that sees what was committed before it. */
export const callerNow = (call: Call, projectId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('sessionEpoch', u.session_epoch, 'isSuperAdmin', u.is_super_admin,
    'role', ${ownRoleIn(call, projectId)})
  FROM users u WHERE u.id = ${actingUser(call).id}::uuid)`;

/** The same as `authorizeNow` for a caller who was read already. */
export async function authorizeAs(now: CallerNow, call: Call, action: ProjectAction, projectId: string): Promise<void> {
  const late = withStanding({ ...call }, now);
  cacheOwnRole(late, projectId, now.role);
  await authorize(late, action, projectId);
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
