import { openSession, type Session } from '../access/actor.ts';
import { type Call, signedIn } from '../access/call.ts';
import { authorizeSystem } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import type { Prisma, User, UserStatus } from '../generated/prisma/client.ts';
import { type Connection, containsText, listPage, type PageArgs } from '../graphql/connections.ts';
import { hashPassword, verifyPassword } from '../platform/crypto.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import {
  alreadyExists,
  DomainError,
  failedPrecondition,
  invalidArgument,
  notFound,
  permissionDenied,
} from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { email, foldEmail, password } from './model.ts';

type Identity = { email: string; name?: string | null; password: string };

export type UserSession = Session & { user: User };

/** Held while a user is made or a SuperAdmin is changed, so that first and last ones are counted one at a time. */
const lockUsers = (tx: Db) => tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('docsvc.users'))::text`;

/** Makes an account for the caller himself. The first user of a deployment becomes SuperAdmin. */
export async function register(call: Call, input: Identity): Promise<UserSession> {
  if (!call.config.allowRegistration) throw permissionDenied('Registration is disabled on this deployment');
  await call.limits.countRegistration(call.address);
  const user = await insertUser(call, input, async tx => (await tx.user.findFirst({ select: { id: true } })) === null);
  return { user, ...(await openSession(call, user)) };
}

async function insertUser(call: Call, input: Identity, isSuperAdmin: (tx: Db) => Promise<boolean>): Promise<User> {
  const address = email(input.email);
  const name = fields.name(input.name?.trim() ? input.name : address);
  const passwordHash = await hashPassword(password(input.password));
  try {
    return await inTransaction(call.db, async tx => {
      await lockUsers(tx);
      const user = await tx.user.create({
        data: { id: newId(), email: address, name, passwordHash, isSuperAdmin: await isSuperAdmin(tx) },
      });
      const metadata = { email: address, is_super_admin: user.isSuperAdmin };
      await recordAct(tx, call, { action: 'user.create', resourceType: 'user', resourceId: user.id, metadata });
      return user;
    });
  } catch (error) {
    if (uniqueViolation(error)) throw alreadyExists('email', 'A user with this email exists already');
    throw error;
  }
}

/** An unknown email, a wrong password and a disabled user get the same answer after the same work. */
export async function login(call: Call, input: { email: string; password: string }): Promise<UserSession> {
  // A NUL, which PostgreSQL cannot hold, is in no address.
  const address = foldEmail(input.email).slice(0, 300).replaceAll('\0', '\uFFFD');
  const attempt = await call.limits.takeLoginTry(address, call.address);
  const user = await call.db.user.findUnique({ where: { email: address } });
  const matches = await verifyPassword(user?.passwordHash, input.password);
  if (!user || !matches || user.status !== 'ACTIVE')
    throw new DomainError('UNAUTHENTICATED', 'Email or password is wrong');
  await attempt.success();
  return { user, ...(await openSession(call, user)) };
}

export async function updateMe(call: Call, input: { name?: string | null }): Promise<User> {
  const me = signedIn(call);
  fields.requireChange(input, ['name']);
  return changeUser(call, me.id, 'user.update', { name: fields.name(input.name) });
}

/** Ends all sessions of the caller, the one that asks included. */
export async function changePassword(
  call: Call,
  input: { currentPassword: string; newPassword: string },
): Promise<User> {
  const me = signedIn(call);
  const attempt = await call.limits.takeLoginTry(me.email, call.address);
  if (!(await verifyPassword(me.passwordHash, input.currentPassword)))
    throw invalidArgument('current_password', 'is not your password');
  await attempt.success();
  return setPassword(call, me.id, password(input.newPassword, 'new_password'));
}

export async function setPassword(call: Call, userId: string, newPassword: string): Promise<User> {
  const passwordHash = await hashPassword(newPassword);
  return changeUser(call, userId, 'user.change_password', { passwordHash, sessionEpoch: { increment: 1 } });
}

/** Ends all sessions of the caller. */
export async function logout(call: Call): Promise<User> {
  return changeUser(call, signedIn(call).id, 'user.logout', { sessionEpoch: { increment: 1 } });
}

function changeUser(call: Call, id: string, action: string, data: Prisma.UserUpdateInput): Promise<User> {
  return inTransaction(call.db, async tx => {
    const user = await tx.user.update({ where: { id }, data });
    await recordAct(tx, call, { action, resourceType: 'user', resourceId: id });
    return user;
  });
}

export async function listUsers(call: Call, args: PageArgs): Promise<Connection<User>> {
  authorizeSystem(call);
  return listPage(call.db.user, containsText(args.search, ['email', 'name']), args);
}

export async function readUser(call: Call, id: string): Promise<User> {
  authorizeSystem(call);
  const user = isId(id) ? await call.db.user.findUnique({ where: { id } }) : null;
  if (user === null) throw notFound('User');
  return user;
}

export async function createUser(call: Call, input: Identity & { isSuperAdmin?: boolean | null }): Promise<User> {
  authorizeSystem(call);
  return insertUser(call, input, async () => input.isSuperAdmin ?? false);
}

type UserChange = {
  id: string;
  name?: string | null;
  status?: UserStatus | null;
  isSuperAdmin?: boolean | null;
  password?: string | null;
};

/** Disabling a user or setting a password ends that user's sessions. */
export async function updateUser(call: Call, input: UserChange): Promise<User> {
  await readUser(call, input.id);
  fields.requireChange(input, ['name', 'status', 'isSuperAdmin', 'password']);
  const data: Prisma.UserUpdateInput = {};
  if (input.name !== undefined) data.name = fields.name(input.name);
  if (input.status) data.status = input.status;
  if (typeof input.isSuperAdmin === 'boolean') data.isSuperAdmin = input.isSuperAdmin;
  if (typeof input.password === 'string') data.passwordHash = await hashPassword(password(input.password));
  if (input.status === 'DISABLED' || data.passwordHash !== undefined) data.sessionEpoch = { increment: 1 };
  return inTransaction(call.db, async tx => {
    await lockUsers(tx);
    if (input.status === 'DISABLED' || input.isSuperAdmin === false) await keepLastSuperAdmin(tx, input.id);
    if (input.status === 'DISABLED') await keepLastProjectAdmins(tx, input.id);
    const user = await tx.user.update({ where: { id: input.id }, data });
    const metadata = { changed: Object.keys(data).filter(key => key !== 'sessionEpoch' && key !== 'passwordHash') };
    await recordAct(tx, call, { action: 'user.update', resourceType: 'user', resourceId: user.id, metadata });
    return user;
  });
}

async function keepLastSuperAdmin(tx: Db, userId: string): Promise<void> {
  const others = await tx.user.count({ where: { isSuperAdmin: true, status: 'ACTIVE', id: { not: userId } } });
  if (others === 0) throw failedPrecondition('The last active SuperAdmin cannot be disabled or demoted');
}

async function keepLastProjectAdmins(tx: Db, userId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT p.id::text FROM projects p JOIN members m ON m.project_id = p.id
    WHERE m.user_id = ${userId}::uuid AND m.role = 'ADMIN' ORDER BY p.id FOR NO KEY UPDATE OF p`;
  const orphaned = await tx.project.findFirst({
    where: {
      status: 'ACTIVE',
      AND: [
        { members: { some: { userId, role: 'ADMIN' } } },
        { members: { none: { userId: { not: userId }, role: 'ADMIN', user: { status: 'ACTIVE' } } } },
      ],
    },
    select: { name: true },
  });
  if (orphaned) throw failedPrecondition(`This user is the last admin of the project "${orphaned.name}"`);
}
