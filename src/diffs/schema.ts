import { Document, parentFields } from '../documents/schema.ts';
import { loadDocument } from '../documents/service.ts';
import type { Comparison } from '../generated/prisma/client.ts';
import { batched } from '../graphql/batch.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { Project } from '../projects/schema.ts';
import { Version } from '../versions/schema.ts';
import {
  type AffectedOperation,
  type DiffItem as DiffItemRow,
  type DiffSummary as DiffSummaryRow,
  shortValue,
} from './model.ts';
import * as diffs from './service.ts';

const ChangeType = wireEnum('DiffChangeType', 'What kind of thing a change is about.', {
  ENDPOINT_ADDED: [1, 'An operation was added.'],
  ENDPOINT_REMOVED: [2, 'An operation was removed.'],
  ENDPOINT_MODIFIED: [3, 'An operation changed otherwise.'],
  PARAMETER_ADDED: [4, 'A parameter was added.'],
  PARAMETER_REMOVED: [5, 'A parameter was removed.'],
  PARAMETER_CHANGED: [6, 'A parameter changed.'],
  REQUEST_BODY_CHANGED: [7, 'A request body changed.'],
  RESPONSE_CHANGED: [8, 'A response changed.'],
  SECURITY_CHANGED: [9, 'Who may call changed.'],
  DEPRECATION_CHANGED: [10, 'Something was deprecated or taken back into use.'],
  BLOCK_ADDED: [1, 'Markdown: a block was added.'],
  BLOCK_REMOVED: [2, 'Markdown: a block was removed.'],
  BLOCK_CHANGED: [3, 'Markdown: a block changed.'],
});

const Severity = wireEnum('DiffSeverity', 'What a change means for those who use the API.', {
  INFO: [1, 'Harmless for every client that follows the old document.'],
  WARNING: [2, 'May break clients: not provable from the documents.'],
  BREAKING: [3, 'Breaks clients that follow the old document.'],
});

const Operation = builder.objectRef<AffectedOperation>('AffectedOperation').implement({
  description: 'An operation that a change affects.',
  fields: t => ({
    method: t.exposeString('method', { description: 'HTTP method, upper case.' }),
    path: t.exposeString('path', { description: 'Path template.' }),
    operationId: t.exposeString('operationId', { nullable: true, description: 'operationId of the operation.' }),
  }),
});

const valueArguments = builder.args(arg => ({
  maxCharacters: arg.int({ description: 'A longer text is cut and ends in …; any other longer value is left out.' }),
}));

export const DiffItem = builder.objectRef<DiffItemRow>('DiffItem').implement({
  description: 'One change with one cause.',
  fields: t => ({
    rule: t.exposeString('rule', {
      description: 'Stable id of the rule that found it, such as response-property-removed.',
    }),
    key: t.exposeString('key', { description: 'Stable identity of the change; independent of the message.' }),
    changeType: t.expose('changeType', { type: ChangeType, description: 'What kind of thing changed.' }),
    severity: t.expose('severity', { type: Severity, description: 'What it means for clients.' }),
    isBreaking: t.exposeBoolean('isBreaking', { description: 'Whether the severity is BREAKING.' }),
    mustHandle: t.exposeBoolean('mustHandle', { description: 'Whether a human has to decide on it.' }),
    method: t.exposeString('method', { nullable: true, description: 'HTTP method of the first affected operation.' }),
    path: t.exposeString('path', { nullable: true, description: 'Path template of the first affected operation.' }),
    operationId: t.exposeString('operationId', {
      nullable: true,
      description: 'operationId of the first affected operation.',
    }),
    affectedOperationCount: t.int({
      description: 'How many operations are affected.',
      resolve: item => item.affectedOperations.length,
    }),
    affectedOperations: t.expose('affectedOperations', {
      type: [Operation],
      description: 'The operations that are affected.',
    }),
    location: t.exposeString('location', {
      description:
        'JSON pointer (RFC 6901) into the new document or, for removals, the old one; Markdown: /line/ and the line.',
    }),
    oldValue: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What was there before.',
      args: valueArguments,
      resolve: ({ oldValue }, args) => shortValue(oldValue, args.maxCharacters),
    }),
    newValue: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What is there now.',
      args: valueArguments,
      resolve: ({ newValue }, args) => shortValue(newValue, args.maxCharacters),
    }),
    message: t.exposeString('message', { description: 'The change in a sentence.' }),
    sortOrder: t.exposeInt('sortOrder', { description: 'Position in the diff, from 0.' }),
  }),
});

export const DiffSummary = builder.objectRef<DiffSummaryRow>('DiffSummary').implement({
  description: 'The figures of a comparison.',
  fields: t => {
    const count = (name: Exclude<keyof DiffSummaryRow, 'unchanged'>, description: string) =>
      t.exposeInt(name, { nullable: true, description });
    return {
      unchanged: t.exposeBoolean('unchanged', { description: 'Whether nothing changed in meaning.' }),
      addedEndpoints: count('addedEndpoints', 'OpenAPI: operations added.'),
      removedEndpoints: count('removedEndpoints', 'OpenAPI: operations removed.'),
      modifiedEndpoints: count('modifiedEndpoints', 'OpenAPI: operations changed.'),
      breakingChanges: count('breakingChanges', 'OpenAPI: items that are BREAKING.'),
      warnings: count('warnings', 'OpenAPI: items that are a WARNING.'),
      infos: count('infos', 'OpenAPI: items that are INFO.'),
      addedLines: count('addedLines', 'Markdown: lines added.'),
      removedLines: count('removedLines', 'Markdown: lines removed.'),
      modifiedBlocks: count('modifiedBlocks', 'Markdown: blocks changed.'),
    };
  },
});

export const readSummary = (comparison: Comparison) => comparison.summary as unknown as DiffSummaryRow;

/** Which of the changes; all when absent. */
export const itemArguments = builder.args(arg => ({
  first: arg.int({ description: 'At most this many; all when absent.', extensions: { bounds: { minimum: 0 } } }),
  offset: arg.int({ description: 'How many to leave out first.', extensions: { bounds: { minimum: 0 } } }),
}));

const Changes = builder.objectRef<diffs.Changes>('DiffChanges').implement({
  description: 'A page of the changes of a diff: each is in one of the three lists.',
  fields: t => ({
    summary: t.field({
      type: DiffSummary,
      description: 'The figures of the whole diff.',
      resolve: ({ comparison }) => readSummary(comparison),
    }),
    breaking: t.expose('breaking', { type: [DiffItem], description: 'What breaks clients.' }),
    mustHandle: t.expose('mustHandle', {
      type: [DiffItem],
      description: 'What may break clients: somebody has to look at each.',
    }),
    other: t.expose('other', { type: [DiffItem], description: 'What is harmless.' }),
    nextOffset: t.exposeInt('nextOffset', {
      nullable: true,
      description: 'The offset of the next page; null at the end.',
    }),
  }),
});

export const Diff = builder.prismaObject('Diff', {
  description: 'The semantic comparison of two published versions of a document.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    fromVersionId: t.exposeID('fromVersionId', { description: 'The old version.' }),
    fromVersion: t.relation('fromVersion', { type: Version, description: 'The old version.' }),
    toVersionId: t.exposeID('toVersionId', { description: 'The new version.' }),
    toVersion: t.relation('toVersion', { type: Version, description: 'The new version.' }),
    diffHash: t.string({
      description: 'SHA-256 of the items: equal diffs have equal hashes.',
      resolve: async (diff, _, context) => (await comparisonOf(context, diff)).itemsHash,
    }),
    summary: t.field({
      type: DiffSummary,
      description: 'The figures.',
      resolve: async (diff, _, context) => readSummary(await comparisonOf(context, diff)),
    }),
    items: t.field({
      type: [DiffItem],
      nullable: true,
      description: 'The changes, the most severe first.',
      args: itemArguments,
      resolve: async (diff, args, context) => diffs.readItems(context, await comparisonOf(context, diff), args),
    }),
    itemCount: t.int({
      description: 'How many changes there are.',
      resolve: async (diff, _, context) => (await comparisonOf(context, diff)).itemCount,
    }),
    changes: t.field({
      type: Changes,
      nullable: true,
      description: 'A page of the changes, sorted by what they ask of the reader.',
      args: itemArguments,
      resolve: async (diff, args, context) => diffs.readChanges(context, await comparisonOf(context, diff), args),
    }),
    createdById: t.exposeID('createdById', { nullable: true, description: 'Who published or asked for it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last computed.' }),
  }),
});

type DiffContext = Parameters<typeof batched>[0];

const comparisonOf = (context: DiffContext, diff: { comparisonId: string }) =>
  batched(context, 'comparison', diff.comparisonId, ids => diffs.readComparisons(context, ids));

const DiffConnection = connectionType('Diff', Diff);

builder.objectField(Document, 'diffs', t =>
  t.field({
    type: DiffConnection,
    description: 'The diffs that were made, newest first.',
    args: pageArguments,
    extensions: { page: 'child' },
    resolve: (document, args, context) => diffs.listDiffs(context, 'document_id', document.id, args),
  }),
);

builder.objectField(Project, 'diffs', t =>
  t.field({
    type: DiffConnection,
    nullable: true,
    description: 'The diffs that were made of all documents, newest first.',
    args: {
      documentId: t.arg.id({ description: 'Only those of this document; NOT_FOUND when it is not of the project.' }),
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: async (project, args, context) => {
      if (!args.documentId) return diffs.listDiffs(context, 'project_id', project.id, args);
      const document = await loadDocument(context, 'diff.read', args.documentId, { projectId: project.id });
      return diffs.listDiffs(context, 'document_id', document.id, args);
    },
  }),
);

const CreateDiffInput = builder.inputType('CreateDiffInput', {
  description: 'The versions to compare.',
  fields: t => ({
    projectId: t.id({ description: 'When given, both versions must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ description: 'When given, both versions must belong to this document, else NOT_FOUND.' }),
    fromVersionId: t.id({ required: true, description: 'The old version.' }),
    toVersionId: t.id({ required: true, description: 'The new version, of the same document.' }),
  }),
});

builder.queryFields(t => ({
  diff: t.field({
    type: Diff,
    nullable: true,
    description: 'One diff.',
    args: { id: t.arg.id({ required: true, description: 'The diff.' }), ...parentFields },
    resolve: (_, args, call) => diffs.loadDiff(call, args.id, args),
  }),
  compareVersions: t.field({
    type: Diff,
    nullable: true,
    description: 'The diff of two versions of one document, made at once when there is none yet.',
    args: {
      fromVersionId: t.arg.id({ required: true, description: 'The old version.' }),
      toVersionId: t.arg.id({ required: true, description: 'The new version, of the same document.' }),
      ...parentFields,
    },
    resolve: (_, args, call) => diffs.compareVersions(call, args),
  }),
}));

builder.mutationField('createDiff', t =>
  t.field({
    type: Diff,
    nullable: true,
    description: 'The diff of two versions of one document, made at once when there is none yet.',
    args: { input: t.arg({ type: CreateDiffInput, required: true, description: 'The versions.' }) },
    resolve: (_, { input }, call) => diffs.compareVersions(call, input),
  }),
);
