import type { Call } from '../access/call.ts';
import { authorizeSystem } from '../access/policy.ts';
import type { Db } from '../platform/database.ts';
import { requireActiveProject } from '../projects/archived.ts';
import { loadProject, lockProject } from '../projects/service.ts';

/** Whose configuration it is: a project's, by its id, or the system's, null. */
export type Scope = string | null;

/** Its admins configure a project, SuperAdmins the system. */
export async function authorizeScope(call: Call, projectId: string | null | undefined): Promise<Scope> {
  if (projectId === null || projectId === undefined) {
    authorizeSystem(call);
    return null;
  }
  return (await loadProject(call, 'ai.configure', projectId)).id;
}

/** Any number will do, as long as nothing else of this service locks it. */
const SYSTEM_LOCK = 7_201_601;

/** Changes of one scope take turns; below an archived project there are none. */
export async function lockScope(tx: Db, scope: Scope): Promise<void> {
  if (scope === null) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SYSTEM_LOCK})`;
    return;
  }
  await lockProject(tx, scope);
  await requireActiveProject(tx, scope);
}

/** How an audit row of a scope is found again. */
export const actOn = (scope: Scope, action: string, resourceId?: string) => ({
  action,
  resourceType: action.split('.')[0] ?? action,
  ...(resourceId && { resourceId }),
  ...(scope && { projectId: scope }),
});
