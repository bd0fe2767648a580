import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorize } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import type { Project } from '../generated/prisma/client.ts';
import { type Batch, batched } from '../lists/batch.ts';
import { inTransaction } from '../platform/database.ts';
import * as fields from '../platform/fields.ts';
import { holdProject, loadProject } from '../projects/service.ts';

/** The rules and their wire names. */
export const RULE_NAMES = {
  requireOtherReviewer: 'require_other_reviewer',
  requireComment: 'require_comment',
  requireResolvedThreads: 'require_resolved_threads',
  requireReasonForBreaking: 'require_reason_for_breaking',
} as const;

export type ReviewRule = keyof typeof RULE_NAMES;

export const RULES = Object.keys(RULE_NAMES) as ReviewRule[];
export type ReviewRules = Record<ReviewRule, boolean>;

/** The rules of a project for decisions. Without a row, no rule applies. */
export type ReviewPolicyRow = ReviewRules & { projectId: string; updatedById: string | null; updatedAt: Date | null };

const policyOfProject: Batch<string, ReviewPolicyRow> = {
  async load({ db }, projectIds) {
    const rows = await db.reviewPolicy.findMany({ where: { projectId: { in: [...projectIds] } } });
    const byId = new Map(rows.map(row => [row.projectId, row]));
    return projectIds.map(projectId => byId.get(projectId) ?? withoutRules(projectId));
  },
};

const withoutRules = (projectId: string): ReviewPolicyRow => ({
  projectId,
  ...(Object.fromEntries(RULES.map(rule => [rule, false])) as ReviewRules),
  updatedById: null,
  updatedAt: null,
});

export async function readReviewPolicy(context: Context, { id }: Project): Promise<ReviewPolicyRow> {
  await authorize(context, 'review_policy.manage', id);
  return batched(context, policyOfProject, id);
}

export type ReviewPolicyInput = { projectId: string } & { [Rule in ReviewRule]?: boolean | null };

/** Sets the given rules. Decisions wait for the lock on the project, so the next decision follows the new rules. */
export async function updateReviewPolicy(call: Call, input: ReviewPolicyInput): Promise<ReviewPolicyRow> {
  const { id: projectId } = await loadProject(call, 'review_policy.manage', input.projectId);
  fields.requireChange(input, RULES);
  const named = RULES.filter(rule => typeof input[rule] === 'boolean');
  const change = Object.fromEntries(named.map(rule => [rule, input[rule] as boolean]));
  return inTransaction(call.db, async tx => {
    await holdProject(tx, call, 'review_policy.manage', projectId);
    const before = (await tx.reviewPolicy.findUnique({ where: { projectId } })) ?? withoutRules(projectId);
    const changed = fields.differing(before, change);
    if (changed.length === 0) return before;
    const data = { ...change, updatedById: signedIn(call).id };
    const policy = await tx.reviewPolicy.upsert({ where: { projectId }, create: { projectId, ...data }, update: data });
    await recordAct(tx, call, {
      ...{ action: 'review_policy.update', resourceType: 'project', resourceId: projectId, projectId },
      metadata: Object.fromEntries(changed.map(rule => [RULE_NAMES[rule as ReviewRule], policy[rule as ReviewRule]])),
    });
    return policy;
  });
}
