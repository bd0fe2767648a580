import { DocumentType } from '../documents/schema.ts';
import { builder } from '../graphql/builder.ts';
import { textBounds } from '../graphql/resources.ts';
import { ContentKind, Version } from '../versions/schema.ts';
import { promoteDraft } from './promote.ts';
import * as reviews from './review.ts';
import { Draft } from './schema.ts';
import * as drafts from './service.ts';

const parentDescription = (noun: string) => ({
  description: `When given, what is named must belong to this ${noun}, else NOT_FOUND.`,
});

const typeDescription = 'When given, the document must be of this type, else NOT_FOUND.';

const contentDescriptions = {
  schemaContent: 'OpenAPI 3.0 or 3.1 as JSON or YAML; also takes Markdown.',
  content: 'Markdown. Sent together with a different `schemaContent` it is INVALID_ARGUMENT.',
  contentKind: 'RAW keeps the text as sent; NORMALIZED (OpenAPI) or STABLE (Markdown) keeps that form of it.',
  changelog: 'What changes, in words; up to 20,000 characters.',
  sourceGitCommitId: 'The commit it was made from; up to 100 characters.',
};

const CreateDraftInput = builder.inputType('CreateDraftInput', {
  description: 'A new draft.',
  fields: t => ({
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    documentType: t.field({ type: DocumentType, description: typeDescription }),
    branchId: t.id({ required: true, description: 'The branch to publish on.' }),
    versionName: t.string({
      required: true,
      description: 'Label of the version to be.',
      extensions: { bounds: textBounds.versionName },
    }),
    schemaContent: t.string({ description: contentDescriptions.schemaContent }),
    content: t.string({ description: contentDescriptions.content }),
    contentKind: t.field({ type: ContentKind, description: `${contentDescriptions.contentKind} RAW when absent.` }),
    changelog: t.string({ description: contentDescriptions.changelog, extensions: { bounds: textBounds.changelog } }),
    sourceGitCommitId: t.string({
      description: contentDescriptions.sourceGitCommitId,
      extensions: { bounds: textBounds.sourceGitCommitId },
    }),
  }),
});

const UpdateDraftInput = builder.inputType('UpdateDraftInput', {
  description: 'Changes of a draft; absent fields stay.',
  fields: t => ({
    id: t.id({ required: true, description: 'The draft.' }),
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    documentType: t.field({ type: DocumentType, description: typeDescription }),
    expectedRevision: t.string({
      description:
        'Required: the revision that was read. Missing: INVALID_ARGUMENT; no longer the present one: FAILED_PRECONDITION.',
      extensions: { bounds: { minLength: 1 } },
    }),
    versionName: t.string({ description: 'New label.', extensions: { bounds: textBounds.versionName } }),
    schemaContent: t.string({ description: contentDescriptions.schemaContent }),
    content: t.string({ description: contentDescriptions.content }),
    contentKind: t.field({ type: ContentKind, description: contentDescriptions.contentKind }),
    changelog: t.string({
      description: `${contentDescriptions.changelog} Null removes it.`,
      extensions: { bounds: textBounds.changelog, clearable: true },
    }),
    sourceGitCommitId: t.string({
      description: `${contentDescriptions.sourceGitCommitId} Null removes it.`,
      extensions: { bounds: textBounds.sourceGitCommitId, clearable: true },
    }),
  }),
});

const DraftInput = builder.inputType('DraftInput', {
  description: 'Names a draft.',
  fields: t => ({
    id: t.id({ required: true, description: 'The draft.' }),
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    documentType: t.field({ type: DocumentType, description: typeDescription }),
  }),
});

const ReviewDraftInput = builder.inputType('ReviewDraftInput', {
  description: 'A decision about a submitted draft.',
  fields: t => ({
    id: t.id({ required: true, description: 'The draft.' }),
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    expectedReviewRevision: t.string({
      description:
        'Required: the `reviewRevision` that was read. Missing: INVALID_ARGUMENT; no longer the present one: FAILED_PRECONDITION.',
      extensions: { bounds: { minLength: 1 } },
    }),
    comment: t.string({
      description: 'The review note, up to 4000 characters.',
      extensions: { bounds: textBounds.comment },
    }),
  }),
});

const PromoteDraftInput = builder.inputType('PromoteDraftInput', {
  description: 'A published version to be proposed for another branch.',
  fields: t => ({
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    sourceBranchId: t.id({ description: 'Take the latest version of this branch.' }),
    sourceVersionId: t.id({ description: 'Take this version. Send exactly one of the two.' }),
    targetBranchId: t.id({ required: true, description: 'The branch to publish on.' }),
    versionName: t.string({
      required: true,
      description: 'Label of the version to be.',
      extensions: { bounds: textBounds.versionName },
    }),
    changelog: t.string({ description: contentDescriptions.changelog, extensions: { bounds: textBounds.changelog } }),
  }),
});

builder.mutationFields(t => ({
  createDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Makes a draft; for writers. A content that is not valid is INVALID_ARGUMENT and names every problem.',
    args: { input: t.arg({ type: CreateDraftInput, required: true, description: 'The draft.' }) },
    resolve: (_, { input }, call) => drafts.createDraft(call, input),
  }),
  updateDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Changes a draft that is draft or changes_requested; for writers. Gives it a new revision.',
    args: { input: t.arg({ type: UpdateDraftInput, required: true, description: 'What to change.' }) },
    resolve: (_, { input }, call) => drafts.updateDraft(call, input),
  }),
  withdrawDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Deletes a draft that is draft or changes_requested; for its author and project admins.',
    args: { input: t.arg({ type: DraftInput, required: true, description: 'The draft.' }) },
    resolve: (_, { input }, call) => drafts.withdrawDraft(call, input),
  }),
  submitDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Submits a draft for review; for writers.',
    args: { input: t.arg({ type: DraftInput, required: true, description: 'The draft.' }) },
    resolve: (_, { input }, call) => drafts.submitDraft(call, input),
  }),
  approveDraft: t.field({
    type: Version,
    nullable: true,
    description: 'Publishes a submitted draft as an immutable version; for project admins.',
    args: { input: t.arg({ type: ReviewDraftInput, required: true, description: 'The decision.' }) },
    resolve: (_, { input }, call) => reviews.approveDraft(call, input),
  }),
  requestDraftChanges: t.field({
    type: Draft,
    nullable: true,
    description: 'Sends a submitted draft back to its author; for project admins.',
    args: { input: t.arg({ type: ReviewDraftInput, required: true, description: 'The decision.' }) },
    resolve: (_, { input }, call) => reviews.requestDraftChanges(call, input),
  }),
  rejectDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Refuses a submitted draft for good; for project admins.',
    args: { input: t.arg({ type: ReviewDraftInput, required: true, description: 'The decision.' }) },
    resolve: (_, { input }, call) => reviews.rejectDraft(call, input),
  }),
  promoteDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Makes a draft of one branch from a published version of another; for project admins.',
    args: { input: t.arg({ type: PromoteDraftInput, required: true, description: 'What to promote.' }) },
    resolve: (_, { input }, call) => promoteDraft(call, input),
  }),
}));
