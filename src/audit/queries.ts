import type { Call } from '../access/call.ts';
import { authorize, authorizeSystem } from '../access/policy.ts';
import type { AuditEntry } from '../generated/prisma/client.ts';
import { type Connection, containsText, listPage, type PageArgs } from '../graphql/connections.ts';
import { storable } from '../platform/fields.ts';
import { isId } from '../platform/ids.ts';

type AuditFilter = {
  projectId?: string | null;
  actorId?: string | null;
  action?: string | null;
  resourceType?: string | null;
  resourceId?: string | null;
  from?: Date | null;
  to?: Date | null;
};

/** Newest first. */
export async function listAuditEntries(call: Call, args: AuditFilter & PageArgs): Promise<Connection<AuditEntry>> {
  if (args.projectId) await authorize(call, 'audit.read', args.projectId);
  else authorizeSystem(call);
  const ids = [args.actorId, args.resourceId].filter(id => id !== null && id !== undefined);
  const exact = {
    projectId: args.projectId ?? undefined,
    actorId: args.actorId ?? undefined,
    action: storable('action', args.action ?? '') || undefined,
    resourceType: storable('resource_type', args.resourceType ?? '') || undefined,
    resourceId: args.resourceId ?? undefined,
    createdAt: { gte: args.from ?? undefined, lt: args.to ?? undefined },
  };
  const where = ids.every(isId) ? { AND: [exact, containsText(args.search, ['action'])] } : { id: { in: [] } };
  return listPage(call.db.auditEntry, where, args, 'desc');
}
