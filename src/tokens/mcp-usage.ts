import { type Call, signedIn } from '../access/call.ts';
import { MCP_ACTION_PREFIX, visible } from '../access/visible.ts';
import { findActions } from '../audit/queries.ts';
import { type AuditEntry, Prisma } from '../generated/prisma/client.ts';
import { addedList } from '../lists/added-list.ts';
import { inRange } from '../lists/child-sql.ts';
import { readTotal } from '../lists/last-page.ts';
import { type Connection, DEFAULT_PAGE, type PageArgs, readPage } from '../lists/page.ts';
import type { Count } from '../lists/totals.ts';
import { isId } from '../platform/ids.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { findToken } from './mcp-service.ts';

/** Lists the requests made with the caller's tokens, newest first. */
export async function listMcpUsage(
  call: Call,
  args: PageArgs & { projectId?: string | null; tokenId?: string | null },
): Promise<Connection<AuditEntry>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const { id: ownerId } = signedIn(call);
  const conditions = [await visible['mcp_usage.read'](call)];
  if (args.tokenId) {
    const { id } = await findToken(call, args.tokenId, ownerId);
    conditions.push(Prisma.sql`c.actor_id = ${id}::uuid`);
  }
  if (args.projectId)
    conditions.push(isId(args.projectId) ? Prisma.sql`c.project_id = ${args.projectId}::uuid` : Prisma.sql`FALSE`);
  // Write buffered entries first, so that the list includes them.
  await call.usage.flush();
  const actions = await findActions(call, args, MCP_ACTION_PREFIX);
  if (actions !== undefined) conditions.push(Prisma.sql`c.action = ANY(${actions})`);
  const where = Prisma.join(conditions, ' AND ');
  // The owner stands for the ids of their tokens, which may be very many.
  const key = JSON.stringify(['mcp_usage.read', ownerId, args.tokenId, args.projectId, actions]);
  const count: Count = (ids, most) =>
    call.replica.read(db => {
      const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}::int`;
      const found = Prisma.sql`SELECT FROM audit_entries c WHERE ${where} AND ${inRange(ids)} ${limit}`;
      return readTotal(db, Prisma.sql`SELECT count(*)::int AS total FROM (${found}) found`);
    });
  return addedList(call.db, key, page, count, ({ skip, take }, order, before) => {
    const isBefore = before === undefined ? Prisma.sql`TRUE` : Prisma.sql`c.id < ${before}::uuid`;
    const inOrder = Prisma.raw(`ORDER BY c.id ${order}`);
    return call.replica.read(db =>
      readRows<AuditEntry>(
        db,
        Prisma.sql`
          SELECT ${selectColumns('c', Prisma.AuditEntryScalarFieldEnum)} FROM audit_entries c WHERE c.id = ANY(ARRAY(
            SELECT c.id FROM audit_entries c WHERE ${where} AND ${isBefore} ${inOrder} LIMIT ${take}::int OFFSET ${skip}::int
          )) ${inOrder}`,
      ),
    );
  });
}
