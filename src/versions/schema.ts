import { Branch } from '../branches/schema.ts';
import { branchReference } from '../branches/service.ts';
import { typeOfFormat } from '../documents/model.ts';
import { Document, DocumentType, parentFields } from '../documents/schema.ts';
import { documentReference, inDocument, inProject, loadDocument } from '../documents/service.ts';
import type { Version as VersionRow } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { connectionType, pageArguments, windowArguments } from '../graphql/connections.ts';
import { wireEnum } from '../graphql/enums.ts';
import { judgedBy } from '../graphql/judged-by.ts';
import { batched } from '../lists/batch.ts';
import { follow } from '../lists/follow.ts';
import { windowOf } from '../lists/window.ts';
import { invalidArgument } from '../platform/errors.ts';
import { Project } from '../projects/schema.ts';
import { personOf } from '../users/person.ts';
import { Person } from '../users/person-schema.ts';
import { Content, ContentProblem, contentArguments } from './content-schema.ts';
import { readVersionFeed } from './feed.ts';
import * as versions from './service.ts';

export const DocumentFormat = wireEnum('DocumentFormat', 'The format of a content.', {
  OPENAPI_3_0: [1, 'OpenAPI 3.0.x.'],
  OPENAPI_3_1: [2, 'OpenAPI 3.1.x.'],
  MARKDOWN: [3, 'Markdown.'],
});

export const SourceType = wireEnum('SourceType', 'How a draft was created.', {
  WEB: [1, 'By a person or an API token, over GraphQL or REST.'],
  MCP: [2, 'By a software agent, over MCP.'],
  PROMOTE: [3, 'From a version of another branch.'],
});

const VersionStatus = wireEnum('VersionStatus', 'The state of a version.', {
  PUBLISHED: [1, 'Published. Never changes.'],
});

const canonicalHash = (type: 'OPENAPI' | 'MARKDOWN', row: Pick<VersionRow, 'documentFormat' | 'canonicalHash'>) =>
  typeOfFormat(row.documentFormat) === type ? row.canonicalHash : null;

/** Digest of the normalized form; null unless OpenAPI. */
export const normalizedHash = canonicalHash.bind(null, 'OPENAPI');
/** Digest of the stable form; null unless Markdown. */
export const stableHash = canonicalHash.bind(null, 'MARKDOWN');

export const Version = builder.prismaObject('Version', {
  description: 'A published version. It never changes.',
  fields: t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    projectId: t.exposeID('projectId', { description: 'The project.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    document: t.field({
      type: Document,
      description: 'The document.',
      resolve: ({ documentId, projectId }, _, context) => follow(context, documentReference, documentId, projectId),
    }),
    branchId: t.exposeID('branchId', { description: 'The branch.' }),
    branch: t.field({
      type: Branch,
      description: 'The branch.',
      resolve: ({ branchId, projectId }, _, context) => follow(context, branchReference, branchId, projectId),
    }),
    draftId: t.exposeID('draftId', { description: 'The draft that was approved.' }),
    versionName: t.exposeString('versionName', {
      description: 'Name, 1 to 100 characters; unique on a protected branch.',
    }),
    changelog: t.exposeString('changelog', { nullable: true, description: 'Description of the change.' }),
    sourceGitCommitId: t.exposeString('sourceGitCommitId', {
      nullable: true,
      description: 'The Git commit of the content.',
    }),
    documentFormat: t.expose('documentFormat', { type: DocumentFormat, description: 'The format of the content.' }),
    sourceType: t.expose('sourceType', { type: SourceType, description: 'How the draft was created.' }),
    sequence: t.exposeInt('sequence', {
      description: 'Number of the version on its branch: 1, 2, … in order of publication.',
    }),
    status: t.field({ type: VersionStatus, description: 'Always published.', resolve: () => 'PUBLISHED' as const }),
    rawContentHash: t.exposeString('contentHash', { description: 'SHA-256 of the content, lower-case hex.' }),
    normalizedContentHash: t.string({
      nullable: true,
      description: 'SHA-256 of the normalized form; OpenAPI only.',
      resolve: normalizedHash,
    }),
    stableContentHash: t.string({
      nullable: true,
      description: 'SHA-256 of the stable form; Markdown only.',
      resolve: stableHash,
    }),
    warningCount: t.exposeInt('warningCount', { description: 'Number of warnings about the content.' }),
    warnings: t.field({
      type: [ContentProblem],
      nullable: true,
      description: 'Warnings about the content, in document order, at most 1,000.',
      args: windowArguments,
      resolve: async (version, args, context) => windowOf(await versions.readWarnings(context, version), args),
    }),
    publishedById: t.exposeID('publishedById', { description: 'The user who approved it.' }),
    publishedBy: t.field({
      type: Person,
      description: 'The user who approved it.',
      resolve: ({ publishedById }, _, context) => personOf(context, publishedById),
    }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When it was published.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was published.' }),
    updatedAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Equal to `createdAt`: a version never changes.',
    }),
    content: t.field({
      type: Content,
      nullable: true,
      description: 'The text in one form.',
      args: contentArguments,
      resolve: async (version, args, context) => ({
        ...(await versions.readContent(context, 'VERSION', version, args)),
        version,
      }),
    }),
  }),
});

builder.objectField(Content, 'version', t =>
  t.field({
    type: Version,
    nullable: true,
    description: 'The version; null for the content of a draft.',
    resolve: content => content.version ?? null,
  }),
);

const VersionConnection = connectionType('Version', Version);

builder.objectField(Branch, 'latestVersion', t =>
  t.field({
    type: Version,
    nullable: true,
    description: 'The latest version; null before the first is published.',
    resolve: ({ latestVersionId }, _, context) => versions.findVersionOf(context, latestVersionId),
  }),
);

const branchArgument = builder.args(arg => ({
  branchId: arg.id({
    description: 'Only versions of this branch, by its id. NOT_FOUND if there is no such branch here.',
  }),
}));

builder.objectField(Document, 'versions', t =>
  t.field({
    type: VersionConnection,
    nullable: true,
    description: 'The published versions, newest first. `search` matches name and changelog.',
    args: { ...branchArgument, ...pageArguments },
    extensions: { ...judgedBy('version.read'), page: 'child' },
    resolve: (document, args, context) => versions.listVersions(context, inDocument(document), args),
  }),
);

builder.objectField(Project, 'versions', t =>
  t.field({
    type: VersionConnection,
    nullable: true,
    description:
      'The published versions of all documents, or of one, newest first. `search` matches name and changelog.',
    args: {
      documentId: t.arg.id({ description: 'Only versions of this document. NOT_FOUND if it is not in the project.' }),
      documentType: t.arg({
        type: DocumentType,
        description: 'If given, the document must be of this type; otherwise NOT_FOUND.',
      }),
      ...branchArgument,
      branch: t.arg.string({
        description:
          'With `documentId`: only versions of this branch, by its id or name. NOT_FOUND if there is no such branch.',
      }),
      ...pageArguments,
    },
    extensions: { ...judgedBy('version.read'), page: 'child' },
    resolve: async (project, args, context) => {
      if (!args.documentId && args.branch) throw invalidArgument('branch', 'must come with document_id');
      if (!args.documentId && args.documentType) throw invalidArgument('document_type', 'must come with document_id');
      if (!args.documentId) return versions.listVersions(context, inProject(project), args);
      const parents = { projectId: project.id, documentType: args.documentType };
      const document = await loadDocument(context, 'version.read', args.documentId, parents);
      return versions.listDocumentVersions(context, document, args);
    },
  }),
);

const AtomFeed = builder.objectRef<{ content: string }>('AtomFeed').implement({
  description: 'A feed for feed readers.',
  fields: t => ({ content: t.exposeString('content', { description: 'XML, in the Atom format (RFC 4287).' }) }),
});

builder.objectField(Project, 'versionFeed', t =>
  t.field({
    type: AtomFeed,
    nullable: true,
    description: 'The 50 newest published versions of all documents, as a feed.',
    extensions: judgedBy('version.read'),
    resolve: async (project, _, context) => ({ content: await readVersionFeed(context, project) }),
  }),
);

const Overview = builder.objectRef<versions.Overview>('DocumentOverview').implement({
  description: 'Statistics of a document.',
  fields: t => ({
    versionCount: t.exposeInt('versionCount', { description: 'Number of published versions on all branches.' }),
    endpointCount: t.exposeInt('endpointCount', {
      description: 'Number of operations in the latest version of any branch.',
    }),
    latestVersion: t.field({
      type: Version,
      nullable: true,
      description: 'The latest version of any branch.',
      resolve: ({ latestVersionId }, _, context) => versions.findVersionOf(context, latestVersionId),
    }),
    publishedBranchIds: t.exposeIDList('publishedBranchIds', {
      description: 'The branches with at least one version.',
    }),
    openDraftCount: t.exposeInt('openDraftCount', {
      description: 'Number of drafts that are neither published nor rejected.',
    }),
    rawSizeBytes: t.exposeInt('rawSizeBytes', { description: 'Size of the latest version of any branch, in bytes.' }),
  }),
});

builder.objectField(Document, 'overview', t =>
  t.field({
    type: Overview,
    description: 'Statistics of the document.',
    resolve: (document, _, context) => batched(context, versions.overviewOfDocument, document.id),
  }),
);

builder.queryFields(t => ({
  version: t.field({
    type: Version,
    nullable: true,
    description: 'One published version.',
    args: { id: t.arg.id({ required: true, description: 'The version.' }), ...parentFields },
    extensions: judgedBy('version.read'),
    resolve: (_, args, call) => versions.loadVersion(call, 'version.read', args.id, args),
  }),
  latestVersion: t.field({
    type: Version,
    nullable: true,
    description: 'The latest version on a branch. NOT_FOUND before the first is published.',
    args: {
      branch: t.arg.string({ required: true, description: 'The id of the branch, or, with `documentId`, its name.' }),
      ...parentFields,
    },
    extensions: judgedBy('version.read'),
    resolve: (_, args, call) => versions.loadLatestVersion(call, args.branch, args),
  }),
  latestVersions: t.field({
    type: VersionConnection,
    nullable: true,
    description:
      'The latest version of every active branch that the caller may read, oldest first. `search` matches the name and relative path of the document.',
    args: pageArguments,
    extensions: { page: 'root' },
    resolve: (_, args, call) => versions.listLatestVersions(call, args),
  }),
}));
