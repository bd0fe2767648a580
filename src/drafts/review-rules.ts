import type { Call } from '../access/call.ts';
import { ownRoleIn } from '../access/own-role.ts';
import { loadText } from '../contents/texts.ts';
import { loadJudgements } from '../diffs/exceptions.ts';
import { isStored, judge } from '../diffs/judge.ts';
import {
  type Comparison,
  type Draft,
  type MemberRole,
  Prisma,
  type ReviewDecision,
} from '../generated/prisma/client.ts';
import type { DiffSummary } from '../openapi-diff/model.ts';
import { unpackItems } from '../openapi-diff/report/packed-items.ts';
import type { Db } from '../platform/database.ts';
import { failedPrecondition } from '../platform/errors.ts';
import { selectColumns } from '../platform/rows.ts';
import { type ReviewRule, type ReviewRules, RULE_NAMES, RULES } from './review-policy.ts';

/** A decision with the data that the rules need. */
export type Decision = {
  decision: ReviewDecision;
  draft: Pick<Draft, 'id' | 'projectId' | 'documentId' | 'createdById'>;
  reviewerId: string;
  comment: string | null;
  /** The changes that approving would publish; absent for the first version of a branch. */
  comparison?: Comparison | undefined;
};

/** The rules of a project, with what they need to know about the draft; undefined if the project has none. */
export type DecisionRules = (ReviewRules & { openThreads: number }) | undefined;

/** SQL condition for the first comment of an unresolved thread. */
export const isOpenThread = (alias: string): Prisma.Sql => {
  const c = Prisma.raw(alias);
  return Prisma.sql`(${c}.reply_to_id IS NULL AND ${c}.resolved_at IS NULL)`;
};

/**
 * Reads the rules and the caller's role in the project. Call it with the project and the draft locked, so that rules and
 * threads cannot change during the decision.
 */
export async function readRules(
  tx: Db,
  call: Call,
  { id, projectId }: Pick<Draft, 'id' | 'projectId'>,
): Promise<{ rules: DecisionRules; ownRole: MemberRole | null }> {
  const [row] = await tx.$queryRaw<(ReviewRules & { projectId: string | null } & Read)[]>`
    SELECT ${selectColumns('r', { projectId: 'projectId', ...Object.fromEntries(RULES.map(rule => [rule, rule])) })},
      ${ownRoleIn(call, Prisma.sql`p.id`)} AS "ownRole",
      (SELECT count(*)::int FROM comments c WHERE c.draft_id = ${id}::uuid AND ${isOpenThread('c')}) AS "openThreads"
    FROM projects p LEFT JOIN review_policies r ON r.project_id = p.id WHERE p.id = ${projectId}::uuid`;
  const { ownRole, ...rules } = row as NonNullable<typeof row>;
  return { rules: rules.projectId === null ? undefined : rules, ownRole };
}

type Read = { ownRole: MemberRole | null; openThreads: number };

/** Refuses a decision that violates a rule of the project. */
export async function requireRules(tx: Db, call: Call, rules: DecisionRules, one: Decision): Promise<void> {
  const { decision, draft, comment } = one;
  if (rules === undefined) return;
  const { requireOtherReviewer, requireComment, requireResolvedThreads, requireReasonForBreaking, openThreads } = rules;
  if (requireOtherReviewer && draft.createdById === one.reviewerId)
    throw broken('requireOtherReviewer', 'authors cannot decide on their own drafts; ask another reviewer');
  if (decision !== 'APPROVED') {
    if (requireComment && comment === null) throw broken('requireComment', 'send a comment that says what is missing');
    return;
  }
  if (requireResolvedThreads && openThreads > 0)
    throw broken('requireResolvedThreads', `resolve the open threads first; there are ${openThreads}`);
  if (requireReasonForBreaking && comment === null && (await breaks(tx, call, one)))
    throw broken('requireReasonForBreaking', 'send a comment that says why, or accept each breaking change');
}

const broken = (rule: ReviewRule, message: string) =>
  failedPrecondition(`The project requires ${RULE_NAMES[rule]}: ${message}`);

/** Whether a change is breaking by the project's policy and not accepted. */
async function breaks(tx: Db, call: Call, { comparison, draft }: Decision): Promise<boolean> {
  if (comparison === undefined) return false;
  const [judgement] = await loadJudgements({ ...call, db: tx as Call['db'] }, [draft.documentId]);
  if (judgement === undefined || isStored(judgement))
    return ((comparison.summary as unknown as DiffSummary).breakingChanges ?? 0) > 0;
  const { text } = await loadText(tx, comparison.itemsHash);
  return judge(unpackItems(text), judgement).some(({ isBreaking }) => isBreaking);
}
