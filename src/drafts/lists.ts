import { actingUser, type Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { inReach } from '../access/policy.ts';
import { factsOfReach, factsOfReview, visible } from '../access/visible.ts';
import { areBranchesUnchanged, loadBranchByName, ofBranch } from '../branches/service.ts';
import { areDocumentsUnchanged, inDocument, inProject, loadDocument } from '../documents/service.ts';
import { type Draft, type DraftStatus, Prisma, type Review } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import { areParentsUnchanged, isAfter, type State, stateColumns, type Watched } from '../lists/changes.ts';
import { type ChildList, childList, type Parent } from '../lists/child-list.ts';
import { filteredById } from '../lists/id-filter.ts';
import { countKept } from '../lists/last-page.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { type Match, matchOf, matchOfDraft, type SelectRows, searchedNames } from '../lists/search.ts';
import { sqlList } from '../lists/sql-list.ts';
import { sha256 } from '../platform/crypto.ts';
import { invalidArgument } from '../platform/errors.ts';
import { nameColumns, readRows } from '../platform/rows.ts';
import { withStanding } from './standing.ts';

/** Whose drafts to list. */
export type DraftOwner = 'ANYONE' | 'ME';

export type DraftListArgs = PageArgs & {
  branchId?: string | null;
  status?: DraftStatus | null;
  owner?: DraftOwner | null;
};

/** Lists drafts, newest first. */
export function listDrafts(context: Context, parent: Parent, args: DraftListArgs): Promise<Connection<Draft>> {
  const where: Prisma.Sql[] = [];
  const isNarrowed = Boolean(args.branchId);
  if (args.status) where.push(hasStatus[args.status]);
  const isOfProject = parent.column === 'project_id' && !isNarrowed;
  // `IS NOT DISTINCT FROM` keeps PostgreSQL from using the index of authors: a document has fewer drafts than an author.
  const by = Prisma.raw(isOfProject ? '=' : 'IS NOT DISTINCT FROM');
  if (args.owner === 'ME') where.push(Prisma.sql`c.created_by ${by} ${actingUser(context).id}::uuid`);
  const count = isOfProject ? countDrafts(args.owner === 'ME' ? ofOneAuthor : ofAllAuthors) : undefined;
  return filteredById(context, parent, [[ofBranch, args.branchId]], ofId =>
    childList(context, { ...draftList, count }, { ...parent, isNarrowed }, args, [...ofId, ...where]),
  );
}

/** The counts of decided drafts, with a condition on the author. */
const ofOneAuthor = Prisma.sql`c.list = 'DECIDED_DRAFTS'`;
const ofAllAuthors = Prisma.sql`${ofOneAuthor} AND c.created_by IS NULL`;

/** SQL for the total: the stored counts of decided drafts, and a count of the open ones, which are few. */
const countDrafts =
  (counted: Prisma.Sql) =>
  (where: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`
    SELECT decided.total + open.total AS total FROM
      (${countKept(Prisma.sql`${where} AND ${counted}`)}) decided,
      (SELECT count(*)::int AS total FROM drafts c WHERE ${where} AND ${isOpen}) open`;

const isOpen = Prisma.sql`c.status IN ('DRAFT', 'SUBMITTED', 'CHANGES_REQUESTED')`;

/** Constants, not parameters: a plan for an unknown status would be slow, because most drafts are published. */
const hasStatus = {
  DRAFT: Prisma.sql`c.status = 'DRAFT'`,
  SUBMITTED: Prisma.sql`c.status = 'SUBMITTED'`,
  CHANGES_REQUESTED: Prisma.sql`c.status = 'CHANGES_REQUESTED'`,
  REJECTED: Prisma.sql`c.status = 'REJECTED'`,
  PUBLISHED: Prisma.sql`c.status = 'PUBLISHED'`,
} as const satisfies Record<DraftStatus, Prisma.Sql>;

const draftList: ChildList<Draft> = {
  action: 'draft.read',
  table: 'drafts',
  fields: Prisma.DraftScalarFieldEnum,
  document: Prisma.sql`c.document_id`,
  author: Prisma.sql`c.created_by`,
  order: 'desc',
  searched: matchOfDraft,
  extra: withStanding,
  watched: where => ({ facts: Prisma.sql`''::text`, isUnchanged: snapshot => areUnchanged(snapshot, where) }),
};

/** Lists the decisions about a draft, oldest first. */
export const listReviews = (context: Context, { id, projectId }: Draft, args: PageArgs): Promise<Connection<Review>> =>
  childList(context, reviewList, { column: 'draft_id', id, projectId }, args);

/** Reviews are visible to callers who may read the draft. */
const reviewList: ChildList<Review> = {
  action: 'draft.read',
  table: 'reviews',
  fields: Prisma.ReviewScalarFieldEnum,
  document: Prisma.sql`(SELECT d.document_id FROM drafts d WHERE d.id = c.draft_id)`,
  author: Prisma.sql`(SELECT d.created_by FROM drafts d WHERE d.id = c.draft_id)`,
  order: 'asc',
  searched: { columns: ['comment'] },
};

type ProjectDraftsArgs = DraftListArgs & { projectId: string; documentId?: string | null; branch?: string | null };

/** The drafts of a project, or of one document or branch in it. A token that may only draft gets its owner's drafts. */
export async function listProjectDrafts(
  context: Context,
  { projectId, documentId, branch, ...args }: ProjectDraftsArgs,
): Promise<Connection<Draft>> {
  if (!documentId) {
    if (branch) throw invalidArgument('branch', 'belongs to a document: send document_id too');
    return listDrafts(context, inProject({ id: projectId }), args);
  }
  const self = () => ({ createdById: actingUser(context).id });
  const document = await loadDocument(context, 'draft.read', documentId, { projectId }, self);
  const parents = { projectId, documentId };
  const branchId = branch ? (await loadBranchByName(context, 'draft.read', branch, parents, self)).id : args.branchId;
  return listDrafts(context, inDocument(document), { ...args, branchId });
}

// Lists across projects.

/** The submitted drafts of all projects that the caller may decide on, newest submission first. */
export function listReviewQueue(call: Context, args: PageArgs): Promise<Connection<Draft>> {
  const facts = factsOfReview(call);
  const watched = {
    facts,
    isUnchanged: (snapshot: string) =>
      Prisma.sql`${areUnchanged(snapshot, Prisma.sql`TRUE`)} AND ${areDocumentsUnchanged(snapshot, Prisma.sql`TRUE`)}
        AND ${areBranchesUnchanged(snapshot)} AND ${areParentsUnchanged(snapshot)}`,
  };
  return sqlList(call, { ...drafts, action: 'draft.review', ...bySubmission, watched }, args, async search => {
    const { where, state } = await matching(call, search, facts);
    return { where, ...(state && { state }) };
  });
}

/** Published and rejected drafts in the projects of the caller, newest submission first. */
export function listDecidedDrafts(call: Context, args: PageArgs): Promise<Connection<Draft>> {
  const count = (where: Prisma.Sql) => countKept(Prisma.sql`${where} AND ${ofAllAuthors}`);
  const watched = watchedInReach(call, Prisma.sql`c.status IN ('PUBLISHED', 'REJECTED')`);
  return sqlList(call, { ...drafts, action: 'draft.read_decided', ...bySubmission, count, watched }, args, search =>
    matching(call, search, watched.facts),
  );
}

/** The drafts of the caller in every status, newest first; or those that are open, last changed first. */
export function listOwnDrafts(
  call: Context,
  { open, ...args }: PageArgs & { open?: boolean | null },
): Promise<Connection<Draft>> {
  const listed = open ? { where: isOpen, ...byChange } : { count: countDrafts(ofOneAuthor) };
  const watched = watchedInReach(call, Prisma.sql`c.created_by = ${actingUser(call).id}::uuid`);
  return sqlList(call, { ...drafts, action: 'draft.read_own', ...listed, watched }, args, search =>
    matching(call, search, watched.facts),
  );
}

// A remembered result of a list is valid while the following conditions are true.

/** SQL: no draft `c` with this condition has changed since the snapshot. */
const areUnchanged = (snapshot: string, where: Prisma.Sql): Prisma.Sql => {
  const isChanged = Prisma.sql`${isAfter(snapshot, Prisma.sql`c.changed`)} AND (${where}) IS TRUE`;
  return Prisma.sql`
    NOT EXISTS (SELECT FROM drafts c WHERE ${isChanged})
    AND NOT EXISTS (SELECT FROM withdrawn_drafts c WHERE ${isChanged})`;
};

/** For drafts in reach of the caller. A search also matches the names of their documents. */
const watchedInReach = (call: Call, where: Prisma.Sql): Watched => ({
  facts: factsOfReach(call),
  isUnchanged: snapshot =>
    Prisma.sql`${areUnchanged(snapshot, Prisma.sql`${where} AND ${inReach(call)}`)}
      AND ${areDocumentsUnchanged(snapshot, inReach(call))}`,
});

const bySubmission = { time: Prisma.sql`c.submitted_at`, timeField: 'submittedAt' } as const;
const byChange = { time: Prisma.sql`c.updated_at`, timeField: 'updatedAt' } as const;

const drafts = {
  table: 'drafts',
  fields: Prisma.DraftScalarFieldEnum,
  order: 'desc',
  extra: withStanding,
} as const;

/** Most documents whose drafts are searched by their ids. */
const FEW_DOCUMENTS = 200;

/** Reads the ids of matching documents first: PostgreSQL would check a condition on two tables for every draft. */
async function matching(call: Call, search: string, facts: Prisma.Sql): Promise<Match> {
  const documents = Prisma.sql`
    SELECT c.id FROM documents c WHERE ${matchOf(searchedNames, search).where} AND ${inReach(call)}`;
  const few = Prisma.sql`SELECT json_agg(c.id) FROM (${documents} LIMIT ${FEW_DOCUMENTS + 1}::int) c`;
  const [found] = await readRows<State & { ids: string[] | null }>(
    call.db,
    Prisma.sql`SELECT ${nameColumns({ ids: Prisma.sql`(${few})`, ...stateColumns({ facts }) })}`,
  );
  const { ids, ...state } = found as State & { ids: string[] | null };
  const isOfDocument =
    ids === null || ids.length <= FEW_DOCUMENTS
      ? Prisma.sql`c.document_id = ANY(${ids ?? []}::uuid[])`
      : Prisma.sql`c.document_id IN (${documents})`;
  const { where: hasText, all: allWithText } = matchOfDraft(search);
  const where = Prisma.sql`(${hasText} OR ${isOfDocument})`;
  if (allWithText === undefined) return { where, state };
  const all = (select: SelectRows) => Prisma.sql`
    ${allWithText(select)} UNION ALL
    SELECT c.id, c.time FROM (${documents}) d CROSS JOIN LATERAL (
      ${select(Prisma.sql`c.document_id = d.id AND (${hasText}) IS NOT TRUE`)} OFFSET 0) c`;
  return { where, all, state };
}

// For pages that poll every few seconds: a token changes when the draft or list changes. It costs one statement,
// independent of the size of the data, and is the same on every server process. Times are summed: a change by a server whose
// clock is behind does not raise the latest one.

const tokenOf = (facts: unknown): string => sha256(JSON.stringify(facts)).slice(0, 32);

export type QueueState = { token: string; count: number };

export async function queueState(call: Call): Promise<QueueState> {
  return stateOf(call, await visible['draft.review'](call));
}

async function stateOf(call: Call, where: Prisma.Sql): Promise<QueueState> {
  const [state] = await readRows<Changes>(call.db, changesSql(where));
  return { token: tokenOf(state), count: state?.count ?? 0 };
}

/** Decided drafts are only counted: they no longer change. */
export async function ownDraftsState(call: Call, open?: boolean | null): Promise<QueueState> {
  const where = await visible['draft.read_own'](call);
  if (open) return stateOf(call, Prisma.sql`${where} AND ${isOpen}`);
  const [state] = await readRows<Changes & { decided: number }>(
    call.db,
    Prisma.sql`
      SELECT open.count, open."updatedAt", decided.total AS decided FROM
        (${countKept(Prisma.sql`${where} AND ${ofOneAuthor}`)}) decided,
        (${changesSql(Prisma.sql`${where} AND ${isOpen}`)}) open`,
  );
  return { token: tokenOf(state), count: (state?.count ?? 0) + (state?.decided ?? 0) };
}

type Changes = { count: number; updatedAt: string | null };

/** SQL: facts that change when a draft `c` with this condition changes, comes or goes. */
const changesSql = (where: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS count, ${sumOf(Prisma.sql`c.updated_at`)} AS "updatedAt" FROM drafts c WHERE ${where}`;

const sumOf = (time: Prisma.Sql): Prisma.Sql => Prisma.sql`sum(EXTRACT(EPOCH FROM ${time}))::text`;

/** Covers the draft, the latest version of its branch, its discussion and whether any parent is archived. */
export const tokenOfDraft: Batch<string, string> = {
  async load({ db }, ids) {
    const rows = await db.$queryRaw<{ id: string; facts: unknown }[]>`
      SELECT f.id::text, jsonb_build_array(f.updated_at, f.status, f.submission_round, b.latest_version_id, b.status,
        d.status, p.status, t.status, count(c.id), ${sumOf(Prisma.sql`c.updated_at`)}) AS facts
      FROM drafts f JOIN branches b ON b.id = f.branch_id JOIN documents d ON d.id = f.document_id
        JOIN projects p ON p.id = f.project_id JOIN teams t ON t.id = p.team_id LEFT JOIN comments c ON c.draft_id = f.id
      WHERE f.id = ANY(${[...ids]}::uuid[]) GROUP BY f.id, b.id, d.id, p.id, t.id`;
    const facts = new Map(rows.map(row => [row.id, row.facts]));
    return ids.map(id => tokenOf(facts.get(id) ?? null));
  },
};
