import { Branch } from '../branches/schema.ts';
import { branchReference } from '../branches/service.ts';
import { addComparedFields } from '../diffs/compared-schema.ts';
import { type Compared, isAlwaysReadable, isReadable as isReadableHere } from '../diffs/judged-changes.ts';
import { Document, parentFields } from '../documents/schema.ts';
import { documentReference, inDocument, inProject, loadDocument } from '../documents/service.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments, windowArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { follow } from '../lists/follow.ts';
import { windowOf } from '../lists/window.ts';
import { Project } from '../projects/schema.ts';
import { personOf } from '../users/person.ts';
import { Person } from '../users/person-schema.ts';
import { Content, ContentKind, ContentProblem, contentArguments } from '../versions/content-schema.ts';
import { DocumentFormat, normalizedHash, SourceType, stableHash, Version } from '../versions/schema.ts';
import { readContent } from '../versions/service.ts';
import * as lists from './lists.ts';
import {
  countDraftWarnings,
  type Preview,
  previewOf,
  quickPreviewOf,
  readDraftWarnings,
  unlessFailed,
  versionOf,
} from './previews.ts';
import { isReadable } from './readable.ts';
import { reviewRevision } from './review.ts';
import { showDraft, standingOf } from './standing.ts';

const DraftStatus = wireEnum('DraftStatus', 'The review status of a draft.', {
  DRAFT: [1, 'In progress.'],
  SUBMITTED: [2, 'Waiting for review. Cannot be changed.'],
  CHANGES_REQUESTED: [3, 'Sent back by a reviewer. May be changed and submitted again.'],
  REJECTED: [4, 'Rejected. This is final.'],
  PUBLISHED: [5, 'Approved and published as a version.'],
});

export const Draft = builder.prismaObject('Draft', {
  description:
    'A proposed new version of a document on a branch, with its review. A token with only the draft scope gets null for the contents of drafts of other users: texts, warnings, changes, the comment of the decision and the summary. For drafts of its owner it gets the texts, and only the counts of the changes.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'The document.',
      extensions: { nullOnlyWithError: true },
      resolve: ({ documentId, projectId }, _, context) => follow(context, documentReference, documentId, projectId),
    }),
    branchId: t.exposeID('branchId', { description: 'The branch to publish on.' }),
    branch: t.field({
      type: Branch,
      nullable: true,
      description: 'The branch to publish on. Its latest version is that of the moment when the draft was read.',
      extensions: { nullOnlyWithError: true },
      async resolve(draft, _, context) {
        const branch = await follow(context, branchReference, draft.branchId, draft.projectId);
        const { latestVersionId } = await standingOf(context, draft);
        return { ...branch, latestVersionId };
      },
    }),
    versionName: t.exposeString('versionName', { description: 'Name of the version to publish, 1 to 100 characters.' }),
    changelog: t.exposeString('changelog', { nullable: true, description: 'Description of the change.' }),
    sourceGitCommitId: t.exposeString('sourceGitCommitId', {
      nullable: true,
      description: 'The Git commit of the content.',
    }),
    contentKind: t.expose('contentKind', {
      type: ContentKind,
      description: 'The form in which the content is stored.',
    }),
    documentFormat: t.expose('documentFormat', { type: DocumentFormat, description: 'The format of the content.' }),
    sourceType: t.expose('sourceType', { type: SourceType, description: 'How the draft was created.' }),
    sourceBranchId: t.exposeID('sourceBranchId', { nullable: true, description: 'The branch it was promoted from.' }),
    sourceVersionId: t.exposeID('sourceVersionId', {
      nullable: true,
      description: 'The version it was promoted from.',
    }),
    baseVersionId: t.id({
      nullable: true,
      description:
        "The version that the preview compares with: the branch's latest, or, once decided, the one it was decided against.",
      resolve: async (draft, _, context) => (await standingOf(context, draft)).baseVersionId,
    }),
    revision: t.exposeString('revision', {
      description: 'Opaque; changes with every update. Send it as `expectedRevision`.',
    }),
    reviewRevision: t.string({
      nullable: true,
      description:
        'Digest of what a reviewer decides on: content, submission and latest version of the branch. Send it as `expectedReviewRevision`. Null before submission; a decided draft keeps it.',
      resolve: async (draft, _, context) => reviewRevision(draft, (await standingOf(context, draft)).latestVersionId),
    }),
    rawContentHash: t.exposeString('contentHash', { description: 'SHA-256 of the content, lower-case hex.' }),
    normalizedContentHash: t.string({
      nullable: true,
      description: 'SHA-256 of the normalized form; OpenAPI only.',
      resolve: normalizedHash,
    }),
    stableContentHash: t.string({
      nullable: true,
      description: 'SHA-256 of the stable form; Markdown only.',
      resolve: stableHash,
    }),
    warningCount: t.int({
      description: 'Number of warnings about the draft.',
      resolve: (draft, _, context) => countDraftWarnings(context, draft),
    }),
    warnings: t.field({
      type: [ContentProblem],
      nullable: true,
      description: 'Warnings, in document order, at most 1,000. They do not block the draft.',
      args: windowArguments,
      resolve: async (draft, args, context) =>
        isReadable(context, draft) ? windowOf(await readDraftWarnings(context, draft), args) : null,
    }),
    status: t.expose('status', { type: DraftStatus, description: 'The review status.' }),
    submissionRound: t.exposeInt('submissionRound', {
      description: 'How many times the draft was submitted. Send it as `expectedSubmissionRound`.',
    }),
    submittedAt: t.expose('submittedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last submitted.',
    }),
    reviewComment: t.string({
      nullable: true,
      description: 'The comment of the last decision.',
      resolve: (draft, _, context) => (isReadable(context, draft) ? draft.reviewComment : null),
    }),
    version: t.field({
      type: Version,
      nullable: true,
      description: 'The version that was published from the draft.',
      resolve: (draft, _, context) => versionOf(context, draft),
    }),
    createdById: t.exposeID('createdById', { description: 'The author.' }),
    author: t.field({
      type: Person,
      description: 'The author.',
      resolve: (draft, _, context) => personOf(context, draft.createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    content: t.field({
      type: Content,
      nullable: true,
      description: 'The text in one form, and the draft, from one snapshot.',
      args: contentArguments,
      resolve: async (draft, args, context) =>
        isReadable(context, draft) ? { ...(await readContent(context, 'DRAFT', draft, args)), draft } : null,
    }),
  }),
});

builder.objectField(Content, 'draft', t =>
  t.field({
    type: Draft,
    nullable: true,
    description: 'The draft, from the same snapshot as the text; null for the content of a version.',
    resolve: content => content.draft ?? null,
  }),
);

export const DiffPreview = builder.objectRef<Preview & Compared & { draftId: string }>('DiffPreview').implement({
  description: 'The changes that publishing a draft would make to the latest version of its branch.',
  fields: t => ({
    baseVersionId: t.exposeID('base', {
      nullable: true,
      description: 'The version compared with; null before the first version of the branch.',
    }),
  }),
});

addComparedFields(DiffPreview, preview => preview);

builder.objectField(Draft, 'diffPreview', t =>
  t.field({
    type: DiffPreview,
    nullable: true,
    description:
      'The changes that publishing would make. For a decided draft: the changes that were decided on. A token with only the draft scope gets their counts (`summary`, and the number of items without filters) and null for everything that shows them. Null in the answer to a change if the server has no time to compare or cannot, or if the differences are too large to be read for it: the change has succeeded nevertheless.',
    args: {
      wait: t.arg.boolean({
        defaultValue: true,
        description:
          'Send false in lists. The preview is then null if comparing fails or takes longer than two seconds.',
      }),
      nullIfTooLarge: t.arg.boolean({
        defaultValue: false,
        description: 'Return null instead of an error if the changes are too large to be read for the answer.',
      }),
    },
    resolve: async (draft, { wait, nullIfTooLarge }, context, { operation }) => {
      if (!isReadable(context, draft)) return null;
      const { id: draftId, projectId, documentId } = draft;
      const found = (wait === false ? quickPreviewOf : previewOf)(context, draft);
      // A mutation has been committed: an error would tell the caller that it was not.
      const isCommitted = operation.operation === 'mutation';
      const preview = await (isCommitted ? unlessFailed(context, found) : found);
      if (preview === null || (isCommitted && !(await isReadableHere(context, preview)))) return null;
      if (nullIfTooLarge && !(await isAlwaysReadable(context, preview))) return null;
      return { ...preview, draftId, projectId, documentId };
    },
  }),
);

export const DraftConnection = connectionType('Draft', Draft);

const DraftOwner = wireEnum('DraftOwner', 'Filters drafts by author.', {
  ANYONE: ['anyone', 'Drafts of every author.'],
  ME: ['me', "The caller's own."],
});

const draftFilters = builder.args(arg => ({
  branchId: arg.id({
    description: 'Only drafts for this branch, by its id. NOT_FOUND if there is no such branch here.',
  }),
  status: arg.field({ type: DraftStatus, description: 'Only drafts in this status.' }),
  owner: arg.field({ type: DraftOwner, description: 'Filters by author; ANYONE when absent.' }),
}));

builder.objectField(Document, 'drafts', t =>
  t.field({
    type: DraftConnection,
    nullable: true,
    description: 'The drafts, newest first. `search` matches version name and changelog.',
    args: { ...draftFilters, ...pageArguments },
    extensions: { page: 'child' },
    resolve: (document, args, context) => lists.listDrafts(context, inDocument(document), args),
  }),
);

builder.objectField(Project, 'drafts', t =>
  t.field({
    type: DraftConnection,
    nullable: true,
    description: 'The drafts of all documents, or of one, newest first. `search` matches version name and changelog.',
    args: {
      documentId: t.arg.id({ description: 'Only drafts of this document. NOT_FOUND if it is not in the project.' }),
      ...draftFilters,
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: async (project, args, context) => {
      if (!args.documentId) return lists.listDrafts(context, inProject(project), args);
      const document = await loadDocument(context, 'draft.read', args.documentId, { projectId: project.id });
      return lists.listDrafts(context, inDocument(document), args);
    },
  }),
);

builder.queryField('drafts', t =>
  t.field({
    type: DraftConnection,
    nullable: true,
    description:
      'The drafts of a project, or of one document or branch in it, newest first. `search` matches version name and changelog. A token that may only draft gets the drafts of its owner.',
    args: {
      projectId: t.arg.id({ required: true, description: 'The project.' }),
      documentId: t.arg.id({ description: 'Only drafts of this document. NOT_FOUND if it is not in the project.' }),
      branch: t.arg.string({
        description: 'With `documentId`: only drafts for this branch, by id or name. NOT_FOUND if there is none.',
      }),
      ...draftFilters,
      ...pageArguments,
    },
    extensions: { page: 'root', ...judgedBy('draft.read') },
    resolve: (_, args, context) => lists.listProjectDrafts(context, args),
  }),
);

builder.queryField('draft', t =>
  t.field({
    type: Draft,
    nullable: true,
    description: 'One draft.',
    args: { id: t.arg.id({ required: true, description: 'The draft.' }), ...parentFields },
    extensions: judgedBy('draft.read'),
    resolve: (_, args, call) => showDraft(call, args.id, args),
  }),
);
