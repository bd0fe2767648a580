import { once } from '../audit/once.ts';
import { Document } from '../documents/schema.ts';
import { inDocument, inProject, loadDocument } from '../documents/service.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { Project } from '../projects/schema.ts';
import { personOf } from '../users/person.ts';
import { Person } from '../users/person-schema.ts';
import { shareStatus } from './model.ts';
import * as shares from './service.ts';

const ShareStatus = wireEnum('DocumentShareStatus', 'Whether the link of a share works.', {
  ACTIVE: [1, 'The link works, unless its branch, document, project or team is archived.'],
  REVOKED: [2, 'The share was revoked. This cannot be undone.'],
  EXPIRED: [3, 'The share has expired.'],
});

const ShareExpiry = wireEnum('DocumentShareExpiry', 'How long a share is valid, in calendar months (UTC).', {
  ONE_MONTH: ['1_month', 'One month.'],
  THREE_MONTHS: ['3_months', 'Three months.'],
  SIX_MONTHS: ['6_months', 'Six months.'],
  ONE_YEAR: ['1_year', 'Twelve months.'],
  PERMANENT: ['permanent', 'Until it is revoked.'],
});

export const ShareVersionScope = wireEnum('DocumentShareVersionScope', 'Which versions a share gives access to.', {
  LATEST: [1, 'Only the latest version of the branch at the time of the visit.'],
  ALL: [2, 'All versions of the branch.'],
});

const DocumentShare = builder.objectRef<shares.ShownShare>('DocumentShare').implement({
  description: 'A link for reading published versions of one branch of a document. Anyone with the link may read.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    branchId: t.exposeID('branchId', { description: 'The branch.' }),
    versionScope: t.expose('versionScope', {
      type: ShareVersionScope,
      description: 'Which versions it gives access to.',
    }),
    status: t.field({
      type: ShareStatus,
      description: 'Whether the link works.',
      resolve: share => shareStatus(share, new Date()),
    }),
    passwordProtected: t.boolean({
      description: 'Whether visitors need a password in addition to the link.',
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    expiry: t.expose('expiry', { type: ShareExpiry, description: 'How long the share was created for.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null for never.',
    }),
    secret: t.string({
      nullable: true,
      description: 'The secret of the link. Present only in the results of creating and revealing the share.',
      resolve: ({ secret }) => secret ?? null,
    }),
    url: t.string({
      nullable: true,
      description: 'The link for visitors, with the secret in its fragment. Present with `secret`.',
      resolve: ({ id, secret }, _, call) => (secret === undefined ? null : shares.shareUrl(call, { id, secret })),
    }),
    createdById: t.exposeID('createdById', { description: 'The user who created it.' }),
    createdBy: t.field({
      type: Person,
      description: 'The user who created it.',
      resolve: ({ createdById }, _, context) => personOf(context, createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    revokedById: t.exposeID('revokedById', { nullable: true, description: 'The user who revoked it.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

const DocumentShareConnection = connectionType('DocumentShare', DocumentShare);

const branchArgument = builder.args(arg => ({
  branchId: arg.id({
    description: 'Only shares of this branch, by its id. NOT_FOUND if there is no such branch here.',
  }),
}));

builder.objectField(Document, 'shares', t =>
  t.field({
    type: DocumentShareConnection,
    nullable: true,
    description:
      'The shares of the document, newest first, without their secrets. `search` matches the name of the branch. Requires a project admin.',
    args: { ...branchArgument, ...pageArguments },
    extensions: { ...judgedBy('share.manage'), page: 'child' },
    resolve: (document, args, context) => shares.listShares(context, inDocument(document), args),
  }),
);

builder.objectField(Project, 'shares', t =>
  t.field({
    type: DocumentShareConnection,
    nullable: true,
    description:
      'The shares of all documents, or of one, newest first, without their secrets. `search` matches the name of the branch. Requires a project admin.',
    args: {
      documentId: t.arg.id({ description: 'Only shares of this document. NOT_FOUND if it is not in the project.' }),
      ...branchArgument,
      ...pageArguments,
    },
    extensions: { ...judgedBy('share.manage'), page: 'child' },
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
    projectId: t.id({ description: 'If given, the branch must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ description: 'If given, the branch must belong to this document; otherwise NOT_FOUND.' }),
    branchId: t.id({ required: true, description: 'The branch. It must have a published version.' }),
    expiry: t.field({ type: ShareExpiry, description: 'How long the share is valid; three months when absent.' }),
    versionScope: t.field({
      type: ShareVersionScope,
      description: 'Which versions it gives access to; all when absent.',
    }),
    password: t.string({
      description:
        'A password that visitors need in addition to the link: 12 to 72 bytes in UTF-8, without Unicode white space at its ends. No password when absent.',
      extensions: { bounds: { maxLength: 72 } },
    }),
  }),
});

const DocumentShareInput = builder.inputType('DocumentShareInput', {
  description: 'Selects a share.',
  fields: t => ({
    id: t.id({ required: true, description: 'The share.' }),
    projectId: t.id({ description: 'If given, the share must belong to this project; otherwise NOT_FOUND.' }),
    documentId: t.id({ description: 'If given, the share must belong to this document; otherwise NOT_FOUND.' }),
  }),
});

builder.mutationFields(t => ({
  createDocumentShare: t.field({
    type: DocumentShare,
    nullable: true,
    description:
      'Creates a share of a branch and returns its link. Requires a project admin. FAILED_PRECONDITION if the branch has no published version.',
    args: { input: t.arg({ type: CreateDocumentShareInput, required: true, description: 'The share.' }) },
    extensions: { ...judgedBy('share.manage'), creates: true },
    resolve: (_, { input }, call) =>
      once(
        call,
        id => shares.showShare(call, { ...input, id }),
        () => shares.createShare(call, input),
      ),
  }),
  revealDocumentShare: t.field({
    type: DocumentShare,
    nullable: true,
    description:
      'Returns the link of a share again; the audit log records this. Requires a project admin. FAILED_PRECONDITION if the share has expired or been revoked.',
    args: { input: t.arg({ type: DocumentShareInput, required: true, description: 'The share.' }) },
    extensions: judgedBy('share.manage'),
    resolve: (_, { input }, call) => shares.revealShare(call, input),
  }),
  revokeDocumentShare: t.field({
    type: DocumentShare,
    nullable: true,
    description:
      'Revokes a share. This cannot be undone. Also works inside archived parents. Requires a project admin.',
    args: { input: t.arg({ type: DocumentShareInput, required: true, description: 'The share.' }) },
    extensions: judgedBy('share.manage'),
    resolve: (_, { input }, call) => shares.revokeShare(call, input),
  }),
}));
