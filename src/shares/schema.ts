import { Document } from '../documents/schema.ts';
import { inDocument, inProject, loadDocument } from '../documents/service.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { Project } from '../projects/schema.ts';
import { shareStatus } from './model.ts';
import * as shares from './service.ts';

const ShareStatus = wireEnum('DocumentShareStatus', 'Whether the link of a share opens anything.', {
  ACTIVE: [1, 'It does, while the document and its parents are in use.'],
  REVOKED: [2, 'It was revoked for good.'],
  EXPIRED: [3, 'Its time is over.'],
});

const ShareExpiry = wireEnum('DocumentShareExpiry', 'How long a share lasts, by the calendar in UTC.', {
  ONE_MONTH: ['1_month', 'One month.'],
  THREE_MONTHS: ['3_months', 'Three months.'],
  SIX_MONTHS: ['6_months', 'Six months.'],
  ONE_YEAR: ['1_year', 'Twelve months.'],
  PERMANENT: ['permanent', 'Until it is revoked.'],
});

export const ShareVersionScope = wireEnum('DocumentShareVersionScope', 'Which versions a share opens.', {
  LATEST: [1, 'The latest version of the branch, whichever that is.'],
  ALL: [2, 'All versions of the branch.'],
});

const DocumentShare = builder.objectRef<shares.ShownShare>('DocumentShare').implement({
  description: 'A link that lets whoever has it read what is published on one branch of a document.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    branchId: t.exposeID('branchId', { description: 'The branch.' }),
    versionScope: t.expose('versionScope', { type: ShareVersionScope, description: 'Which versions it opens.' }),
    status: t.field({
      type: ShareStatus,
      description: 'Whether the link works.',
      resolve: share => shareStatus(share, new Date()),
    }),
    passwordProtected: t.boolean({
      description: 'Whether visitors need a password beside the link.',
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    expiry: t.expose('expiry', { type: ShareExpiry, description: 'How long it was meant to last.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself; null: never.',
    }),
    secret: t.string({
      nullable: true,
      description: 'What opens it: shown when the share is made and when it is revealed.',
      resolve: ({ secret }) => secret ?? null,
    }),
    url: t.string({
      nullable: true,
      description: 'The link for visitors, with the secret in its fragment; shown with the secret.',
      resolve: ({ id, secret }, _, call) => (secret === undefined ? null : shares.shareUrl(call, { id, secret })),
    }),
    createdById: t.exposeID('createdById', { description: 'Who made it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    revokedById: t.exposeID('revokedById', { nullable: true, description: 'Who revoked it.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

const DocumentShareConnection = connectionType('DocumentShare', DocumentShare);

const branchArgument = builder.args(arg => ({ branchId: arg.id({ description: 'Only shares of this branch.' }) }));

builder.objectField(Document, 'shares', t =>
  t.field({
    type: DocumentShareConnection,
    nullable: true,
    description: 'The shares of the document, newest first, without their secrets; for project admins.',
    args: { ...branchArgument, ...pageArguments },
    extensions: { page: 'child' },
    resolve: (document, args, context) => shares.listShares(context, inDocument(document), args),
  }),
);

builder.objectField(Project, 'shares', t =>
  t.field({
    type: DocumentShareConnection,
    nullable: true,
    description: 'The shares of all documents, newest first, without their secrets; for project admins.',
    args: {
      documentId: t.arg.id({ description: 'Only shares of this document; NOT_FOUND when it is not of the project.' }),
      ...branchArgument,
      ...pageArguments,
    },
    extensions: { page: 'child' },
    resolve: async (project, { documentId, ...args }, context) => {
      if (!documentId) return shares.listShares(context, inProject(project), args);
      const document = await loadDocument(context, 'share.manage', documentId, { projectId: project.id });
      return shares.listShares(context, inDocument(document), args);
    },
  }),
);

const CreateDocumentShareInput = builder.inputType('CreateDocumentShareInput', {
  description: 'A new share of a branch.',
  fields: t => ({
    projectId: t.id({ description: 'When given, the branch must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ description: 'When given, the branch must belong to this document, else NOT_FOUND.' }),
    branchId: t.id({ required: true, description: 'The branch; something has to be published on it.' }),
    expiry: t.field({ type: ShareExpiry, description: 'How long it lasts; three months when absent.' }),
    versionScope: t.field({ type: ShareVersionScope, description: 'Which versions it opens; all when absent.' }),
    password: t.string({
      description:
        'Asked of visitors beside the link: 12 to 72 bytes in UTF-8, no Unicode white space at its ends. None when absent.',
      extensions: { bounds: { minLength: 12, maxLength: 72 } },
    }),
  }),
});

const DocumentShareInput = builder.inputType('DocumentShareInput', {
  description: 'Names a share.',
  fields: t => ({
    id: t.id({ required: true, description: 'The share.' }),
    projectId: t.id({ description: 'When given, the share must belong to this project, else NOT_FOUND.' }),
    documentId: t.id({ description: 'When given, the share must belong to this document, else NOT_FOUND.' }),
  }),
});

builder.mutationFields(t => ({
  createDocumentShare: t.field({
    type: DocumentShare,
    nullable: true,
    description:
      'Shares what is published on a branch and shows the link; for project admins. FAILED_PRECONDITION before the first version.',
    args: { input: t.arg({ type: CreateDocumentShareInput, required: true, description: 'The share.' }) },
    resolve: (_, { input }, call) => shares.createShare(call, input),
  }),
  revealDocumentShare: t.field({
    type: DocumentShare,
    nullable: true,
    description:
      'Shows the link of a share again, which is noted in the audit; for project admins. FAILED_PRECONDITION once it has ended.',
    args: { input: t.arg({ type: DocumentShareInput, required: true, description: 'The share.' }) },
    resolve: (_, { input }, call) => shares.revealShare(call, input),
  }),
  revokeDocumentShare: t.field({
    type: DocumentShare,
    nullable: true,
    description: 'Ends a share for good, also below archived parents; for project admins.',
    args: { input: t.arg({ type: DocumentShareInput, required: true, description: 'The share.' }) },
    resolve: (_, { input }, call) => shares.revokeShare(call, input),
  }),
}));
