import type { Person } from '../access/actor.ts';
import type { Call } from '../access/call.ts';
import { hasRole } from '../access/policy.ts';
import type { MemberRole } from '../generated/prisma/client.ts';
import { DomainError } from '../platform/errors.ts';
import type { OidcRule } from '../platform/oidc-settings.ts';
import { assignRole } from '../projects/members.ts';
import { assignSuperAdmin } from '../users/service.ts';
import { asSystem } from './account.ts';
import { type Claims, oidcSettings } from './provider.ts';

/**
 * Gives a person the roles of their groups, and removes those of other groups. Changes only rights that the settings name:
 * SuperAdmin, if a rule gives it, and the roles in the named projects and in the projects of the named teams.
 */
export async function applyGroups(call: Call, user: Person, claims: Claims): Promise<Person> {
  const { rules } = oidcSettings(call);
  if (rules.length === 0) return user;
  const groups = groupsOf(call, claims);
  const given = rules.filter(({ group }) => groups.has(group));
  const system = asSystem(call);
  for (const [projectId, role] of await rolesByProject(call, rules, given))
    await assignRole(system, { projectId, userId: user.id }, role);
  if (!rules.some(isSuperAdminRule)) return user;
  const { isSuperAdmin } = await assignSuperAdmin(system, user.id, given.some(isSuperAdminRule));
  // Keeps the session epoch of the user as they were read: if they were disabled meanwhile, the new session has ended.
  return { ...user, isSuperAdmin };
}

const isSuperAdminRule = (rule: OidcRule): boolean => 'superAdmin' in rule;

/** The groups in the claims. A missing claim means no groups, because some providers omit an empty list. */
function groupsOf(call: Call, claims: Claims): Set<unknown> {
  const { groupsClaim, name } = oidcSettings(call);
  const elsewhere = claims._claim_names as Record<string, unknown> | undefined;
  if (elsewhere?.[groupsClaim] !== undefined)
    throw new DomainError(
      'FAILED_PRECONDITION',
      `${name} does not send your groups, because they are too many. Ask an administrator`,
    );
  const value = claims[groupsClaim];
  return new Set(Array.isArray(value) ? value : value === undefined ? [] : [value]);
}

/** Every project that the rules name, with the highest role that the groups give; undefined for none. */
async function rolesByProject(
  { db }: Call,
  rules: readonly OidcRule[],
  given: readonly OidcRule[],
): Promise<Map<string, MemberRole | undefined>> {
  const teamIds = rules.flatMap(rule => ('teamId' in rule ? [rule.teamId] : []));
  const ofTeams = await db.project.findMany({
    where: { teamId: { in: teamIds } },
    select: { id: true, teamId: true },
    orderBy: { id: 'asc' },
  });
  const projectsOf = (rule: OidcRule): string[] => {
    if ('projectId' in rule) return [rule.projectId.toLowerCase()];
    return 'teamId' in rule
      ? ofTeams.filter(({ teamId }) => teamId === rule.teamId.toLowerCase()).map(({ id }) => id)
      : [];
  };
  const roles = new Map<string, MemberRole | undefined>(rules.flatMap(projectsOf).map(id => [id, undefined]));
  for (const rule of given)
    for (const id of projectsOf(rule)) {
      const before = roles.get(id);
      if ('role' in rule && (before === undefined || hasRole(rule.role, before))) roles.set(id, rule.role);
    }
  return roles;
}
