import { type DocumentType, type McpScope, type MemberRole, Prisma } from '../generated/prisma/client.ts';
import { type DomainError, notFound, permissionDenied } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Person } from './actor.ts';
import { actingUser, boundProject, type Call, signedIn, tokenNoun, tokenOf } from './call.ts';
import { ownRole } from './own-role.ts';

/**
 * Which scope a token needs for an action. Without a right, no token may perform the action. The scopes of an API token
 * hold for documents of both types.
 */
type TokenRight =
  /** Either read scope: for lists and names. */
  | 'any read'
  /** The read scope of the document type. */
  | 'read'
  /** The read scope of the document type; for rows that the owner created, the draft scope is enough. */
  | 'read or own'
  /** The draft scope of the document type. */
  | 'draft'
  /** The draft scope of the document type, and only for rows that the owner created. */
  | 'own draft';

type Rule = {
  role: MemberRole;
  token?: TokenRight;
  /** Callers see only rows that they created, whatever their role. */
  ownRowsOnly?: true;
};

/** Action in a project → the lowest role that may perform it. A SuperAdmin may perform all of them in every project. */
export const projectPolicy = {
  'project.read': { role: 'READER', token: 'any read' },
  'project.update': { role: 'ADMIN' },
  'project.archive': { role: 'ADMIN' },
  'member.read': { role: 'READER' },
  'member.manage': { role: 'ADMIN' },
  'document.read': { role: 'READER', token: 'any read' },
  'document.create': { role: 'ADMIN' },
  'document.update': { role: 'ADMIN' },
  'document.archive': { role: 'ADMIN' },
  'branch.read': { role: 'READER', token: 'any read' },
  'branch.manage': { role: 'ADMIN' },
  'draft.read': { role: 'READER', token: 'read or own' },
  'draft.create': { role: 'WRITER', token: 'draft' },
  'draft.update': { role: 'WRITER', token: 'draft' },
  'draft.submit': { role: 'WRITER', token: 'draft' },
  'draft.withdraw': { role: 'WRITER' },
  'draft.withdraw_foreign': { role: 'ADMIN' },
  'draft.review': { role: 'ADMIN' },
  'draft.promote': { role: 'ADMIN' },
  'review_policy.manage': { role: 'ADMIN' },
  'draft.mark_seen': { role: 'READER' },
  'comment.create': { role: 'READER', token: 'own draft' },
  'comment.change': { role: 'READER' },
  'version.read': { role: 'READER', token: 'read' },
  'diff.read': { role: 'READER', token: 'read' },
  'diff.create': { role: 'READER', token: 'read' },
  'diff_policy.update': { role: 'ADMIN' },
  'diff_exception.manage': { role: 'ADMIN' },
  'share.manage': { role: 'ADMIN' },
  'webhook.manage': { role: 'ADMIN' },
  'ai.configure': { role: 'ADMIN' },
  'ai.summarize': { role: 'READER' },
  'ai.chat': { role: 'READER' },
  'chat_session.read': { role: 'READER', ownRowsOnly: true },
  'audit.read': { role: 'ADMIN' },
} as const satisfies Record<string, Rule>;

export type ProjectAction = keyof typeof projectPolicy;

const RANK: Record<MemberRole, number> = { READER: 1, WRITER: 2, ADMIN: 3 };

export const hasRole = (role: MemberRole, least: MemberRole): boolean => RANK[role] >= RANK[least];

/** The roles that permit the action. */
export const rolesFor = (action: ProjectAction): MemberRole[] =>
  (Object.keys(RANK) as MemberRole[]).filter(role => hasRole(role, projectPolicy[action].role));

/**
 * Permits the action in the project, or throws. A non-member gets the same error whether or not the project exists:
 * NOT_FOUND over GraphQL, PERMISSION_DENIED over REST and MCP, whose paths name projects. A SuperAdmin gets NOT_FOUND
 * for a project that does not exist. For tokens, this checks only that some scope could permit the action;
 * `authorizeFound` checks the document type once the row is known.
 */
export async function authorize(call: Call, action: ProjectAction, projectId: string): Promise<MemberRole> {
  const user = actingUser(call);
  const { role: least }: Rule = projectPolicy[action];
  requireAnyScope(call, action);
  if (!isId(projectId)) throw notFound('Project');
  if (isOutOfReach(call, projectId)) throw noAccessError(call, 'Project', 'This API token works for another project');
  const own = await ownRole(call, projectId);
  if (own === undefined && user.isSuperAdmin) throw notFound('Project');
  const role = user.isSuperAdmin ? 'ADMIN' : own;
  if (!role) throw noAccessError(call, 'Project', 'You are not a member of this project');
  if (!hasRole(role, least))
    throw permissionDenied(`Requires the ${least.toLowerCase()} role; you are a ${role.toLowerCase()}`);
  return role;
}

/** Whether the token of the call works for another project only. */
function isOutOfReach(call: Pick<Call, 'actor'>, projectId: string): boolean {
  const bound = boundProject(call);
  return bound !== null && bound !== projectId.toLowerCase();
}

/** The error for a caller who names something that is closed to them, whether or not it exists. */
export const noAccessError = ({ surface }: Call, noun: string, message: string): DomainError =>
  surface === 'graphql' ? notFound(noun) : permissionDenied(message);

/** Throws when a token has no scope for documents of this type. Callers without a token pass. */
export function authorizeFound(
  call: Pick<Call, 'actor'>,
  action: ProjectAction,
  found: { documentType: DocumentType; createdById?: string | null },
): void {
  if (tokenOf(call) === undefined) return;
  const scopes = scopesFor(action, found.documentType, found.createdById === actingUser(call).id);
  if (scopes.length === 0 && scopesFor(action, found.documentType, true).length > 0)
    throw permissionDenied(`${tokenNoun(call)}s can do this only for drafts of their owner`);
  requireScope(call, scopes);
}

/** Whether the scopes of the caller's token permit the action; always true for other callers. */
export function isInScope(
  call: Pick<Call, 'actor'>,
  action: ProjectAction,
  found: { documentType: DocumentType; createdById?: string | null },
): boolean {
  const token = tokenOf(call);
  if (token === undefined) return true;
  const scopes = scopesFor(action, found.documentType, found.createdById === actingUser(call).id);
  return scopes.some(scope => token.scopes.includes(scope));
}

/** Throws when the scopes of a token permit the action for neither document type, not even for the owner's own rows. */
export const requireAnyScope = (call: Pick<Call, 'actor'>, action: ProjectAction): void =>
  requireScope(call, scopesFor(action, 'OPENAPI', true), scopesFor(action, 'MARKDOWN', true));

const SCOPES = {
  OPENAPI: { read: 'API_READ', draft: 'API_DRAFT' },
  MARKDOWN: { read: 'DOC_READ', draft: 'DOC_DRAFT' },
} as const satisfies Record<DocumentType, Record<'read' | 'draft', McpScope>>;

/** The scopes in wire format (api:read). An MCP token needs one of them for this action on this document type. */
export const tokenScopes = (action: ProjectAction, type: DocumentType): string[] =>
  scopesFor(action, type, true).map(scopeName);

/** The scopes that permit an action; an MCP token needs one of them. */
function scopesFor(action: ProjectAction, type: DocumentType, isOwn: boolean): McpScope[] {
  const { token }: Rule = projectPolicy[action];
  const { read, draft } = SCOPES[type];
  if (token === undefined) return [];
  if (token === 'any read') return [SCOPES.OPENAPI.read, SCOPES.MARKDOWN.read];
  if (token === 'read or own') return isOwn ? [read, draft] : [read];
  if (token === 'own draft') return isOwn ? [draft] : [];
  return [SCOPES[type][token]];
}

function requireScope(call: Pick<Call, 'actor'>, ...alternatives: McpScope[][]): void {
  const token = tokenOf(call);
  if (token === undefined) return;
  const scopes = [...new Set(alternatives.flat())];
  if (scopes.length === 0) throw permissionDenied(`${tokenNoun(call)}s cannot do this. Sign in as a person`);
  if (scopes.some(scope => token.scopes.includes(scope))) return;
  const names = call.actor.kind === 'apiToken' ? scopes.map(apiScopeName) : scopes.map(scopeName);
  throw permissionDenied(`Requires an ${tokenNoun(call)} with the scope ${[...new Set(names)].join(' or ')}`);
}

/** The name of the API token scope that includes this scope of the policy. */
const apiScopeName = (scope: McpScope): string => (scope.endsWith('READ') ? 'read' : 'draft');

/** The wire format of a scope: api:read. */
export const scopeName = (scope: McpScope): string => scope.toLowerCase().replace('_', ':');

/** Requires a SuperAdmin. */
export function authorizeSystem(call: Call): Person {
  const user = signedIn(call);
  if (!user.isSuperAdmin) throw permissionDenied('Requires a SuperAdmin');
  return user;
}

/** Requires the creator of the team or a SuperAdmin. */
export function authorizeTeam(call: Call, team: { createdById: string }): Person {
  const user = signedIn(call);
  if (!user.isSuperAdmin && team.createdById !== user.id)
    throw permissionDenied('Requires the creator of the team or a SuperAdmin');
  return user;
}

/** A Prisma condition that selects rows of certain documents. */
export type InDocuments = { document?: Pick<Prisma.DocumentWhereInput, 'project' | 'projectId'> };

/** The projects of the caller: all for a SuperAdmin. A token of one project reaches no other. */
export function whereReachable(call: Pick<Call, 'actor'>): Prisma.ProjectWhereInput {
  const { id: userId, isSuperAdmin } = actingUser(call);
  const bound = boundProject(call);
  return { ...(!isSuperAdmin && { members: { some: { userId } } }), ...(bound !== null && { id: bound }) };
}

/** Limits rows to documents that the caller may read. With a project id, the caller's role was already checked. */
function inDocuments(call: Call, projectId?: string | null): InDocuments {
  const project = whereReachable(call);
  if (projectId) return { document: { projectId } };
  return Object.keys(project).length === 0 ? {} : { document: { project } };
}

/** The same as an SQL condition on rows `c` with a project id. */
export function inReach(call: Call, projectId?: string | null): Prisma.Sql {
  const ownProject = Prisma.sql`c.project_id`;
  return projectId ? Prisma.sql`${ownProject} = ${projectId}::uuid` : isReachable(call, ownProject);
}

/** SQL: the project with this id is one of the caller's. */
export function isReachable(call: Pick<Call, 'actor'>, projectId: Prisma.Sql): Prisma.Sql {
  const { id, isSuperAdmin } = actingUser(call);
  const bound = boundProject(call);
  const isMember = Prisma.sql`
    EXISTS (SELECT FROM members m WHERE m.project_id = ${projectId} AND m.user_id = ${id}::uuid)`;
  const ofMember = isSuperAdmin ? Prisma.sql`TRUE` : isMember;
  return bound === null ? ofMember : Prisma.sql`(${ofMember} AND ${projectId} = ${bound}::uuid)`;
}

/** The parents that a caller names beside an id. The resource must belong to them. */
export type Parents = {
  projectId?: string | null;
  documentId?: string | null;
  /** The resource must belong to a document of this type. */
  documentType?: DocumentType | null;
};

/** The facts about a row that the scopes of a token depend on: the type of its document, and who created it. */
export type Facts = { documentType?: DocumentType; createdById?: string | null };

type InProject = { projectId: string; documentId?: string; documentType?: DocumentType };

/**
 * Loads a resource inside a project and checks that the caller may perform the action. If the caller names a project,
 * its permission is checked before any lookup; otherwise the project of the found row is checked. `find` gets the
 * condition where to look, for Prisma and as SQL on `c.project_id`: the named project, or the caller's projects. A
 * resource elsewhere therefore gets the same error, after the same work, as one that does not exist. For tokens, the
 * document type decides, and the author if `factsOf` names one.
 */
export async function loadInProject<T extends InProject>(
  call: Call,
  action: ProjectAction,
  noun: string,
  parents: Parents,
  find: (within: InDocuments, reach: Prisma.Sql) => Promise<T | null | undefined> | false,
  factsOf?: (found: NoInfer<T>) => Facts,
): Promise<T> {
  actingUser(call);
  if (parents.projectId) await authorize(call, action, parents.projectId);
  const found = (await find(inDocuments(call, parents.projectId), inReach(call, parents.projectId))) || null;
  if (found === null) throw notFound(noun);
  if (parents.documentId && found.documentId !== parents.documentId.toLowerCase()) throw notFound(noun);
  if (!parents.projectId) await authorize(call, action, found.projectId);
  if (!parents.documentType && tokenOf(call) === undefined) return found;
  const { documentType = await documentTypeOf(call, found), createdById } = factsOf?.(found) ?? {};
  if (parents.documentType && parents.documentType !== documentType) throw notFound(noun);
  authorizeFound(call, action, { documentType, createdById: createdById ?? null });
  return found;
}

async function documentTypeOf({ db }: Call, found: InProject): Promise<DocumentType> {
  if (found.documentType) return found.documentType;
  const document = await db.document.findFirstOrThrow({
    where: { id: found.documentId },
    select: { documentType: true },
  });
  return document.documentType;
}
