import type { Call } from '../access/call.ts';
import { loadText } from '../contents/texts.ts';
import { loadJudgements } from '../diffs/exceptions.ts';
import { isStored, judge } from '../diffs/judge.ts';
import { type Comparison, type Draft, Prisma, type ReviewDecision } from '../generated/prisma/client.ts';
import { selectColumns } from '../lists/columns.ts';
import type { DiffSummary } from '../openapi-diff/model.ts';
import { unpackItems } from '../openapi-diff/report/packed-items.ts';
import type { Db } from '../platform/database.ts';
import { failedPrecondition } from '../platform/errors.ts';
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

type Rules = ReviewRules & { openThreads: number };

/** SQL condition for the first comment of an unresolved thread. */
export const isOpenThread = (alias: string): Prisma.Sql => {
  const c = Prisma.raw(alias);
  return Prisma.sql`(${c}.reply_to_id IS NULL AND ${c}.resolved_at IS NULL)`;
};

/**
 * Refuses a decision that violates a rule of the project. Called with the project and the draft locked, so that rules
 * and threads cannot change during the decision.
 */
export async function requireRules(tx: Db, call: Call, one: Decision): Promise<void> {
  const { decision, draft, comment } = one;
  const [rules] = await tx.$queryRaw<Rules[]>`
    SELECT ${selectColumns('p', Object.fromEntries(RULES.map(rule => [rule, rule])))},
      (SELECT count(*)::int FROM comments c WHERE c.draft_id = ${draft.id}::uuid AND ${isOpenThread('c')}) AS "openThreads"
    FROM review_policies p WHERE p.project_id = ${draft.projectId}::uuid`;
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
