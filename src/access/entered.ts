import { type MemberRole, Prisma, type Project, type Version } from '../generated/prisma/client.ts';
import { isId } from '../platform/ids.ts';
import { joinedRow, selectColumns } from '../platform/rows.ts';

// What the path of a request names is read in the statement that finds the caller. It decides nothing: the use case asks
// the policy, and finds the row here instead of in the database.

/** The ids in the path of a request. */
export type PathIds = { projectId: string | undefined; versionId?: string | undefined };

/**
 * The project that the path names, undefined if it does not exist, and the version of this project. Rows that the caller
 * cannot reach are left out.
 */
export type Entered = {
  id: string;
  project: Project | undefined;
  role: MemberRole | null;
  version: Version | undefined;
  readAt: number;
};

/** SQL for the role of a user in a project; null without a membership. */
export const roleIn = (projectId: Prisma.Sql, userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT m.role::text FROM members m WHERE m.project_id = ${projectId} AND m.user_id = ${userId})`;

const PROJECT = 'entered_';
const VERSION = 'enteredVersion_';

export type EnteredRow = Record<`${typeof PROJECT}${string}`, unknown> & { ownRole?: MemberRole | null };

const isNamed = (path: PathIds | undefined): path is PathIds & { projectId: string } =>
  path?.projectId !== undefined && isId(path.projectId);

const namesVersion = ({ versionId }: PathIds): boolean => versionId !== undefined && isId(versionId);

/** SQL that joins what the path names to the user `u`. */
export function enter(path: PathIds | undefined): Prisma.Sql {
  if (!isNamed(path)) return Prisma.empty;
  const project = Prisma.sql`LEFT JOIN projects p ON p.id = ${path.projectId}::uuid`;
  if (!namesVersion(path)) return project;
  return Prisma.sql`${project}
    LEFT JOIN versions v ON v.id = ${path.versionId}::uuid AND v.project_id = p.id AND (u.is_super_admin
      OR EXISTS (SELECT FROM members m WHERE m.project_id = p.id AND m.user_id = u.id))`;
}

export function enteredColumns(path: PathIds | undefined): Prisma.Sql {
  if (!isNamed(path)) return Prisma.empty;
  const version = namesVersion(path)
    ? Prisma.sql`, ${selectColumns('v', Prisma.VersionScalarFieldEnum, VERSION)}`
    : Prisma.empty;
  return Prisma.sql`, ${selectColumns('p', Prisma.ProjectScalarFieldEnum, PROJECT)}${version},
    ${roleIn(Prisma.sql`p.id`, Prisma.sql`u.id`)} AS "ownRole"`;
}

/** Separates a row from what was joined to it. */
export function splitEntered<Row>(
  row: (Row & EnteredRow) | undefined,
  path: PathIds | undefined,
): [Row | undefined, Entered | undefined] {
  if (row === undefined || !isNamed(path)) return [row, undefined];
  const { ownRole: role = null } = row;
  const own: Record<string, unknown> = {};
  for (const name in row)
    if (!name.startsWith(PROJECT) && !name.startsWith(VERSION) && name !== 'ownRole')
      own[name] = (row as Record<string, unknown>)[name];
  const project = joinedRow<Project>(row, PROJECT);
  const version = namesVersion(path) ? joinedRow<Version>(row, VERSION) : undefined;
  return [own as Row, { id: path.projectId, project, role, version, readAt: performance.now() }];
}
