import { hasRole, projectPolicy } from '../../src/access/policy.ts';
import type { ApiScope, DocumentType, MemberRole } from '../../src/generated/prisma/client.ts';
import type { Need, Target } from './operations.ts';
import type { PersonKind } from './targets.ts';

/** `permitted` stands for every answer that is no refusal. */
export type Outcome = 'permitted' | 'UNAUTHENTICATED' | 'PERMISSION_DENIED' | 'NOT_FOUND';

export type Surface = 'graphql' | 'rest' | 'mcp';

const ROLES: Record<PersonKind, MemberRole | undefined> = {
  outsider: undefined,
  reader: 'READER',
  writer: 'WRITER',
  admin: 'ADMIN',
  superadmin: 'ADMIN',
};

const isInProject = (need: Need): need is keyof typeof projectPolicy => need in projectPolicy;

/** The decision of the policy for a signed-in user. */
export function expected(need: Need, who: PersonKind, target: Target, surface: Surface): Outcome {
  const isSuperAdmin = who === 'superadmin';
  const stranger = surface === 'graphql' || isSuperAdmin ? 'NOT_FOUND' : 'PERMISSION_DENIED';
  if (need === 'nobody' || need === 'session') return 'permitted';
  if (need === 'share link' || need === 'device code') return 'NOT_FOUND';
  if (need === 'own token') return target === 'own' || target === 'archived' ? 'permitted' : 'NOT_FOUND';
  if (need === 'superadmin') {
    if (!isSuperAdmin) return 'PERMISSION_DENIED';
    return target === 'unknown' ? 'NOT_FOUND' : 'permitted';
  }
  if (target === 'unknown') return stranger;
  const isOwned = need === 'own draft' || need === 'own comment';
  if (isOwned && isSuperAdmin) return 'PERMISSION_DENIED';
  if (isSuperAdmin) return 'permitted';
  if (target === 'foreign' || ROLES[who] === undefined) return stranger;
  if (need === 'part in the team') return 'permitted';
  // The drafts of the matrix are the admin's.
  if (isOwned) return who === 'admin' ? 'permitted' : 'PERMISSION_DENIED';
  if (need === 'team manager') return who === 'admin' ? 'permitted' : 'PERMISSION_DENIED';
  const least = isInProject(need) ? projectPolicy[need].role : projectPolicy['ai.chat'].role;
  return hasRole(ROLES[who], least) ? 'permitted' : 'PERMISSION_DENIED';
}

type Rule = { role: MemberRole; token?: 'any read' | 'read' | 'read or own' | 'draft' | 'own draft' };

/** The scopes of the policy for an action; a token needs one of them. Its owner created the requested objects. */
export function scopesOf(need: Need, type: DocumentType | undefined): string[] {
  const kind = { OPENAPI: 'API', MARKDOWN: 'DOC' } as const;
  const action = need === 'own draft' ? 'comment.create' : need;
  const { token }: Rule = projectPolicy[isInProject(action) ? action : 'project.read'];
  if (token === undefined) return [];
  if (token === 'any read') return ['API_READ', 'DOC_READ'];
  if (type === undefined) return [...scopesOf(need, 'OPENAPI'), ...scopesOf(need, 'MARKDOWN')];
  const [read, draft] = [`${kind[type]}_READ`, `${kind[type]}_DRAFT`];
  return { read: [read], draft: [draft], 'own draft': [draft], 'read or own': [read, draft] }[token];
}

/**
 * Root fields that no token may use, and those that need only a session. Tokens read the same data through other
 * fields.
 */
const FOR_PEOPLE = ['createApiToken'];
const LISTS_OF_ALL = ['projects', 'endpoints', 'latestVersions', 'search'];

type Program = { who: PersonKind; scopes: readonly ApiScope[]; isBound: boolean };

/**
 * The decision of the policy for an API token: that for its owner, limited to reading and drafting and to the project
 * of the token.
 */
export function expectedOfProgram(
  { need, field, surface }: { need: Need; field: string; surface: Surface },
  { who, scopes, isBound }: Program,
  target: Target,
): Outcome {
  if (need === 'nobody' || need === 'share link') return expected(need, who, target, surface);
  if (FOR_PEOPLE.includes(field)) return 'PERMISSION_DENIED';
  const isOfAll = need === 'session' && LISTS_OF_ALL.includes(field);
  const isIn = (asked: Need) => scopes.some(scope => scopesOf(asked, undefined).some(name => name.endsWith(scope)));
  // The project in the path of a list is read first.
  const reads = field === 'project' ? 'project.read' : need;
  if (!isOfAll && !(isInProject(need) && isIn(reads))) return 'PERMISSION_DENIED';
  if (isOfAll) return isIn('project.read') ? 'permitted' : 'PERMISSION_DENIED';
  if (isBound && target !== 'own') return surface === 'graphql' ? 'NOT_FOUND' : 'PERMISSION_DENIED';
  const found = expected(need, who, target, surface);
  if (found !== 'permitted') return found;
  // Tokens can reply to comments, but not start threads.
  return isIn(need) && field !== 'createComment' ? 'permitted' : 'PERMISSION_DENIED';
}
