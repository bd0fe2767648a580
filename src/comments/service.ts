import { authorizeNow } from '../access/as-of-now.ts';
import { actingUser, type Call, tokenNoun, tokenOf } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { type InDocuments, loadInProject, type Parents, type ProjectAction } from '../access/policy.ts';
import type { Statuses } from '../access/statuses.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { htmlOfBody } from '../contents/bodies.ts';
import { typeOfFormat } from '../documents/model.ts';
import { isDecided } from '../drafts/model.ts';
import { isOpenThread } from '../drafts/review.ts';
import { loadDraft } from '../drafts/standing.ts';
import { type Comment, type Draft, Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched } from '../lists/batch.ts';
import { type ChildList, childList } from '../lists/child-list.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { type Db, inTransaction, isMissingReference } from '../platform/database.ts';
import { failedPrecondition, invalidArgument, notFound, permissionDenied } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newIdAfter } from '../platform/ids.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { type By, parentsOfBranch, refuseArchived, statusColumns } from '../projects/archived.ts';
import { type AnchorInput, checkAnchor, placeNew, placeOf } from './places.ts';

/** Lists comments, oldest first: replies come after the first comment of their thread. */
export const listComments = (
  context: Context,
  { id, projectId }: Draft,
  args: PageArgs,
): Promise<Connection<Comment>> => childList(context, commentList, { column: 'draft_id', id, projectId }, args);

/** Callers who may read a draft may read its discussion. */
const commentList: ChildList<Comment> = {
  action: 'draft.read',
  table: 'comments',
  fields: Prisma.CommentScalarFieldEnum,
  document: Prisma.sql`(SELECT d.document_id FROM drafts d WHERE d.id = c.draft_id)`,
  author: Prisma.sql`(SELECT d.created_by FROM drafts d WHERE d.id = c.draft_id)`,
  order: 'asc',
  searched: { columns: ['body'] },
};

/** The number of unresolved threads. */
export const openThreadsOfDraft: Batch<string, number> = {
  async load({ db }, ids) {
    const rows = await db.$queryRaw<{ id: string; count: number }[]>`
      SELECT c.draft_id::text AS id, count(*)::int AS count FROM comments c
      WHERE c.draft_id = ANY(${[...ids]}::uuid[]) AND ${isOpenThread} GROUP BY c.draft_id`;
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    return ids.map(id => counts.get(id) ?? 0);
  },
};

export type NewComment = Parents & {
  draftId: string;
  body: string;
  anchor?: AnchorInput | null;
  replyTo?: string | null;
};

/** Starts a thread or replies in one. A token can only reply, and only on drafts of its owner. */
export async function createComment(context: Context, input: NewComment): Promise<Comment> {
  const draft = await loadDraft(context, 'comment.create', input.draftId, input);
  if (tokenOf(context) && !input.replyTo)
    throw permissionDenied(`An ${tokenNoun(context)} can only reply: send the id of a comment in reply_to`);
  const body = commentBody(input.body);
  if (input.replyTo && input.anchor) throw invalidArgument('anchor', 'belongs to the thread: leave it out of a reply');
  const replyToId = input.replyTo ? await threadOf(context, draft, input.replyTo) : null;
  refuseDecided(draft);
  const anchor = await checkAnchor(context, draft, input.anchor);
  await batched(context, htmlOfBody, body);
  return inTransaction(context.db, async tx => {
    const submissionRound = await holdOpenDraft(tx, { call: context, action: 'comment.create' }, draft);
    const createdById = actingUser(context).id;
    const last = await tx.comment.findFirst({
      where: { draftId: draft.id },
      orderBy: { id: 'desc' },
      select: { id: true },
    });
    const data = {
      id: newIdAfter(last?.id),
      draftId: draft.id,
      replyToId,
      body,
      ...anchor,
      submissionRound,
      createdById,
    };
    const comment = await tx.comment.create({ data });
    await keepKey(tx, context, comment.id);
    await recordComment(tx, context, 'comment.create', comment, draft);
    placeNew(context, comment);
    return comment;
  }).catch(error => {
    // The draft is locked, so only the thread can be missing.
    if (isMissingReference(error)) throw noThread();
    throw error;
  });
}

const noThread = () => notFound('Comment');

const commentBody = (value: string): string =>
  fields.prose('body', fields.label('body', value, CHARACTERS.discussion), CHARACTERS.discussion);

/** Returns the id of the first comment of the thread that contains this comment. */
async function threadOf({ db }: Call, draft: Draft, id: string): Promise<string> {
  const comment = isId(id) ? await db.comment.findFirst({ where: { id, draftId: draft.id } }) : null;
  if (comment === null) throw noThread();
  return comment.replyToId ?? comment.id;
}

type Held = Statuses & Pick<Draft, 'status' | 'submissionRound'>;

/**
 * Locks the draft, so that no decision is made before the transaction ends. The discussion of a decided draft is
 * read-only.
 */
async function holdOpenDraft(
  tx: Db,
  by: By,
  draft: Pick<Draft, 'id' | 'projectId'>,
  lock: 'SHARE' | 'NO KEY UPDATE' = 'SHARE',
): Promise<number> {
  const [held] = await tx.$queryRaw<Held[]>`
    SELECT ${statusColumns}, f.status::text, f.submission_round AS "submissionRound"
    FROM drafts f JOIN branches b ON b.id = f.branch_id ${parentsOfBranch}
    WHERE f.id = ${draft.id}::uuid FOR SHARE OF p, t, d, b FOR ${Prisma.raw(lock)} OF f`;
  if (held === undefined) throw notFound('Draft');
  await authorizeNow(tx, by.call, by.action, draft.projectId);
  refuseArchived(held);
  refuseDecided(held);
  return held.submissionRound;
}

function refuseDecided({ status }: Pick<Draft, 'status'>): void {
  if (isDecided(status)) throw failedPrecondition(`The draft is ${status.toLowerCase()}: its discussion is read-only`);
}

type Named = Parents & { id: string; draftId?: string | null };
type Loaded = Comment & { projectId: string; documentId: string; draft: Draft };

export async function loadComment(call: Call, action: ProjectAction, input: Named): Promise<Loaded> {
  const find = async (within: InDocuments) => {
    if (!isId(input.id)) return null;
    const comment = await call.db.comment.findFirst({
      where: { id: input.id, draft: within },
      include: { draft: true },
    });
    // Prisma reads the draft in a second statement, and finds none if it was withdrawn meanwhile.
    const draft: Draft | null | undefined = comment?.draft;
    return comment && draft ? { ...comment, draft, projectId: draft.projectId, documentId: draft.documentId } : null;
  };
  // Whoever may read a draft, such as the token that created it, may read its discussion.
  const found = await loadInProject<Loaded>(call, action, 'Comment', input, find, ({ draft }) => ({
    documentType: typeOfFormat(draft.documentFormat),
    createdById: draft.createdById,
  }));
  if (input.draftId && found.draftId !== input.draftId.toLowerCase()) throw notFound('Comment');
  return found;
}

/** Loads a comment that the caller wrote, for changes that only the author may make. */
async function loadOwnComment(call: Call, input: Named): Promise<Loaded> {
  const comment = await loadComment(call, 'comment.change', input);
  if (comment.createdById !== actingUser(call).id) throw permissionDenied('Only the author of a comment may change it');
  return comment;
}

/**
 * Finds and renders before the transaction what the answer shows, because this needs a worker: if none is free, the request is
 * refused before anything is written.
 */
async function prepareAnswer(context: Context, comment: Loaded, body: string): Promise<void> {
  refuseDecided(comment.draft);
  await Promise.all([placeOf(context, comment), batched(context, htmlOfBody, body)]);
}

export async function updateComment(call: Context, input: Named & { body: string }): Promise<Comment> {
  const present = await loadOwnComment(call, input);
  const { draft, id } = present;
  const body = commentBody(input.body);
  await prepareAnswer(call, present, body);
  return inTransaction(call.db, async tx => {
    await holdOpenDraft(tx, { call, action: 'comment.change' }, draft);
    const [comment] = await tx.comment.updateManyAndReturn({ where: { id, deletedAt: null }, data: { body } });
    if (comment === undefined) throw failedPrecondition('The comment is deleted');
    await recordComment(tx, call, 'comment.update', comment, draft);
    return comment;
  });
}

/** Deletes a comment. The first comment of a thread stays with an empty text while it has replies. */
export async function deleteComment(call: Context, input: Named): Promise<Comment> {
  const present = await loadOwnComment(call, input);
  const { draft, id, replyToId } = present;
  await prepareAnswer(call, present, '');
  return inTransaction(call.db, async tx => {
    // An exclusive lock, so that nobody replies to a comment while it is deleted.
    await holdOpenDraft(tx, { call, action: 'comment.change' }, draft, 'NO KEY UPDATE');
    const emptied = { body: '', deletedAt: new Date() };
    const [comment] = await tx.comment.updateManyAndReturn({ where: { id, deletedAt: null }, data: emptied });
    if (comment === undefined) throw failedPrecondition('The comment is deleted');
    await tx.comment.deleteMany({ where: { id, replies: { none: {} } } });
    if (replyToId !== null)
      await tx.comment.deleteMany({ where: { id: replyToId, deletedAt: { not: null }, replies: { none: {} } } });
    await recordComment(tx, call, 'comment.delete', comment, draft);
    return comment;
  });
}

/** Resolves or reopens a thread. Does nothing if the thread already has that state. */
export async function setResolved(call: Context, input: Named, isResolved: boolean): Promise<Comment> {
  const present = await loadComment(call, 'comment.change', input);
  const { draft, id, replyToId, body } = present;
  if (replyToId !== null)
    throw invalidArgument('comment_id', 'is a reply: send the id of the first comment of the thread');
  await prepareAnswer(call, present, body);
  const resolution = { resolvedAt: new Date(), resolvedById: actingUser(call).id };
  return inTransaction(call.db, async tx => {
    await holdOpenDraft(tx, { call, action: 'comment.change' }, draft);
    const [changed] = await tx.comment.updateManyAndReturn({
      where: { id, resolvedAt: isResolved ? null : { not: null } },
      data: isResolved ? resolution : { resolvedAt: null, resolvedById: null },
    });
    if (changed === undefined) return readComment(tx, id);
    await recordComment(tx, call, isResolved ? 'comment.resolve' : 'comment.reopen', changed, draft);
    return changed;
  });
}

async function readComment(tx: Db, id: string): Promise<Comment> {
  const comment = await tx.comment.findFirst({ where: { id } });
  if (comment === null) throw notFound('Comment');
  return comment;
}

function recordComment(tx: Db, call: Call, action: string, { id, replyToId }: Comment, draft: Draft): Promise<void> {
  const metadata = { draft_id: draft.id, ...(replyToId !== null && { reply_to: replyToId }) };
  return recordAct(tx, call, { action, resourceType: 'comment', resourceId: id, projectId: draft.projectId, metadata });
}
