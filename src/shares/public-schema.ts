import type { Rendering } from '../contents/renderings.ts';
import { DocumentType } from '../documents/schema.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { ContentKind } from '../versions/schema.ts';
import type { UnlockProof } from './proofs.ts';
import { ShareVersionScope } from './schema.ts';
import * as visits from './visits.ts';

/** How a visitor calls, told with every field that he may use. */
const VISITOR =
  'For visitors: the Authorization header is "DocShare" and the secret of the link, after unlocking the header X-Doc-Share-Unlock holds the proof. Whatever is wrong is the one NOT_FOUND; PASSWORD_REQUIRED where only a proof is missing.';

const PublicShareVersion = builder.objectRef<visits.SharedVersion>('PublicShareVersion').implement({
  description: 'A version that a share opens.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    versionName: t.exposeString('versionName', { description: 'Label, 1 to 100 characters.' }),
    changelog: t.exposeString('changelog', { nullable: true, description: 'What changed, in words.' }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When it was published.' }),
  }),
});

const PublicShareVersionConnection = connectionType('PublicShareVersion', PublicShareVersion);

const PublicShare = builder.objectRef<visits.VisitedShare>('PublicShare').implement({
  description: 'A shared document, as a visitor sees it.',
  fields: t => ({
    shareId: t.exposeID('id', { description: 'The share.' }),
    documentName: t.exposeString('documentName', { description: 'The document.' }),
    documentType: t.expose('documentType', { type: DocumentType, description: 'What the document holds.' }),
    branchName: t.exposeString('branchName', { description: 'The branch.' }),
    versionScope: t.expose('versionScope', { type: ShareVersionScope, description: 'Which versions the share opens.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the share ends; null: not by itself.',
    }),
    latestVersion: t.field({
      type: PublicShareVersion,
      description: 'The version published last on the branch.',
      resolve: ({ version }) => version,
    }),
  }),
});

const MarkdownHeading = builder.objectRef<Rendering['headings'][number]>('MarkdownHeading').implement({
  description: 'A heading of a rendered text.',
  fields: t => ({
    level: t.exposeInt('level', { description: 'From 1, the highest, to 6.' }),
    // An anchor of the HTML, no id of ours.
    anchor: t.exposeString('id', { description: 'The `id` of its element, for links to it.' }),
    text: t.exposeString('text', { description: 'What it says.' }),
  }),
});

const PublicShareContent = builder.objectRef<visits.SharedContent>('PublicShareContent').implement({
  description: 'The text of a version that a share opens.',
  fields: t => ({
    versionId: t.id({ description: 'The version.', resolve: ({ share }) => share.version.id }),
    content: t.exposeString('content', { description: 'The text as it was published.' }),
    contentKind: t.field({ type: ContentKind, description: 'Always raw.', resolve: () => 'RAW' as const }),
    documentType: t.field({
      type: DocumentType,
      description: 'What the text is.',
      resolve: ({ share }) => share.documentType,
    }),
    html: t.string({
      nullable: true,
      description:
        'Markdown as HTML that is safe to show to anybody: no HTML of the author, no images, safe links only. Null for OpenAPI, which is read as text.',
      resolve: (content, _, context) => visits.publicHtml(context, content),
    }),
    headings: t.field({
      type: [MarkdownHeading],
      nullable: true,
      description: 'The headings of the HTML, in its order; null for OpenAPI.',
      resolve: async (content, _, context) => (await visits.renderPublicContent(context, content))?.headings ?? null,
    }),
    fileName: t.exposeString('fileName', { description: 'A safe name for the text as a file.' }),
  }),
});

const UnlockedShare = builder.objectRef<UnlockProof>('UnlockedShare').implement({
  description: 'What stands for the password of a share from now on.',
  fields: t => ({
    unlockProof: t.exposeString('unlockProof', { description: 'Sent in the header X-Doc-Share-Unlock.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it ends: after 15 minutes, or with the share; revoking the share ends it too.',
    }),
  }),
});

const UnlockPublicShareInput = builder.inputType('UnlockPublicShareInput', {
  description: 'The password of a share.',
  fields: t => ({
    shareId: t.id({ required: true, description: 'The share.' }),
    password: t.string({ required: true, description: 'The password.' }),
  }),
});

const shareArgument = builder.args(arg => ({ shareId: arg.id({ required: true, description: 'The share.' }) }));

builder.queryFields(t => ({
  publicShare: t.field({
    type: PublicShare,
    nullable: true,
    skipTypeScopes: true,
    description: `What a share shows first. ${VISITOR}`,
    args: shareArgument,
    resolve: (_, { shareId }, call) => visits.readPublicShare(call, shareId),
  }),
  publicShareVersions: t.field({
    type: PublicShareVersionConnection,
    nullable: true,
    skipTypeScopes: true,
    description: `The versions that a share opens, newest first. ${VISITOR}`,
    args: { ...shareArgument, ...pageArguments },
    extensions: { page: 'root' },
    resolve: (_, args, call) => visits.listPublicVersions(call, args),
  }),
  publicShareContent: t.field({
    type: PublicShareContent,
    nullable: true,
    skipTypeScopes: true,
    description: `The text of a version that a share opens. ${VISITOR}`,
    args: { ...shareArgument, versionId: t.arg.id({ required: true, description: 'The version.' }) },
    resolve: (_, args, context) => visits.readPublicContent(context, args),
  }),
}));

builder.mutationFields(t => ({
  unlockPublicShare: t.field({
    type: UnlockedShare,
    nullable: true,
    skipTypeScopes: true,
    description: `Gives a proof for the password of a share; after 10 wrong passwords for a share or 30 from an address in 15 minutes none is judged for 15 minutes. ${VISITOR}`,
    args: { input: t.arg({ type: UnlockPublicShareInput, required: true, description: 'The password.' }) },
    resolve: (_, { input }, call) => visits.unlockShare(call, input),
  }),
}));
