import { type DocumentType, Prisma } from '../generated/prisma/client.ts';
import { actingUser, type Call, signedIn } from './call.ts';
import {
  authorize,
  authorizeSystem,
  isInScope,
  isMember,
  type ProjectAction,
  projectPolicy,
  requireAnyScope,
  rolesFor,
} from './policy.ts';

// The second reading of the policy: conditions that leave in a list only what the caller may read one by one.

/** How the policy finds what it asks about a listed row `c`. */
export type ListedRow = {
  action: ProjectAction;
  /** SQL for the id of its document; absent for rows that belong to no document. */
  document?: Prisma.Sql;
  /** SQL for the id of the user whose own it is. */
  author?: Prisma.Sql;
};

/**
 * The condition on the rows of a list inside a project. The caller's role there is the business of `authorize`; this is
 * what depends on each row: the type of its document for an MCP token, and whose it is.
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

/** The types of documents in which the caller may do this: an MCP token those of its scopes, a person all. */
const typesFor = (call: Call, action: ProjectAction, isOwn: boolean): DocumentType[] =>
  TYPES.filter(documentType =>
    isInScope(call, action, { documentType, createdById: isOwn ? actingUser(call).id : null }),
  );

function visibleProjects(call: Call): Prisma.ProjectWhereInput {
  const user = actingUser(call);
  requireAnyScope(call, 'project.read');
  return user.isSuperAdmin ? {} : isMember(user);
}

/** A team is seen by its creator, the members of its projects and SuperAdmins. */
function visibleTeams(call: Call): Prisma.TeamWhereInput {
  const user = signedIn(call);
  if (user.isSuperAdmin) return {};
  return { OR: [{ createdById: user.id }, { projects: { some: isMember(user) } }] };
}

/** The latest versions of branches in use, of the types of documents that the caller may read. */
function visibleLatestVersions(call: Call): Prisma.VersionWhereInput {
  const document = { project: visibleProjects(call), documentType: { in: typesFor(call, 'version.read', false) } };
  return { latestOf: { status: 'ACTIVE' }, document: { ...document, status: 'ACTIVE' } };
}

/** Submitted drafts that the caller may decide on now, in all projects. */
function visibleForReview(call: Call): Prisma.DraftWhereInput {
  const { id: userId, isSuperAdmin } = signedIn(call);
  const reviewers = { members: { some: { userId, role: { in: rolesFor('draft.review') } } } };
  const project = { status: 'ACTIVE', team: { status: 'ACTIVE' }, ...(isSuperAdmin ? {} : reviewers) } as const;
  const another = { createdById: userId, document: { project: { reviewPolicy: { requireOtherReviewer: true } } } };
  return { status: 'SUBMITTED', branch: { status: 'ACTIVE' }, document: { status: 'ACTIVE', project }, NOT: another };
}

/** The caller's own drafts, where they still may read them. */
function visibleOwnDrafts(call: Call): Prisma.DraftWhereInput {
  const user = signedIn(call);
  return { createdById: user.id, ...(user.isSuperAdmin ? {} : { document: { project: isMember(user) } }) };
}

/** What a root list is about, beside the caller. */
export type Within = { projectId?: string | null; userId?: string | null; share?: EnteredShare };

/** A share that its visitor has entered. */
type EnteredShare = { branchId: string; versionScope: 'ALL' | 'LATEST'; version: { id: string } };

/** Of root lists: action → the rows that the caller may list. It throws for callers to whom the list is closed. */
export const visible = {
  'project.read': async (call: Call) => visibleProjects(call),
  'team.read': async (call: Call) => visibleTeams(call),
  'draft.review': async (call: Call) => visibleForReview(call),
  'draft.read_own': async (call: Call) => visibleOwnDrafts(call),
  'version.read_latest': async (call: Call) => visibleLatestVersions(call),
  'user.read': async (call: Call): Promise<Prisma.UserWhereInput> => {
    authorizeSystem(call);
    return {};
  },
  /** Users who could become members of the named project. */
  'member.manage': async (call: Call, { projectId }: Within): Promise<Prisma.UserWhereInput> => {
    await authorize(call, 'member.manage', projectId ?? '');
    return { status: 'ACTIVE', memberships: { none: { projectId: projectId ?? '' } } };
  },
  'audit.read': async (call: Call, { projectId }: Within): Promise<Prisma.AuditEntryWhereInput> => {
    if (projectId) await authorize(call, 'audit.read', projectId);
    else authorizeSystem(call);
    return projectId ? { projectId } : {};
  },
  /** The caller's own tokens; of somebody else a SuperAdmin sees them. */
  'mcp_token.read': async (call: Call, { userId }: Within): Promise<Prisma.McpTokenWhereInput> => {
    if (userId) authorizeSystem(call);
    return { userId: userId ?? signedIn(call).id };
  },
  /** What the caller's own tokens were used for. */
  'mcp_usage.read': async (call: Call): Promise<Prisma.AuditEntryWhereInput> => {
    const where = { userId: signedIn(call).id };
    const tokens = await call.db.mcpToken.findMany({ where, select: { id: true } });
    return { actorType: 'MCP_TOKEN', actorId: { in: tokens.map(({ id }) => id) }, action: { startsWith: 'mcp.' } };
  },
  /** What a visitor finds behind a share; who has not entered one finds nothing. */
  'share.visit': async (_: Call, { share }: Within): Promise<Prisma.VersionWhereInput> => {
    if (share === undefined) return { id: { in: [] } };
    return share.versionScope === 'ALL' ? { branchId: share.branchId } : { id: share.version.id };
  },
};

export type RootAction = keyof typeof visible;

/** The condition that a root action puts on the rows of its list. */
export type VisibleWhere<Action extends RootAction> = Awaited<ReturnType<(typeof visible)[Action]>>;
