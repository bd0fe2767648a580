import { asOfNow, authorizeNow } from '../access/as-of-now.ts';
import { type Call, reachesAll, signedIn, tokenOf } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { cacheOwnRole, enteredProject, ownRoleIn } from '../access/own-role.ts';
import { authorize, authorizeTeam, type ProjectAction, requireAnyScope } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { type MemberRole, Prisma, type Project, type ResourceStatus } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import { watchedTable } from '../lists/changes.ts';
import { reference } from '../lists/follow.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { matchOf, searchedProjects } from '../lists/search.ts';
import { sqlList } from '../lists/sql-list.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { failedPrecondition, invalidArgument, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { findRow, readRows } from '../platform/rows.ts';
import { readTeam, requireActiveTeam } from '../teams/service.ts';
import { requireActiveProject } from './archived.ts';

const PROJECTS = { table: 'projects', fields: Prisma.ProjectScalarFieldEnum };

export async function listProjects(
  context: Context,
  { teamId, ...args }: PageArgs & { teamId?: string | null },
): Promise<Connection<Project>> {
  const ofTeam = teamId && { where: isId(teamId) ? Prisma.sql`c.team_id = ${teamId}::uuid` : Prisma.sql`FALSE` };
  // As for teams. A project may leave the team, so that changes of all projects count.
  const ofAll = args.search && reachesAll(context) && { watched: watchedTable('projects') };
  const list = { ...PROJECTS, action: 'project.read', order: 'asc', ...ofTeam, ...ofAll } as const;
  const found = await sqlList<Project>(context, list, args, async search => matchOf(searchedProjects, search));
  // Tokens may not read teams.
  if (teamId && found.rows.length === 0 && tokenOf(context) === undefined) await readTeam(context, teamId);
  return found;
}

/** A reference to a project, from something inside it. */
export const projectReference = reference<Project>({ action: 'project.read', noun: 'Project' }, (db, ids) =>
  db.project.findMany({ where: { id: { in: ids } } }),
);

/**
 * Loads a project for an action and checks that the caller may perform it. Reads the caller's role in the same
 * statement.
 */
export async function loadProject(call: Call, action: ProjectAction, id: string): Promise<Project> {
  requireAnyScope(call, action);
  const entered = enteredProject(call);
  const project = entered?.id === id ? entered.project : await findWithRole(call, id);
  await authorize(call, action, id);
  if (project === undefined) throw notFound('Project');
  return project;
}

async function findWithRole(call: Call, id: string): Promise<Project | undefined> {
  if (!isId(id)) return undefined;
  const more = { ownRole: ownRoleIn(call, Prisma.sql`c.id`) };
  const where = Prisma.sql`c.id = ${id}::uuid`;
  const row = await findRow<Project & { ownRole: MemberRole | null }>(call.db, PROJECTS, where, more);
  cacheOwnRole(call, id, row?.ownRole);
  if (row === undefined) return undefined;
  const { ownRole: _, ...project } = row;
  return project;
}

/** Whether the project and its team are active now. */
export async function isActiveProject(db: Db, id: string): Promise<boolean> {
  const where = { id, status: 'ACTIVE', team: { status: 'ACTIVE' } } as const;
  return (await db.project.count({ where })) === 1;
}

type ProjectFields = { name?: string | null; description?: string | null };
type NewProject = ProjectFields & { teamId: string; adminUserId?: string | null };

export async function createProject(call: Call, input: NewProject): Promise<Project> {
  const team = await readTeam(call, input.teamId);
  const creator = authorizeTeam(call, team);
  const data = { name: fields.name(input.name), description: fields.description(input.description) };
  const adminId = input.adminUserId ?? creator.id;
  if (!isId(adminId)) throw notFound('User');
  return inTransaction(call.db, async tx => {
    await requireActiveTeam(tx, team.id);
    authorizeTeam(await asOfNow(tx, call), team);
    await requireActiveUser(tx, adminId, 'admin_user_id');
    const project = await tx.project.create({
      data: { id: newId(), ...data, teamId: team.id, createdById: creator.id },
    });
    await tx.member.create({
      data: { id: newId(), projectId: project.id, userId: adminId, role: 'ADMIN', addedById: creator.id },
    });
    await keepKey(tx, call, project.id);
    const act = { action: 'project.create', resourceType: 'project', resourceId: project.id, projectId: project.id };
    await recordAct(tx, call, { ...act, metadata: { admin_user_id: adminId } });
    return project;
  });
}

/** Reads a project for its creator, who is not a member if the first admin is another user. */
export async function readCreatedProject(call: Call, id: string): Promise<Project> {
  const createdById = signedIn(call).id;
  const own = await call.db.project.findFirst({ where: { id, createdById, team: { createdById } } });
  return own ?? loadProject(call, 'project.read', id);
}

/** Locks the user's row, so that the user cannot be disabled before the transaction ends. */
async function requireActiveUser(tx: Db, userId: string, field: string): Promise<void> {
  const [user] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status::text FROM users WHERE id = ${userId}::uuid FOR SHARE`;
  requireActive(user?.status, field);
}

export function requireActive(status: string | undefined, field: string): void {
  if (status === undefined) throw notFound('User');
  if (status !== 'ACTIVE') throw invalidArgument(field, 'must be the id of an active user');
}

export async function updateProject(call: Call, input: ProjectFields & { id: string }): Promise<Project> {
  const project = await loadProject(call, 'project.update', input.id);
  return inTransaction(call.db, async tx => {
    await holdProject(tx, call, 'project.update', project.id);
    fields.requireChange(input, ['name', 'description'], { description: project.description });
    const data: Prisma.ProjectUpdateInput = {};
    if (input.name !== undefined) data.name = fields.name(input.name);
    if (input.description !== undefined) data.description = fields.description(input.description);
    return changeProject(tx, call, project, 'project.update', data);
  });
}

export async function setProjectStatus(call: Call, id: string, status: ResourceStatus): Promise<Project> {
  const project = await loadProject(call, 'project.archive', id);
  if (project.status === status) return project;
  return inTransaction(call.db, async tx => {
    const [before] = await lockProject(tx, id);
    await authorizeNow(tx, call, 'project.archive', id);
    // If two callers archive it at once, the second changes nothing.
    if (before?.status === status) return { ...project, status };
    const team = await tx.team.findUnique({ where: { id: project.teamId }, select: { status: true } });
    if (team?.status !== 'ACTIVE') throw failedPrecondition('The team of this project is archived: restore it first');
    const action = status === 'ARCHIVED' ? 'project.archive' : 'project.unarchive';
    const changed = await changeProject(tx, call, project, action, { status });
    if (status === 'ACTIVE' && !(await hasAdmin(tx, id)))
      throw failedPrecondition('An active project needs an active admin. Enable one of its admins first');
    return changed;
  });
}

async function changeProject(
  tx: Db,
  call: Call,
  loaded: Project,
  action: string,
  data: Prisma.ProjectUpdateInput,
): Promise<Project> {
  const { id } = loaded;
  const [locked] = await lockProject(tx, id);
  const before = { ...loaded, ...locked };
  const changed = fields.differing(before, data);
  if (changed.length === 0) return before;
  const project = await tx.project.update({ where: { id }, data });
  await recordAct(tx, call, {
    action,
    resourceType: 'project',
    resourceId: id,
    projectId: id,
    ...(data.status === undefined && { metadata: { changed } }),
  });
  return project;
}

/** Serializes changes of a project and its members, so that two of them cannot remove the last two admins. */
const lockProject = (tx: Db, id: string) =>
  tx.$queryRaw<Pick<Project, 'name' | 'description' | 'status'>[]>`
    SELECT name, description, status::text FROM projects WHERE id = ${id}::uuid FOR NO KEY UPDATE`;

/**
 * Locks an active project until the transaction ends, and checks the current rights of the caller. A caller who was removed
 * while their request waited must not create anything that stays, such as a webhook.
 */
export async function holdProject(tx: Db, call: Call, action: ProjectAction, id: string): Promise<void> {
  await lockProject(tx, id);
  await authorizeNow(tx, call, action, id);
  await requireActiveProject(tx, id);
}

/** Throws if an active project would have no active admin. Call it while the project is locked. */
export async function requireAdmin(tx: Db, projectId: string): Promise<void> {
  if (!(await hasAdmin(tx, projectId)))
    throw failedPrecondition(
      'The last admin of an active project cannot be removed or demoted. Make another member an admin first',
    );
}

const hasAdmin = async (tx: Db, projectId: string): Promise<boolean> =>
  (await tx.member.count({ where: { projectId, role: 'ADMIN', user: { status: 'ACTIVE' } } })) > 0;

/** Loads, for each project, the active admin who was added first; null if there is none. */
export const adminOfProject: Batch<string, string | null> = {
  async load({ db }, projectIds) {
    const rows = await readRows<{ projectId: string; userId: string }>(
      db,
      Prisma.sql`
        SELECT p.id::text AS "projectId", first.user_id::text AS "userId" FROM unnest(${projectIds}::uuid[]) AS p(id)
        CROSS JOIN LATERAL (
          SELECT m.user_id FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.project_id = p.id AND m.role = 'ADMIN' AND u.status = 'ACTIVE' ORDER BY m.id LIMIT 1) first`,
    );
    const admins = new Map(rows.map(row => [row.projectId, row.userId]));
    return projectIds.map(id => admins.get(id) ?? null);
  },
};
