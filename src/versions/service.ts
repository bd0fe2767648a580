import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { enteredProject } from '../access/own-role.ts';
import { inReach, loadInProject, type Parents, type ProjectAction } from '../access/policy.ts';
import { factsOfReach, ofVisibleVersions } from '../access/visible.ts';
import { areBranchesUnchanged, loadBranchByName, ofBranch } from '../branches/service.ts';
import { hashOfKind } from '../contents/analysis.ts';
import { type PartArgs, partOf, type TextPart } from '../contents/byte-ranges.ts';
import { loadRendering } from '../contents/renderings.ts';
import { bytesOfHash, warningsOfContent } from '../contents/texts.ts';
import { typeOfFormat } from '../documents/model.ts';
import { areDocumentsUnchanged, inDocument } from '../documents/service.ts';
import { type ContentKind, type DocumentFormat, type Draft, Prisma, type Version } from '../generated/prisma/client.ts';
import { type Batch, batched, rowsByKey } from '../lists/batch.ts';
import { type ChildList, childList, type Parent } from '../lists/child-list.ts';
import { findReferenced, reference } from '../lists/follow.ts';
import { filteredById, type IdFilter, type Place } from '../lists/id-filter.ts';
import { countKept } from '../lists/last-page.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { matchOf, matchOfVersion, searchedNames } from '../lists/search.ts';
import { sqlList } from '../lists/sql-list.ts';
import { DomainError, failedPrecondition, notFound } from '../platform/errors.ts';
import { isBlank } from '../platform/fields.ts';
import { isId } from '../platform/ids.ts';
import { findRow } from '../platform/rows.ts';

/** Loads a version for an action and checks that the caller may perform it. */
export function loadVersion(call: Call, action: ProjectAction, id: string, parents: Parents = {}): Promise<Version> {
  return loadInProject(
    call,
    action,
    'Version',
    parents,
    async (_, reach) => enteredVersion(call, id, parents) ?? findVersion(call, id, reach),
    typeOfContent,
  );
}

/** The version in the path of the request, if it was read with the caller. Versions never change. */
function enteredVersion(call: Call, id: string, { projectId }: Parents): Version | undefined {
  const entered = enteredProject(call);
  return entered?.id === projectId && entered?.version?.id === id.toLowerCase() ? entered.version : undefined;
}

async function findVersion({ db }: Call, id: string, reach: Prisma.Sql): Promise<Version | undefined> {
  return isId(id) ? findRow<Version>(db, versionList, Prisma.sql`c.id = ${id}::uuid AND ${reach}`) : undefined;
}

export const typeOfContent = ({ documentFormat }: Pick<Version, 'documentFormat'>) => ({
  documentType: typeOfFormat(documentFormat),
});

/** Loads the latest version of a branch, which is named by its id or, within a document, by its name. */
export async function loadLatestVersion(call: Call, branch: string, parents: Parents): Promise<Version> {
  const { latestVersionId } = await loadBranchByName(call, 'version.read', branch, parents);
  if (latestVersionId === null) throw new DomainError('NOT_FOUND', 'No version is published on this branch yet');
  return call.db.version.findUniqueOrThrow({ where: { id: latestVersionId } });
}

/** Lists the versions of one document, or of one of its branches, named by id or name. */
export async function listDocumentVersions(
  context: Context,
  document: { id: string; projectId: string },
  { branch, ...args }: VersionListArgs & { branch?: string | null },
): Promise<Connection<Version>> {
  const parents = { projectId: document.projectId, documentId: document.id };
  const branchId = branch ? (await loadBranchByName(context, 'version.read', branch, parents)).id : args.branchId;
  return listVersions(context, inDocument(document), { ...args, branchId: branchId ?? null });
}

/** Lists the latest versions of all active branches, for the document types that the caller may read. */
export function listLatestVersions(call: Context, args: PageArgs): Promise<Connection<Version>> {
  const watched = {
    facts: factsOfReach(call),
    isUnchanged: (snapshot: string) =>
      Prisma.sql`${areBranchesUnchanged(snapshot)} AND ${areDocumentsUnchanged(snapshot, inReach(call))}`,
  };
  const list = { ...latestVersions, count: () => countLatestVersions(call), watched };
  return sqlList(call, list, args, async search => {
    const { where } = matchOf(searchedNames, search);
    return { where, all: select => select(where, { source: publishedOfDocuments }) };
  });
}

/** Joins documents to their branches by an index. `OFFSET 0` keeps PostgreSQL from reading all branches instead. */
const publishedOfDocuments = Prisma.sql`
  documents c CROSS JOIN LATERAL (
    SELECT b.latest_version_id, b.status FROM branches b
    WHERE b.document_id = c.id AND b.status = 'ACTIVE' AND b.latest_version_id IS NOT NULL OFFSET 0) b`;

/** SQL for the total. Subtracts the branches of archived documents, which `list_counts` includes and which are few. */
const countLatestVersions = (call: Call): Prisma.Sql => Prisma.sql`
  SELECT counted.total - (
    SELECT count(*)::int FROM documents c JOIN branches b ON b.document_id = c.id
    WHERE c.status = 'ARCHIVED' AND b.status = 'ACTIVE' AND b.latest_version_id IS NOT NULL AND ${ofVisibleVersions(call)}
  ) AS total FROM (
    ${countKept(Prisma.sql`c.created_by IS NULL AND c.list = 'LATEST_VERSIONS' AND ${ofVisibleVersions(call)}`)}
  ) counted`;

const latestVersions = {
  action: 'version.read_latest',
  table: 'versions',
  fields: Prisma.VersionScalarFieldEnum,
  from: Prisma.sql`branches b JOIN documents c ON c.id = b.document_id`,
  id: Prisma.sql`b.latest_version_id`,
  order: 'asc',
} as const;

type VersionListArgs = PageArgs & { branchId?: string | null };

/** Lists versions, newest first. */
export function listVersions(context: Context, parent: Parent, args: VersionListArgs): Promise<Connection<Version>> {
  const isNarrowed = Boolean(args.branchId);
  const isSearched = Boolean(args.search) && parent.column === 'document_id';
  const list = isSearched ? searchedVersionList : versionList;
  return filteredById(context, parent, [[ofBranch, args.branchId]], where =>
    childList(context, list, { ...parent, isNarrowed }, args, where),
  );
}

/** Loads the version that a branch or document points to; null if there is none or the caller may not read it. */
export async function findVersionOf(context: Context, id: string | null): Promise<Version | null> {
  const version = id === null ? null : await batched(context, versionReference.rows, id);
  return version && findReferenced(context, versionReference, version.id, version.projectId);
}

/** Like `findVersionOf`, but throws NOT_FOUND instead of returning null. */
export async function readVersionOf(context: Context, id: string): Promise<Version> {
  const version = await findVersionOf(context, id);
  if (version === null) throw notFound('Version');
  return version;
}

const versionList: ChildList<Version> = {
  action: 'version.read',
  table: 'versions',
  fields: Prisma.VersionScalarFieldEnum,
  document: Prisma.sql`c.document_id`,
  order: 'desc',
  isAppendOnly: true,
  searched: matchOfVersion,
};

/** What a search in a document found is remembered until one of its branches has a new version. */
const searchedVersionList: ChildList<Version> = {
  ...versionList,
  watched: where => ({
    facts: Prisma.sql`''::text`,
    isUnchanged: snapshot => areBranchesUnchanged(snapshot, where),
  }),
};

/** A reference to a version, from something inside its document. */
export const versionReference = reference<Version>(
  {
    action: 'version.read',
    noun: 'Version',
    factsOf: typeOfContent,
  },
  (db, ids) => db.version.findMany({ where: { id: { in: ids } } }),
);

/** Filters what refers to a version with this column. */
export const ofVersion = (column: string): IdFilter => ({
  column,
  places: placesOfVersions,
  missing: () => notFound('Version'),
});

const placesOfVersions: Batch<string, Place | null> = {
  load({ db }, ids) {
    const select = { id: true, documentId: true, projectId: true };
    return rowsByKey(ids, 'id', db.version.findMany({ where: { id: { in: [...ids] } }, select }));
  },
};

export type Content = TextPart & {
  ownerType: 'DRAFT' | 'VERSION';
  ownerId: string;
  contentKind: ContentKind;
  documentFormat: DocumentFormat;
  hash: string;
  sizeBytes: number;
  /** The owner, read in the same snapshot as the text. */
  draft?: Draft;
  version?: Version;
};

type ContentOwner = Pick<Version, 'id' | 'contentHash' | 'canonicalHash' | 'documentFormat'>;
type ContentArgs = { kind: ContentKind; hash?: string | null } & PartArgs;

export async function readContent(
  context: Context,
  ownerType: Content['ownerType'],
  owner: ContentOwner,
  { kind, hash: read, ...part }: ContentArgs,
): Promise<Content> {
  const hash = hashOfKind(owner, kind, typeOfFormat(owner.documentFormat));
  if (read && !isBlank(read) && read !== hash)
    throw failedPrecondition(
      'The text has changed since its first part was read: read it again from offset 0, without hash',
    );
  const { bytes, sizeBytes } = await batched(context, bytesOfHash, hash);
  const { id: ownerId, documentFormat } = owner;
  return { ownerType, ownerId, contentKind: kind, documentFormat, hash, sizeBytes, ...partOf(bytes, part) };
}

/** Renders a Markdown content; null for OpenAPI. */
export async function readHtml(context: Context, { documentFormat, hash }: Content): Promise<string | null> {
  if (typeOfFormat(documentFormat) !== 'MARKDOWN') return null;
  const { html } = await loadRendering(context, hash);
  context.texts.take(html.length);
  return html;
}

export type Problem = { message: string; rule?: string; pointer?: string; line?: number; column?: number };

export async function readWarnings(context: Context, owner: ContentOwner): Promise<Problem[]> {
  const { contentHash, documentFormat } = owner;
  const content = { contentHash, documentType: typeOfFormat(documentFormat) };
  return JSON.parse((await batched(context, warningsOfContent, content)).text);
}

export type Overview = {
  versionCount: number;
  endpointCount: number;
  latestVersionId: string | null;
  publishedBranchIds: string[];
  openDraftCount: number;
  rawSizeBytes: number;
};

/** Loads the statistics of many documents with one statement. */
export const overviewOfDocument: Batch<string, Overview> = { load: readOverviews };

async function readOverviews(call: Call, documentIds: readonly string[]): Promise<Overview[]> {
  return call.db.$queryRaw<Overview[]>`
    SELECT
      (SELECT count(*)::int FROM versions v WHERE v.document_id = d.id) AS "versionCount",
      (SELECT count(*)::int FROM endpoints e WHERE e.version_id = latest.id) AS "endpointCount",
      latest.id::text AS "latestVersionId",
      ARRAY(SELECT b.id::text FROM branches b
            WHERE b.document_id = d.id AND b.latest_version_id IS NOT NULL ORDER BY b.id) AS "publishedBranchIds",
      (SELECT count(*)::int FROM drafts f
       WHERE f.document_id = d.id AND f.status IN ('DRAFT', 'SUBMITTED', 'CHANGES_REQUESTED')) AS "openDraftCount",
      coalesce(latest.size_bytes, 0) AS "rawSizeBytes"
    FROM unnest(${[...documentIds]}::uuid[]) WITH ORDINALITY AS d(id, place)
    LEFT JOIN LATERAL (
      SELECT v.id, t.size_bytes FROM versions v JOIN texts t ON t.hash = v.content_hash
      WHERE v.document_id = d.id ORDER BY v.id DESC LIMIT 1
    ) latest ON TRUE
    ORDER BY d.place`;
}
