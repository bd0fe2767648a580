import type { Context } from '../access/context.ts';
import { type ContentPair, compareContents } from '../contents/service.ts';
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

// What the fields of drafts read; each is read once for all drafts of an execution.

/** What a draft is compared with, and whether its name is in use. */
export type Standing = {
  /** Of its branch. */
  latestVersionId: string | null;
  /** The branch's latest version, or the one that the draft was decided against. */
  baseVersionId: string | null;
  baseHash: string | null;
  /** Whether a version of this name is published on the branch. */
  isNamePublished: boolean;
};

/** The standing, and what decides whether the draft may change at all. */
export type Place = Standing & Statuses & { isProtected: boolean };

type Placed = Pick<
  Draft,
  'id' | 'revision' | 'submissionRound' | 'branchId' | 'versionName' | 'status' | 'reviewedBaseVersionId'
>;

/** As it is now, without keeping it so. */
export async function readPlace(db: Db, draft: Placed): Promise<Place> {
  const [place] = await readPlaces(db, [draft]);
  if (place === undefined) throw new Error('The branch of a draft is gone');
  return place;
}

/** One value for all fields of one answer. */
export const standingOf = (context: Context, draft: Placed): Promise<Standing> => batched(context, standings, draft);

/** Kept for the state of the row that it was read with: of another state another standing is true. */
const standings: Batch<Placed, Standing> = {
  idOf: ({ id, revision, submissionRound, status }) => JSON.stringify([id, revision, submissionRound, status]),
  load: ({ db }, drafts) => readPlaces(db, drafts),
};

/** Not found through the drafts: of a withdrawn draft there is no row. */
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

/** What a transaction that holds the branch wrote, with the standing as of the same moment. */
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

/** One draft as an answer shows it: row, standing and author by one statement, so all are of one moment. */
export async function readDraft(context: Context, id: string): Promise<Draft | undefined> {
  const [draft] = await context.db.$queryRaw<(Draft & Record<string, unknown>)[]>`
    SELECT ${selectColumns('c', Prisma.DraftScalarFieldEnum)}, ${standingBeside.columns}
    FROM drafts c WHERE c.id = ${id}::uuid`;
  if (draft !== undefined) standingBeside.take(context, draft);
  return draft;
}

/** A list of drafts reads their standings and authors together with its rows. */
export const standingBeside = {
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

/** What a draft would change against its base. */
export type Preview = { base: string | null; comparison: Comparison };

export async function previewOf(context: Context, draft: Draft): Promise<Preview> {
  const { baseVersionId: base, baseHash: beforeHash } = await standingOf(context, draft);
  const pair = { documentType: typeOfFormat(draft.documentFormat), beforeHash, afterHash: draft.canonicalHash };
  return { base, comparison: await batched(context, comparisons, pair) };
}

/** By a constant number of statements, but for comparisons that nobody has asked for before. */
const comparisons: Batch<ContentPair, Comparison> = {
  idOf: ({ documentType, beforeHash, afterHash }) => `${documentType} ${beforeHash} ${afterHash}`,
  load: (context, pairs) => compareContents(context, [...pairs]),
};

/** Whether a name is in use already where it may be used again. */
const isRepublished = async (context: Context, draft: Draft): Promise<boolean> =>
  isEditable(draft.status) && (await standingOf(context, draft)).isNamePublished;

export const countDraftWarnings = async (context: Context, draft: Draft): Promise<number> =>
  draft.warningCount + ((await isRepublished(context, draft)) ? 1 : 0);

/** The findings in the content, after the one about the name. */
export async function readDraftWarnings(context: Context, draft: Draft): Promise<Problem[]> {
  const found = await readWarnings(context, draft);
  if (!(await isRepublished(context, draft))) return found;
  const message = `A version "${draft.versionName}" is published on this branch already; the sequence will tell them apart`;
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
 * The version that was made of the draft; null without one, and for a caller who may not read it. A draft that was read
 * before its approval has none, though one may be there by now.
 */
export const versionOf = async (context: Context, { id, projectId, status }: Draft): Promise<Version | null> =>
  status === 'PUBLISHED' ? findReferenced(context, versionOfDraft, id, projectId) : null;
