import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { type Act, actRow } from '../audit/service.ts';
import { type ComparedContents, type ContentPair, compareQuickly, compareWithItems } from '../contents/service.ts';
import { typeOfFormat } from '../documents/model.ts';
import { stageEvents } from '../events/consequences.ts';
import { type Comparison, type Draft, Prisma, type Version } from '../generated/prisma/client.ts';
import { type Batch, batched, prime, rowsByKey } from '../lists/batch.ts';
import type { Extra } from '../lists/child-list.ts';
import { findReferenced, type Reference } from '../lists/follow.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { allColumns, findRow, type Named, nameColumns, readRows, selectColumns, withWrites } from '../platform/rows.ts';
import { type Statuses, statusesOfBranch } from '../projects/archived.ts';
import { personById } from '../users/person.ts';
import { type Problem, readWarnings } from '../versions/service.ts';
import { baseVersionId, isDecided, isEditable } from './model.ts';

// Data that fields of drafts need. Each is loaded once for all drafts of an execution.

/** What a draft is compared with, and whether its version name is already published. */
export type Standing = {
  /** The latest version of its branch. */
  latestVersionId: string | null;
  /** The version that the draft is compared with; see `baseVersionId` in model.ts. */
  baseVersionId: string | null;
  baseHash: string | null;
  /** Whether a version with this name is already published on the branch. */
  isNamePublished: boolean;
};

/** The standing, with the statuses and protection that decide whether the draft may change, and its author's name. */
export type Place = Standing & { statuses: Statuses; isProtected: boolean; authorName: string | null };

/** A draft with its place, from one snapshot. */
export type PlacedDraft = Draft & { place: Place };

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
          AS "isNamePublished"
      FROM json_to_recordset(${JSON.stringify(asked)}::json) AS asked(
        place int, "branchId" uuid, "versionName" text, "isDecided" boolean, "decidedBaseId" uuid)
      JOIN branches b ON b.id = asked."branchId"
      LEFT JOIN versions base
        ON base.id = CASE WHEN asked."isDecided" THEN asked."decidedBaseId" ELSE b.latest_version_id END
      ORDER BY asked.place`,
  );
}

/** The columns with which a draft `c` is read together with its standing and its author's name. */
const standingColumns = {
  latestVersionId: Prisma.sql`(SELECT b.latest_version_id::text FROM branches b WHERE b.id = c.branch_id)`,
  baseHash: Prisma.sql`
    (SELECT v.canonical_hash FROM versions v WHERE v.id = CASE
      WHEN c.status IN ('PUBLISHED', 'REJECTED') THEN c.reviewed_base_version_id
      ELSE (SELECT b.latest_version_id FROM branches b WHERE b.id = c.branch_id) END)`,
  isNamePublished: Prisma.sql`
    EXISTS (SELECT FROM versions v WHERE v.branch_id = c.branch_id AND v.version_name = c.version_name)`,
  authorName: Prisma.sql`(SELECT u.name FROM users u WHERE u.id = c.created_by)`,
};

const placeColumns = {
  ...standingColumns,
  isProtected: Prisma.sql`(SELECT b.is_protected FROM branches b WHERE b.id = c.branch_id)`,
  statuses: statusesOfBranch(Prisma.sql`c.branch_id`),
};

type StandingRow = Draft & Pick<Place, keyof typeof standingColumns>;
type PlaceRow = StandingRow & Pick<Place, 'isProtected' | 'statuses'>;

/** Extra columns with which a list of drafts reads their standings and authors in the same statement. */
export const withStanding: Extra<Draft> = {
  columns: standingColumns,
  take(context, row) {
    const { latestVersionId, baseHash, isNamePublished, authorName, ...draft } = row as unknown as StandingRow;
    const base = baseVersionId(draft, latestVersionId);
    keepPlace(context, draft, { latestVersionId, baseVersionId: base, baseHash, isNamePublished, authorName });
  },
};

/** Keeps what was read with a draft for its fields. */
export function keepPlace(
  context: Context,
  draft: Draft,
  { authorName, ...standing }: Standing & Pick<Place, 'authorName'>,
): void {
  if (authorName !== null) prime(context, personById, draft.createdById, { id: draft.createdById, name: authorName });
  prime(context, standings, draft, standing);
}

function placed(row: PlaceRow): PlacedDraft {
  const { latestVersionId, baseHash, isNamePublished, authorName, isProtected, statuses, ...draft } = row;
  const standing = { latestVersionId, baseVersionId: baseVersionId(draft, latestVersionId), baseHash, isNamePublished };
  return { ...draft, place: { ...standing, authorName, isProtected, statuses } };
}

const DRAFTS = { table: 'drafts', fields: Prisma.DraftScalarFieldEnum };

/** Reads the draft `c` that the condition selects, as it is now, without locks. */
export async function findPlaced(db: Db, where: Prisma.Sql): Promise<PlacedDraft | undefined> {
  const row = await findRow<PlaceRow>(db, DRAFTS, where, placeColumns);
  return row && placed(row);
}

/**
 * Runs a transaction that locks the branch and writes a draft. Keeps its standing as of that transaction for its
 * fields.
 */
export async function writeDraft(
  context: Context,
  write: (tx: Prisma.TransactionClient) => Promise<PlacedDraft>,
): Promise<Draft> {
  const draft = await inTransaction(context.db, write);
  keepPlace(context, draft, draft.place);
  return draft;
}

/**
 * Writes a draft, its audit row and `others`, and reads it with its place: one statement. Returns undefined if `write`
 * matched no draft; the rest is then written nevertheless, so throw.
 */
export async function sendDraft(
  tx: Db,
  call: Call,
  write: Prisma.Sql,
  act: Act,
  others: Named = {},
): Promise<PlacedDraft | undefined> {
  const { fields } = DRAFTS;
  const draft = Prisma.sql`${write} RETURNING ${allColumns(fields)}`;
  const read = Prisma.sql`SELECT ${selectColumns('c', fields)}, ${nameColumns(placeColumns)} FROM draft c`;
  const [row] = await tx.$queryRaw<PlaceRow[]>(withWrites({ draft, act: actRow(call, act), ...others }, read));
  if (row === undefined) return undefined;
  await stageEvents(tx, call, act);
  return placed(row);
}

/** What publishing a draft would change, compared with its base version. */
export type Preview = { base: string | null; comparison: ComparedContents };

export async function previewOf(context: Context, draft: Draft): Promise<Preview> {
  const { base, pair } = await comparedBy(context, draft);
  return { base, comparison: await batched(context, comparisons, pair) };
}

/** The preview for a list. Null if the list would have to wait for it. */
export async function quickPreviewOf(context: Context, draft: Draft): Promise<Preview | null> {
  const { base, pair } = await comparedBy(context, draft);
  const comparison = await batched(context, quickComparisons, pair);
  return comparison && { base, comparison };
}

async function comparedBy(context: Context, draft: Draft): Promise<{ base: string | null; pair: ContentPair }> {
  const { baseVersionId: base, baseHash: beforeHash } = await standingOf(context, draft);
  const documentType = typeOfFormat(draft.documentFormat);
  return { base, pair: { documentType, beforeHash, afterHash: draft.canonicalHash } };
}

const pairId = ({ documentType, beforeHash, afterHash }: ContentPair): string =>
  `${documentType} ${beforeHash} ${afterHash}`;

/** Loads comparisons with a constant number of statements, plus those that must be computed first. */
const comparisons: Batch<ContentPair, ComparedContents> = {
  idOf: pairId,
  load: (context, pairs) => compareWithItems(context, [...pairs]),
};

const quickComparisons: Batch<ContentPair, Comparison | null> = {
  idOf: pairId,
  load: (context, pairs) => compareQuickly(context, [...pairs]),
};

/** Whether the version name is already published, on a branch that permits repeated names. */
const isRepublished = async (context: Context, draft: Draft): Promise<boolean> =>
  isEditable(draft.status) && (await standingOf(context, draft)).isNamePublished;

export const countDraftWarnings = async (context: Context, draft: Draft): Promise<number> =>
  draft.warningCount + ((await isRepublished(context, draft)) ? 1 : 0);

/** The warnings of a draft: the one about its version name first, then those about its content. */
export async function readDraftWarnings(context: Context, draft: Draft): Promise<Problem[]> {
  const found = await readWarnings(context, draft);
  if (!(await isRepublished(context, draft))) return found;
  const message = `A version "${draft.versionName}" is already published on this branch. The versions will differ by their sequence number`;
  return [{ rule: 'version-name-published', message }, ...found];
}

const versionOfDraft: Reference<Version> = {
  action: 'version.read',
  noun: 'Version',
  factsOf: ({ documentFormat }) => ({ documentType: typeOfFormat(documentFormat) }),
  rows: {
    load: ({ db }, ids) => rowsByKey(ids, 'draftId', db.version.findMany({ where: { draftId: { in: [...ids] } } })),
  },
};

/**
 * The version published from a draft; null if there is none or the caller may not read it. A draft that was read before
 * its approval has none, even if the version exists by now.
 */
export const versionOf = async (context: Context, { id, projectId, status }: Draft): Promise<Version | null> =>
  status === 'PUBLISHED' ? findReferenced(context, versionOfDraft, id, projectId) : null;
