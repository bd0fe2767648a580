import { type Call, signedIn } from '../access/call.ts';
import { authorize } from '../access/policy.ts';
import { type SummaryOwner, stageSummaries } from '../ai/staging.ts';
import { recordAct } from '../audit/service.ts';
import { requireActiveBranch } from '../branches/service.ts';
import { compareContents, loadEndpoints } from '../contents/service.ts';
import { storeDiff } from '../diffs/service.ts';
import { typeOfFormat } from '../documents/model.ts';
import { type Parents, requireActiveDocument } from '../documents/service.ts';
import type { Branch, Comparison, Draft, ReviewDecision, Version } from '../generated/prisma/client.ts';
import type { IndexedEndpoint } from '../openapi/endpoints.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { newId } from '../platform/ids.ts';
import { requireSubmitted, requireToken, reviewRevision } from './model.ts';
import { loadDraft, recordDraft, requireFreeName } from './service.ts';

const COMMENT_CHARACTERS = 4000;

export type ReviewInput = Parents & { id: string; expectedReviewRevision?: string | null; comment?: string | null };

/** What was read before the transaction of a decision, and what the reviewer said. */
type Reviewing = { draft: Draft; expected: string; comment: string | null };

async function beginReview(call: Call, input: ReviewInput): Promise<Reviewing & { branch: Branch }> {
  const draft = await loadDraft(call, 'draft.review', input.id, input);
  const expected = requireToken('expected_review_revision', input.expectedReviewRevision);
  await requireActiveBranch(call.db, draft);
  const branch = await call.db.branch.findUniqueOrThrow({ where: { id: draft.branchId } });
  requireFresh(draft, branch, expected);
  const comment = fields.optionalText('comment', input.comment, COMMENT_CHARACTERS);
  return { draft, branch, expected, comment };
}

function requireFresh(draft: Draft, branch: Branch, expected: string): void {
  const present = reviewRevision(draft, branch.latestVersionId);
  if (draft.status === 'SUBMITTED' && present !== expected)
    throw failedPrecondition(
      'expected_review_revision is stale: the draft, its submission or the latest version of the branch has changed; load the draft again',
    );
  requireSubmitted(draft.status);
}

/** Holds branch and draft and judges both again as they are now: of several decisions one is the first. */
async function lockForReview(
  tx: Db,
  call: Call,
  { draft, expected }: Reviewing,
): Promise<{ draft: Draft; branch: Branch }> {
  await requireActiveDocument(tx, { id: draft.documentId, projectId: draft.projectId });
  await tx.$queryRaw`SELECT id::text FROM branches WHERE id = ${draft.branchId}::uuid FOR UPDATE`;
  await tx.$queryRaw`SELECT id::text FROM drafts WHERE id = ${draft.id}::uuid FOR UPDATE`;
  await authorize({ ...call, db: tx as Call['db'] }, 'draft.review', draft.projectId);
  const branch = await tx.branch.findUniqueOrThrow({ where: { id: draft.branchId } });
  if (branch.status !== 'ACTIVE') throw failedPrecondition('The branch is archived');
  const present = await tx.draft.findUnique({ where: { id: draft.id } });
  if (present === null) throw notFound('Draft');
  requireFresh(present, branch, expected);
  return { draft: present, branch };
}

async function decide(
  tx: Db,
  call: Call,
  draft: Draft,
  branch: Branch,
  { expected, comment }: Reviewing,
  decision: ReviewDecision,
): Promise<Draft> {
  const { submissionRound } = draft;
  const review = { draftId: draft.id, decision, comment, submissionRound, reviewRevision: expected };
  await tx.review.create({ data: { id: newId(), ...review, createdById: signedIn(call).id } });
  const kept = { reviewedBaseVersionId: branch.latestVersionId, reviewedRevision: expected };
  const status = decision === 'APPROVED' ? 'PUBLISHED' : decision;
  const data = { status, reviewComment: comment, ...(decision === 'CHANGES_REQUESTED' ? {} : kept) } as const;
  return tx.draft.update({ where: { id: draft.id }, data });
}

/** Sends the draft back to its author, who may change and submit it again. */
export const requestDraftChanges = (call: Call, input: ReviewInput): Promise<Draft> =>
  sendBack(call, input, 'CHANGES_REQUESTED', 'draft.request_changes');

/** Ends the draft for good. */
export const rejectDraft = (call: Call, input: ReviewInput): Promise<Draft> =>
  sendBack(call, input, 'REJECTED', 'draft.reject');

async function sendBack(
  call: Call,
  input: ReviewInput,
  decision: 'CHANGES_REQUESTED' | 'REJECTED',
  action: string,
): Promise<Draft> {
  const reviewing = await beginReview(call, input);
  return inTransaction(call.db, async tx => {
    const { draft, branch } = await lockForReview(tx, call, reviewing);
    const decided = await decide(tx, call, draft, branch, reviewing, decision);
    await recordDraft(tx, call, action, decided, { submission_round: decided.submissionRound });
    return decided;
  });
}

/**
 * Publishes the draft as a version. Its endpoints are indexed and its diff is made before the transaction, which then
 * judges draft, branch, name and permission again and writes all or nothing.
 */
export async function approveDraft(call: Call, input: ReviewInput): Promise<Version> {
  const reviewing = await beginReview(call, input);
  await requireFreeName(call.db, reviewing.branch, reviewing.draft.versionName);
  const prepared = await prepare(call, reviewing.draft, reviewing.branch);
  try {
    const version = await inTransaction(call.db, async tx => {
      const { draft, branch } = await lockForReview(tx, call, reviewing);
      await requireFreeName(tx, branch, draft.versionName);
      const decided = await decide(tx, call, draft, branch, reviewing, 'APPROVED');
      return publish(tx, call, decided, branch, prepared);
    });
    call.jobs.wake();
    return version;
  } catch (error) {
    if (uniqueViolation(error)?.includes('protected_name'))
      throw alreadyExists('version_name', 'This version is published on this branch already');
    throw error;
  }
}

type Prepared = { endpoints: IndexedEndpoint[]; previous: Version | null; comparison: Comparison | undefined };

async function prepare(call: Call, draft: Draft, branch: Branch): Promise<Prepared> {
  const documentType = typeOfFormat(draft.documentFormat);
  const previous =
    branch.latestVersionId === null
      ? null
      : await call.db.version.findUniqueOrThrow({ where: { id: branch.latestVersionId } });
  const endpoints = await loadEndpoints(call, draft.contentHash, documentType);
  if (previous === null) return { endpoints, previous, comparison: undefined };
  const pair = { documentType, beforeHash: previous.canonicalHash, afterHash: draft.canonicalHash };
  const [comparison] = await compareContents(call, [pair]);
  return { endpoints, previous, comparison };
}

async function publish(tx: Db, call: Call, draft: Draft, branch: Branch, prepared: Prepared): Promise<Version> {
  const reviewer = signedIn(call);
  const versionId = newId();
  const { versionCount: sequence } = await tx.branch.update({
    where: { id: branch.id },
    data: { versionCount: { increment: 1 } },
    select: { versionCount: true },
  });
  const { projectId, documentId, branchId, versionName, changelog, sourceGitCommitId } = draft;
  const { documentFormat, sourceType, contentHash, canonicalHash, warningCount } = draft;
  const version = await tx.version.create({
    data: {
      id: versionId,
      ...{ projectId, documentId, branchId, versionName, changelog, sourceGitCommitId },
      ...{ documentFormat, sourceType, contentHash, canonicalHash, warningCount, sequence },
      draftId: draft.id,
      protectedName: branch.isProtected ? versionName : null,
      publishedById: reviewer.id,
      publishedAt: new Date(),
    },
  });
  await insertEndpoints(tx, versionId, prepared.endpoints);
  await tx.branch.update({ where: { id: branch.id }, data: { latestVersionId: versionId } });
  const { previous, comparison } = prepared;
  const owners: SummaryOwner[] = [{ projectId, ownerType: 'VERSION', ownerId: versionId }];
  if (previous && comparison) {
    const [diff] = await storeDiff(tx, { from: previous, to: version, comparison, createdById: reviewer.id });
    owners.push({ projectId, ownerType: 'DIFF', ownerId: diff.id });
  }
  await stageSummaries(tx, owners, reviewer.id);
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

/** One statement for all endpoints: row by row a large document would hold the transaction for long. */
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

/** PostgreSQL holds neither NUL nor lone surrogates, which JSON escapes can bring into a document's strings. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
