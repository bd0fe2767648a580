import { type MemberRole, Prisma, type User } from '../generated/prisma/client.ts';
import { unauthenticated } from '../platform/errors.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import { actingUser, type Call, signedIn, tokenNoun, tokenOf } from './call.ts';
import { cacheOwnRole, ownRoleIn } from './own-role.ts';
import { authorize, type ProjectAction } from './policy.ts';
import { sessionEnded } from './session-tokens.ts';

// A transaction that waited for locks checks rights again, because the caller may have lost them while it waited. Otherwise
// the request could give these rights back to the caller. The statement that takes the locks sees only what was committed
// before it began to wait, so a later statement reads the caller.

/** Returns the call with the current rights of its caller. Throws UNAUTHENTICATED if their session or token has ended. */
export async function asOfNow(tx: Sender, call: Call): Promise<Call> {
  if (!('user' in call.actor)) return call;
  const [found] = await readRows<Rights>(
    tx,
    Prisma.sql`SELECT ${rightsOf(call)} FROM users u WHERE u.id = ${call.actor.user.id}::uuid`,
  );
  return { ...withRights(call, found), db: tx as Call['db'] };
}

type Rights = Pick<User, 'sessionEpoch' | 'isSuperAdmin' | 'status'> & { isTokenRevoked: boolean };

/** SQL for the columns of `Rights` of the user `u`. */
const rightsOf = (call: Call): Prisma.Sql => Prisma.sql`u.session_epoch AS "sessionEpoch",
  u.is_super_admin AS "isSuperAdmin", u.status::text, ${isTokenRevoked(call)} AS "isTokenRevoked"`;

function isTokenRevoked(call: Call): Prisma.Sql {
  const token = tokenOf(call);
  if (token === undefined) return Prisma.sql`FALSE`;
  const tokens = call.actor.kind === 'mcpToken' ? Prisma.sql`mcp_tokens` : Prisma.sql`api_tokens`;
  return Prisma.sql`NOT EXISTS (SELECT FROM ${tokens} t WHERE t.id = ${token.id}::uuid AND t.revoked_at IS NULL)`;
}

/** A copy of the call, without the roles that the call has read. */
function withRights(call: Call, found: Rights | null | undefined): Call {
  const { actor } = call;
  if (!found || !('user' in actor)) throw sessionEnded();
  const { isSuperAdmin, status } = found;
  if (actor.kind === 'user') {
    if (found.sessionEpoch !== actor.user.sessionEpoch) throw sessionEnded();
    return { ...call, actor: { ...actor, user: { ...actor.user, isSuperAdmin } } };
  }
  if (found.isTokenRevoked) throw unauthenticated(`This ${tokenNoun(call)} was revoked`);
  if (status !== 'ACTIVE') throw unauthenticated(`The owner of this ${tokenNoun(call)} is disabled`);
  return { ...call, actor: { ...actor, user: { ...actor.user, isSuperAdmin } } };
}

/** Like `authorize`, with the current rights of the caller. */
export async function authorizeNow(tx: Sender, call: Call, action: ProjectAction, projectId: string): Promise<void> {
  const caller = callerNow(call, Prisma.sql`${projectId}::uuid`);
  const [found] = await readRows<{ caller: CallerNow }>(tx, Prisma.sql`SELECT ${caller} AS caller`);
  await authorizeAs(found?.caller ?? null, call, action, projectId);
}

/** The current rights of the caller, with their role in a project; null if the user no longer exists. */
export type CallerNow = (Rights & { role: MemberRole | null }) | null;

/** SQL for `CallerNow`, for a statement that the change needs anyway after it took its locks. */
export const callerNow = (call: Call, projectId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT row_to_json(caller) FROM (
    SELECT ${rightsOf(call)}, ${ownRoleIn(call, projectId)} AS role
    FROM users u WHERE u.id = ${actingUser(call).id}::uuid) caller)`;

/** Like `authorizeNow`, with rights that were already read. */
export async function authorizeAs(now: CallerNow, call: Call, action: ProjectAction, projectId: string): Promise<void> {
  const late = withRights(call, now);
  cacheOwnRole(late, projectId, now?.role);
  await authorize(late, action, projectId);
}

/**
 * Locks the session of the call until the transaction ends, or throws if it has ended. Otherwise somebody with a stolen
 * session could create something that stays after the session has ended. One transaction holds it at a time, so that it can
 * count what the person has.
 */
export async function holdSession(tx: Sender, call: Call): Promise<void> {
  const { id, sessionEpoch } = signedIn(call);
  const [user] = await readRows<Pick<User, 'sessionEpoch'>>(
    tx,
    Prisma.sql`SELECT session_epoch AS "sessionEpoch" FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  if (user?.sessionEpoch !== sessionEpoch) throw sessionEnded();
}
