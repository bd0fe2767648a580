import { authorizeAs, type CallerNow, callerNow } from '../access/as-of-now.ts';
import { isAuthorOf } from '../access/authors.ts';
import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import type { Parents } from '../access/policy.ts';
import type { Statuses } from '../access/statuses.ts';
import { loadText } from '../contents/texts.ts';
import { loadJudgements } from '../diffs/exceptions.ts';
import { isStored, judge } from '../diffs/judge.ts';
import { webhooksFor } from '../events/consequences.ts';
import { type Branch, type Comparison, type Draft, Prisma, type ReviewDecision } from '../generated/prisma/client.ts';
import type { DiffSummary } from '../openapi-diff/model.ts';
import { unpackItems } from '../openapi-diff/report/packed-items.ts';
import { sha256 } from '../platform/crypto.ts';
import { failedPrecondition, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { newIdAfter } from '../platform/ids.ts';
import { insertRow, type Sender, type SqlTransaction, selectColumns } from '../platform/rows.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { parentsOfBranch, refuseArchived, statusColumns } from '../projects/archived.ts';
import { isDecided, requireToken } from './model.ts';
import type { PlacedDraft } from './place.ts';
import { type ReviewRule, type ReviewRules, RULE_NAMES, RULES } from './review-policy.ts';
import { changeDraft, draftAct, loadDraft, sendDraft, type WrittenDraft, writeDraft } from './standing.ts';

type Reviewed = Pick<Draft, 'id' | 'contentHash' | 'versionName' | 'submissionRound' | 'status' | 'reviewedRevision'>;

/**
 * A digest of what a reviewer decides on: the content, the submission round and the latest version of the branch. It is
 * computed on reading, so a new publication changes it without a write. A decided draft keeps its digest.
 */
export function reviewRevision(draft: Reviewed, latestVersionId: string | null): string | null {
  if (isDecided(draft.status)) return draft.reviewedRevision;
  if (draft.status !== 'SUBMITTED') return null;
  return sha256(
    JSON.stringify([draft.id, draft.contentHash, draft.versionName, draft.submissionRound, latestVersionId]),
  );
}

export type ReviewInput = Parents & { id: string; expectedReviewRevision?: string | null; comment?: string | null };

/** What a decision reads before its transaction, with the reviewer's input. */
export type Reviewing = { draft: PlacedDraft; expected: string; comment: string | null };

export async function beginReview(call: Call, input: ReviewInput): Promise<Reviewing> {
  const draft = await loadDraft(call, 'draft.review', input.id, input);
  const expected = requireToken('expected_review_revision', input.expectedReviewRevision);
  refuseArchived(draft.place.statuses);
  requireFresh(draft, draft.place.latestVersionId, expected);
  const comment = fields.optionalText('comment', input.comment, CHARACTERS.comment);
  return { draft, expected, comment };
}

function requireFresh(draft: Reviewed, latestVersionId: string | null, expected: string): void {
  const present = reviewRevision(draft, latestVersionId);
  if (draft.status === 'SUBMITTED' && present !== expected)
    throw failedPrecondition(
      'expected_review_revision is stale: the draft, its submission or the latest version of the branch has changed. Read the draft again',
    );
  if (draft.status !== 'SUBMITTED')
    throw failedPrecondition(
      `Only a submitted draft can be reviewed. This draft is in status ${draft.status.toLowerCase()}`,
    );
}

/** The branch and draft of a decision, locked until the transaction ends. */
export type Held = Reviewed &
  Pick<Branch, 'isProtected' | 'latestVersionId' | 'versionCount'> &
  Webhooks &
  Last & { rules: DecisionRules };

/**
 * Locks branch and draft and checks their current state again, so that only the first of several decisions succeeds.
 */
export async function holdForReview(tx: SqlTransaction, call: Call, { draft, expected }: Reviewing): Promise<Held> {
  const lock = Prisma.sql`
    SELECT ${statusColumns}, b.is_protected AS "isProtected", b.latest_version_id::text AS "latestVersionId",
      b.version_count AS "versionCount", f.id::text, f.content_hash AS "contentHash",
      f.version_name AS "versionName", f.submission_round AS "submissionRound", f.status::text,
      f.reviewed_revision AS "reviewedRevision"
    FROM drafts f JOIN branches b ON b.id = f.branch_id ${parentsOfBranch}
    WHERE f.id = ${draft.id}::uuid FOR SHARE OF p, t, d FOR UPDATE OF b, f`;
  const [[held], [read]] = await tx.sendBoth<Omit<Held, 'rules' | keyof (Webhooks & Last)> & Statuses, Read>(
    lock,
    rulesFor(call, draft),
  );
  if (held === undefined || read === undefined) throw notFound('Draft');
  // Check rights again after waiting for the locks: the reviewer may have lost the role meanwhile.
  const { caller, hasWebhooks, lastReviewId, ...rules } = read;
  await authorizeAs(caller, call, 'draft.review', draft.projectId);
  refuseArchived(held);
  requireFresh(held, held.latestVersionId, expected);
  return { ...held, hasWebhooks, lastReviewId, rules: rules.projectId === null ? undefined : rules };
}

/** SQL for a decision: its row, and the change of the draft. */
export function decisionOf(
  call: Call,
  { id: draftId, submissionRound, latestVersionId, lastReviewId }: Held,
  { draft, expected, comment }: Reviewing,
  decision: ReviewDecision,
): { review: Prisma.Sql; decided: Prisma.Sql } {
  const review = { draftId, decision, comment, submissionRound, reviewRevision: expected };
  const kept = { reviewedBaseVersionId: latestVersionId, reviewedRevision: expected };
  const status = decision === 'APPROVED' ? 'PUBLISHED' : decision;
  const change = { status, reviewComment: comment, ...(decision === 'CHANGES_REQUESTED' ? {} : kept) } as const;
  return {
    review: insertRow('reviews', { id: newIdAfter(lastReviewId), ...review, createdById: signedIn(call).id }),
    decided: changeDraft(draft, change, Prisma.sql`TRUE`),
  };
}

/** Sends the draft back to its author, who may change and submit it again. */
export const requestDraftChanges = (call: Context, input: ReviewInput): Promise<Draft> =>
  sendBack(call, input, 'CHANGES_REQUESTED', 'draft.request_changes');

/** Rejects the draft. This cannot be undone. */
export const rejectDraft = (call: Context, input: ReviewInput): Promise<Draft> =>
  sendBack(call, input, 'REJECTED', 'draft.reject');

async function sendBack(
  call: Context,
  input: ReviewInput,
  decision: 'CHANGES_REQUESTED' | 'REJECTED',
  action: string,
): Promise<Draft> {
  const reviewing = await beginReview(call, input);
  return writeDraft(call, async tx => {
    const held = await holdForReview(tx, call, reviewing);
    const { draft, comment } = reviewing;
    await requireRules(tx, held.rules, { decision, draft, comment });
    const { review, decided } = decisionOf(call, held, reviewing, decision);
    const act = draftAct(action, draft, { submission_round: held.submissionRound });
    return (await sendDraft(tx, call, { write: decided, act, others: { review } })) as WrittenDraft;
  });
}

/** A decision with the data that the rules need. */
type Decision = {
  decision: ReviewDecision;
  draft: Pick<Draft, 'documentId'>;
  comment: string | null;
  /** The changes that approving would publish; absent for the first version of a branch. */
  comparison?: Comparison | undefined;
};

/** The facts about the draft and the reviewer that the rules need. */
type RuleFacts = { isAuthor: boolean; openThreads: number };

/** The rules of a project, with these facts; undefined if the project has none. */
type DecisionRules = (ReviewRules & RuleFacts) | undefined;

/** SQL condition on comments `c`: the first one of an unresolved thread. */
export const isOpenThread = Prisma.sql`(c.reply_to_id IS NULL AND c.resolved_at IS NULL)`;

/** Rows that are read while the project and the draft are locked, so that they cannot change during the decision. */
type Read = ReviewRules & Webhooks & Last & RuleFacts & { projectId: string | null; caller: CallerNow };

/** Whether any webhook receives the events of an approval. */
type Webhooks = { hasWebhooks: boolean };

/** The last decision about the draft. */
type Last = { lastReviewId: string | null };

/** SQL for the rules of the project, the facts that they need, and the current rights of the caller. */
const rulesFor = (call: Call, { id, projectId }: Pick<Draft, 'id' | 'projectId'>): Prisma.Sql => Prisma.sql`
  SELECT ${selectColumns('r', { projectId: 'projectId', ...Object.fromEntries(RULES.map(rule => [rule, rule])) })},
    ${callerNow(call, Prisma.sql`p.id`)} AS caller,
    (SELECT ${isAuthorOf('f', Prisma.sql`${signedIn(call).id}::uuid`)} FROM drafts f WHERE f.id = ${id}::uuid) AS "isAuthor",
    (SELECT count(*)::int FROM comments c WHERE c.draft_id = ${id}::uuid AND ${isOpenThread}) AS "openThreads",
    (SELECT v.id::text FROM reviews v WHERE v.draft_id = ${id}::uuid ORDER BY v.id DESC LIMIT 1) AS "lastReviewId",
    ${webhooksFor({ action: 'draft.approve', projectId })} IS NOT NULL AS "hasWebhooks"
  FROM projects p LEFT JOIN review_policies r ON r.project_id = p.id WHERE p.id = ${projectId}::uuid`;

/** Refuses a decision that violates a rule of the project. */
export async function requireRules(tx: Sender, rules: DecisionRules, one: Decision): Promise<void> {
  const { decision, comment } = one;
  if (rules === undefined) return;
  const { requireOtherReviewer, requireComment, requireResolvedThreads, requireReasonForBreaking } = rules;
  const { isAuthor, openThreads } = rules;
  if (requireOtherReviewer && isAuthor)
    throw broken('requireOtherReviewer', 'who created or changed a draft cannot decide on it; ask another reviewer');
  if (decision !== 'APPROVED') {
    if (requireComment && comment === null) throw broken('requireComment', 'send a comment that says what is missing');
    return;
  }
  if (requireResolvedThreads && openThreads > 0)
    throw broken('requireResolvedThreads', `resolve the open threads first; there are ${openThreads}`);
  if (requireReasonForBreaking && comment === null && (await breaks(tx, one)))
    throw broken('requireReasonForBreaking', 'send a comment that says why, or accept each breaking change');
}

const broken = (rule: ReviewRule, message: string) =>
  failedPrecondition(`The project requires ${RULE_NAMES[rule]}: ${message}`);

/** Whether a change is breaking by the project's policy and not accepted. */
async function breaks(tx: Sender, { comparison, draft }: Decision): Promise<boolean> {
  if (comparison === undefined) return false;
  const [judgement] = await loadJudgements({ db: tx }, [draft.documentId]);
  if (judgement === undefined || isStored(judgement))
    return ((comparison.summary as unknown as DiffSummary).breakingChanges ?? 0) > 0;
  const { text } = await loadText(tx, comparison.itemsHash);
  return judge(unpackItems(text), judgement).some(({ isBreaking }) => isBreaking);
}
