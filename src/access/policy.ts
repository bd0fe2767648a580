import type { DocumentType, McpScope, MemberRole, Prisma, User } from '../generated/prisma/client.ts';
import { type DomainError, notFound, permissionDenied } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Person } from './actor.ts';
import { actingUser, type Call, signedIn } from './call.ts';
import { ownRole } from './roles.ts';

/** Which scope of an MCP token an action takes. No word about it: no token may do it, whatever its owner may. */
type TokenRight =
  /** Reading of either type: what lists and names things. */
  | 'any read'
  /** Reading of the document's type. */
  | 'read'
  /** Reading of the document's type; what the owner made themselves also with drafting. */
  | 'read or own'
  /** Drafting of the document's type. */
  | 'draft'
  /** Drafting of the document's type, and only of what the owner made themselves. */
  | 'own draft';

type Rule = {
  role: MemberRole;
  token?: TokenRight;
  /** Even with the role everybody has only what they made themselves. */
  ownRowsOnly?: true;
};

/** Action in a project → the least role that may do it. A SuperAdmin may do all of them, everywhere. */
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
  'ai.configure': { role: 'ADMIN' },
  'ai.summarize': { role: 'READER' },
  'ai.chat': { role: 'READER' },
  'chat_session.read': { role: 'READER', ownRowsOnly: true },
  'audit.read': { role: 'ADMIN' },
} as const satisfies Record<string, Rule>;

export type ProjectAction = keyof typeof projectPolicy;

const RANK: Record<MemberRole, number> = { READER: 1, WRITER: 2, ADMIN: 3 };

export const hasRole = (role: MemberRole, least: MemberRole): boolean => RANK[role] >= RANK[least];

/** The roles that may do this. */
export const rolesFor = (action: ProjectAction): MemberRole[] =>
  (Object.keys(RANK) as MemberRole[]).filter(role => hasRole(role, projectPolicy[action].role));

/**
 * Permits the action in the named project or throws. A non-member gets the same answer whether the project exists or
 * not: NOT_FOUND over GraphQL, PERMISSION_DENIED where the paths of projects are the interface (REST, MCP). A
 * SuperAdmin gets NOT_FOUND for one that does not exist. Of an MCP token's scopes only the kind is judged here: what is
 * found later is judged by `authorizeFound`.
 */
export async function authorize(call: Call, action: ProjectAction, projectId: string): Promise<MemberRole> {
  const user = actingUser(call);
  const { role: least }: Rule = projectPolicy[action];
  requireAnyScope(call, action);
  if (!isId(projectId)) throw notFound('Project');
  const own = await ownRole(call, projectId);
  if (own === undefined && user.isSuperAdmin) throw notFound('Project');
  const role = user.isSuperAdmin ? 'ADMIN' : own;
  if (!role) throw strangerTo(call, 'Project', 'You are not a member of this project');
  if (!hasRole(role, least))
    throw permissionDenied(`This takes the role ${least.toLowerCase()}, yours is ${role.toLowerCase()}`);
  return role;
}

/** What somebody is told who names what they have no part in, whether it exists or not. */
export const strangerTo = ({ surface }: Call, noun: string, message: string): DomainError =>
  surface === 'graphql' ? notFound(noun) : permissionDenied(message);

/** Permits an MCP token what its scopes say about documents of this type, or throws; whoever else calls is permitted. */
export function authorizeFound(
  call: Pick<Call, 'actor'>,
  action: ProjectAction,
  found: { documentType: DocumentType; createdById?: string | null },
): void {
  const isOwn = call.actor.kind === 'mcpToken' && found.createdById === call.actor.user.id;
  requireScope(call, scopesFor(action, found.documentType, isOwn));
}

/** Whether the caller's credential is for this: always a person's; of an MCP token its scopes tell. */
export function isInScope(
  { actor }: Pick<Call, 'actor'>,
  action: ProjectAction,
  found: { documentType: DocumentType; createdById?: string | null },
): boolean {
  if (actor.kind !== 'mcpToken') return true;
  const scopes = scopesFor(action, found.documentType, found.createdById === actor.user.id);
  return scopes.some(scope => actor.token.scopes.includes(scope));
}

/** Refuses an MCP token that may do this to documents of neither type, whoever made them. */
export const requireAnyScope = (call: Pick<Call, 'actor'>, action: ProjectAction): void =>
  requireScope(call, scopesFor(action, 'OPENAPI', true), scopesFor(action, 'MARKDOWN', true));

const SCOPES = {
  OPENAPI: { read: 'API_READ', draft: 'API_DRAFT' },
  MARKDOWN: { read: 'DOC_READ', draft: 'DOC_DRAFT' },
} as const satisfies Record<DocumentType, Record<'read' | 'draft', McpScope>>;

/** The scopes, as people write them, of which an MCP token needs one to do this to documents of the type at all. */
export const tokenScopes = (action: ProjectAction, type: DocumentType): string[] =>
  scopesFor(action, type, true).map(scopeName);

/** The scopes of which an MCP token needs one. */
function scopesFor(action: ProjectAction, type: DocumentType, isOwn: boolean): McpScope[] {
  const { token }: Rule = projectPolicy[action];
  const { read, draft } = SCOPES[type];
  if (token === undefined) return [];
  if (token === 'any read') return [SCOPES.OPENAPI.read, SCOPES.MARKDOWN.read];
  if (token === 'read or own') return isOwn ? [read, draft] : [read];
  if (token === 'own draft') return isOwn ? [draft] : [];
  return [SCOPES[type][token]];
}

function requireScope({ actor }: Pick<Call, 'actor'>, ...alternatives: McpScope[][]): void {
  if (actor.kind !== 'mcpToken') return;
  const scopes = [...new Set(alternatives.flat())];
  if (scopes.length === 0) throw permissionDenied('No MCP token may do this');
  if (!scopes.some(scope => actor.token.scopes.includes(scope)))
    throw permissionDenied(`This takes an MCP token with the scope ${scopes.map(scopeName).join(' or ')}`);
}

/** As people write it: api:read. */
export const scopeName = (scope: McpScope): string => scope.toLowerCase().replace('_', ':');

/** What only a SuperAdmin may do. */
export function authorizeSystem(call: Call): Person {
  const user = signedIn(call);
  if (!user.isSuperAdmin) throw permissionDenied('This takes a SuperAdmin');
  return user;
}

/** A team is managed by its creator or a SuperAdmin. */
export function authorizeTeam(call: Call, team: { createdById: string }): Person {
  const user = signedIn(call);
  if (!user.isSuperAdmin && team.createdById !== user.id)
    throw permissionDenied('This takes the creator of the team or a SuperAdmin');
  return user;
}

/** Keeps to rows that belong to certain documents. */
export type InDocuments = { document?: Pick<Prisma.DocumentWhereInput, 'project' | 'projectId'> };

export const isMember = ({ id: userId }: Pick<User, 'id'>): Prisma.ProjectWhereInput => ({
  members: { some: { userId } },
});

/** What lies elsewhere is as absent as what does not exist. In a named project the caller's role is known already. */
export function inDocuments(call: Call, projectId?: string | null): InDocuments {
  const user = actingUser(call);
  if (projectId) return { document: { projectId } };
  return user.isSuperAdmin ? {} : { document: { project: isMember(user) } };
}
