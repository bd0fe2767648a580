import type { Call } from '../access/call.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { DomainError } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId } from '../platform/ids.ts';
import { readRows } from '../platform/rows.ts';

/** SQL: the filter on current endpoints `c`, and on their texts `c`. */
export type BranchFilter = { ofEndpoints: Prisma.Sql; ofTexts: Prisma.Sql };

/** Selects one branch by its id, all branches with a name, or the main branch of each document. */
export function branchFilter(branch: string | null | undefined): BranchFilter {
  if (!branch) return sameFor(Prisma.sql`c.is_main`);
  if (!isId(branch)) return sameFor(Prisma.sql`c.branch_name = ${fields.storable('branch', branch)}`);
  const texts = Prisma.sql`SELECT e.text_digest FROM current_endpoints e WHERE e.branch_id = ${branch}::uuid`;
  return { ofEndpoints: Prisma.sql`c.branch_id = ${branch}::uuid`, ofTexts: Prisma.sql`c.digest IN (${texts})` };
}

const sameFor = (filter: Prisma.Sql): BranchFilter => ({ ofEndpoints: filter, ofTexts: filter });

/**
 * Throws if the filter can find nothing. `inProjects`: SQL for the documents `c` that the caller may read. With an order,
 * PostgreSQL reads them from an index, and not the table up to the first one.
 */
export async function requireSomeBranch({ db }: Call, branch: string, inProjects: Prisma.Sql): Promise<void> {
  const isNamed = isId(branch) ? Prisma.sql`b.id = ${branch}::uuid` : Prisma.sql`b.name = ${branch}`;
  const [found] = await readRows(
    db,
    Prisma.sql`
      SELECT b.id::text FROM branches b JOIN documents c ON c.id = b.document_id
      WHERE ${isNamed} AND b.status = 'ACTIVE' AND c.status = 'ACTIVE' AND c.document_type = 'OPENAPI' AND ${inProjects}
      ORDER BY c.id LIMIT 1`,
  );
  if (found === undefined)
    throw new DomainError('NOT_FOUND', 'No readable OpenAPI document has an active branch with this name or id');
}
