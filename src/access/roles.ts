import DataLoader from 'dataloader';
import type { MemberRole } from '../generated/prisma/client.ts';
import { actingUser, type Call } from './call.ts';

/** The caller's role in a project: null without a membership, undefined when the project does not exist. */
export type OwnRole = MemberRole | null | undefined;

/**
 * Caches roles for each call. Code that changes memberships must call `forgetOwnRoles`. Missing roles are not cached.
 */
const known = new WeakMap<Call, DataLoader<string, OwnRole>>();

export async function ownRole(call: Call, projectId: string): Promise<OwnRole> {
  const role = await rolesOf(call).load(projectId);
  if (!role) rolesOf(call).clear(projectId);
  return role;
}

/** Caches a role that was read together with its project. */
export function cacheOwnRole(call: Call, projectId: string, role: OwnRole): void {
  rolesOf(call).prime(projectId, role);
}

/** Clears the cache. Call it after you change members or create projects: the same call may check roles again. */
export function forgetOwnRoles(call: Call): void {
  known.delete(call);
}

function rolesOf(call: Call): DataLoader<string, OwnRole> {
  const kept = known.get(call);
  if (kept !== undefined) return kept;
  const loader = new DataLoader<string, OwnRole>(projectIds => readRoles(call, projectIds));
  known.set(call, loader);
  return loader;
}

async function readRoles(call: Call, projectIds: readonly string[]): Promise<OwnRole[]> {
  const rows = await call.db.$queryRaw<{ id: string; role: MemberRole | null }[]>`
    SELECT p.id::text, m.role::text FROM projects p
    LEFT JOIN members m ON m.project_id = p.id AND m.user_id = ${actingUser(call).id}::uuid
    WHERE p.id = ANY(${[...projectIds]}::uuid[])`;
  const roles = new Map(rows.map(({ id, role }) => [id, role]));
  return projectIds.map(id => roles.get(id.toLowerCase()));
}
