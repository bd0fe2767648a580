import { once } from '../audit/once.ts';
import { Document, parentFields } from '../documents/schema.ts';
import { readDocumentOf } from '../documents/service.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { ResourceStatus, textBounds } from '../graphql/resources.ts';
import * as branches from './service.ts';

const BranchKind = wireEnum('BranchKind', 'The kind of a branch.', {
  ENVIRONMENT: [1, 'An environment: dev, test or prod.'],
  FEATURE: [2, 'Feature work: feature/….'],
});

export const Branch = builder.prismaObject('Branch', {
  description: 'A sequence of published versions of a document. Drafts are created for a branch and published on it.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    document: t.field({
      type: Document,
      description: 'The document.',
      resolve: ({ documentId }, _, context) => readDocumentOf(context, documentId),
    }),
    name: t.exposeString('name', { description: 'dev, test, prod or feature/…; unique in the document.' }),
    kind: t.expose('kind', { type: BranchKind, description: 'The kind of the branch.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the branch is for.' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether this is the default branch of the document. Exactly one branch is.',
    }),
    isProtected: t.exposeBoolean('isProtected', {
      description:
        'Whether the branch is protected: its published version names are unique, and only a SuperAdmin may rename, archive, unarchive or unprotect it.',
    }),
    latestVersionId: t.exposeID('latestVersionId', {
      nullable: true,
      description: 'The latest version; null before the first is published.',
    }),
    status: t.expose('status', { type: ResourceStatus, description: 'Whether the branch is in use.' }),
    createdById: t.exposeID('createdById', { description: 'The user who created the branch.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the branch was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the branch was last changed.' }),
  }),
});

const BranchConnection = connectionType('Branch', Branch);

builder.objectField(Document, 'branches', t =>
  t.field({
    type: BranchConnection,
    nullable: true,
    description: 'The branches, oldest first: dev, test, prod, then the others. `search` matches name and description.',
    args: pageArguments,
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
    projectId: t.id({ description: 'If given, the document must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ required: true, description: 'The document.' }),
    name: t.string({ required: true, ...nameField }),
    description: t.string({ description: 'Up to 4000 characters.', extensions: { bounds: textBounds.description } }),
  }),
});

const UpdateBranchInput = builder.inputType('UpdateBranchInput', {
  description: 'Changes to a branch. Absent fields keep their value.',
  fields: t => ({
    id: t.id({ required: true, description: 'The branch.' }),
    projectId: t.id({ description: 'If given, the branch must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ description: 'If given, the branch must belong to this document; otherwise NOT_FOUND.' }),
    name: t.string(nameField),
    description: t.string({
      description: 'New description, up to 4000 characters; blank removes it.',
      extensions: { bounds: textBounds.description },
    }),
    isDefault: t.boolean({ description: 'Set true to make it the default branch instead of the current one.' }),
    isProtected: t.boolean({ description: 'Only a SuperAdmin may remove protection.' }),
  }),
});

const BranchInput = builder.inputType('BranchInput', {
  description: 'Selects a branch.',
  fields: t => ({
    id: t.id({ required: true, description: 'The branch.' }),
    projectId: t.id({ description: 'If given, the branch must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ description: 'If given, the branch must belong to this document; otherwise NOT_FOUND.' }),
  }),
});

builder.queryField('branch', t =>
  t.field({
    type: Branch,
    nullable: true,
    description: 'One branch.',
    args: { id: t.arg.id({ required: true, description: 'The branch.' }), ...parentFields },
    extensions: judgedBy('branch.read'),
    resolve: (_, args, call) => branches.loadBranch(call, 'branch.read', args.id, args),
  }),
);

builder.mutationFields(t => ({
  createBranch: t.field({
    type: Branch,
    nullable: true,
    description: 'Creates a branch. Requires a project admin. ALREADY_EXISTS if the name is in use.',
    args: { input: t.arg({ type: CreateBranchInput, required: true, description: 'The branch.' }) },
    extensions: { ...judgedBy('branch.manage'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => branches.loadBranch(call, 'branch.read', id),
        () => branches.createBranch(call, input),
      ),
  }),
  updateBranch: t.field({
    type: Branch,
    nullable: true,
    description:
      'Changes a branch. Requires a project admin. Only a SuperAdmin may rename or unprotect a protected branch, or rename dev, test or prod.',
    args: { input: t.arg({ type: UpdateBranchInput, required: true, description: 'What to change.' }) },
    extensions: judgedBy('branch.manage'),
    resolve: (_, { input }, call) => branches.updateBranch(call, input),
  }),
  archiveBranch: t.field({
    type: Branch,
    nullable: true,
    description:
      'Archives a branch: it becomes read-only. Requires a project admin, or a SuperAdmin if the branch is protected. FAILED_PRECONDITION for the default branch.',
    args: { input: t.arg({ type: BranchInput, required: true, description: 'The branch.' }) },
    extensions: judgedBy('branch.manage'),
    resolve: (_, { input }, call) => branches.archiveBranch(call, input),
  }),
  unarchiveBranch: t.field({
    type: Branch,
    nullable: true,
    description: 'Restores an archived branch. Requires a project admin, or a SuperAdmin if the branch is protected.',
    args: { input: t.arg({ type: BranchInput, required: true, description: 'The branch.' }) },
    extensions: judgedBy('branch.manage'),
    resolve: (_, { input }, call) => branches.unarchiveBranch(call, input),
  }),
}));
