import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorize } from '../access/policy.ts';
import { type SummaryOwner, stageSummaries } from '../ai/staging.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { compareContents, loadEndpoints } from '../contents/service.ts';
import { storeDiff } from '../diffs/service.ts';
import { typeOfFormat } from '../documents/model.ts';
import type { Parents } from '../documents/service.ts';
import type { Branch, Comparison, Draft, ReviewDecision, Version } from '../generated/prisma/client.ts';
import type { IndexedEndpoint } from '../openapi/endpoints.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { newId } from '../platform/ids.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { refuseArchived, type Statuses } from '../projects/archived.ts';
import { indexBranch, searchEntriesOf } from '../search/index-branch.ts';
import { type Reviewed, requireSubmitted, requireToken, reviewRevision } from './model.ts';
import { requireRules } from './review-rules.ts';
import { loadDraft, namePublished, recordDraft } from './service.ts';
import { type Place, readPlace, writeDraft } from './standing.ts';

export type ReviewInput = Parents & { id: string; expectedReviewRevision?: string | null; comment?: string | null };

/** What a decision reads before its transaction, with the reviewer's input. */
type Reviewing = { draft: Draft; place: Place; expected: string; comment: string | null };

async function beginReview(call: Call, input: ReviewInput): Promise<Reviewing> {
  const draft = await loadDraft(call, 'draft.review', input.id, input);
  const expected = requireToken('expected_review_revision', input.expectedReviewRevision);
  const place = await readPlace(call.db, draft);
  refuseArchived(place);
  requireFresh(draft, place.latestVersionId, expected);
  const comment = fields.optionalText('comment', input.comment, CHARACTERS.comment);
  return { draft, place, expected, comment };
}

function requireFresh(draft: Reviewed, latestVersionId: string | null, expected: string): void {
  const present = reviewRevision(draft, latestVersionId);
  if (draft.status === 'SUBMITTED' && present !== expected)
    throw failedPrecondition(
      'expected_review_revision is stale: the draft, its submission or the latest version of the branch has changed. Read the draft again',
    );
  requireSubmitted(draft.status);
}

/** The branch and draft of a decision, locked until the transaction ends. */
type Held = Reviewed & Pick<Branch, 'isProtected' | 'latestVersionId' | 'versionCount'>;

/**
 * Locks branch and draft and checks both again as they are now, so that only the first of several decisions succeeds.
 */
async function holdForReview(tx: Db, call: Call, { draft, expected }: Reviewing): Promise<Held> {
  const [held] = await tx.$queryRaw<(Held & Statuses)[]>`
    SELECT p.status::text AS project, t.status::text AS team, d.status::text AS document, b.status::text AS branch,
      b.is_protected AS "isProtected", b.latest_version_id::text AS "latestVersionId",
      b.version_count AS "versionCount", f.id::text, f.content_hash AS "contentHash",
      f.version_name AS "versionName", f.submission_round AS "submissionRound", f.status::text,
      f.reviewed_revision AS "reviewedRevision"
    FROM drafts f JOIN branches b ON b.id = f.branch_id JOIN documents d ON d.id = b.document_id
      JOIN projects p ON p.id = d.project_id JOIN teams t ON t.id = p.team_id
    WHERE f.id = ${draft.id}::uuid FOR SHARE OF p, t, d FOR UPDATE OF b, f`;
  if (held === undefined) throw notFound('Draft');
  // Check rights again after waiting for the locks: the reviewer may have lost the role meanwhile.
  await authorize({ ...call, db: tx as Call['db'] }, 'draft.review', draft.projectId);
  refuseArchived(held);
  requireFresh(held, held.latestVersionId, expected);
  return held;
}

async function decide(
  tx: Db,
  call: Call,
  { id: draftId, submissionRound, latestVersionId }: Held,
  { draft, expected, comment }: Reviewing,
  decision: ReviewDecision,
  comparison?: Comparison,
): Promise<Draft> {
  await requireRules(tx, call, { decision, draft, reviewerId: signedIn(call).id, comment, comparison });
  const review = { draftId, decision, comment, submissionRound, reviewRevision: expected };
  await tx.review.create({ data: { id: newId(), ...review, createdById: signedIn(call).id } });
  const kept = { reviewedBaseVersionId: latestVersionId, reviewedRevision: expected };
  const status = decision === 'APPROVED' ? 'PUBLISHED' : decision;
  const data = { status, reviewComment: comment, ...(decision === 'CHANGES_REQUESTED' ? {} : kept) } as const;
  return tx.draft.update({ where: { id: draftId }, data });
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
    const decided = await decide(tx, call, held, reviewing, decision);
    await recordDraft(tx, call, action, decided, { submission_round: decided.submissionRound });
    return decided;
  });
}

/**
 * Publishes the draft as a version. Indexes its endpoints and computes its diff before the transaction. The transaction
 * checks draft, branch, name and permission again, and writes everything or nothing.
 */
export async function approveDraft(call: Call, input: ReviewInput): Promise<Version> {
  const reviewing = await beginReview(call, input);
  refusePublishedName(reviewing, reviewing.place);
  const prepared = await prepare(call, reviewing);
  try {
    const version = await inTransaction(call.db, async tx => {
      const held = await holdForReview(tx, call, reviewing);
      refusePublishedName(reviewing, held);
      const decided = await decide(tx, call, held, reviewing, 'APPROVED', prepared.comparison);
      return publish(tx, call, decided, held, prepared);
    });
    call.jobs.wake();
    return version;
  } catch (error) {
    if (uniqueViolation(error)?.includes('protected_name'))
      throw alreadyExists('version_name', 'A version with this name is already published on this branch');
    throw error;
  }
}

/**
 * Refuses a version name that is already published on a protected branch. `place.isNamePublished` was read together
 * with the branch's latest version. The review revision depends on both, so while it is fresh, this value is too.
 */
function refusePublishedName({ draft, place }: Reviewing, { isProtected }: Pick<Branch, 'isProtected'>): void {
  if (isProtected && place.isNamePublished) throw namePublished(draft.versionName);
}

type Prepared = {
  endpoints: IndexedEndpoint[];
  entries: string;
  previousId: string | null;
  comparison: Comparison | undefined;
};

async function prepare(call: Call, { draft, place }: Reviewing): Promise<Prepared> {
  const documentType = typeOfFormat(draft.documentFormat);
  const { baseVersionId: previousId, baseHash: beforeHash } = place;
  const endpoints = await loadEndpoints(call, draft.contentHash, documentType);
  const entries = await searchEntriesOf(call, draft.canonicalHash, documentType);
  if (previousId === null) return { endpoints, entries, previousId, comparison: undefined };
  const [comparison] = await compareContents(call, [{ documentType, beforeHash, afterHash: draft.canonicalHash }]);
  return { endpoints, entries, previousId, comparison };
}

async function publish(tx: Db, call: Call, draft: Draft, held: Held, prepared: Prepared): Promise<Version> {
  const reviewer = signedIn(call);
  const versionId = newId();
  const sequence = held.versionCount + 1;
  const { projectId, documentId, branchId, versionName, changelog, sourceGitCommitId } = draft;
  const { documentFormat, sourceType, contentHash, canonicalHash, warningCount } = draft;
  const version = await tx.version.create({
    data: {
      id: versionId,
      ...{ projectId, documentId, branchId, versionName, changelog, sourceGitCommitId },
      ...{ documentFormat, sourceType, contentHash, canonicalHash, warningCount, sequence },
      draftId: draft.id,
      protectedName: held.isProtected ? versionName : null,
      publishedById: reviewer.id,
      publishedAt: new Date(),
    },
  });
  await insertEndpoints(tx, versionId, prepared.endpoints);
  await tx.branch.update({
    where: { id: branchId },
    data: { latestVersionId: versionId, versionCount: sequence },
    select: { id: true },
  });
  await indexBranch(tx, { branchId, projectId, documentId }, prepared.entries);
  const { previousId, comparison } = prepared;
  const owners: SummaryOwner[] = [{ projectId, ownerType: 'VERSION', ownerId: versionId }];
  if (previousId !== null && comparison) {
    const [diff] = await storeDiff(tx, { from: { id: previousId }, to: version, comparison, createdById: reviewer.id });
    owners.push({ projectId, ownerType: 'DIFF', ownerId: diff.id });
  }
  await stageSummaries(tx, owners, reviewer.id);
  await keepKey(tx, call, versionId);
  const metadata = { draft_id: draft.id, branch_id: branchId, version_name: versionName, sequence };
  await recordAct(tx, call, {
    action: 'draft.approve',
    resourceType: 'version',
    resourceId: versionId,
    projectId,
    metadata,
  });
  return version;
}

/** Inserts all endpoints with one statement: row by row, a large document would keep the transaction open too long. */
async function insertEndpoints(tx: Db, versionId: string, endpoints: IndexedEndpoint[]): Promise<void> {
  if (endpoints.length === 0) return;
  const rows = endpoints.map(endpoint => ({
    id: newId(),
    method: endpoint.method,
    path: storable(endpoint.path),
    operation_id: endpoint.operationId === undefined ? null : storable(endpoint.operationId),
    summary: endpoint.summary === undefined ? null : storable(endpoint.summary),
    tags: endpoint.tags.map(storable),
    deprecated: endpoint.deprecated,
    hash: endpoint.hash,
  }));
  await tx.$executeRaw`
    INSERT INTO endpoints (id, version_id, method, path, operation_id, summary, tags, deprecated, hash)
    SELECT r.id, ${versionId}::uuid, r.method, r.path, r.operation_id, r.summary, r.tags, r.deprecated, r.hash
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(
      id uuid, method text, path text, operation_id text, summary text, tags text[], deprecated boolean, hash text)`;
}

/** Replaces NUL and lone surrogates, which JSON escapes can contain and PostgreSQL cannot store. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
