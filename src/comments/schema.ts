import type { Context } from '../access/context.ts';
import { once } from '../audit/once.ts';
import { htmlOfBody } from '../contents/bodies.ts';
import { DocumentType } from '../documents/schema.ts';
import { Draft } from '../drafts/schema.ts';
import type { Comment as CommentRow } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { batched } from '../lists/batch.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { personOf } from '../users/person.ts';
import { Person } from '../users/person-schema.ts';
import { placeOf } from './places.ts';
import * as comments from './service.ts';

type AnchorRow = { changeKey: string | null; pointer: string | null; line: number | null };

const Anchor = builder.objectRef<AnchorRow>('CommentAnchor').implement({
  description: 'The place that a thread is about: exactly one of a change, a JSON pointer and a line.',
  fields: t => ({
    changeKey: t.exposeString('changeKey', { nullable: true, description: 'The key of a change, as diffs show it.' }),
    pointer: t.exposeString('pointer', {
      nullable: true,
      description: 'A JSON pointer (RFC 6901) into the OpenAPI document of the draft.',
    }),
    line: t.exposeInt('line', {
      nullable: true,
      description: 'A line of the draft content, from 1: the current line, or the last known line if outdated.',
    }),
  }),
});

async function anchorOf(comment: CommentRow, context: Context): Promise<AnchorRow | null> {
  const { changeKey, pointer, line } = comment;
  if (changeKey === null && pointer === null && line === null) return null;
  return { changeKey, pointer, line: line === null ? null : (await placeOf(context, comment)).line };
}

const Comment = builder.prismaObject('Comment', {
  description:
    'A comment on a draft: it starts a thread or replies in one. The comments of decided drafts are read-only.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    draftId: t.exposeID('draftId', { description: 'The draft.' }),
    replyToId: t.exposeID('replyToId', {
      nullable: true,
      description: 'The first comment of the thread; null if this comment is the first.',
    }),
    anchor: t.field({
      type: Anchor,
      nullable: true,
      description: 'The place that the thread is about; null for the whole draft, and for replies.',
      resolve: (comment, _, context) => anchorOf(comment, context),
    }),
    outdated: t.boolean({
      description: 'Whether the anchor no longer exists in the current draft.',
      resolve: async (comment, _, context) => (await placeOf(context, comment)).isOutdated,
    }),
    body: t.exposeString('body', { description: 'The text as Markdown; empty if deleted.' }),
    bodyHtml: t.string({
      description: 'The text as safe HTML: no HTML of the author, no images, no unsafe links.',
      resolve: ({ body }, _, context) => batched(context, htmlOfBody, body),
    }),
    submissionRound: t.exposeInt('submissionRound', {
      description: 'The submission round when it was written; 0 before the first submission.',
    }),
    isDeleted: t.boolean({
      description: 'Whether its author has deleted it. It stays with an empty text while it has replies.',
      resolve: ({ deletedAt }) => deletedAt !== null,
    }),
    isResolved: t.boolean({
      description: 'Whether the thread is resolved; set on its first comment.',
      resolve: ({ resolvedAt }) => resolvedAt !== null,
    }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When it was resolved.' }),
    resolvedBy: t.field({
      type: Person,
      nullable: true,
      description: 'Who resolved it.',
      resolve: ({ resolvedById }, _, context) => (resolvedById === null ? null : personOf(context, resolvedById)),
    }),
    createdById: t.exposeID('createdById', { description: 'The author.' }),
    author: t.field({
      type: Person,
      description: 'The author.',
      resolve: ({ createdById }, _, context) => personOf(context, createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const CommentConnection = connectionType('Comment', Comment);

builder.objectFields(Draft, t => ({
  comments: t.field({
    type: CommentConnection,
    nullable: true,
    description: 'The discussion, oldest first: threads and their replies. `search` matches their text.',
    args: pageArguments,
    extensions: { page: 'child' },
    resolve: (draft, args, context) => comments.listComments(context, draft, args),
  }),
  openThreadCount: t.int({
    description: 'Number of unresolved threads.',
    resolve: ({ id }, _, context) => batched(context, comments.openThreadsOfDraft, id),
  }),
}));

const parents = {
  projectId: 'If given, the draft must belong to this project; otherwise NOT_FOUND.',
  documentId: 'If given, the draft must belong to this document; otherwise NOT_FOUND.',
};

const body = {
  required: true,
  description: `Markdown, 1 to ${CHARACTERS.discussion} characters.`,
  extensions: { bounds: { minLength: 1, maxLength: CHARACTERS.discussion } },
} as const;

const CommentAnchorInput = builder.inputType('CommentAnchorInput', {
  description: 'The place that a thread is about; send exactly one of `changeKey`, `pointer` and `line`.',
  fields: t => ({
    changeKey: t.string({ description: 'The key of a change of the draft.' }),
    pointer: t.string({ description: 'A JSON pointer (RFC 6901) to something in the OpenAPI document of the draft.' }),
    line: t.int({ description: 'A line of the content of the draft, from 1.' }),
    revision: t.string({
      description:
        'The revision of the draft in which the caller saw the place. FAILED_PRECONDITION if the draft has changed since; not checked when absent.',
    }),
  }),
});

const CreateCommentInput = builder.inputType('CreateCommentInput', {
  description: 'A new comment.',
  fields: t => ({
    projectId: t.id({ description: parents.projectId }),
    documentId: t.id({ description: parents.documentId }),
    documentType: t.field({
      type: DocumentType,
      description: 'If given, the document must be of this type; otherwise NOT_FOUND.',
    }),
    draftId: t.id({ required: true, description: 'The draft.' }),
    body: t.string(body),
    anchor: t.field({
      type: CommentAnchorInput,
      description: 'The place that a new thread is about; the whole draft when absent.',
    }),
    replyTo: t.id({ description: 'A comment of the thread to reply to; a new thread when absent.' }),
  }),
});

const UpdateCommentInput = builder.inputType('UpdateCommentInput', {
  description: 'A new text for a comment.',
  fields: t => ({
    id: t.id({ required: true, description: 'The comment.' }),
    projectId: t.id({ description: parents.projectId }),
    documentId: t.id({ description: parents.documentId }),
    draftId: t.id({ description: 'If given, the comment must be about this draft; otherwise NOT_FOUND.' }),
    body: t.string(body),
  }),
});

const CommentInput = builder.inputType('CommentInput', {
  description: 'Selects a comment.',
  fields: t => ({
    id: t.id({ required: true, description: 'The comment.' }),
    projectId: t.id({ description: parents.projectId }),
    documentId: t.id({ description: parents.documentId }),
    draftId: t.id({ description: 'If given, the comment must be about this draft; otherwise NOT_FOUND.' }),
  }),
});

builder.mutationFields(t => ({
  createComment: t.field({
    type: Comment,
    nullable: true,
    description: 'Adds a comment to an open draft. Requires a reader. A token can only reply.',
    args: { input: t.arg({ type: CreateCommentInput, required: true, description: 'The comment.' }) },
    extensions: { ...judgedBy('comment.create'), creates: true },
    resolve: (_, { input }, context) =>
      once(
        context,
        id => comments.loadComment(context, 'draft.read', { ...input, id }),
        () => comments.createComment(context, input),
      ),
  }),
  updateComment: t.field({
    type: Comment,
    nullable: true,
    description: 'Changes the text of a comment. Requires its author.',
    args: { input: t.arg({ type: UpdateCommentInput, required: true, description: 'The new text.' }) },
    extensions: judgedBy('comment.change'),
    resolve: (_, { input }, call) => comments.updateComment(call, input),
  }),
  deleteComment: t.field({
    type: Comment,
    nullable: true,
    description: 'Deletes a comment. Requires its author. A comment with replies stays with an empty text.',
    args: { input: t.arg({ type: CommentInput, required: true, description: 'The comment.' }) },
    extensions: judgedBy('comment.change'),
    resolve: (_, { input }, call) => comments.deleteComment(call, input),
  }),
  resolveComment: t.field({
    type: Comment,
    nullable: true,
    description: 'Resolves a thread, identified by its first comment. Requires a reader of the draft.',
    args: { input: t.arg({ type: CommentInput, required: true, description: 'The comment.' }) },
    extensions: judgedBy('comment.change'),
    resolve: (_, { input }, call) => comments.setResolved(call, input, true),
  }),
  reopenComment: t.field({
    type: Comment,
    nullable: true,
    description: 'Reopens a resolved thread. Requires a reader of the draft.',
    args: { input: t.arg({ type: CommentInput, required: true, description: 'The comment.' }) },
    extensions: judgedBy('comment.change'),
    resolve: (_, { input }, call) => comments.setResolved(call, input, false),
  }),
}));
