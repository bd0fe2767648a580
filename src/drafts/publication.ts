import { type Call, signedIn } from '../access/call.ts';
import { keepKey } from '../audit/once.ts';
import { actRow } from '../audit/service.ts';
import { compareContents } from '../contents/comparisons.ts';
import { runTask, sharedWork } from '../contents/run-task.ts';
import { loadPacked } from '../contents/texts.ts';
import type { PackedText } from '../contents/worker/packed.ts';
import type { PublishedRows } from '../contents/worker/published-rows.ts';
import { typeOfFormat } from '../documents/model.ts';
import { isSilent, stageEvents, type WantingWebhook, webhooksFor } from '../events/consequences.ts';
import { hasStagedJobs, type SummaryOwner, stagedSummaries } from '../events/summaries.ts';
import {
  type Branch,
  type Comparison,
  type DocumentType,
  type Draft,
  Prisma,
  type Version,
} from '../generated/prisma/client.ts';
import { newId, newIdAfter } from '../platform/ids.ts';
import {
  allColumns,
  insertRow,
  type Named,
  nameColumns,
  readRows,
  type SqlTransaction,
  selectColumns,
  updateRows,
  withWrites,
} from '../platform/rows.ts';
import { inSqlTransaction } from '../platform/sql-transactions.ts';
import {
  beginReview,
  decisionOf,
  type Held,
  holdForReview,
  type ReviewInput,
  type Reviewing,
  requireRules,
} from './review.ts';
import { refusePublishedName } from './standing.ts';

/**
 * Publishes the draft as a version. Indexes its endpoints and computes its diff before the transaction. The transaction
 * checks draft, branch, name and permission again, and writes everything or nothing.
 */
export async function approveDraft(call: Call, input: ReviewInput): Promise<Version> {
  const reviewing = await beginReview(call, input);
  refusePublishedName(reviewing.draft);
  const prepared = await prepare(call, reviewing);
  const { version, hasJobs } = await inSqlTransaction(call.db, async tx => {
    const held = await holdForReview(tx, call, reviewing);
    const { draft, comment } = reviewing;
    // `isNamePublished` cannot have changed since it was read: each publication changes the review revision.
    refusePublishedName({ ...draft, place: { ...draft.place, isProtected: held.isProtected } });
    await requireRules(tx, held.rules, { decision: 'APPROVED', draft, comment, comparison: prepared.comparison });
    return publish(tx, call, held, reviewing, prepared);
  });
  if (hasJobs) call.jobs.wake();
  return version;
}

type Prepared = {
  rows: PublishedRows;
  previousId: string | null;
  comparison: Comparison | undefined;
};

async function prepare(call: Call, { draft }: Reviewing): Promise<Prepared> {
  const documentType = typeOfFormat(draft.documentFormat);
  const { baseVersionId: previousId, baseHash: beforeHash } = draft.place;
  const pair = { documentType, beforeHash, afterHash: draft.canonicalHash };
  const [rows, [comparison]] = await Promise.all([
    rowsOf(call, draft, documentType),
    previousId === null ? [] : compareContents(call, [pair]),
  ]);
  return { rows, previousId, comparison };
}

/** Loads the canonical form of a content and the list of its endpoints. Markdown has none. */
async function loadIndexed(
  db: Call['db'],
  { contentHash, canonicalHash }: Draft,
  documentType: DocumentType,
): Promise<{ canonical: PackedText; endpoints?: PackedText }> {
  if (documentType === 'MARKDOWN') return { canonical: await loadPacked(db, canonicalHash) };
  const rows = await readRows<PackedText & { isCanonical: boolean }>(
    db,
    Prisma.sql`
      SELECT t.hash, t.size_bytes AS "sizeBytes", t.body, t.hash = ${canonicalHash} AS "isCanonical"
      FROM texts t WHERE t.hash IN (${canonicalHash}, (
        SELECT a.endpoints_hash FROM analyses a
        WHERE a.content_hash = ${contentHash} AND a.document_type = ${documentType}::"DocumentType"))`,
  );
  const canonical = rows.find(({ isCanonical }) => isCanonical);
  const endpoints = rows.find(row => row !== canonical);
  if (canonical === undefined || endpoints === undefined) throw new Error(`Content ${contentHash} is not stored`);
  return { canonical, endpoints };
}

/**
 * Writes the version and everything that follows from it, in one statement, and stages its events. `reviewing.draft` was read
 * before the transaction, but its review revision was checked again.
 */
async function publish(
  tx: SqlTransaction,
  call: Call,
  held: Held,
  reviewing: Reviewing,
  { rows, previousId, comparison }: Prepared,
): Promise<{ version: Version; hasJobs: boolean }> {
  const { draft } = reviewing;
  const { id: reviewerId } = signedIn(call);
  const { projectId, documentId, branchId, versionName } = draft;
  const [versionId, sequence] = [newIdAfter(held.latestVersionId), held.versionCount + 1];
  const owners: SummaryOwner[] = [{ projectId, ownerType: 'VERSION', ownerId: versionId }];
  const compared = previousId !== null && comparison && { fromVersionId: previousId, comparisonId: comparison.id };
  const diff = compared && { id: newId(), projectId, documentId, toVersionId: versionId, ...compared };
  if (diff) owners.push({ projectId, ownerType: 'DIFF', ownerId: diff.id });
  const metadata = { draft_id: draft.id, branch_id: branchId, version_name: versionName, sequence };
  const act = { action: 'draft.approve', resourceType: 'version', resourceId: versionId, projectId, metadata };
  const now = new Date();
  const latest = { latestVersionId: versionId, versionCount: sequence, updatedAt: now };
  const fields = Prisma.VersionScalarFieldEnum;
  const writes = {
    ...decisionOf(call, held, reviewing, 'APPROVED'),
    version: Prisma.sql`
      ${insertVersion(draft, { id: versionId, sequence, isProtected: held.isProtected, publishedById: reviewerId, publishedAt: now })}
      RETURNING ${allColumns(fields)}`,
    endpoints: insertEndpoints(versionId, rows.endpoints),
    branch: updateRows('branches', latest, Prisma.sql`c.id = ${branchId}::uuid`),
    ...(diff && { diff: insertRow('diffs', { ...diff, createdById: reviewerId, createdAt: now, updatedAt: now }) }),
    ...indexedEntries({ branchId, projectId, documentId }, rows.entries),
    ...stagedSummaries(owners, reviewerId),
    act: actRow(call, act),
  };
  await keepKey(tx, call, versionId);
  const columns = nameColumns({ webhooks: webhooksFor(act), hasJobs: hasStagedJobs(writes) });
  const read = Prisma.sql`SELECT ${selectColumns('c', fields)}, ${columns} FROM version c`;
  const isLast = isSilent(call, act, held.hasWebhooks);
  const [row] = await (isLast ? tx.sendLast : tx.send)<Published>(withWrites(writes, read));
  const { webhooks, hasJobs, ...version } = row as Published;
  if (!isLast) await stageEvents(tx, call, act, webhooks);
  return { version, hasJobs };
}

type Published = Version & { webhooks: WantingWebhook[] | null; hasJobs: boolean };

type NewVersion = Pick<Version, 'id' | 'sequence' | 'publishedById' | 'publishedAt'> & Pick<Branch, 'isProtected'>;

function insertVersion(
  draft: Draft,
  { id, sequence, isProtected, publishedById, publishedAt }: NewVersion,
): Prisma.Sql {
  const { projectId, documentId, branchId, versionName, changelog, sourceGitCommitId } = draft;
  const { documentFormat, sourceType, contentHash, canonicalHash, warningCount } = draft;
  return insertRow('versions', {
    ...{ id, projectId, documentId, branchId, versionName, changelog, sourceGitCommitId },
    ...{ documentFormat, sourceType, contentHash, canonicalHash, warningCount, sequence },
    ...{ draftId: draft.id, protectedName: isProtected ? versionName : null },
    ...{ publishedById, publishedAt, createdAt: publishedAt },
  });
}

/** SQL for a list of rows: JSON as UTF-8 bytes. The driver would encode a string, which blocks the event loop. */
const listOf = (rows: Uint8Array): Prisma.Sql => Prisma.sql`convert_from(${rows}::bytea, 'UTF8')::json`;

const insertEndpoints = (versionId: string, endpoints: Uint8Array): Prisma.Sql => Prisma.sql`
  INSERT INTO endpoints (id, version_id, method, path, operation_id, summary, tags, deprecated, hash)
  SELECT r.id, ${versionId}::uuid, r.method, r.path, r.operation_id, r.summary, r.tags, r.deprecated, r.hash
  FROM json_to_recordset(${listOf(endpoints)}) AS r(
    id uuid, method text, path text, operation_id text, summary text, tags text[], deprecated boolean, hash text)`;

const making = sharedWork<PublishedRows>();

/**
 * The endpoints and searchable parts of a draft, computed before the transaction of the publication. Concurrent approvals of
 * one draft, of which one succeeds, share one worker task.
 */
const rowsOf = (call: Call, draft: Draft, documentType: DocumentType): Promise<PublishedRows> =>
  making(call, `${draft.id} ${draft.contentHash}`, async () =>
    runTask<PublishedRows>(call, 'publishedRows', {
      ...(await loadIndexed(call.db, draft, documentType)),
      documentType,
    }),
  );

type Place = { branchId: string; projectId: string; documentId: string };

/**
 * SQL that replaces the search entries of a branch by those of its latest version. Unchanged entries are not written
 * again.
 */
const indexedEntries = ({ branchId, projectId, documentId }: Place, entries: Uint8Array): Named => ({
  entries: Prisma.sql`
    SELECT DISTINCT ON (digest) * FROM json_to_recordset(${listOf(entries)}) AS r(
      digest text, kind "SearchEntryKind", title text, body text, method text, path text, pointer text, line int,
      vector text, title_words text, body_words text)
    ORDER BY digest`,
  entries_gone: Prisma.sql`
    DELETE FROM search_entries e WHERE e.branch_id = ${branchId}::uuid
      AND NOT EXISTS (SELECT FROM entries f WHERE f.digest = e.digest)`,
  entries_new: Prisma.sql`
    INSERT INTO search_entries (id, project_id, document_id, branch_id, digest, kind, title, body, method, path, pointer,
      line, words)
    SELECT gen_random_uuid(), ${projectId}::uuid, ${documentId}::uuid, ${branchId}::uuid, f.digest, f.kind, f.title,
      f.body, f.method, f.path, f.pointer, f.line, coalesce(lower(f.vector)::tsvector,
        setweight(to_tsvector('simple', f.title_words), 'A') || setweight(to_tsvector('simple', f.body_words), 'B'))
    FROM entries f
    WHERE NOT EXISTS (SELECT FROM search_entries e WHERE e.branch_id = ${branchId}::uuid AND e.digest = f.digest)`,
});
