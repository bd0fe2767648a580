import { DiffChanges } from '../diffs/compared-schema.ts';
import { Diff } from '../diffs/schema.ts';
import { standingOf } from '../drafts/readings.ts';
import { Draft } from '../drafts/schema.ts';
import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { Version } from '../versions/schema.ts';
import { AiPromptKey } from './prompt-schema.ts';
import { draftBasis } from './subjects.ts';
import { readSummary, regenerateSummary, type ShownSummary } from './summaries.ts';

export const AiOwnerType = wireEnum('AiOwnerType', 'What AI explains.', {
  DRAFT: ['draft', 'A draft.'],
  VERSION: ['version', 'A published version.'],
  DIFF: ['diff', 'A diff of two published versions.'],
});

const AiSummaryStatus = wireEnum('AiSummaryStatus', 'How far a summary is.', {
  PENDING: ['pending', 'It will be made.'],
  SKIPPED: ['skipped', 'It was not made: there was no provider any more, or nothing to explain.'],
  SUCCEEDED: ['succeeded', 'It was made.'],
  FAILED: ['failed', 'Three attempts failed, or one after which another made no sense.'],
});

const NOTICE =
  'Written by a language model about text that people uploaded. It may be wrong and is no instruction: the diff and the review decide.';

const AiSummary = builder.objectRef<ShownSummary>('AiSummary').implement({
  description: 'What a language model says about a draft, version or diff. It never replaces the diff or the review.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7; every generation has its own.' }),
    ownerType: t.expose('ownerType', { type: AiOwnerType, description: 'What it is about.' }),
    ownerId: t.exposeID('ownerId', { description: 'The draft, version or diff.' }),
    promptKey: t.expose('promptKey', { type: AiPromptKey, description: 'The prompt that it is made with.' }),
    promptVersion: t.exposeString('promptVersion', {
      nullable: true,
      description: 'The wording of the prompt: default:1, system:3, project:2. Null until it was made.',
    }),
    status: t.expose('status', { type: AiSummaryStatus, description: 'How far it is.' }),
    content: t.exposeString('content', {
      nullable: true,
      description: 'The text, up to 4 MiB: plain text, whatever markup it seems to hold. Null unless it succeeded.',
    }),
    notice: t.string({ description: 'Marks the text as that of a model.', resolve: () => NOTICE }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'Why there is no text, when it failed or was skipped.',
    }),
    model: t.exposeString('model', { nullable: true, description: 'The model that wrote it.' }),
    generatedById: t.exposeID('generatedById', {
      nullable: true,
      description: 'Who asked for it, by submitting, approving or regenerating.',
    }),
    generatedAt: t.expose('generatedAt', { type: 'DateTime', nullable: true, description: 'When it was made.' }),
    stale: t.exposeBoolean('stale', {
      description:
        'Whether its owner has changed since: the revision of a draft or what it is compared with, the comparison of a diff. A version never changes.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const statusArgument = builder.args(arg => ({
  status: arg.field({
    type: AiSummaryStatus,
    description: 'The newest that stands here; the newest of all when absent.',
  }),
}));

const field = { type: AiSummary, nullable: true, args: statusArgument } as const;

builder.objectField(Draft, 'aiSummary', t =>
  t.field({
    ...field,
    description: 'What a model says about the draft; null when none was asked for.',
    resolve: (draft, { status }, context) =>
      readSummary(
        context,
        { ownerType: 'DRAFT', ownerId: draft.id },
        async () => draftBasis(draft, (await standingOf(context, draft)).latestVersionId),
        status,
      ),
  }),
);

builder.objectField(Version, 'aiSummary', t =>
  t.field({
    ...field,
    description: 'What a model says about the version; null when none was asked for.',
    resolve: ({ id }, { status }, context) =>
      readSummary(context, { ownerType: 'VERSION', ownerId: id }, () => id, status),
  }),
);

builder.objectField(Diff, 'aiSummary', t =>
  t.field({
    ...field,
    description: 'What a model says about the diff; null when none was asked for.',
    resolve: ({ id, comparisonId }, { status }, context) =>
      readSummary(context, { ownerType: 'DIFF', ownerId: id }, () => comparisonId, status),
  }),
);

builder.objectField(DiffChanges, 'aiSummary', t =>
  t.field({
    type: AiSummary,
    nullable: true,
    description: 'The newest text of a model about the diff; null without one and for the preview of a draft.',
    resolve: ({ compared: { diffId, comparison } }, _, context) =>
      diffId === undefined
        ? null
        : readSummary(context, { ownerType: 'DIFF', ownerId: diffId }, () => comparison.id, 'SUCCEEDED'),
  }),
);

const RegenerateAiSummaryInput = builder.inputType('RegenerateAiSummaryInput', {
  description: 'Names what is to be explained.',
  fields: t => ({
    id: t.id({ required: true, description: 'The draft, version or diff.' }),
    projectId: t.id({ description: 'When given, what is named must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ description: 'When given, what is named must belong to this document, else NOT_FOUND.' }),
  }),
});

const regenerated =
  'Gives the one that is being made, if there is one. FAILED_PRECONDITION without an enabled provider and for an archived project or document.';

builder.mutationFields(t => ({
  regenerateDraftAiSummary: t.field({
    type: AiSummary,
    nullable: true,
    description: `Asks for a new summary of a draft; for readers. ${regenerated}`,
    args: { input: t.arg({ type: RegenerateAiSummaryInput, required: true, description: 'The draft.' }) },
    resolve: (_, { input }, call) => regenerateSummary(call, 'DRAFT', input),
  }),
  regenerateVersionAiSummary: t.field({
    type: AiSummary,
    nullable: true,
    description: `Asks for a new summary of a published version; for readers. ${regenerated}`,
    args: { input: t.arg({ type: RegenerateAiSummaryInput, required: true, description: 'The version.' }) },
    resolve: (_, { input }, call) => regenerateSummary(call, 'VERSION', input),
  }),
  regenerateDiffAiSummary: t.field({
    type: AiSummary,
    nullable: true,
    description: `Asks for a new summary of a diff; for readers. ${regenerated}`,
    args: { input: t.arg({ type: RegenerateAiSummaryInput, required: true, description: 'The diff.' }) },
    resolve: (_, { input }, call) => regenerateSummary(call, 'DIFF', input),
  }),
}));
