import { once } from '../audit/once.ts';
import { DocumentType } from '../documents/schema.ts';
import { builder } from '../graphql/builder.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { takesLongText } from '../graphql/long-strings.ts';
import { textBounds } from '../graphql/resources.ts';
import { ContentKind } from '../versions/content-schema.ts';
import { Version } from '../versions/schema.ts';
import { loadVersion } from '../versions/service.ts';
import { promoteDraft } from './promote.ts';
import { approveDraft } from './publication.ts';
import * as reviews from './review.ts';
import { Draft } from './schema.ts';
import * as drafts from './service.ts';
import { showDraft } from './standing.ts';

const parentDescription = (noun: string) => ({
  description: `If given, the resource must belong to this ${noun}; otherwise NOT_FOUND.`,
});

const typeDescription = 'If given, the document must be of this type; otherwise NOT_FOUND.';

const contentDescriptions = {
  schemaContent: 'OpenAPI 3.0 or 3.1 as JSON or YAML. Also accepts Markdown.',
  content: 'Markdown. INVALID_ARGUMENT if `schemaContent` is also sent and differs.',
  files:
    'Other files that `schemaContent` refers to, at most 999. The service stores all files as one document. It reads no other files and no URLs.',
  schemaPath: 'The path of `schemaContent` among the files, if they refer back to it. openapi.yaml when absent.',
  contentKind:
    'The form to store: RAW stores the text as sent; NORMALIZED (OpenAPI) or STABLE (Markdown) stores that form.',
  changelog: 'Description of the change, up to 20,000 characters.',
  sourceGitCommitId: 'The Git commit of the content, up to 100 characters.',
};

const DraftFileInput = builder.inputType('DraftFileInput', {
  description: 'A file that an OpenAPI document refers to.',
  fields: t => ({
    path: t.string({
      required: true,
      description: 'Its path, such as `schemas/pet.yaml`, relative to the folder of all files.',
    }),
    content: t.string({ required: true, description: 'Its text, JSON or YAML.' }),
  }),
});

const CreateDraftInput = builder.inputType('CreateDraftInput', {
  description: 'A new draft.',
  fields: t => ({
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    documentType: t.field({ type: DocumentType, description: typeDescription }),
    branchId: t.id({ required: true, description: 'The branch to publish on.' }),
    versionName: t.string({
      required: true,
      description: 'Name of the version to publish, 1 to 100 characters.',
      extensions: { bounds: textBounds.versionName },
    }),
    schemaContent: t.string({ description: contentDescriptions.schemaContent, extensions: takesLongText }),
    files: t.field({ type: [DraftFileInput], description: contentDescriptions.files }),
    schemaPath: t.string({ description: contentDescriptions.schemaPath }),
    content: t.string({ description: contentDescriptions.content, extensions: takesLongText }),
    contentKind: t.field({ type: ContentKind, description: `${contentDescriptions.contentKind} RAW when absent.` }),
    changelog: t.string({ description: contentDescriptions.changelog, extensions: { bounds: textBounds.changelog } }),
    sourceGitCommitId: t.string({
      description: contentDescriptions.sourceGitCommitId,
      extensions: { bounds: textBounds.sourceGitCommitId },
    }),
  }),
});

const UpdateDraftInput = builder.inputType('UpdateDraftInput', {
  description: 'Changes to a draft. Absent fields keep their value.',
  fields: t => ({
    id: t.id({ required: true, description: 'The draft.' }),
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    documentType: t.field({ type: DocumentType, description: typeDescription }),
    expectedRevision: t.string({
      description:
        'Required: the revision that the caller read. INVALID_ARGUMENT if missing; FAILED_PRECONDITION if the draft has changed since.',
      extensions: { bounds: { minLength: 1 } },
    }),
    versionName: t.string({
      description: 'New version name, 1 to 100 characters.',
      extensions: { bounds: textBounds.versionName },
    }),
    schemaContent: t.string({ description: contentDescriptions.schemaContent, extensions: takesLongText }),
    files: t.field({ type: [DraftFileInput], description: contentDescriptions.files }),
    schemaPath: t.string({ description: contentDescriptions.schemaPath }),
    content: t.string({ description: contentDescriptions.content, extensions: takesLongText }),
    contentKind: t.field({ type: ContentKind, description: contentDescriptions.contentKind }),
    changelog: t.string({
      description: `${contentDescriptions.changelog} Blank removes it.`,
      extensions: { bounds: textBounds.changelog },
    }),
    sourceGitCommitId: t.string({
      description: `${contentDescriptions.sourceGitCommitId} Blank removes it.`,
      extensions: { bounds: textBounds.sourceGitCommitId },
    }),
  }),
});

const staleIf = (what: string) =>
  `If given: FAILED_PRECONDITION if the draft ${what} since the caller read this value.`;

const DraftInput = builder.inputType('DraftInput', {
  description: 'Selects a draft.',
  fields: t => ({
    id: t.id({ required: true, description: 'The draft.' }),
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    documentType: t.field({ type: DocumentType, description: typeDescription }),
    expectedRevision: t.string({ description: staleIf('has changed') }),
    expectedSubmissionRound: t.int({ description: staleIf('was submitted') }),
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
        'Required: the `reviewRevision` that the reviewer read. INVALID_ARGUMENT if missing; FAILED_PRECONDITION if it has changed since.',
      extensions: { bounds: { minLength: 1 } },
    }),
    comment: t.string({
      description: 'The review comment, up to 4000 characters.',
      extensions: { bounds: textBounds.comment },
    }),
  }),
});

const PromoteDraftInput = builder.inputType('PromoteDraftInput', {
  description: 'A published version to propose for another branch.',
  fields: t => ({
    projectId: t.id(parentDescription('project')),
    documentId: t.id(parentDescription('document')),
    sourceBranchId: t.id({
      description: 'Promote the latest version of this branch. Send either this or `sourceVersionId`.',
    }),
    sourceVersionId: t.id({ description: 'Promote this version. Send either this or `sourceBranchId`.' }),
    targetBranchId: t.id({ required: true, description: 'The branch to publish on.' }),
    versionName: t.string({
      required: true,
      description: 'Name of the version to publish, 1 to 100 characters.',
      extensions: { bounds: textBounds.versionName },
    }),
    changelog: t.string({ description: contentDescriptions.changelog, extensions: { bounds: textBounds.changelog } }),
  }),
});

builder.mutationFields(t => ({
  createDraft: t.field({
    type: Draft,
    nullable: true,
    description:
      'Creates a draft. Requires a writer. Invalid content is INVALID_ARGUMENT; the error lists every problem.',
    args: { input: t.arg({ type: CreateDraftInput, required: true, description: 'The draft.' }) },
    extensions: { ...judgedBy('draft.create'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => showDraft(call, id, input),
        () => drafts.createDraft(call, input),
      ),
  }),
  updateDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Changes a draft in status DRAFT or CHANGES_REQUESTED and gives it a new revision. Requires a writer.',
    args: { input: t.arg({ type: UpdateDraftInput, required: true, description: 'What to change.' }) },
    extensions: judgedBy('draft.update'),
    resolve: (_, { input }, call) => drafts.updateDraft(call, input),
  }),
  withdrawDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Deletes a draft in status DRAFT or CHANGES_REQUESTED. Requires its author or a project admin.',
    args: { input: t.arg({ type: DraftInput, required: true, description: 'The draft.' }) },
    extensions: judgedBy('draft.withdraw'),
    resolve: (_, { input }, call) => drafts.withdrawDraft(call, input),
  }),
  submitDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Submits a draft for review. Requires a writer.',
    args: { input: t.arg({ type: DraftInput, required: true, description: 'The draft.' }) },
    extensions: judgedBy('draft.submit'),
    resolve: (_, { input }, call) => drafts.submitDraft(call, input),
  }),
  approveDraft: t.field({
    type: Version,
    nullable: true,
    description: 'Publishes a submitted draft as an immutable version. Requires a project admin.',
    args: { input: t.arg({ type: ReviewDraftInput, required: true, description: 'The decision.' }) },
    extensions: { ...judgedBy('draft.review'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => loadVersion(call, 'version.read', id),
        () => approveDraft(call, input),
      ),
  }),
  requestDraftChanges: t.field({
    type: Draft,
    nullable: true,
    description: 'Sends a submitted draft back to its author for changes. Requires a project admin.',
    args: { input: t.arg({ type: ReviewDraftInput, required: true, description: 'The decision.' }) },
    extensions: judgedBy('draft.review'),
    resolve: (_, { input }, call) => reviews.requestDraftChanges(call, input),
  }),
  rejectDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Rejects a submitted draft. This cannot be undone. Requires a project admin.',
    args: { input: t.arg({ type: ReviewDraftInput, required: true, description: 'The decision.' }) },
    extensions: judgedBy('draft.review'),
    resolve: (_, { input }, call) => reviews.rejectDraft(call, input),
  }),
  promoteDraft: t.field({
    type: Draft,
    nullable: true,
    description: 'Creates a draft on one branch from a published version of another. Requires a project admin.',
    args: { input: t.arg({ type: PromoteDraftInput, required: true, description: 'What to promote.' }) },
    extensions: { ...judgedBy('draft.promote'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => showDraft(call, id, input),
        () => promoteDraft(call, input),
      ),
  }),
}));
