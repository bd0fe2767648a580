import DataLoader from 'dataloader';
import { type MemberRole, Prisma } from '../generated/prisma/client.ts';
import { attached } from '../platform/attached.ts';
import { sha256 } from '../platform/crypto.ts';
import { readRows } from '../platform/rows.ts';
import { actingUser, type Call } from './call.ts';
import { type Entered, roleIn } from './entered.ts';

/** The caller's role in a project: null without a membership, undefined when the project does not exist. */
export type OwnRole = MemberRole | null | undefined;

/**
 * Caches roles for each call. Code that changes memberships must call `forgetOwnRoles`. Missing projects are not cached.
 */
const known = attached<Call, DataLoader<string, OwnRole>>('roles');

export async function ownRole(call: Call, projectId: string): Promise<OwnRole> {
  const role = await rolesOf(call).load(projectId);
  if (role === undefined) rolesOf(call).clear(projectId);
  return role;
}

/** Caches a role that was read together with its project. */
export function cacheOwnRole(call: Call, projectId: string, role: OwnRole): void {
  rolesOf(call).prime(projectId, role);
}

/** How long the resources that were read with the caller may be used. A large body may take longer to arrive. */
export const ENTERED_MS = 5_000;

/** The resources that were read with the caller; undefined if that was more than ENTERED_MS ago. */
export function enteredProject({ actor }: Pick<Call, 'actor'>): Entered | undefined {
  const entered = 'entered' in actor ? actor.entered : undefined;
  return entered && performance.now() - entered.readAt < ENTERED_MS ? entered : undefined;
}

/** Caches the role that was read with the caller. */
export function cacheEnteredRole(call: Call): void {
  const entered = enteredProject(call);
  if (entered?.project !== undefined) cacheOwnRole(call, entered.project.id, entered.role);
}

/** Clears the cache. Call it after you change members or create projects: the same call may check roles again. */
export function forgetOwnRoles(call: Call): void {
  known.set(call, undefined);
  memberships.set(call, undefined);
}

/** Projects as text that PostgreSQL reads as an array of ids: a caller may have many thousands. */
export type Projects = { ids: string; digest: string; count: number };

const projectsOf = (ids: string, count: number): Projects => ({ ids, digest: sha256(ids), count });

export const oneProject = (id: string): Projects => projectsOf(`{${id}}`, 1);

const memberships = attached<Call, Promise<Projects>>('memberships');

/** The projects of which the caller is a member, read once for each call. */
export function ownProjects(call: Call): Promise<Projects> {
  const projects = memberships.get(call) ?? readOwnProjects(call);
  memberships.set(call, projects);
  return projects;
}

async function readOwnProjects(call: Call): Promise<Projects> {
  const [own] = await readRows<{ ids: string; count: number }>(
    call.db,
    Prisma.sql`
      SELECT coalesce(array_agg(m.project_id ORDER BY m.project_id), '{}')::text AS ids, count(*)::int AS count
      FROM members m WHERE m.user_id = ${actingUser(call).id}::uuid`,
  );
  return projectsOf(own?.ids ?? '{}', own?.count ?? 0);
}

function rolesOf(call: Call): DataLoader<string, OwnRole> {
  const kept = known.get(call);
  if (kept !== undefined) return kept;
  const loader = new DataLoader<string, OwnRole>(projectIds => readRoles(call, projectIds));
  known.set(call, loader);
  return loader;
}

/** SQL for the caller's role in the project of this id; null without a membership. */
export const ownRoleIn = (call: Pick<Call, 'actor'>, projectId: Prisma.Sql): Prisma.Sql =>
  roleIn(projectId, Prisma.sql`${actingUser(call).id}::uuid`);

async function readRoles(call: Call, projectIds: readonly string[]): Promise<OwnRole[]> {
  const rows = await readRows<{ id: string; role: MemberRole | null }>(
    call.db,
    Prisma.sql`
      SELECT p.id::text, ${ownRoleIn(call, Prisma.sql`p.id`)} AS role FROM projects p
      WHERE p.id = ANY(${[...projectIds]}::uuid[])`,
  );
  const roles = new Map(rows.map(({ id, role }) => [id, role]));
  return projectIds.map(id => roles.get(id.toLowerCase()));
}
