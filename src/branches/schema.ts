import { Document, parentFields } from '../documents/schema.ts';
import { readDocumentOf } from '../documents/service.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments, searchArgument } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { ResourceStatus, textBounds } from '../graphql/resources.ts';
import * as branches from './service.ts';

const BranchKind = wireEnum('BranchKind', 'What a branch stands for.', {
  ENVIRONMENT: [1, 'dev, test or prod.'],
  FEATURE: [2, 'A line of work: feature/….'],
});

export const Branch = builder.prismaObject('Branch', {
  description: 'A line of publication of a document. Drafts are made for a branch and published on it.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    document: t.field({
      type: Document,
      description: 'The document.',
      resolve: ({ documentId }, _, context) => readDocumentOf(context, documentId),
    }),
    name: t.exposeString('name', { description: 'dev, test, prod or feature/…; unique in the document.' }),
    kind: t.expose('kind', { type: BranchKind, description: 'What the branch stands for.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the branch is for.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether readers land here; true for exactly one branch.' }),
    isProtected: t.exposeBoolean('isProtected', {
      description:
        'Whether published version names are unique and only a SuperAdmin renames, archives, unarchives or unprotects it.',
    }),
    latestVersionId: t.exposeID('latestVersionId', {
      nullable: true,
      description: 'The version published last; null before the first.',
    }),
    status: t.expose('status', { type: ResourceStatus, description: 'Whether the branch is in use.' }),
    createdById: t.exposeID('createdById', { description: 'Who made the branch.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the branch was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the branch was last changed.' }),
  }),
});

const BranchConnection = connectionType('Branch', Branch);

builder.objectField(Document, 'branches', t =>
  t.field({
    type: BranchConnection,
    description: 'The branches, by creation: dev, test, prod, then the others. Searched by name and description.',
    args: { ...pageArguments, ...searchArgument },
    extensions: { page: 'child' },
    resolve: (document, args, context) => branches.listBranches(context, document, args),
  }),
);

const nameField = {
  description: 'dev, test, prod or feature/ followed by letters, digits and . _ - /; at most 200 characters.',
  extensions: { bounds: { ...textBounds.name, pattern: '^(dev|test|prod|feature/[A-Za-z0-9._/-]+)$' } },
};

const CreateBranchInput = builder.inputType('CreateBranchInput', {
  description: 'A new branch.',
  fields: t => ({
    projectId: t.id({ description: 'When given, the document must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ required: true, description: 'The document.' }),
    name: t.string({ required: true, ...nameField }),
    description: t.string({ description: 'Up to 4000 characters.', extensions: { bounds: textBounds.description } }),
  }),
});

const UpdateBranchInput = builder.inputType('UpdateBranchInput', {
  description: 'Changes of a branch; absent fields stay.',
  fields: t => ({
    id: t.id({ required: true, description: 'The branch.' }),
    projectId: t.id({ description: 'When given, the branch must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ description: 'When given, the branch must belong to this document, else NOT_FOUND.' }),
    name: t.string(nameField),
    description: t.string({
      description: 'New description; null removes it.',
      extensions: { bounds: textBounds.description, clearable: true },
    }),
    isDefault: t.boolean({ description: 'true makes it the default branch in place of the present one.' }),
    isProtected: t.boolean({ description: 'Only a SuperAdmin takes protection away.' }),
  }),
});

const BranchInput = builder.inputType('BranchInput', {
  description: 'Names a branch.',
  fields: t => ({
    id: t.id({ required: true, description: 'The branch.' }),
    projectId: t.id({ description: 'When given, the branch must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ description: 'When given, the branch must belong to this document, else NOT_FOUND.' }),
  }),
});

builder.queryField('branch', t =>
  t.field({
    type: Branch,
    nullable: true,
    description: 'One branch.',
    args: { id: t.arg.id({ required: true, description: 'The branch.' }), ...parentFields },
    resolve: (_, args, call) => branches.loadBranch(call, 'branch.read', args.id, args),
  }),
);

builder.mutationFields(t => ({
  createBranch: t.field({
    type: Branch,
    nullable: true,
    description: 'Makes a branch; for project admins. ALREADY_EXISTS for a name in use.',
    args: { input: t.arg({ type: CreateBranchInput, required: true, description: 'The branch.' }) },
    resolve: (_, { input }, call) => branches.createBranch(call, input),
  }),
  updateBranch: t.field({
    type: Branch,
    nullable: true,
    description: 'Changes a branch; for project admins.',
    args: { input: t.arg({ type: UpdateBranchInput, required: true, description: 'What to change.' }) },
    resolve: (_, { input }, call) => branches.updateBranch(call, input),
  }),
  archiveBranch: t.field({
    type: Branch,
    nullable: true,
    description:
      'Archives a branch: reading stays, drafts and publishing end; for project admins. Not for the default branch.',
    args: { input: t.arg({ type: BranchInput, required: true, description: 'The branch.' }) },
    resolve: (_, { input }, call) => branches.archiveBranch(call, input),
  }),
  unarchiveBranch: t.field({
    type: Branch,
    nullable: true,
    description: 'Brings an archived branch back; for project admins, of a protected branch for SuperAdmins.',
    args: { input: t.arg({ type: BranchInput, required: true, description: 'The branch.' }) },
    resolve: (_, { input }, call) => branches.unarchiveBranch(call, input),
  }),
}));
