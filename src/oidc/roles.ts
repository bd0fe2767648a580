import type { Person } from '../access/actor.ts';
import type { Call } from '../access/call.ts';
import { hasRole } from '../access/policy.ts';
import type { MemberRole } from '../generated/prisma/client.ts';
import { DomainError } from '../platform/errors.ts';
import type { OidcRule } from '../platform/oidc-settings.ts';
import { assignRole, rolesInActive } from '../projects/members.ts';
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
  for (const [projectId, role] of await changedRoles(call, user, await rolesByProject(call, rules, given)))
    await assignRole(system, { projectId, userId: user.id }, role);
  const shallBeSuperAdmin = given.some(isSuperAdminRule);
  if (!rules.some(isSuperAdminRule) || user.isSuperAdmin === shallBeSuperAdmin) return user;
  const { isSuperAdmin } = await assignSuperAdmin(system, user.id, shallBeSuperAdmin);
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

type Roles = Map<string, MemberRole | undefined>;

/** Every project that the rules name, with the highest role that the groups give; undefined for none. */
async function rolesByProject({ db }: Call, rules: readonly OidcRule[], given: readonly OidcRule[]): Promise<Roles> {
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
  const roles: Roles = new Map(rules.flatMap(projectsOf).map(id => [id, undefined]));
  for (const rule of given)
    for (const id of projectsOf(rule)) {
      const before = roles.get(id);
      if ('role' in rule && (before === undefined || hasRole(rule.role, before))) roles.set(id, rule.role);
    }
  return roles;
}

/** Those that the person does not have yet: assigning one locks its project, and most sign-ins change none. */
async function changedRoles({ db }: Call, { id }: Person, roles: Roles): Promise<[string, MemberRole | undefined][]> {
  const present = await rolesInActive(db, id, [...roles.keys()]);
  return [...roles].filter(([projectId, role]) => present.has(projectId) && present.get(projectId) !== role);
}
