import { type MemberRole, Prisma, type Project, type Version } from '../generated/prisma/client.ts';
import { isId } from '../platform/ids.ts';
import { joinedRow, nameColumns, selectColumns } from '../platform/rows.ts';
import { type PlaceRow, placeColumns } from './placed-draft.ts';

// The statement that reads the caller also reads the resources in the path of the request, which saves statements. This
// permits nothing: the use case still checks the policy, and then takes the row from here instead of from the database.

/** The ids in the path of a request. */
export type PathIds = {
  projectId: string | undefined;
  versionId?: string | undefined;
  draftId?: string | undefined;
};

/**
 * The project that the path names, undefined if it does not exist, and the version or draft of this project. Rows that
 * the caller cannot reach are left out.
 */
export type Entered = {
  id: string;
  project: Project | undefined;
  role: MemberRole | null;
  version: Version | undefined;
  draft: PlaceRow | undefined;
  readAt: number;
};

/** SQL for the role of a user in a project; null without a membership. */
export const roleIn = (projectId: Prisma.Sql, userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT m.role::text FROM members m WHERE m.project_id = ${projectId} AND m.user_id = ${userId})`;

const PROJECT = 'entered_';
const VERSION = 'enteredVersion_';
const DRAFT = 'enteredDraft_';
const ROLE = 'enteredRole';

export type EnteredRow = Record<`${typeof PROJECT}${string}`, unknown> & { [ROLE]?: MemberRole | null };

const isNamed = (path: PathIds | undefined): path is PathIds & { projectId: string } =>
  path?.projectId !== undefined && isId(path.projectId);

const isGiven = (id: string | undefined): id is string => id !== undefined && isId(id);

/** SQL that joins the resources of the path to the user `u`. */
export function enter(path: PathIds | undefined): Prisma.Sql {
  if (!isNamed(path)) return Prisma.empty;
  const { projectId, versionId, draftId } = path;
  const version = isGiven(versionId)
    ? Prisma.sql`LEFT JOIN versions v ON v.id = ${versionId}::uuid AND v.project_id = p.id AND ${isReachable}`
    : Prisma.empty;
  const draft = isGiven(draftId)
    ? Prisma.sql`LEFT JOIN drafts c ON c.id = ${draftId}::uuid AND c.project_id = p.id AND ${isReachable}`
    : Prisma.empty;
  return Prisma.sql`LEFT JOIN projects p ON p.id = ${projectId}::uuid ${version} ${draft}`;
}

const isReachable = Prisma.sql`(u.is_super_admin
  OR EXISTS (SELECT FROM members m WHERE m.project_id = p.id AND m.user_id = u.id))`;

export function enteredColumns(path: PathIds | undefined): Prisma.Sql {
  if (!isNamed(path)) return Prisma.empty;
  const version = isGiven(path.versionId) ? versionColumns : Prisma.empty;
  const draft = isGiven(path.draftId) ? draftColumns : Prisma.empty;
  return Prisma.sql`, ${selectColumns('p', Prisma.ProjectScalarFieldEnum, PROJECT)}${version}${draft},
    ${roleIn(Prisma.sql`p.id`, Prisma.sql`u.id`)} AS "${Prisma.raw(ROLE)}"`;
}

const versionColumns = Prisma.sql`, ${selectColumns('v', Prisma.VersionScalarFieldEnum, VERSION)}`;

const placeOfDraft = Object.entries(placeColumns).map(([name, sql]) => [`${DRAFT}${name}`, sql] as const);
const draftColumns = Prisma.sql`, ${selectColumns('c', Prisma.DraftScalarFieldEnum, DRAFT)},
  ${nameColumns(Object.fromEntries(placeOfDraft))}`;

/** Splits a joined row into the row itself and the resources of the path. */
export function splitEntered<Row>(
  row: (Row & EnteredRow) | undefined,
  path: PathIds | undefined,
): [Row | undefined, Entered | undefined] {
  if (row === undefined || !isNamed(path)) return [row, undefined];
  const { [ROLE]: role = null } = row;
  const own: Record<string, unknown> = {};
  for (const name in row) if (!name.startsWith('entered')) own[name] = (row as Record<string, unknown>)[name];
  const project = joinedRow<Project>(row, PROJECT);
  const version = isGiven(path.versionId) ? joinedRow<Version>(row, VERSION) : undefined;
  const draft = isGiven(path.draftId) ? joinedRow<PlaceRow>(row, DRAFT) : undefined;
  return [own as Row, { id: path.projectId, project, role, version, draft, readAt: performance.now() }];
}
