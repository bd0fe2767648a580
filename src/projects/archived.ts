import { authorizeNow } from '../access/as-of-now.ts';
import type { Call } from '../access/call.ts';
import type { ProjectAction } from '../access/policy.ts';
import type { Statuses } from '../access/statuses.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { failedPrecondition } from '../platform/errors.ts';
import { readRows, type Sender } from '../platform/rows.ts';

// Archived resources, and everything inside them, refuse changes. One statement reads the statuses of a row and of all
// its parents. Inside a transaction it also locks those rows, always in the same order (PostgreSQL locks a row of each
// table in the order of FOR), so that nobody archives them before the transaction ends.

/** Throws if the row or a parent is archived, and names the outermost one. */
export function refuseArchived(found: Statuses | undefined): void {
  if (found?.team !== 'ACTIVE') throw failedPrecondition('The team of this project is archived: restore it first');
  for (const noun of ['project', 'document', 'branch'] as const)
    if (found[noun] !== undefined && found[noun] !== 'ACTIVE')
      throw failedPrecondition(`The ${noun} is archived: restore it first`);
}

/**
 * The caller and action of a change. Their current rights are checked again while the rows are locked, because the caller may
 * have been removed while the request waited, for example behind slow mutations of the same request.
 */
export type By = { call: Call; action: ProjectAction };

const ofProject = Prisma.sql`p.id::text AS "projectId", p.status::text AS project, t.status::text AS team`;

export const parentsOfDocument = Prisma.sql`JOIN projects p ON p.id = d.project_id JOIN teams t ON t.id = p.team_id`;

export const requireActiveProject = (tx: Sender, id: string, by?: By): Promise<void> =>
  refuse(
    tx,
    by,
    Prisma.sql`
    SELECT ${ofProject} FROM projects p JOIN teams t ON t.id = p.team_id
    WHERE p.id = ${id}::uuid FOR SHARE OF p, t`,
  );

export const requireActiveDocument = (tx: Sender, id: string, by?: By): Promise<void> =>
  refuse(
    tx,
    by,
    Prisma.sql`
    SELECT ${ofProject}, d.status::text AS document
    FROM documents d ${parentsOfDocument}
    WHERE d.id = ${id}::uuid FOR SHARE OF p, t, d`,
  );

export const requireActiveBranch = (tx: Sender, id: string): Promise<void> => refuse(tx, undefined, lockedBranch(id));

/** SQL: the statuses of a branch `b` and its parents. */
export const statusColumns = Prisma.sql`${ofProject}, d.status::text AS document, b.status::text AS branch`;

export const parentsOfBranch = Prisma.sql`JOIN documents d ON d.id = b.document_id ${parentsOfDocument}`;

/** SQL that locks a branch and its parents, for `refuseArchived`. */
export const lockedBranch = (id: string): Prisma.Sql => Prisma.sql`
  SELECT ${statusColumns} FROM branches b ${parentsOfBranch}
  WHERE b.id = ${id}::uuid FOR SHARE OF p, t, d, b`;

async function refuse(db: Sender, by: By | undefined, statement: Prisma.Sql): Promise<void> {
  const [found] = await readRows<Statuses & { projectId: string }>(db, statement);
  if (by && found) await authorizeNow(db, by.call, by.action, found.projectId);
  refuseArchived(found);
}
