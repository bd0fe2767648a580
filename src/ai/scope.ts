import { asOfNow } from '../access/as-of-now.ts';
import type { Call } from '../access/call.ts';
import { authorizeSystem } from '../access/policy.ts';
import type { Db } from '../platform/database.ts';
import { holdProject, loadProject } from '../projects/service.ts';

/** The owner of a configuration: a project id, or null for the system. */
export type Scope = string | null;

/** Checks rights: project admins configure a project, SuperAdmins the system. */
export async function authorizeScope(call: Call, projectId: string | null | undefined): Promise<Scope> {
  if (projectId === null || projectId === undefined) {
    authorizeSystem(call);
    return null;
  }
  return (await loadProject(call, 'ai.configure', projectId)).id;
}

/** Key of an advisory lock. It must be unique within this service. */
const SYSTEM_LOCK = 7_201_601;

/** Serializes changes of one scope, and checks rights again. Throws if the project is archived. */
export async function lockScope(tx: Db, call: Call, scope: Scope): Promise<void> {
  if (scope !== null) return holdProject(tx, call, 'ai.configure', scope);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SYSTEM_LOCK})`;
  authorizeSystem(await asOfNow(tx, call));
}

/** The common fields of audit rows of a scope. */
export const actOn = (scope: Scope, action: string, resourceId?: string) => ({
  action,
  resourceType: action.split('.')[0] ?? action,
  ...(resourceId && { resourceId }),
  ...(scope && { projectId: scope }),
});
