import type { Person } from '../access/actor.ts';
import { authorizeNow } from '../access/as-of-now.ts';
import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { forgetOwnRoles } from '../access/own-role.ts';
import { authorize } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { type Member, type MemberRole, Prisma, type Project } from '../generated/prisma/client.ts';
import { type Batch, rowsByKey } from '../lists/batch.ts';
import { type ChildList, childList } from '../lists/child-list.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { matchOfMember } from '../lists/search.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, invalidArgument, notFound } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { people } from '../users/service.ts';
import { requireActiveProject } from './archived.ts';
import { isActiveProject, requireActive, requireAdmin } from './service.ts';

/** Lists members. `search` matches the email and name of the user. */
export function listMembers(context: Context, { id }: Project, args: PageArgs): Promise<Connection<Member>> {
  return childList(context, memberList, { column: 'project_id', id, projectId: id }, args);
}

const memberList: ChildList<Member> = {
  action: 'member.read',
  table: 'members',
  fields: Prisma.MemberScalarFieldEnum,
  order: 'asc',
  searched: search => ({
    where: Prisma.sql`c.user_id IN (SELECT c.id FROM users c WHERE ${matchOfMember(search).where})`,
  }),
};

/** Loads users by id instead of through their membership: a removed member has no row to start from. */
export const userOfMember: Batch<string, Person> = {
  async load({ db }, ids) {
    const columns = selectColumns('c', people.fields);
    const rows = readRows<Person>(db, Prisma.sql`SELECT ${columns} FROM users c WHERE c.id = ANY(${[...ids]}::uuid[])`);
    return (await rowsByKey(ids, 'id', rows)) as Person[];
  },
};

/** One member, for callers who may see the members of the project. */
export async function readMember(call: Call, id: string): Promise<Member> {
  const member = await call.db.member.findFirst({ where: { id } });
  if (member === null) throw notFound('Member');
  await authorize(call, 'member.read', member.projectId);
  return member;
}

type MemberInput = { projectId: string; userId: string };

export async function addMember(call: Call, input: MemberInput & { role: MemberRole }): Promise<Member> {
  const { projectId, userId, role } = input;
  await authorize(call, 'member.manage', projectId);
  if (!isId(userId)) throw notFound('User');
  try {
    return await inTransaction(call.db, async tx => {
      const status = await lockMembership(tx, { projectId, userId });
      await authorizeNow(tx, call, 'member.manage', projectId);
      await requireActiveProject(tx, projectId);
      requireActive(status, 'user_id');
      const addedById = call.actor.kind === 'user' ? call.actor.user.id : null;
      const member = await tx.member.create({ data: { id: newId(), projectId, userId, role, addedById } });
      await keepKey(tx, call, member.id);
      await record(tx, call, 'member.add', member);
      return member;
    });
  } catch (error) {
    if (uniqueViolation(error)) throw alreadyExists('user_id', 'This user is already a member of the project');
    throw error;
  }
}

export async function updateMember(call: Call, input: MemberInput & { role?: MemberRole | null }): Promise<Member> {
  await authorize(call, 'member.manage', input.projectId);
  const { role } = input;
  if (!role) throw invalidArgument('role', 'is required');
  return inTransaction(call.db, async tx => {
    const present = await lockMember(tx, call, input);
    if (present.role === role) return present;
    const member = await tx.member.update({ where: { id: present.id }, data: { role } });
    if (present.role === 'ADMIN') await requireAdmin(tx, input.projectId);
    await record(tx, call, 'member.change_role', member);
    return member;
  });
}

export async function removeMember(call: Call, input: MemberInput): Promise<Member> {
  await authorize(call, 'member.manage', input.projectId);
  return inTransaction(call.db, async tx => {
    const { id, role } = await lockMember(tx, call, input);
    const member = await tx.member.delete({ where: { id } });
    if (role === 'ADMIN') await requireAdmin(tx, input.projectId);
    await record(tx, call, 'member.remove', member);
    return member;
  });
}

/**
 * Gives a user this role in a project, or removes them, as the settings of the provider say. Changes nothing in an archived
 * project or team, and keeps the last admin of a project.
 */
export async function assignRole(call: Call, who: MemberInput, role: MemberRole | undefined): Promise<void> {
  const { projectId, userId } = who;
  await inTransaction(call.db, async tx => {
    await lockMembership(tx, who);
    if (!(await isActiveProject(tx, projectId))) return;
    const member = await tx.member.findUnique({ where: { projectId_userId: who } });
    if (member?.role === role || (member?.role === 'ADMIN' && !(await hasOtherAdmin(tx, who)))) return;
    if (member === null) {
      if (role === undefined) return;
      const data = { id: newId(), projectId, userId, role };
      await record(tx, call, 'member.add', await tx.member.create({ data }));
    } else if (role === undefined) {
      await record(tx, call, 'member.remove', await tx.member.delete({ where: { id: member.id } }));
    } else {
      const changed = await tx.member.update({ where: { id: member.id }, data: { role } });
      await record(tx, call, 'member.change_role', changed);
    }
  });
}

/** The role of a user in each of these projects that is active and in an active team; undefined for none. */
export async function rolesInActive(
  db: Db,
  userId: string,
  projectIds: string[],
): Promise<Map<string, MemberRole | undefined>> {
  const rows = await db.project.findMany({
    where: { id: { in: projectIds }, status: 'ACTIVE', team: { status: 'ACTIVE' } },
    select: { id: true, members: { where: { userId }, select: { role: true } } },
  });
  return new Map(rows.map(({ id, members: [member] }) => [id, member?.role]));
}

async function hasOtherAdmin(tx: Db, { projectId, userId }: MemberInput): Promise<boolean> {
  const where = { projectId, userId: { not: userId }, role: 'ADMIN', user: { status: 'ACTIVE' } } as const;
  return (await tx.member.count({ where })) > 0;
}

async function lockMember(tx: Db, call: Call, who: MemberInput): Promise<Member> {
  const { projectId, userId } = who;
  const where = { projectId_userId: { projectId, userId } };
  const member = isId(userId) ? await tx.member.findUnique({ where, select: { id: true } }) : null;
  if (member === null) throw notFound('Member');
  await lockMembership(tx, who);
  await authorizeNow(tx, call, 'member.manage', projectId);
  await requireActiveProject(tx, projectId);
  const locked = await tx.member.findUnique({ where });
  if (locked === null) throw notFound('Member');
  return locked;
}

/**
 * Serializes changes of a project and its members. Also locks the user, so that they cannot be disabled before the transaction
 * ends: if they become the only admin, the project would lose its last active admin. Returns the status of the user.
 */
async function lockMembership(tx: Db, { projectId, userId }: MemberInput): Promise<string | undefined> {
  // Locks the user first, as `updateUser` does: another order could deadlock.
  const [user] = await tx.$queryRaw<{ status: string }[]>`
    SELECT u.status::text FROM users u, projects p WHERE u.id = ${userId}::uuid AND p.id = ${projectId}::uuid
    FOR SHARE OF u FOR NO KEY UPDATE OF p`;
  return user?.status;
}

function record(tx: Db, call: Call, action: string, member: Member): Promise<void> {
  forgetOwnRoles(call);
  return recordAct(tx, call, {
    action,
    resourceType: 'member',
    resourceId: member.id,
    projectId: member.projectId,
    metadata: { user_id: member.userId, role: member.role },
  });
}
