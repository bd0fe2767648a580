import type { Person } from '../access/actor.ts';
import { asOfNow } from '../access/as-of-now.ts';
import { type Call, type Services, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorizeSystem } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { Prisma, type UserStatus } from '../generated/prisma/client.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { matchOf, searchedUsers } from '../lists/search.ts';
import { sqlList } from '../lists/sql-list.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, notFound, permissionDenied } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { hashPassword } from '../platform/passwords.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { accountName } from './known-addresses.ts';
import { email, emailSpellings, password } from './model.ts';

export type Identity = { email: string; name?: string | null; password: string };

/** A lock held while a user is created or a SuperAdmin is changed, so that "first" and "last" are counted correctly. */
const lockUsers = (tx: Db) => tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('docsvc.users'))::text`;

/** Locks a user until the transaction ends. Returns them as they are then, without the password hash. */
async function lockUser(tx: Db, id: string): Promise<Person> {
  await tx.$queryRaw`SELECT id::text FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.user.findUniqueOrThrow({ where: { id }, omit: { passwordHash: true } });
}

/** Creates an account for the caller. */
export async function registerUser(call: Call, input: Identity): Promise<Person> {
  if (!call.config.allowRegistration) throw permissionDenied('Registration is disabled on this deployment');
  await call.limits.countRegistration(call.address);
  return insertUser(call, input);
}

type NewAccount = {
  /** When absent, only the first user of the deployment becomes SuperAdmin. */
  isSuperAdmin?(tx: Db): Promise<boolean>;
  status?: UserStatus;
  /** Further writes in the same transaction. */
  afterwards?(tx: Db, user: Person): Promise<void>;
};

/** Finds the account of an email, in NFC before other Unicode forms: older accounts may not be stored in NFC. */
export async function findByEmail(db: Db, address: string): Promise<Person | null> {
  const spellings = emailSpellings(address);
  const found = await db.user.findMany({ where: { email: { in: spellings } }, omit: { passwordHash: true } });
  return found.find(user => user.email === spellings[0]) ?? found[0] ?? null;
}

const isFirstUser = async (tx: Db): Promise<boolean> => (await tx.user.findFirst({ select: { id: true } })) === null;

/** Creates an account. Checks no permission: the caller must. */
export async function insertUser(
  call: Call,
  input: Identity,
  { isSuperAdmin = isFirstUser, status = 'ACTIVE', afterwards = async () => {} }: NewAccount = {},
): Promise<Person> {
  const address = email(input.email);
  const name = fields.name(input.name?.trim() ? input.name : [...address].slice(0, CHARACTERS.name).join(''));
  const passwordHash = await hashPassword(password(input.password));
  try {
    return await inTransaction(call.db, async tx => {
      await lockUsers(tx);
      if ((await findByEmail(tx, input.email)) !== null) throw emailTaken();
      const user = await tx.user.create({
        data: { id: newId(), email: address, name, passwordHash, status, isSuperAdmin: await isSuperAdmin(tx) },
        omit: { passwordHash: true },
      });
      const metadata = { email: address, is_super_admin: user.isSuperAdmin };
      await recordAct(tx, call, { action: 'user.create', resourceType: 'user', resourceId: user.id, metadata });
      await afterwards(tx, user);
      return user;
    });
  } catch (error) {
    if (uniqueViolation(error)) throw emailTaken();
    throw error;
  }
}

const emailTaken = () => alreadyExists('email', 'A user with this email already exists');

type OwnChange = { name?: string | null; mailNotices?: boolean | null };

export async function updateMe(call: Call, input: OwnChange): Promise<Person> {
  signedIn(call);
  fields.requireChange(input, ['name', 'mailNotices']);
  const user = await changeMe(call, 'user.update', {
    ...(input.name !== undefined && { name: fields.name(input.name) }),
    ...(typeof input.mailNotices === 'boolean' && { mailNotices: input.mailNotices }),
  });
  nameActor(call, user);
  return user;
}

/** Gives the caller of further mutations of the same request their new name. Everything else stays as it was at the sign-in. */
function nameActor({ actor }: Call, { id, name }: Person): void {
  if (actor.kind === 'user' && actor.user.id === id) actor.user.name = name;
}

/** Sets the password of the caller and ends all their sessions. */
export async function setPassword(call: Call, newPassword: string): Promise<Person> {
  const passwordHash = await hashPassword(newPassword);
  return changeMe(call, 'user.change_password', { passwordHash, sessionEpoch: { increment: 1 } });
}

/** Ends all sessions of the caller. */
export async function logout(call: Call): Promise<Person> {
  return changeMe(call, 'user.logout', { sessionEpoch: { increment: 1 } });
}

function changeMe(call: Call, action: string, data: Prisma.UserUpdateInput): Promise<Person> {
  const { id } = signedIn(call);
  return inTransaction(call.db, async tx => {
    const before = await lockUser(tx, id);
    await asOfNow(tx, call);
    const changed = fields.differing(before, data);
    if (changed.length === 0) return before;
    const user = await tx.user.update({ where: { id }, data, omit: { passwordHash: true } });
    const metadata = action === 'user.update' && { metadata: { changed } };
    await recordAct(tx, call, { action, resourceType: 'user', resourceId: id, ...metadata });
    return user;
  });
}

export function listUsers(context: Context, args: PageArgs): Promise<Connection<Person>> {
  return sqlList<Person>(context, { ...people, action: 'user.read' }, args, async search =>
    matchOf(searchedUsers, search),
  );
}

const { passwordHash: _, ...publicFields } = Prisma.UserScalarFieldEnum;

/** Lists of users, oldest first, without their password hashes. */
export const people = { table: 'users', fields: publicFields, order: 'asc' } as const;

export async function readUser(call: Call, id: string): Promise<Person> {
  authorizeSystem(call);
  const user = isId(id) ? await call.db.user.findUnique({ where: { id }, omit: { passwordHash: true } }) : null;
  if (user === null) throw notFound('User');
  return user;
}

type NewUser = Identity & { isSuperAdmin?: boolean | null; status?: UserStatus | null };

export async function createUser(call: Call, input: NewUser): Promise<Person> {
  authorizeSystem(call);
  const isSuperAdmin = async (tx: Db) => {
    authorizeSystem(await asOfNow(tx, call));
    return input.isSuperAdmin ?? false;
  };
  const afterwards = (tx: Db, { id }: Person) => keepKey(tx, call, id);
  return insertUser(call, input, { isSuperAdmin, status: input.status ?? 'ACTIVE', afterwards });
}

type UserChange = {
  id: string;
  name?: string | null;
  status?: UserStatus | null;
  isSuperAdmin?: boolean | null;
  password?: string | null;
};

/** Disabling a user or setting a password ends that user's sessions. */
export async function updateUser(call: Call, input: UserChange): Promise<Person> {
  await readUser(call, input.id);
  fields.requireChange(input, ['name', 'status', 'isSuperAdmin', 'password']);
  const data: Prisma.UserUpdateInput = {};
  if (input.name !== undefined) data.name = fields.name(input.name);
  if (input.status) data.status = input.status;
  if (typeof input.isSuperAdmin === 'boolean') data.isSuperAdmin = input.isSuperAdmin;
  if (typeof input.password === 'string') data.passwordHash = await hashPassword(password(input.password));
  const user = await inTransaction(call.db, async tx => {
    await lockUsers(tx);
    await lockUser(tx, signedIn(call).id);
    authorizeSystem(await asOfNow(tx, call));
    if (input.status === 'DISABLED' || input.isSuperAdmin === false) await keepLastSuperAdmin(tx, input.id);
    const before = await lockUser(tx, input.id);
    if (input.status === 'DISABLED') await keepLastProjectAdmins(tx, input.id);
    const changed = fields.differing(before, data);
    if (changed.length === 0) return before;
    if (input.status === 'DISABLED' || data.passwordHash !== undefined) data.sessionEpoch = { increment: 1 };
    const user = await tx.user.update({ where: { id: input.id }, data, omit: { passwordHash: true } });
    const metadata = { changed: changed.map(key => (key === 'passwordHash' ? 'password' : key)) };
    await recordAct(tx, call, { action: 'user.update', resourceType: 'user', resourceId: user.id, metadata });
    return user;
  });
  // Failed logins with the old password must not lock the owner out after an admin set a new one.
  if (data.passwordHash !== undefined) await forgetFailedLogins(call, user.email);
  nameActor(call, user);
  return user;
}

/** After the password was set: an error would tell the caller that it was not. */
export const forgetFailedLogins = (services: Services, email: string): Promise<void> =>
  services.limits
    .forgetLoginTries(accountName(services, email))
    .catch(error => services.log.error({ err: error }, 'the failed logins of a user still count'));

/** Grants or revokes SuperAdmin, as the settings of the provider say. Keeps the last SuperAdmin. */
export function assignSuperAdmin(call: Call, id: string, isSuperAdmin: boolean): Promise<Person> {
  return inTransaction(call.db, async tx => {
    await lockUsers(tx);
    const user = await tx.user.findUniqueOrThrow({ where: { id }, omit: { passwordHash: true } });
    if (user.isSuperAdmin === isSuperAdmin || (!isSuperAdmin && !(await hasOtherSuperAdmin(tx, id)))) return user;
    const metadata = { changed: ['isSuperAdmin'] };
    await recordAct(tx, call, { action: 'user.update', resourceType: 'user', resourceId: id, metadata });
    return tx.user.update({ where: { id }, data: { isSuperAdmin }, omit: { passwordHash: true } });
  });
}

const hasOtherSuperAdmin = async (tx: Db, userId: string): Promise<boolean> =>
  (await tx.user.count({ where: { isSuperAdmin: true, status: 'ACTIVE', id: { not: userId } } })) > 0;

async function keepLastSuperAdmin(tx: Db, userId: string): Promise<void> {
  if (!(await hasOtherSuperAdmin(tx, userId)))
    throw failedPrecondition('The last active SuperAdmin cannot be disabled or demoted');
}

/**
 * Call it while the user is locked: a transaction that makes them an admin locks the same row. A project in an archived team is
 * not active. Restoring the team asks for no admin, so the team need not be locked.
 */
async function keepLastProjectAdmins(tx: Db, userId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT p.id::text FROM projects p JOIN members m ON m.project_id = p.id
    WHERE m.user_id = ${userId}::uuid AND m.role = 'ADMIN' ORDER BY p.id FOR NO KEY UPDATE OF p`;
  const orphaned = await tx.project.findFirst({
    where: {
      status: 'ACTIVE',
      team: { status: 'ACTIVE' },
      AND: [
        { members: { some: { userId, role: 'ADMIN' } } },
        { members: { none: { userId: { not: userId }, role: 'ADMIN', user: { status: 'ACTIVE' } } } },
      ],
    },
    select: { id: true, name: true },
  });
  if (orphaned)
    throw failedPrecondition(
      `This user is the last admin of the project "${orphaned.name}" (${orphaned.id}). Add another admin, or archive the project or its team first`,
    );
}
