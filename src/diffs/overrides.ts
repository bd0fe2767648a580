import { type Call, signedIn } from '../access/call.ts';
import { recordAct } from '../audit/service.ts';
import type { DiffPolicy as DiffPolicyRow } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import type { Severity } from '../openapi-diff/model.ts';
import { inTransaction } from '../platform/database.ts';
import { DomainError, type FieldError, invalidArgument } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { holdProject, loadProject } from '../projects/service.ts';
import type { Profile } from './profiles.ts';
import { isRuleId } from './rule-ids.ts';

export type Override = { rule: string; severity: Severity };

/** How a project judges changes. The default is STRICT without overrides. */
export type DiffPolicy = {
  projectId: string;
  profile: Profile;
  /** Sorted by rule id. */
  overrides: Override[];
  updatedById: string | null;
  updatedAt: Date | null;
};

const MAX_OVERRIDES = 1000;
/** Maximum characters of an unknown rule in an error. */
const MAX_QUOTED = 100;

export const policyOfProject: Batch<string, DiffPolicy> = {
  async load({ db }, projectIds) {
    const rows = await db.diffPolicy.findMany({ where: { projectId: { in: [...projectIds] } } });
    const byId = new Map(rows.map(row => [row.projectId, row]));
    return projectIds.map(projectId => policyFrom(projectId, byId.get(projectId)));
  },
};

type KeptPolicy = Pick<DiffPolicyRow, 'profile' | 'overrides'> & Pick<DiffPolicy, 'updatedById' | 'updatedAt'>;

const WITHOUT_POLICY: KeptPolicy = { profile: 'STRICT', overrides: {}, updatedById: null, updatedAt: null };

export function policyFrom(projectId: string, row = WITHOUT_POLICY): DiffPolicy {
  const { profile, updatedById, updatedAt } = row;
  const overrides = Object.entries(row.overrides as Record<string, Severity>)
    .map(([rule, severity]) => ({ rule, severity }))
    .sort((a, b) => (a.rule < b.rule ? -1 : 1));
  return { projectId, profile, overrides, updatedById, updatedAt };
}

export type PolicyInput = { projectId: string; profile?: Profile | null; overrides?: Override[] | null };

/** Replaces the fields that the input contains: the profile, all overrides, or both. */
export async function updatePolicy(call: Call, input: PolicyInput): Promise<DiffPolicy> {
  const { id: projectId } = await loadProject(call, 'diff_policy.update', input.projectId);
  const { profile, overrides } = input;
  fields.requireChange({ profile: profile ?? undefined, overrides: overrides ?? undefined }, ['profile', 'overrides']);
  const severities = overrides && checkOverrides(overrides);
  const change = { ...(profile && { profile }), ...(severities && { overrides: severities }) };
  return inTransaction(call.db, async tx => {
    await holdProject(tx, call, 'diff_policy.update', projectId);
    const before = (await tx.diffPolicy.findUnique({ where: { projectId } })) ?? WITHOUT_POLICY;
    if (fields.differing(before, change).length === 0) return policyFrom(projectId, before);
    const updatedById = signedIn(call).id;
    const row = await tx.diffPolicy.upsert({
      where: { projectId },
      create: { projectId, profile: 'STRICT', overrides: {}, updatedById, ...change },
      update: { ...change, updatedById },
    });
    const metadata = { profile: row.profile, overrides: Object.keys(row.overrides as object).length };
    const act = { action: 'diff_policy.update', resourceType: 'project', resourceId: projectId, projectId, metadata };
    await recordAct(tx, call, act);
    return policyFrom(projectId, row);
  });
}

function checkOverrides(overrides: Override[]): Record<string, Severity> {
  if (overrides.length > MAX_OVERRIDES) throw invalidArgument('overrides', `must have at most ${MAX_OVERRIDES} items`);
  const errors: FieldError[] = [];
  const severities: Record<string, Severity> = {};
  for (const [index, { rule, severity }] of overrides.entries()) {
    if (!isRuleId(rule))
      errors.push({ field: 'overrides', message: `there is no rule ${JSON.stringify(rule.slice(0, MAX_QUOTED))}` });
    else if (Object.hasOwn(severities, rule))
      errors.push({ field: 'overrides', message: `item ${index} repeats the rule ${rule}` });
    else severities[rule] = severity;
  }
  const [first] = errors;
  if (first) throw new DomainError('INVALID_ARGUMENT', `overrides: ${first.message}`, { errors });
  return severities;
}
