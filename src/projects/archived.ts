import type { Statuses } from '../access/statuses.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { failedPrecondition } from '../platform/errors.ts';
import { readRows, type Sender } from '../platform/rows.ts';

// Archived resources, and everything inside them, refuse changes. One statement reads the statuses of a row and of all
// its parents. Inside a transaction it also locks those rows, always in the same order, so that nobody archives them
// before the transaction ends.

/** Throws if the row or a parent is archived, and names the outermost one. */
export function refuseArchived(found: Statuses | undefined): void {
  if (found?.team !== 'ACTIVE') throw failedPrecondition('The team of this project is archived');
  for (const noun of ['project', 'document', 'branch'] as const)
    if (found[noun] !== undefined && found[noun] !== 'ACTIVE') throw failedPrecondition(`The ${noun} is archived`);
}

export const requireActiveProject = (tx: Sender, id: string): Promise<void> =>
  refuse(
    tx,
    Prisma.sql`
    SELECT p.status::text AS project, t.status::text AS team FROM projects p JOIN teams t ON t.id = p.team_id
    WHERE p.id = ${id}::uuid FOR SHARE OF p, t`,
  );

export const requireActiveDocument = (tx: Sender, id: string): Promise<void> =>
  refuse(
    tx,
    Prisma.sql`
    SELECT p.status::text AS project, t.status::text AS team, d.status::text AS document
    FROM documents d JOIN projects p ON p.id = d.project_id JOIN teams t ON t.id = p.team_id
    WHERE d.id = ${id}::uuid FOR SHARE OF p, t, d`,
  );

/** Returns whether the branch is protected, which stays so until the transaction ends. */
export const requireActiveBranch = (tx: Sender, id: string): Promise<{ isProtected: boolean }> =>
  refuse(tx, lockedBranch(id));

/** SQL that locks a branch and its parents, for `refuseArchived`. */
export const lockedBranch = (id: string): Prisma.Sql => Prisma.sql`
  SELECT p.status::text AS project, t.status::text AS team, d.status::text AS document, b.status::text AS branch,
    b.is_protected AS "isProtected"
  FROM branches b JOIN documents d ON d.id = b.document_id
    JOIN projects p ON p.id = d.project_id JOIN teams t ON t.id = p.team_id
  WHERE b.id = ${id}::uuid FOR SHARE OF p, t, d, b`;

async function refuse<Found>(db: Sender, statement: Prisma.Sql): Promise<Found> {
  const [found] = await readRows<Found & Statuses>(db, statement);
  refuseArchived(found);
  return found as Found;
}
