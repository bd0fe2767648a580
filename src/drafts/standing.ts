import type { Context } from '../access/context.ts';
import { type ContentPair, compareContents, compareQuickly } from '../contents/service.ts';
import { typeOfFormat } from '../documents/model.ts';
import { type Comparison, type Draft, Prisma, type Version } from '../generated/prisma/client.ts';
import { type Batch, batched, prime, rowsByKey } from '../lists/batch.ts';
import { selectColumns } from '../lists/columns.ts';
import { findReferenced, type Reference } from '../lists/follow.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import type { Statuses } from '../projects/archived.ts';
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

/** The standing, with the statuses and protection that decide whether the draft may change. */
export type Place = Standing & Statuses & { isProtected: boolean };

type Placed = Pick<
  Draft,
  'id' | 'revision' | 'submissionRound' | 'branchId' | 'versionName' | 'status' | 'reviewedBaseVersionId'
>;

/** Reads the place of a draft as it is now, without locks. */
export async function readPlace(db: Db, draft: Placed): Promise<Place> {
  const [place] = await readPlaces(db, [draft]);
  if (place === undefined) throw new Error('The branch of the draft does not exist');
  return place;
}

/** Reads the standing of a draft, once per execution. */
export const standingOf = (context: Context, draft: Placed): Promise<Standing> => batched(context, standings, draft);

/** The cache key includes the state of the row, because the standing is valid only for that state. */
const standings: Batch<Placed, Standing> = {
  idOf: ({ id, revision, submissionRound, status }) => JSON.stringify([id, revision, submissionRound, status]),
  load: ({ db }, drafts) => readPlaces(db, drafts),
};

/** Joins by the values of the drafts, not by their ids: a withdrawn draft has no row. */
function readPlaces(db: Db, drafts: readonly Placed[]): Promise<Place[]> {
  const asked = drafts.map(({ branchId, versionName, status, reviewedBaseVersionId }, place) => ({
    ...{ place, branchId, versionName, isDecided: isDecided(status), decidedBaseId: reviewedBaseVersionId },
  }));
  return db.$queryRaw<Place[]>`
    SELECT t.status::text AS team, p.status::text AS project, d.status::text AS document, b.status::text AS branch,
      b.is_protected AS "isProtected", b.latest_version_id::text AS "latestVersionId",
      base.id::text AS "baseVersionId", base.canonical_hash AS "baseHash",
      EXISTS (SELECT FROM versions v WHERE v.branch_id = b.id AND v.version_name = asked."versionName")
        AS "isNamePublished"
    FROM json_to_recordset(${JSON.stringify(asked)}::json) AS asked(
      place int, "branchId" uuid, "versionName" text, "isDecided" boolean, "decidedBaseId" uuid)
    JOIN branches b ON b.id = asked."branchId" JOIN documents d ON d.id = b.document_id
    JOIN projects p ON p.id = d.project_id JOIN teams t ON t.id = p.team_id
    LEFT JOIN versions base
      ON base.id = CASE WHEN asked."isDecided" THEN asked."decidedBaseId" ELSE b.latest_version_id END
    ORDER BY asked.place`;
}

/** Runs a transaction that locks the branch and writes a draft. Caches its standing as of that transaction. */
export async function writeDraft(
  context: Context,
  write: (tx: Prisma.TransactionClient) => Promise<Draft>,
): Promise<Draft> {
  const { draft, place } = await inTransaction(context.db, async tx => {
    const draft = await write(tx);
    return { draft, place: await readPlace(tx, draft) };
  });
  prime(context, standings, draft, place);
  return draft;
}

/** Reads a draft for a response: row, standing and author in one statement, so that they are from one snapshot. */
export async function readDraft(context: Context, id: string): Promise<Draft | undefined> {
  const [draft] = await context.db.$queryRaw<(Draft & Record<string, unknown>)[]>`
    SELECT ${selectColumns('c', Prisma.DraftScalarFieldEnum)}, ${standingColumns.columns}
    FROM drafts c WHERE c.id = ${id}::uuid`;
  if (draft !== undefined) standingColumns.take(context, draft);
  return draft;
}

/** Extra columns with which a list of drafts reads their standings and authors in the same statement. */
export const standingColumns = {
  columns: Prisma.sql`
    (SELECT b.latest_version_id::text FROM branches b WHERE b.id = c.branch_id) AS "latestVersionId",
    (SELECT v.canonical_hash FROM versions v WHERE v.id = CASE
      WHEN c.status IN ('PUBLISHED', 'REJECTED') THEN c.reviewed_base_version_id
      ELSE (SELECT b.latest_version_id FROM branches b WHERE b.id = c.branch_id) END) AS "baseHash",
    EXISTS (
      SELECT FROM versions v WHERE v.branch_id = c.branch_id AND v.version_name = c.version_name
    ) AS "isNamePublished",
    (SELECT u.name FROM users u WHERE u.id = c.created_by) AS "authorName"`,
  take(context: Context, draft: Draft & Record<string, unknown>): void {
    const { latestVersionId, baseHash, isNamePublished, authorName } = draft as Draft &
      Standing & { authorName: string };
    const base = baseVersionId(draft, latestVersionId);
    prime(context, personById, draft.createdById, { id: draft.createdById, name: authorName });
    prime(context, standings, draft, { latestVersionId, baseVersionId: base, baseHash, isNamePublished });
  },
};

/** What publishing a draft would change, compared with its base version. */
export type Preview = { base: string | null; comparison: Comparison };

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
const comparisons: Batch<ContentPair, Comparison> = {
  idOf: pairId,
  load: (context, pairs) => compareContents(context, [...pairs]),
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
