import type { Context } from '../access/context.ts';
import { once } from '../audit/once.ts';
import { Document, parentFields } from '../documents/schema.ts';
import { inDocument, inProject, loadDocument } from '../documents/service.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { batched } from '../lists/batch.ts';
import { follow } from '../lists/follow.ts';
import { Project } from '../projects/schema.ts';
import { Version } from '../versions/schema.ts';
import { versionReference } from '../versions/service.ts';
import { addComparedFields } from './compared-schema.ts';
import * as diffs from './service.ts';
import { comparisonOfDiff, readDiffFromPrevious } from './service.ts';

export const Diff = builder.prismaObject('Diff', {
  description: 'The semantic comparison of two published versions of a document.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    fromVersionId: t.exposeID('fromVersionId', { description: 'The old version.' }),
    fromVersion: t.field({
      type: Version,
      description: 'The old version.',
      resolve: ({ fromVersionId, projectId }, _, context) =>
        follow(context, versionReference, fromVersionId, projectId),
    }),
    toVersionId: t.exposeID('toVersionId', { description: 'The new version.' }),
    toVersion: t.field({
      type: Version,
      description: 'The new version.',
      resolve: ({ toVersionId, projectId }, _, context) => follow(context, versionReference, toVersionId, projectId),
    }),
    diffHash: t.string({
      description: 'SHA-256 of the changes, independent of policy and exceptions. Equal diffs have equal hashes.',
      resolve: async (diff, _, context) => (await comparisonOf(context, diff)).itemsHash,
    }),
    createdById: t.exposeID('createdById', {
      nullable: true,
      description: 'The user who published the new version or requested the diff.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last computed.' }),
  }),
});

const comparisonOf = (context: Context, diff: { comparisonId: string }) =>
  batched(context, comparisonOfDiff, diff.comparisonId);

addComparedFields(Diff, async (diff, context) => ({
  ...diff,
  diffId: diff.id,
  comparison: await comparisonOf(context, diff),
}));

builder.objectField(Version, 'diffFromPrevious', t =>
  t.field({
    type: Diff,
    nullable: true,
    description: 'What changed since the version before on the branch; null for the first version.',
    extensions: judgedBy('diff.read'),
    resolve: (version, _, context) => readDiffFromPrevious(context, version),
  }),
);

const DiffConnection = connectionType('Diff', Diff);

const diffFilters = builder.args(arg => ({
  fromVersionId: arg.id({
    description: 'Only diffs with this old version. NOT_FOUND if there is no such version here.',
  }),
  toVersionId: arg.id({ description: 'Only diffs with this new version. NOT_FOUND if there is no such version here.' }),
}));

builder.objectField(Document, 'diffs', t =>
  t.field({
    type: DiffConnection,
    nullable: true,
    description: 'The stored diffs, newest first. `search` matches the names of both versions.',
    args: { ...diffFilters, ...pageArguments },
    extensions: { page: 'child' },
    resolve: (document, args, context) => diffs.listDiffs(context, inDocument(document), args),
  }),
);

builder.objectField(Project, 'diffs', t =>
  t.field({
    type: DiffConnection,
    nullable: true,
    description:
      'The stored diffs of all documents, or of one, newest first. `search` matches the names of both versions.',
    args: {
      documentId: t.arg.id({ description: 'Only diffs of this document. NOT_FOUND if it is not in the project.' }),
      ...diffFilters,
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: async (project, args, context) => {
      if (!args.documentId) return diffs.listDiffs(context, inProject(project), args);
      const document = await loadDocument(context, 'diff.read', args.documentId, { projectId: project.id });
      return diffs.listDiffs(context, inDocument(document), args);
    },
  }),
);

const CreateDiffInput = builder.inputType('CreateDiffInput', {
  description: 'The versions to compare.',
  fields: t => ({
    projectId: t.id({ description: 'If given, both versions must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ description: 'If given, both versions must belong to this document; otherwise NOT_FOUND.' }),
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
    extensions: judgedBy('diff.read'),
    resolve: (_, args, call) => diffs.loadDiff(call, args.id, args),
  }),
  compareVersions: t.field({
    type: Diff,
    nullable: true,
    description: 'Returns the diff of two versions of one document. Computes and stores it if it does not exist yet.',
    args: {
      fromVersionId: t.arg.id({ required: true, description: 'The old version.' }),
      toVersionId: t.arg.id({ required: true, description: 'The new version, of the same document.' }),
      ...parentFields,
    },
    extensions: judgedBy('diff.create'),
    resolve: (_, args, call) => diffs.compareVersions(call, args),
  }),
}));

builder.mutationField('createDiff', t =>
  t.field({
    type: Diff,
    nullable: true,
    description: 'Returns the diff of two versions of one document. Computes and stores it if it does not exist yet.',
    args: { input: t.arg({ type: CreateDiffInput, required: true, description: 'The versions.' }) },
    extensions: { ...judgedBy('diff.create'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => diffs.loadDiff(call, id),
        () => diffs.createDiff(call, input),
      ),
  }),
);
