import type { Call } from '../access/call.ts';
import type { AuditEntry, Prisma } from '../generated/prisma/client.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { rootList } from '../lists/root-list.ts';
import { containsText } from '../lists/search.ts';
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

/** The audit log, which the list reads from a replica if there is one. */
export const auditEntries = ({ replica }: Call) => ({
  findMany: (query: Prisma.AuditEntryFindManyArgs) => replica.read(db => db.auditEntry.findMany(query)),
  count: (query: Pick<Prisma.AuditEntryCountArgs, 'where'>) => replica.read(db => db.auditEntry.count(query)),
});

/** Lists audit entries, newest first. */
export async function listAuditEntries(call: Call, args: AuditFilter & PageArgs): Promise<Connection<AuditEntry>> {
  const ids = [args.actorId, args.resourceId].filter(id => id !== null && id !== undefined);
  const exact = {
    actorId: args.actorId ?? undefined,
    action: storable('action', args.action ?? '') || undefined,
    resourceType: storable('resource_type', args.resourceType ?? '') || undefined,
    resourceId: args.resourceId ?? undefined,
    createdAt: { gte: args.from ?? undefined, lt: args.to ?? undefined },
  };
  const where = ids.every(isId) ? [exact, containsText(args.search, ['action'])] : [{ id: { in: [] } }];
  // Write buffered entries first, so that the list includes them.
  await call.usage.flush();
  const within = { projectId: args.projectId ?? null };
  const list = { action: 'audit.read', within, model: auditEntries(call), where, order: 'desc' } as const;
  return rootList(call, list, args);
}
