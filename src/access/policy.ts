import type { DocumentType, McpScope, MemberRole, Prisma, User } from '../generated/prisma/client.ts';
import { notFound, permissionDenied } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { actingUser, type Call, signedIn } from './call.ts';

/** Which scope of an MCP token an action takes. No word about it: no token may do it, whatever its owner may. */
type TokenRight =
  /** Reading of either type: what lists and names things. */
  | 'any read'
  /** Reading of the document's type. */
  | 'read'
  /** Reading of the document's type; what the owner made himself also with drafting. */
  | 'read or own'
  /** Drafting of the document's type. */
  | 'draft';

type Rule = { role: MemberRole; token?: TokenRight };

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
  'version.read': { role: 'READER', token: 'read' },
  'diff.read': { role: 'READER', token: 'read' },
  'diff.create': { role: 'READER', token: 'read' },
  'diff_policy.update': { role: 'ADMIN' },
  'diff_exception.manage': { role: 'ADMIN' },
  'share.manage': { role: 'ADMIN' },
  'ai.configure': { role: 'ADMIN' },
  'ai.summarize_draft': { role: 'WRITER' },
  'ai.summarize': { role: 'READER' },
  'ai.chat': { role: 'READER' },
  'audit.read': { role: 'ADMIN' },
} as const satisfies Record<string, Rule>;

export type ProjectAction = keyof typeof projectPolicy;

const RANK: Record<MemberRole, number> = { READER: 1, WRITER: 2, ADMIN: 3 };

export const hasRole = (role: MemberRole, least: MemberRole): boolean => RANK[role] >= RANK[least];

/**
 * Permits the action or throws. A non-member gets PERMISSION_DENIED for every project, existing or not; a SuperAdmin
 * gets NOT_FOUND for one that does not exist. Of an MCP token's scopes only the kind is judged here: what is found
 * later is judged by `authorizeFound`.
 */
export async function authorize(call: Call, action: ProjectAction, projectId: string): Promise<MemberRole> {
  const user = actingUser(call);
  const { role: least }: Rule = projectPolicy[action];
  requireScope(call, scopesFor(action, 'OPENAPI', true), scopesFor(action, 'MARKDOWN', true));
  if (!isId(projectId)) throw notFound('Project');
  const role = await roleIn(call, user, projectId);
  if (role === undefined) throw permissionDenied('You are not a member of this project');
  if (!hasRole(role, least))
    throw permissionDenied(`This takes the role ${least.toLowerCase()}, yours is ${role.toLowerCase()}`);
  return role;
}

/** Permits an MCP token what its scopes say about documents of this type, or throws; whoever else calls is permitted. */
export function authorizeFound(
  call: Pick<Call, 'actor'>,
  action: ProjectAction,
  found: { documentType: DocumentType; createdById?: string | null },
): void {
  const isOwn = call.actor.kind === 'mcpToken' && found.createdById === call.actor.user.id;
  requireScope(call, scopesFor(action, found.documentType, isOwn));
}

/** The types of documents that the caller may read; an MCP token those of its scopes. */
export function readableTypes({ actor }: Pick<Call, 'actor'>): DocumentType[] {
  if (actor.kind !== 'mcpToken') return ['OPENAPI', 'MARKDOWN'];
  return (['OPENAPI', 'MARKDOWN'] as const).filter(type => actor.token.scopes.includes(SCOPES[type].read));
}

const SCOPES = {
  OPENAPI: { read: 'API_READ', draft: 'API_DRAFT' },
  MARKDOWN: { read: 'DOC_READ', draft: 'DOC_DRAFT' },
} as const satisfies Record<DocumentType, Record<'read' | 'draft', McpScope>>;

/** The scopes of which an MCP token needs one. */
function scopesFor(action: ProjectAction, type: DocumentType, isOwn: boolean): McpScope[] {
  const { token }: Rule = projectPolicy[action];
  const { read, draft } = SCOPES[type];
  if (token === undefined) return [];
  if (token === 'any read') return [SCOPES.OPENAPI.read, SCOPES.MARKDOWN.read];
  if (token === 'read or own') return isOwn ? [read, draft] : [read];
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

async function roleIn(
  call: Call,
  user: Pick<User, 'id' | 'isSuperAdmin'>,
  projectId: string,
): Promise<MemberRole | undefined> {
  if (user.isSuperAdmin) {
    const project = await call.db.project.findUnique({ where: { id: projectId }, select: { id: true } });
    if (project === null) throw notFound('Project');
    return 'ADMIN';
  }
  const member = await call.db.member.findUnique({ where: { projectId_userId: { projectId, userId: user.id } } });
  return member?.role;
}

/** What only a SuperAdmin may do. */
export function authorizeSystem(call: Call): User {
  const user = signedIn(call);
  if (!user.isSuperAdmin) throw permissionDenied('This takes a SuperAdmin');
  return user;
}

/** A team is managed by its creator or a SuperAdmin. */
export function authorizeTeam(call: Call, team: { createdById: string }): User {
  const user = signedIn(call);
  if (!user.isSuperAdmin && team.createdById !== user.id)
    throw permissionDenied('This takes the creator of the team or a SuperAdmin');
  return user;
}

/** The reads of the same policy: where-fragments that leave only what the caller may see. */
export const visible = {
  projects(call: Call): Prisma.ProjectWhereInput {
    const user = actingUser(call);
    requireScope(call, scopesFor('project.read', 'OPENAPI', false));
    return user.isSuperAdmin ? {} : { members: { some: { userId: user.id } } };
  },
  teams(call: Call): Prisma.TeamWhereInput {
    const user = signedIn(call);
    if (user.isSuperAdmin) return {};
    return { OR: [{ createdById: user.id }, { projects: { some: { members: { some: { userId: user.id } } } } }] };
  },
};
