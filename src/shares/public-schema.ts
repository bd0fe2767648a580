import type { Rendering } from '../contents/renderings.ts';
import { DocumentType } from '../documents/schema.ts';
import type { Endpoint } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments } from '../graphql/connections.ts';
import { ContentKind } from '../versions/content-schema.ts';
import type { UnlockProof } from './proofs.ts';
import { ShareVersionScope } from './schema.ts';
import * as visits from './visits.ts';

/** How visitors authenticate. Part of the description of every field that they may use. */
const VISITOR =
  'For visitors of a share: send "DocShare" and the secret of the link in the Authorization header, and, after unlocking, the proof in the X-Doc-Share-Unlock header. Whatever is wrong with the link is the same NOT_FOUND, except PASSWORD_REQUIRED if only the proof is missing. Over GraphQL, send no token of a session: one that has ended is UNAUTHENTICATED.';

const PublicShareVersion = builder.objectRef<visits.SharedVersion>('PublicShareVersion').implement({
  description: 'A version that a share gives access to.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    versionName: t.exposeString('versionName', { description: 'Name, 1 to 100 characters.' }),
    changelog: t.exposeString('changelog', { nullable: true, description: 'Description of the change.' }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When it was published.' }),
  }),
});

const PublicShareVersionConnection = connectionType('PublicShareVersion', PublicShareVersion);

const PublicShare = builder.objectRef<visits.VisitedShare>('PublicShare').implement({
  description: 'A shared document, as visitors see it.',
  fields: t => ({
    shareId: t.exposeID('id', { description: 'The share.' }),
    documentName: t.exposeString('documentName', { description: 'The name of the document.' }),
    documentType: t.expose('documentType', { type: DocumentType, description: 'The type of the document.' }),
    branchName: t.exposeString('branchName', { description: 'The name of the branch.' }),
    versionScope: t.expose('versionScope', {
      type: ShareVersionScope,
      description: 'Which versions the share gives access to.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the share expires; null for never.',
    }),
    latestVersion: t.field({
      type: PublicShareVersion,
      description: 'The latest version of the branch.',
      resolve: ({ version }) => version,
    }),
  }),
});

const MarkdownHeading = builder.objectRef<Rendering['headings'][number]>('MarkdownHeading').implement({
  description: 'A heading of a rendered text.',
  fields: t => ({
    level: t.exposeInt('level', { description: 'From 1, the highest, to 6.' }),
    // An anchor in the HTML, not the id of a resource.
    anchor: t.exposeString('id', { description: 'The `id` of its element, for links to it.' }),
    text: t.exposeString('text', { description: 'The text of the heading.' }),
  }),
});

const PublicShareContent = builder.objectRef<visits.SharedContent>('PublicShareContent').implement({
  description: 'The text of a version that a share gives access to.',
  fields: t => ({
    versionId: t.id({ description: 'The version.', resolve: ({ share }) => share.version.id }),
    content: t.string({
      description: 'The text as it was published.',
      resolve: (content, _, context) => visits.publicText(context, content),
    }),
    hash: t.string({
      description: 'SHA-256 of the UTF-8 text, lower-case hex.',
      resolve: ({ share }) => share.version.contentHash,
    }),
    packedContent: t.string({
      description: 'The same as it is stored: compressed with Zstandard (RFC 8878), and encoded as base64.',
      resolve: async (content, _, context) =>
        Buffer.from(await visits.publicPackedText(context, content)).toString('base64'),
    }),
    contentKind: t.field({ type: ContentKind, description: 'Always RAW.', resolve: () => 'RAW' as const }),
    documentType: t.field({
      type: DocumentType,
      description: 'The type of the document.',
      resolve: ({ share }) => share.documentType,
    }),
    html: t.string({
      nullable: true,
      description:
        'Markdown rendered as safe HTML: no raw HTML of the author, no images, only safe links. Null for OpenAPI.',
      resolve: (content, _, context) => visits.publicHtml(context, content),
    }),
    headings: t.field({
      type: [MarkdownHeading],
      nullable: true,
      description: 'The headings of the HTML, in order; null for OpenAPI.',
      resolve: async (content, _, context) => (await visits.renderPublicContent(context, content))?.headings ?? null,
    }),
    fileName: t.string({
      description: 'A safe file name for a download.',
      resolve: (content, _, context) => visits.publicFileName(context, content),
    }),
  }),
});

const PublicShareEndpoint = builder.objectRef<Endpoint>('PublicShareEndpoint').implement({
  description: 'An operation of a version that a share gives access to.',
  fields: t => ({
    method: t.exposeString('method', { description: 'HTTP method, upper case.' }),
    path: t.exposeString('path', { description: 'Path template, such as /pets/{petId}.' }),
    summary: t.exposeString('summary', { nullable: true, description: 'The summary of the operation.' }),
    tags: t.exposeStringList('tags', { description: 'The tags of the operation.' }),
    deprecated: t.exposeBoolean('deprecated', { description: 'Whether the operation is deprecated.' }),
  }),
});

const PublicShareEndpointConnection = connectionType('PublicShareEndpoint', PublicShareEndpoint);

const PublicShareChanges = builder.objectRef<visits.SharedChanges>('PublicShareChanges').implement({
  description: 'The changes between two versions that a share gives access to, found by the service.',
  fields: t => ({
    fromVersionId: t.exposeID('fromVersionId', { description: 'The old version.' }),
    toVersionId: t.exposeID('toVersionId', { description: 'The new version.' }),
    changelog: t.exposeString('changelog', {
      description: 'The changes as Markdown, ready for release notes. Text from the documents is escaped.',
    }),
    html: t.string({
      description: 'The same as safe HTML.',
      resolve: (changes, _, context) => visits.htmlOfChanges(context, changes),
    }),
  }),
});

const UnlockedShare = builder.objectRef<UnlockProof>('UnlockedShare').implement({
  description: 'A proof that the visitor knows the password of a share.',
  fields: t => ({
    unlockProof: t.exposeString('unlockProof', { description: 'Send it in the X-Doc-Share-Unlock header.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description:
        'When the proof expires: after 15 minutes, or with the share if that is earlier. Revoking the share ends it at once.',
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
    description: `A share. ${VISITOR}`,
    args: shareArgument,
    resolve: (_, { shareId }, call) => visits.readPublicShare(call, shareId),
  }),
  publicShareVersions: t.field({
    type: PublicShareVersionConnection,
    nullable: true,
    skipTypeScopes: true,
    description: `The versions that a share gives access to, newest first. \`search\` matches name and changelog. ${VISITOR}`,
    args: { ...shareArgument, ...pageArguments },
    extensions: { page: 'root' },
    resolve: (_, args, call) => visits.listPublicVersions(call, args),
  }),
  publicShareContent: t.field({
    type: PublicShareContent,
    nullable: true,
    skipTypeScopes: true,
    description: `The text of a version that a share gives access to. ${VISITOR}`,
    args: { ...shareArgument, versionId: t.arg.id({ required: true, description: 'The version.' }) },
    resolve: (_, args, context) => visits.readPublicContent(context, args),
  }),
  publicShareEndpoints: t.field({
    type: PublicShareEndpointConnection,
    nullable: true,
    skipTypeScopes: true,
    description: `The operations of a version that a share gives access to, in document order; none of Markdown. \`search\` matches path, operationId and summary. ${VISITOR}`,
    args: {
      ...shareArgument,
      versionId: t.arg.id({ required: true, description: 'The version.' }),
      ...pageArguments,
    },
    extensions: { page: 'root' },
    resolve: (_, args, call) => visits.listPublicEndpoints(call, args),
  }),
  publicShareChanges: t.field({
    type: PublicShareChanges,
    nullable: true,
    skipTypeScopes: true,
    description: `The changes between two versions that a share gives access to. Accepted changes are included like all others. ${VISITOR}`,
    args: {
      ...shareArgument,
      versionId: t.arg.id({ required: true, description: 'The new version.' }),
      fromVersionId: t.arg.id({ required: true, description: 'The old version.' }),
    },
    resolve: (_, args, context) => visits.readPublicChanges(context, args),
  }),
}));

builder.mutationFields(t => ({
  unlockPublicShare: t.field({
    type: UnlockedShare,
    nullable: true,
    skipTypeScopes: true,
    description: `Returns a proof for the password of a share. After 10 wrong passwords for one share, or 30 from one address, within 15 minutes, every password is refused for 15 minutes. ${VISITOR}`,
    args: { input: t.arg({ type: UnlockPublicShareInput, required: true, description: 'The password.' }) },
    resolve: (_, { input }, call) => visits.unlockShare(call, input),
  }),
}));
