import { Prisma } from '../generated/prisma/client.ts';

/** The statuses of a row and of its parents. */
export type Statuses = { team: string; project: string; document?: string; branch?: string };

/** SQL for the statuses of the branch with this id and of its parents, as JSON without locks. */
export const statusesOfBranch = (branchId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT jsonb_build_object('team', teams.status, 'project', projects.status, 'document', documents.status,
    'branch', branches.status)
  FROM branches JOIN documents ON documents.id = branches.document_id
    JOIN projects ON projects.id = documents.project_id JOIN teams ON teams.id = projects.team_id
  WHERE branches.id = ${branchId})`;
