import type { Call } from '../access/call.ts';
import { type AuditEntry, Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { type Connection, DEFAULT_PAGE, type PageArgs, readPage } from '../lists/page.ts';
import { rootList } from '../lists/root-list.ts';
import { columnContains } from '../lists/search.ts';
import { notFound } from '../platform/errors.ts';
import { storable } from '../platform/fields.ts';
import { firstIdAt, isId } from '../platform/ids.ts';
import { readRows } from '../platform/rows.ts';

type AuditFilter = {
  projectId?: string | null;
  actorId?: string | null;
  action?: string | null;
  resourceType?: string | null;
  resourceId?: string | null;
  from?: Date | null;
  to?: Date | null;
};

/** The audit log, which a list reads from a replica if there is one. */
const auditEntries = ({ replica }: Call) => ({
  findMany: (query: EntriesQuery) => replica.read(db => findEntries(db, query)),
  count: (query: Pick<Prisma.AuditEntryCountArgs, 'where' | 'take'>) => replica.read(db => db.auditEntry.count(query)),
});

type EntriesQuery = Prisma.AuditEntryFindManyArgs & { orderBy: { id?: 'asc' | 'desc' }[] };

/** Skips the entries before the page by their ids, which an index contains, without reading their rows. */
async function findEntries({ auditEntry }: PrismaClient, { skip, ...query }: EntriesQuery): Promise<AuditEntry[]> {
  if (!skip) return auditEntry.findMany(query);
  const first = await auditEntry.findFirst({ ...query, skip, take: 1, select: { id: true } });
  if (first === null) return [];
  const onwards = query.orderBy[0]?.id === 'asc' ? { gte: first.id } : { lte: first.id };
  return auditEntry.findMany({ ...query, where: { AND: [query.where ?? {}, { id: onwards }] } });
}

/** Lists audit entries, newest first. */
export async function listAuditEntries(call: Call, args: AuditFilter & PageArgs): Promise<Connection<AuditEntry>> {
  const wrong = Object.entries({ Actor: args.actorId, Resource: args.resourceId }).find(([, id]) => id && !isId(id));
  const exact = {
    actorId: args.actorId ?? undefined,
    action: storable('action', args.action ?? '') || undefined,
    resourceType: storable('resource_type', args.resourceType ?? '') || undefined,
    resourceId: args.resourceId ?? undefined,
    createdAt: { gte: args.from ?? undefined, lt: args.to ?? undefined },
  };
  const where = wrong ? [{ id: { in: [] } }] : [exact, idsBetween(args.from, args.to)];
  const within = { projectId: args.projectId ?? null };
  const readWhere = async () => {
    // Write buffered entries first, so that the list includes them.
    await call.usage.flush();
    const actions = await findActions(call, args);
    return actions === undefined ? [] : [{ action: { in: actions } }];
  };
  const list = {
    action: 'audit.read',
    within,
    model: auditEntries(call),
    where,
    readWhere,
    isAppendOnly: true,
  } as const;
  const found = await rootList(call, list, args);
  if (wrong) throw notFound(wrong[0]);
  return found;
}

/**
 * Largest difference between `createdAt` of an entry and the time in its id. They differ if the clock of a server was set
 * back, because ids never decrease, or if the entry is written later than its id is created.
 */
const APART_MS = 60 * 60_000;

/** The ids that entries of this time can have, so that an index finds them. Another condition checks the exact time. */
function idsBetween(from: Date | null | undefined, to: Date | null | undefined): Prisma.AuditEntryWhereInput {
  return {
    id: {
      gte: from ? firstIdAt(from.getTime() - APART_MS) : undefined,
      lt: to ? firstIdAt(to.getTime() + APART_MS) : undefined,
    },
  };
}

/**
 * The actions with a prefix that match `search`; undefined without a search. There are few different actions, so the text is
 * searched in them and not in the entries. PostgreSQL has no loose index scan, so a recursive query reads one action after the other from
 * the index.
 */
export async function findActions({ replica }: Call, args: PageArgs, prefix = ''): Promise<string[] | undefined> {
  const { search } = readPage(args, DEFAULT_PAGE.root);
  if (search === undefined) return undefined;
  const rows = await replica.read(db =>
    readRows<{ action: string }>(
      db,
      Prisma.sql`
        WITH RECURSIVE used AS (
          SELECT min(action) AS action FROM audit_entries
          UNION ALL
          SELECT (SELECT min(e.action) FROM audit_entries e WHERE e.action > used.action) FROM used
          WHERE used.action IS NOT NULL
        )
        SELECT action FROM used
        WHERE starts_with(action, ${prefix}) AND ${columnContains(Prisma.sql`action`, search)}`,
    ),
  );
  return rows.map(({ action }) => action);
}
