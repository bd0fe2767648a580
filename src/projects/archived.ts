import { Prisma } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';
import { failedPrecondition } from '../platform/errors.ts';

// What is archived, or lies in something archived, refuses changes. One statement reads all statuses above a row, from
// the project and its team down. In a transaction it also holds those rows, always in this order, so that they are not
// archived before the transaction ends.

/** The statuses of a row and of all that it lies in. */
export type Statuses = { team: string; project: string; document?: string; branch?: string };

/** Refuses a change where something is archived, and names the outermost. */
export function refuseArchived(found: Statuses | undefined): void {
  if (found?.team !== 'ACTIVE') throw failedPrecondition('The team of this project is archived');
  for (const noun of ['project', 'document', 'branch'] as const)
    if (found[noun] !== undefined && found[noun] !== 'ACTIVE') throw failedPrecondition(`The ${noun} is archived`);
}

export const requireActiveProject = (tx: Db, id: string): Promise<void> =>
  refuse(
    tx,
    Prisma.sql`
    SELECT p.status::text AS project, t.status::text AS team FROM projects p JOIN teams t ON t.id = p.team_id
    WHERE p.id = ${id}::uuid FOR SHARE OF p, t`,
  );

export const requireActiveDocument = (tx: Db, id: string): Promise<void> =>
  refuse(
    tx,
    Prisma.sql`
    SELECT p.status::text AS project, t.status::text AS team, d.status::text AS document
    FROM documents d JOIN projects p ON p.id = d.project_id JOIN teams t ON t.id = p.team_id
    WHERE d.id = ${id}::uuid FOR SHARE OF p, t, d`,
  );

export const requireActiveBranch = (tx: Db, id: string): Promise<void> =>
  refuse(tx, Prisma.sql`${statusesOf(id)} FOR SHARE OF p, t, d, b`);

/** Refuses early what a transaction refuses later, without holding anything. */
export const refuseArchivedBranch = (db: Db, id: string): Promise<void> => refuse(db, statusesOf(id));

const statusesOf = (branchId: string): Prisma.Sql => Prisma.sql`
  SELECT p.status::text AS project, t.status::text AS team, d.status::text AS document, b.status::text AS branch
  FROM branches b JOIN documents d ON d.id = b.document_id
    JOIN projects p ON p.id = d.project_id JOIN teams t ON t.id = p.team_id
  WHERE b.id = ${branchId}::uuid`;

async function refuse(db: Db, statement: Prisma.Sql): Promise<void> {
  const [found] = await db.$queryRaw<Statuses[]>(statement);
  refuseArchived(found);
}
