import { authorizeAs, type CallerNow, callerNow } from '../access/as-of-now.ts';
import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { enteredProject } from '../access/own-role.ts';
import { type PlaceRow, placeColumns, type StandingRow, standingColumns } from '../access/placed-draft.ts';
import { type InDocuments, loadInProject, type Parents, type ProjectAction } from '../access/policy.ts';
import type { Statuses } from '../access/statuses.ts';
import { type Act, actRow } from '../audit/service.ts';
import { type JudgementJson, judgementFrom, judgementOf, judgementOfDocument } from '../diffs/exceptions.ts';
import { typeOfFormat } from '../documents/model.ts';
import { stageEvents, type WantingWebhook, webhooksFor } from '../events/consequences.ts';
import { hasStagedJobs } from '../events/summaries.ts';
import { type Draft, Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched, prime } from '../lists/batch.ts';
import type { Extra } from '../lists/child-list.ts';
import type { Db } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import {
  allColumns,
  findRow,
  type Named,
  nameColumns,
  readRows,
  type Sender,
  type SqlTransaction,
  selectColumns,
  updateRows,
  withWrites,
} from '../platform/rows.ts';
import { inSqlTransaction } from '../platform/sql-transactions.ts';
import { lockedBranch, refuseArchived } from '../projects/archived.ts';
import { personById } from '../users/person.ts';
import { isDecided, namePublished } from './model.ts';
import { type Place, type PlacedDraft, placed, type Standing, splitStanding } from './place.ts';

// Data that fields of drafts need. Each is loaded once for all drafts of an execution.

type Placed = Pick<
  Draft,
  'id' | 'revision' | 'submissionRound' | 'branchId' | 'versionName' | 'status' | 'reviewedBaseVersionId'
>;

/** Reads the standing of a draft, once per execution. */
export const standingOf = (context: Context, draft: Placed): Promise<Standing> => batched(context, standings, draft);

/** The cache key includes the state of the row, because the standing is valid only for that state. */
const standings: Batch<Placed, Standing> = {
  idOf: ({ id, revision, submissionRound, status }) => JSON.stringify([id, revision, submissionRound, status]),
  load: ({ db }, drafts) => readStandings(db, drafts),
};

/** Joins by the values of the drafts, not by their ids: a withdrawn draft has no row. */
function readStandings(db: Db, drafts: readonly Placed[]): Promise<Standing[]> {
  const asked = drafts.map(({ branchId, versionName, status, reviewedBaseVersionId }, place) => ({
    ...{ place, branchId, versionName, isDecided: isDecided(status), decidedBaseId: reviewedBaseVersionId },
  }));
  return readRows<Standing>(
    db,
    Prisma.sql`
      SELECT b.latest_version_id::text AS "latestVersionId", base.id::text AS "baseVersionId",
        base.canonical_hash AS "baseHash",
        EXISTS (SELECT FROM versions v WHERE v.branch_id = b.id AND v.version_name = asked."versionName")
          AS "isNamePublished", b.is_protected AS "isProtected"
      FROM json_to_recordset(${JSON.stringify(asked)}::json) AS asked(
        place int, "branchId" uuid, "versionName" text, "isDecided" boolean, "decidedBaseId" uuid)
      JOIN branches b ON b.id = asked."branchId"
      LEFT JOIN versions base
        ON base.id = CASE WHEN asked."isDecided" THEN asked."decidedBaseId" ELSE b.latest_version_id END
      ORDER BY asked.place`,
  );
}

/** Extra columns with which a list of drafts reads their standings and authors in the same statement. */
export const withStanding: Extra<Draft> = {
  columns: standingColumns,
  take(context, row) {
    const { draft, standing, authorName } = splitStanding(row as unknown as StandingRow);
    keepPlace(context, draft, { ...standing, authorName });
  },
};

/** Caches the standing and the author that were read with a draft, for its fields. */
function keepPlace(
  context: Context,
  draft: Draft,
  { authorName, ...standing }: Standing & Pick<Place, 'authorName'>,
): void {
  if (authorName !== null) prime(context, personById, draft.createdById, { id: draft.createdById, name: authorName });
  prime(context, standings, draft, standing);
}

const DRAFTS = { table: 'drafts', fields: Prisma.DraftScalarFieldEnum };

/** Loads a draft with its place for an action and checks that the caller may perform it. */
export function loadDraft(call: Call, action: ProjectAction, id: string, parents: Parents): Promise<PlacedDraft> {
  const find = async (_: InDocuments, reach: Prisma.Sql) =>
    takeEnteredDraft(call, id, parents) ?? findDraft(call, id, reach);
  return loadInProject(call, action, 'Draft', parents, find, ({ documentFormat, createdById }) => ({
    documentType: typeOfFormat(documentFormat),
    createdById,
  }));
}

/** The draft in the path of the request, if it was read with the caller. Only once: the request may change the draft. */
function takeEnteredDraft(call: Call, id: string, { projectId }: Parents): PlacedDraft | undefined {
  const entered = enteredProject(call);
  if (entered?.id !== projectId || entered?.draft?.id !== id.toLowerCase()) return undefined;
  const { draft } = entered;
  entered.draft = undefined;
  return placed(draft);
}

async function findDraft({ db }: Call, id: string, reach: Prisma.Sql): Promise<PlacedDraft | undefined> {
  if (!isId(id)) return undefined;
  const row = await findRow<PlaceRow>(db, DRAFTS, Prisma.sql`c.id = ${id}::uuid AND ${reach}`, placeColumns);
  return row && placed(row);
}

/** Reads a draft for a response. */
export async function showDraft(context: Context, id: string, parents: Parents): Promise<Draft> {
  const draft = await loadDraft(context, 'draft.read', id, parents);
  keepPlace(context, draft, draft.place);
  return draft;
}

/**
 * Runs a transaction that locks the branch and writes a draft. Caches what the transaction read with it, for the fields of the
 * draft.
 */
export async function writeDraft(
  context: Context,
  write: (tx: SqlTransaction) => Promise<WrittenDraft>,
): Promise<Draft> {
  const { draft, judgement, hasJobs } = await inSqlTransaction(context.db, write);
  if (hasJobs) context.jobs.wake();
  keepPlace(context, draft, draft.place);
  prime(context, judgementOfDocument, draft.documentId, judgementFrom(judgement));
  return draft;
}

/** A draft after its change, with the judgement of its document, and whether jobs were staged. */
export type WrittenDraft = { draft: PlacedDraft; judgement: JudgementJson | null; hasJobs: boolean };

type Written = Omit<WrittenDraft, 'draft'> & { webhooks: WantingWebhook[] | null };

/** A write of a draft: SQL that changes its row, what the audit log records, and other writes of the statement. */
type DraftWrite = { write: Prisma.Sql; act: Act; others?: Named };

/**
 * Writes a draft, its audit row and `others`, and reads the draft with its place, in one statement. Returns undefined if
 * `write` matched no draft. The audit row and `others` are written even then, so the caller must throw.
 */
export async function sendDraft(tx: Sender, call: Call, one: DraftWrite): Promise<WrittenDraft | undefined> {
  const [row] = await readRows<WrittenRow>(tx, writtenDraft(call, one));
  return row && staged(tx, call, one.act, row);
}

/**
 * The same, but locks the branch first, which must be active, and checks the current rights of the caller. Lock and write are
 * sent together; an error rolls back the write.
 */
export async function sendToActiveBranch(
  tx: SqlTransaction,
  call: Call,
  { branchId, projectId }: Pick<Draft, 'branchId' | 'projectId'>,
  action: ProjectAction,
  one: DraftWrite,
): Promise<WrittenDraft | undefined> {
  const caller = callerNow(call, Prisma.sql`${projectId}::uuid`);
  const written = writtenDraft(call, one, { caller });
  const [[branch], [row]] = await tx.sendBoth<Statuses, WrittenRow & { caller: CallerNow }>(
    lockedBranch(branchId),
    written,
  );
  refuseArchived(branch);
  if (row === undefined) return undefined;
  const { caller: now, ...draft } = row;
  await authorizeAs(now, call, action, projectId);
  return staged(tx, call, one.act, draft);
}

type WrittenRow = PlaceRow & Written;

function writtenDraft(call: Call, { write, act, others = {} }: DraftWrite, more: Named = {}): Prisma.Sql {
  const { fields } = DRAFTS;
  const draft = Prisma.sql`${write} RETURNING ${allColumns(fields)}`;
  const columns = {
    ...placeColumns,
    judgement: judgementOf(Prisma.sql`c.document_id`),
    webhooks: webhooksFor(act),
    hasJobs: hasStagedJobs(others),
    ...more,
  };
  const read = Prisma.sql`SELECT ${selectColumns('c', fields)}, ${nameColumns(columns)} FROM draft c`;
  return withWrites({ draft, act: actRow(call, act), ...others }, read);
}

async function staged(tx: Sender, call: Call, act: Act, row: WrittenRow): Promise<WrittenDraft> {
  const { webhooks, judgement, hasJobs, ...found } = row;
  await stageEvents(tx, call, act, webhooks);
  return { draft: placed(found as PlaceRow), judgement, hasJobs };
}

/** Refuses a published name on a protected branch. Uses the state in which the draft was read. */
export function refusePublishedName({ versionName, place }: PlacedDraft): void {
  if (place.isProtected && place.isNamePublished) throw namePublished(versionName);
}

/** SQL that changes a draft if the condition is true. */
export const changeDraft = ({ id }: Pick<Draft, 'id'>, change: Partial<Draft>, where: Prisma.Sql): Prisma.Sql =>
  updateRows('drafts', { ...change, updatedAt: new Date() }, Prisma.sql`c.id = ${id}::uuid AND ${where}`);

/** What the audit log records about a change of a draft. */
export const draftAct = (
  action: string,
  { id, projectId }: Pick<Draft, 'id' | 'projectId'>,
  metadata?: Prisma.InputJsonObject,
): Act => ({ action, resourceType: 'draft', resourceId: id, projectId, metadata });
