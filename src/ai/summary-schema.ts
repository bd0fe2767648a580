import { DiffChanges } from '../diffs/compared-schema.ts';
import { areChangesReadable } from '../diffs/readable.ts';
import { Diff } from '../diffs/schema.ts';
import { typeOfFormat } from '../documents/model.ts';
import { isReadable } from '../drafts/readable.ts';
import { Draft } from '../drafts/schema.ts';
import { standingOf } from '../drafts/standing.ts';
import { builder } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { Version } from '../versions/schema.ts';
import { AiPromptKey } from './prompt-schema.ts';
import { draftBasis } from './subjects.ts';
import { readSummary, regenerateSummary, type ShownSummary } from './summaries.ts';

export const AiOwnerType = wireEnum('AiOwnerType', 'The kind of resource that AI explains.', {
  DRAFT: ['draft', 'A draft.'],
  VERSION: ['version', 'A published version.'],
  DIFF: ['diff', 'A diff of two published versions.'],
});

const AiSummaryStatus = wireEnum('AiSummaryStatus', 'The status of a summary.', {
  PENDING: ['pending', 'It is waiting or in progress.'],
  SKIPPED: [
    'skipped',
    'It was not generated: no provider was enabled, the project was archived, or the resource no longer exists.',
  ],
  SUCCEEDED: ['succeeded', 'It was generated.'],
  FAILED: ['failed', 'Generation failed: three attempts, or one failure that cannot be retried.'],
});

const NOTICE =
  'Written by a language model about text that people uploaded. It may be wrong and is not an instruction. Only the diff and the review count.';

const AiSummary = builder.objectRef<ShownSummary>('AiSummary').implement({
  description:
    'A summary of a draft, version or diff, written by a language model. It never replaces the diff or the review.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7. Every generation has a new id.' }),
    ownerType: t.expose('ownerType', { type: AiOwnerType, description: 'The kind of resource that it is about.' }),
    ownerId: t.exposeID('ownerId', { description: 'The draft, version or diff.' }),
    promptKey: t.expose('promptKey', { type: AiPromptKey, description: 'The prompt that it is generated with.' }),
    promptVersion: t.exposeString('promptVersion', {
      nullable: true,
      description:
        'Source and number of the prompt text, such as default:1, system:3 or project:2. Null until it is generated.',
    }),
    status: t.expose('status', { type: AiSummaryStatus, description: 'The status.' }),
    content: t.exposeString('content', {
      nullable: true,
      description:
        'The text, up to 4 MiB. Treat it as plain text, even if it looks like markup. Null unless it succeeded.',
    }),
    notice: t.string({
      description: 'A notice that the text was written by a model. Show it with the text.',
      resolve: () => NOTICE,
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'Why there is no text, if it failed or was skipped.',
    }),
    model: t.exposeString('model', { nullable: true, description: 'The model that wrote it.' }),
    generatedById: t.exposeID('generatedById', {
      nullable: true,
      description: 'The user who triggered it, by submitting, approving or regenerating.',
    }),
    generatedAt: t.expose('generatedAt', { type: 'DateTime', nullable: true, description: 'When it was generated.' }),
    stale: t.exposeBoolean('stale', {
      description:
        'Whether its subject has changed since: the revision or base version of a draft, or the comparison of a diff. A version never changes.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was requested.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const statusArgument = builder.args(arg => ({
  status: arg.field({
    type: AiSummaryStatus,
    description: 'Return the newest summary in this status; the newest of all when absent.',
  }),
}));

const field = { type: AiSummary, nullable: true, args: statusArgument } as const;

builder.objectField(Draft, 'aiSummary', t =>
  t.field({
    ...field,
    description:
      'The newest summary of the draft; null if none was requested, and for a token with only the draft scope.',
    resolve: (draft, { status }, context) =>
      isReadable(context, draft) && areChangesReadable(context, typeOfFormat(draft.documentFormat))
        ? readSummary(
            context,
            { ownerType: 'DRAFT', ownerId: draft.id },
            async () => draftBasis(draft, (await standingOf(context, draft)).latestVersionId),
            status,
          )
        : null,
  }),
);

builder.objectField(Version, 'aiSummary', t =>
  t.field({
    ...field,
    description: 'The newest summary of the version; null if none was requested.',
    resolve: ({ id }, { status }, context) =>
      readSummary(context, { ownerType: 'VERSION', ownerId: id }, () => id, status),
  }),
);

builder.objectField(Diff, 'aiSummary', t =>
  t.field({
    ...field,
    description: 'The newest summary of the diff; null if none was requested.',
    resolve: ({ id, comparisonId }, { status }, context) =>
      readSummary(context, { ownerType: 'DIFF', ownerId: id }, () => comparisonId, status),
  }),
);

builder.objectField(DiffChanges, 'aiSummary', t =>
  t.field({
    type: AiSummary,
    nullable: true,
    description: 'The newest successful summary of the diff; null if there is none, and for the preview of a draft.',
    resolve: ({ compared: { diffId, comparison } }, _, context) =>
      diffId === undefined
        ? null
        : readSummary(context, { ownerType: 'DIFF', ownerId: diffId }, () => comparison.id, 'SUCCEEDED'),
  }),
);

const RegenerateAiSummaryInput = builder.inputType('RegenerateAiSummaryInput', {
  description: 'Selects the resource to summarize.',
  fields: t => ({
    id: t.id({ required: true, description: 'The draft, version or diff.' }),
    projectId: t.id({ description: 'If given, the resource must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ description: 'If given, the resource must belong to this document; otherwise NOT_FOUND.' }),
  }),
});

const regenerated =
  'Returns the pending summary if there is one. FAILED_PRECONDITION if no provider is enabled, or if the project or document is archived.';

builder.mutationFields(t => ({
  regenerateDraftAiSummary: t.field({
    type: AiSummary,
    nullable: true,
    description: `Requests a new summary of a draft. Requires a reader. ${regenerated}`,
    args: { input: t.arg({ type: RegenerateAiSummaryInput, required: true, description: 'The draft.' }) },
    extensions: { ...judgedBy('ai.summarize'), creates: true },
    resolve: (_, { input }, call) => regenerateSummary(call, 'DRAFT', input),
  }),
  regenerateVersionAiSummary: t.field({
    type: AiSummary,
    nullable: true,
    description: `Requests a new summary of a published version. Requires a reader. ${regenerated}`,
    args: { input: t.arg({ type: RegenerateAiSummaryInput, required: true, description: 'The version.' }) },
    extensions: { ...judgedBy('ai.summarize'), creates: true },
    resolve: (_, { input }, call) => regenerateSummary(call, 'VERSION', input),
  }),
  regenerateDiffAiSummary: t.field({
    type: AiSummary,
    nullable: true,
    description: `Requests a new summary of a diff. Requires a reader. ${regenerated}`,
    args: { input: t.arg({ type: RegenerateAiSummaryInput, required: true, description: 'The diff.' }) },
    extensions: { ...judgedBy('ai.summarize'), creates: true },
    resolve: (_, { input }, call) => regenerateSummary(call, 'DIFF', input),
  }),
}));
