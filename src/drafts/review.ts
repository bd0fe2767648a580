import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { cacheOwnRole } from '../access/own-role.ts';
import { authorize, type Parents } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { actRow } from '../audit/service.ts';
import { compareContents, loadIndexed } from '../contents/service.ts';
import { typeOfFormat } from '../documents/model.ts';
import { type SummaryOwner, stagedSummaries, stageEvents } from '../events/consequences.ts';
import {
  type Branch,
  type Comparison,
  type Draft,
  Prisma,
  type ReviewDecision,
  type Version,
} from '../generated/prisma/client.ts';
import type { IndexedEndpoint } from '../openapi/endpoints.ts';
import { type Db, inTransaction, uniqueViolation } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { newId } from '../platform/ids.ts';
import { allColumns, insertRow, selectColumns, updateRows, withWrites } from '../platform/rows.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { refuseArchived, type Statuses } from '../projects/archived.ts';
import { indexedEntries, searchEntriesOf } from '../search/index-branch.ts';
import { type Reviewed, requireSubmitted, requireToken, reviewRevision } from './model.ts';
import { type DecisionRules, readRules, requireRules } from './review-rules.ts';
import { changeDraft, draftAct, loadDraft, namePublished } from './service.ts';
import { type PlacedDraft, sendDraft, writeDraft } from './standing.ts';

export type ReviewInput = Parents & { id: string; expectedReviewRevision?: string | null; comment?: string | null };

/** What a decision reads before its transaction, with the reviewer's input. */
type Reviewing = { draft: PlacedDraft; expected: string; comment: string | null };

async function beginReview(call: Call, input: ReviewInput): Promise<Reviewing> {
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
  requireSubmitted(draft.status);
}

/** The branch and draft of a decision, locked until the transaction ends. */
type Held = Reviewed & Pick<Branch, 'isProtected' | 'latestVersionId' | 'versionCount'> & { rules: DecisionRules };

/**
 * Locks branch and draft and checks both again as they are now, so that only the first of several decisions succeeds.
 */
async function holdForReview(tx: Db, call: Call, { draft, expected }: Reviewing): Promise<Held> {
  const [held] = await tx.$queryRaw<(Omit<Held, 'rules'> & Statuses)[]>`
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
  const { rules, ownRole } = await readRules(tx, call, draft);
  const late = { ...call, db: tx as Call['db'] };
  cacheOwnRole(late, draft.projectId, ownRole);
  await authorize(late, 'draft.review', draft.projectId);
  refuseArchived(held);
  requireFresh(held, held.latestVersionId, expected);
  return { ...held, rules };
}

/** SQL for a decision: its row, and the change of the draft. */
function decisionOf(
  call: Call,
  { id: draftId, submissionRound, latestVersionId }: Held,
  { draft, expected, comment }: Reviewing,
  decision: ReviewDecision,
): { review: Prisma.Sql; decided: Prisma.Sql } {
  const review = { draftId, decision, comment, submissionRound, reviewRevision: expected };
  const kept = { reviewedBaseVersionId: latestVersionId, reviewedRevision: expected };
  const status = decision === 'APPROVED' ? 'PUBLISHED' : decision;
  const change = { status, reviewComment: comment, ...(decision === 'CHANGES_REQUESTED' ? {} : kept) } as const;
  return {
    review: insertRow('reviews', { id: newId(), ...review, createdById: signedIn(call).id }),
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
    await requireRules(tx, call, held.rules, { decision, draft, reviewerId: signedIn(call).id, comment });
    const { review, decided } = decisionOf(call, held, reviewing, decision);
    const act = draftAct(action, draft, { submission_round: held.submissionRound });
    return (await sendDraft(tx, call, decided, act, { review })) as PlacedDraft;
  });
}

/**
 * Publishes the draft as a version. Indexes its endpoints and computes its diff before the transaction. The transaction
 * checks draft, branch, name and permission again, and writes everything or nothing.
 */
export async function approveDraft(call: Call, input: ReviewInput): Promise<Version> {
  const reviewing = await beginReview(call, input);
  refusePublishedName(reviewing, reviewing.draft.place);
  const prepared = await prepare(call, reviewing);
  try {
    const version = await inTransaction(call.db, async tx => {
      const held = await holdForReview(tx, call, reviewing);
      refusePublishedName(reviewing, held);
      const { draft, comment } = reviewing;
      const approval = { decision: 'APPROVED', draft, reviewerId: signedIn(call).id, comment } as const;
      await requireRules(tx, call, held.rules, { ...approval, comparison: prepared.comparison });
      return publish(tx, call, held, reviewing, prepared);
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
function refusePublishedName({ draft }: Reviewing, { isProtected }: Pick<Branch, 'isProtected'>): void {
  if (isProtected && draft.place.isNamePublished) throw namePublished(draft.versionName);
}

type Prepared = {
  endpoints: IndexedEndpoint[];
  entries: string;
  previousId: string | null;
  comparison: Comparison | undefined;
};

async function prepare(call: Call, { draft }: Reviewing): Promise<Prepared> {
  const documentType = typeOfFormat(draft.documentFormat);
  const { baseVersionId: previousId, baseHash: beforeHash } = draft.place;
  const { canonical, endpoints } = await loadIndexed(call, { ...draft, documentType });
  const entries = await searchEntriesOf(call, canonical, documentType);
  if (previousId === null) return { endpoints, entries, previousId, comparison: undefined };
  const [comparison] = await compareContents(call, [{ documentType, beforeHash, afterHash: draft.canonicalHash }]);
  return { endpoints, entries, previousId, comparison };
}

/**
 * Writes everything with one statement. The draft is the one that was read before the transaction: its review revision
 * was checked again.
 */
async function publish(
  tx: Db,
  call: Call,
  held: Held,
  reviewing: Reviewing,
  { endpoints, entries, previousId, comparison }: Prepared,
): Promise<Version> {
  const { draft } = reviewing;
  const { id: reviewerId } = signedIn(call);
  const [versionId, sequence] = [newId(), held.versionCount + 1];
  const { projectId, documentId, branchId, versionName, changelog, sourceGitCommitId } = draft;
  const { documentFormat, sourceType, contentHash, canonicalHash, warningCount } = draft;
  const published = {
    ...{ id: versionId, projectId, documentId, branchId, versionName, changelog, sourceGitCommitId },
    ...{ documentFormat, sourceType, contentHash, canonicalHash, warningCount, sequence },
    ...{ draftId: draft.id, protectedName: held.isProtected ? versionName : null },
    ...{ publishedById: reviewerId, publishedAt: new Date() },
  };
  const owners: SummaryOwner[] = [{ projectId, ownerType: 'VERSION', ownerId: versionId }];
  const compared = previousId !== null && comparison && { fromVersionId: previousId, comparisonId: comparison.id };
  const diff = compared && { id: newId(), projectId, documentId, toVersionId: versionId, ...compared };
  if (diff) owners.push({ projectId, ownerType: 'DIFF', ownerId: diff.id });
  const metadata = { draft_id: draft.id, branch_id: branchId, version_name: versionName, sequence };
  const act = { action: 'draft.approve', resourceType: 'version', resourceId: versionId, projectId, metadata };
  const fields = Prisma.VersionScalarFieldEnum;
  const writes = {
    ...decisionOf(call, held, reviewing, 'APPROVED'),
    version: Prisma.sql`${insertRow('versions', published)} RETURNING ${allColumns(fields)}`,
    endpoints: insertEndpoints(versionId, endpoints),
    branch: updateRows(
      'branches',
      { latestVersionId: versionId, versionCount: sequence, updatedAt: new Date() },
      Prisma.sql`c.id = ${branchId}::uuid`,
    ),
    ...(diff && { diff: insertRow('diffs', { ...diff, createdById: reviewerId, updatedAt: new Date() }) }),
    ...indexedEntries({ branchId, projectId, documentId }, entries),
    ...stagedSummaries(owners, reviewerId),
    act: actRow(call, act),
  };
  await keepKey(tx, call, versionId);
  const read = Prisma.sql`SELECT ${selectColumns('c', fields)} FROM version c`;
  const [version] = await tx.$queryRaw<Version[]>(withWrites(writes, read));
  await stageEvents(tx, call, act);
  return version as Version;
}

/** SQL that inserts all endpoints. */
function insertEndpoints(versionId: string, endpoints: IndexedEndpoint[]): Prisma.Sql {
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
  return Prisma.sql`
    INSERT INTO endpoints (id, version_id, method, path, operation_id, summary, tags, deprecated, hash)
    SELECT r.id, ${versionId}::uuid, r.method, r.path, r.operation_id, r.summary, r.tags, r.deprecated, r.hash
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(
      id uuid, method text, path text, operation_id text, summary text, tags text[], deprecated boolean, hash text)`;
}

/** Replaces NUL and lone surrogates, which JSON escapes can contain and PostgreSQL cannot store. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
