import { type DocumentType, Prisma } from '../generated/prisma/client.ts';
import { attached } from '../platform/attached.ts';
import { hashed, readRows } from '../platform/rows.ts';
import { isOwnWork } from './authors.ts';
import { actingUser, boundProject, type Call, signedIn } from './call.ts';
import { oneProject, ownProjects, type Projects } from './own-role.ts';
import {
  authorize,
  authorizeFound,
  authorizeSystem,
  inReach,
  isInScope,
  isReachable,
  type ProjectAction,
  projectPolicy,
  requireAnyScope,
  rolesFor,
} from './policy.ts';

// The policy as SQL conditions: a list shows only rows that the caller could read one by one.

/** The actions of requests that MCP tokens made begin with this. */
export const MCP_ACTION_PREFIX = 'mcp.';

/** Where the policy finds the facts that it needs about a listed row `c`. */
export type ListedRow = {
  action: ProjectAction;
  /** SQL for the id of the row's document; absent for rows without a document. */
  document?: Prisma.Sql;
  /** SQL for the id of the user who created the row. */
  author?: Prisma.Sql;
};

/**
 * The SQL condition on the rows of a list inside a project. `authorize` checks the caller's role; this condition checks
 * each row: the document type against the scopes of a token, and the author.
 */
export function visibleRows(call: Call, { action, document, author }: ListedRow): Prisma.Sql {
  const { id } = actingUser(call);
  const isOwn = author === undefined ? Prisma.sql`FALSE` : Prisma.sql`(${author} = ${id}::uuid)`;
  if ('ownRowsOnly' in projectPolicy[action]) return isOwn;
  const [all, own] = [typesFor(call, action, false), typesFor(call, action, true)];
  if (all.length === TYPES.length) return Prisma.sql`TRUE`;
  if (document === undefined) return Prisma.sql`FALSE`;
  const hasType = (types: DocumentType[]) => Prisma.sql`EXISTS (
    SELECT FROM documents d WHERE d.id = ${document} AND d.document_type::text = ANY(${types}))`;
  return Prisma.sql`(${hasType(all)} OR ${isOwn} AND ${hasType(own)})`;
}

const TYPES = ['OPENAPI', 'MARKDOWN'] as const;

/** The document types on which the caller may perform the action: for tokens by scope, for people all. */
const typesFor = (call: Call, action: ProjectAction, isOwn: boolean): DocumentType[] =>
  TYPES.filter(documentType =>
    isInScope(call, action, { documentType, createdById: isOwn ? actingUser(call).id : null }),
  );

// The following are SQL conditions.

/** The projects `c` of the caller. */
function visibleProjects(call: Call): Prisma.Sql {
  requireAnyScope(call, 'project.read');
  return isReachable(call, Prisma.sql`c.id`);
}

/**
 * Teams `c` are visible to their creator, to members of their projects and to SuperAdmins. With OR instead of UNION,
 * PostgreSQL would check every team; with a join, it may read all projects.
 */
function visibleTeams(call: Call): Prisma.Sql {
  const { id, isSuperAdmin } = signedIn(call);
  if (isSuperAdmin) return Prisma.sql`TRUE`;
  return Prisma.sql`c.id IN (
    SELECT t.id FROM teams t WHERE t.created_by = ${id}::uuid
    UNION SELECT own.team_id FROM members m
    CROSS JOIN LATERAL (SELECT p.team_id FROM projects p WHERE p.id = m.project_id OFFSET 0) own
    WHERE m.user_id = ${id}::uuid)`;
}

/**
 * SQL of the ids of archived projects, and of the projects of archived teams; some stand there twice. Few are archived, so their
 * projects are read team by team: with a join, PostgreSQL may read all projects.
 */
export const archivedProjects = Prisma.sql`
  SELECT p.id FROM projects p WHERE p.status = 'ARCHIVED' UNION ALL
  SELECT own.id FROM teams t CROSS JOIN LATERAL (SELECT p.id FROM projects p WHERE p.team_id = t.id OFFSET 0) own
  WHERE t.status = 'ARCHIVED'`;

/** The latest versions of active branches `b` of documents `c`, for the document types that the caller may read. */
const visibleLatestVersions = (call: Call): Prisma.Sql => Prisma.sql`
  b.latest_version_id IS NOT NULL AND b.status = 'ACTIVE' AND c.status = 'ACTIVE' AND ${ofVisibleVersions(call)}`;

/** Documents `c`, or counts of them, whose versions the caller may read in all projects. */
export function ofVisibleVersions(call: Call): Prisma.Sql {
  requireAnyScope(call, 'project.read');
  const types = typesFor(call, 'version.read', false);
  const ofTypes = types.length === TYPES.length ? Prisma.sql`TRUE` : Prisma.sql`c.document_type::text = ANY(${types})`;
  return Prisma.sql`${ofTypes} AND ${inReach(call)}`;
}

/**
 * Submitted drafts `c` about which the caller may decide now, in all projects. The SQL excludes archived parents by id: few
 * are archived, so this reads less than looking up the parents of every draft.
 */
function visibleForReview(call: Call): Prisma.Sql {
  const { id, isSuperAdmin } = signedIn(call);
  const isReviewer = Prisma.sql`c.project_id IN (
    SELECT m.project_id FROM members m
    WHERE m.user_id = ${id}::uuid AND m.role::text = ANY(${rolesFor('draft.review')}))`;
  return Prisma.sql`c.status = 'SUBMITTED'
    AND ${isSuperAdmin ? Prisma.sql`TRUE` : isReviewer}
    AND NOT ${isOwnWork('c', Prisma.sql`${id}::uuid`)}
    AND c.project_id NOT IN ${hashed(archivedProjects)}
    AND NOT EXISTS (SELECT FROM branches b WHERE b.id = c.branch_id AND b.status = 'ARCHIVED')
    AND NOT EXISTS (SELECT FROM documents d WHERE d.id = c.document_id AND d.status = 'ARCHIVED')`;
}

/** The caller's own drafts `c` that they may still read. */
const visibleOwnDrafts = (call: Call): Prisma.Sql =>
  Prisma.sql`c.created_by = ${signedIn(call).id}::uuid AND ${inReach(call)}`;

/** Decided drafts `c` of all projects that the caller may read. */
function visibleDecisions(call: Call): Prisma.Sql {
  signedIn(call);
  return Prisma.sql`c.status IN ('PUBLISHED', 'REJECTED') AND ${inReach(call)}`;
}

// SQL expressions for cached lists. A value stays equal while the conditions above select the same projects.

/** The facts on which `inReach` depends. */
export const factsOfReach = (call: Call): Prisma.Sql =>
  actingUser(call).isSuperAdmin ? Prisma.sql`''::text` : factsOfMember(call);

const factsOfMember = (call: Call): Prisma.Sql => Prisma.sql`(
  SELECT md5(coalesce(string_agg(m.project_id::text || m.role, ',' ORDER BY m.project_id), ''))
  FROM members m WHERE m.user_id = ${actingUser(call).id}::uuid)`;

const digestOfIds = (ids: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT md5(coalesce(string_agg(p.id::text, ',' ORDER BY p.id), '')) FROM (${ids}) p)`;

/** The facts on which `visibleForReview` depends, besides drafts and their parents. */
export const factsOfReview = (call: Call): Prisma.Sql =>
  Prisma.sql`(${factsOfMember(call)} || ${digestOfIds(needingOtherReviewer(call))})`;

/** SQL of the ids of the caller's projects that need another reviewer. With a join, PostgreSQL may read all rules. */
function needingOtherReviewer(call: Call): Prisma.Sql {
  const { id, isSuperAdmin } = signedIn(call);
  const all = Prisma.sql`SELECT r.project_id AS id FROM review_policies r WHERE r.require_other_reviewer`;
  if (isSuperAdmin) return all;
  return Prisma.sql`
    SELECT own.id FROM members m CROSS JOIN LATERAL (${all} AND r.project_id = m.project_id OFFSET 0) own
    WHERE m.user_id = ${id}::uuid`;
}

/** The projects in which the caller may read published documents of a type; undefined for all projects. */
export async function projectsToRead(
  call: Call,
  documentType: DocumentType,
  projectId?: string | null,
): Promise<Projects | undefined> {
  if (projectId) await authorize(call, 'version.read', projectId);
  authorizeFound(call, 'version.read', { documentType });
  if (projectId) return oneProject(projectId);
  const bound = boundProject(call);
  if (bound !== null) {
    await authorize(call, 'version.read', bound);
    return oneProject(bound);
  }
  return actingUser(call).isSuperAdmin ? undefined : ownProjects(call);
}

/** The ids of the caller's MCP tokens, also revoked ones, as text that PostgreSQL reads as an array. Read once for each call. */
const ownTokens = attached<Call, Promise<string>>('own tokens');

async function readOwnTokens(call: Call): Promise<string> {
  const [own] = await readRows<{ ids: string }>(
    call.db,
    Prisma.sql`SELECT coalesce(array_agg(t.id ORDER BY t.id), '{}')::text AS ids FROM mcp_tokens t
      WHERE t.user_id = ${signedIn(call).id}::uuid`,
  );
  return own?.ids ?? '{}';
}

/** Limits of a root list, besides the caller's rights. */
export type Within = { projectId?: string | null; userId?: string | null; share?: EnteredShare };

/** A share whose password, if any, the visitor has proved. */
type EnteredShare = { branchId: string; versionScope: 'ALL' | 'LATEST'; version: { id: string } };

/** The caller's own tokens. A SuperAdmin may list those of another user. */
function ofOwner(call: Call, { userId }: Within): { userId: string } {
  if (userId) authorizeSystem(call);
  return { userId: userId ?? signedIn(call).id };
}

/** Root list action → the condition on rows that the caller may list. Throws for callers who may not list at all. */
export const visible = {
  'project.read': async (call: Call) => visibleProjects(call),
  'team.read': async (call: Call) => visibleTeams(call),
  'draft.review': async (call: Call) => visibleForReview(call),
  'draft.read_own': async (call: Call) => visibleOwnDrafts(call),
  'draft.read_decided': async (call: Call) => visibleDecisions(call),
  'version.read_latest': async (call: Call) => visibleLatestVersions(call),
  'user.read': async (call: Call): Promise<Prisma.Sql> => {
    authorizeSystem(call);
    return Prisma.sql`TRUE`;
  },
  /** Active users `c` who are not yet members of the project. */
  'member.manage': async (call: Call, { projectId }: Within): Promise<Prisma.Sql> => {
    await authorize(call, 'member.manage', projectId ?? '');
    // With NOT EXISTS, PostgreSQL might compare each user with all members.
    return Prisma.sql`c.status = 'ACTIVE' AND c.id NOT IN (
      SELECT m.user_id FROM members m WHERE m.project_id = ${projectId}::uuid)`;
  },
  'audit.read': async (call: Call, { projectId }: Within): Promise<Prisma.AuditEntryWhereInput> => {
    if (projectId) await authorize(call, 'audit.read', projectId);
    else authorizeSystem(call);
    return projectId ? { projectId } : {};
  },
  'mcp_token.read': async (call: Call, within: Within): Promise<Prisma.McpTokenWhereInput> => ofOwner(call, within),
  'api_token.read': async (call: Call, within: Within): Promise<Prisma.ApiTokenWhereInput> => ofOwner(call, within),
  /** The requests `c` made with the caller's own tokens, which may be more than a statement can have parameters. */
  'mcp_usage.read': async (call: Call): Promise<Prisma.Sql> => {
    const tokens = ownTokens.get(call) ?? readOwnTokens(call);
    ownTokens.set(call, tokens);
    return Prisma.sql`c.actor_type = 'MCP_TOKEN' AND c.actor_id = ANY(${await tokens}::uuid[])
      AND starts_with(c.action, ${MCP_ACTION_PREFIX})`;
  },
  /** The versions that a visitor of a share sees; none before they have entered the share. */
  'share.visit': async (_: Call, { share }: Within): Promise<Prisma.VersionWhereInput> => {
    if (share === undefined) return { id: { in: [] } };
    return share.versionScope === 'ALL' ? { branchId: share.branchId } : { id: share.version.id };
  },
  /** The endpoints of the version with which a visitor has entered a share. */
  'share.visit_endpoints': async (_: Call, { share }: Within): Promise<Prisma.EndpointWhereInput> =>
    share === undefined ? { id: { in: [] } } : { versionId: share.version.id },
};

export type RootAction = keyof typeof visible;

/** The root actions whose condition is SQL. */
export type SqlAction = { [A in RootAction]: VisibleWhere<A> extends Prisma.Sql ? A : never }[RootAction];

/** The type of the condition that a root action puts on the rows of its list. */
export type VisibleWhere<Action extends RootAction> = Awaited<ReturnType<(typeof visible)[Action]>>;
