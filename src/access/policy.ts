import type { MemberRole, Prisma, User } from '../generated/prisma/client.ts';
import { notFound, permissionDenied } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { type Call, signedIn } from './call.ts';

/** Action in a project → the least role that may do it. A SuperAdmin may do all of them, everywhere. */
export const projectPolicy = {
  'project.read': 'READER',
  'project.update': 'ADMIN',
  'project.archive': 'ADMIN',
  'member.read': 'READER',
  'member.manage': 'ADMIN',
  'document.read': 'READER',
  'document.create': 'ADMIN',
  'document.update': 'ADMIN',
  'document.archive': 'ADMIN',
  'branch.read': 'READER',
  'branch.manage': 'ADMIN',
  'draft.read': 'READER',
  'draft.create': 'WRITER',
  'draft.update': 'WRITER',
  'draft.submit': 'WRITER',
  'draft.withdraw': 'WRITER',
  'draft.withdraw_foreign': 'ADMIN',
  'draft.review': 'ADMIN',
  'draft.promote': 'ADMIN',
  'version.read': 'READER',
  'diff.read': 'READER',
  'diff.create': 'READER',
  'audit.read': 'ADMIN',
} as const satisfies Record<string, MemberRole>;

export type ProjectAction = keyof typeof projectPolicy;

const RANK: Record<MemberRole, number> = { READER: 1, WRITER: 2, ADMIN: 3 };

export const hasRole = (role: MemberRole, least: MemberRole): boolean => RANK[role] >= RANK[least];

/**
 * Permits the action or throws. A non-member gets PERMISSION_DENIED for every project, existing or not; a SuperAdmin
 * gets NOT_FOUND for one that does not exist.
 */
export async function authorize(call: Call, action: ProjectAction, projectId: string): Promise<MemberRole> {
  const user = signedIn(call);
  if (!isId(projectId)) throw notFound('Project');
  const role = await roleIn(call, user, projectId);
  if (role === undefined) throw permissionDenied('You are not a member of this project');
  if (!hasRole(role, projectPolicy[action]))
    throw permissionDenied(
      `This takes the role ${projectPolicy[action].toLowerCase()}, yours is ${role.toLowerCase()}`,
    );
  return role;
}

async function roleIn(call: Call, user: User, projectId: string): Promise<MemberRole | undefined> {
  if (user.isSuperAdmin) {
    const project = await call.db.project.findUnique({ where: { id: projectId }, select: { id: true } });
    if (project === null) throw notFound('Project');
    return 'ADMIN';
  }
  const member = await call.db.member.findUnique({ where: { projectId_userId: { projectId, userId: user.id } } });
  return member?.role;
}

/** What only a SuperAdmin may do. */
export function authorizeSystem(call: Call): User {
  const user = signedIn(call);
  if (!user.isSuperAdmin) throw permissionDenied('This takes a SuperAdmin');
  return user;
}

/** A team is managed by its creator or a SuperAdmin. */
export function authorizeTeam(call: Call, team: { createdById: string }): User {
  const user = signedIn(call);
  if (!user.isSuperAdmin && team.createdById !== user.id)
    throw permissionDenied('This takes the creator of the team or a SuperAdmin');
  return user;
}

/** The reads of the same policy: where-fragments that leave only what the caller may see. */
export const visible = {
  projects(call: Call): Prisma.ProjectWhereInput {
    const user = signedIn(call);
    return user.isSuperAdmin ? {} : { members: { some: { userId: user.id } } };
  },
  teams(call: Call): Prisma.TeamWhereInput {
    const user = signedIn(call);
    if (user.isSuperAdmin) return {};
    return { OR: [{ createdById: user.id }, { projects: { some: { members: { some: { userId: user.id } } } } }] };
  },
};
