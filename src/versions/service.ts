import type { Call } from '../access/call.ts';
import { type ProjectAction, readableTypes, visible } from '../access/policy.ts';
import { type PartArgs, partOf, type TextPart } from '../contents/parts.ts';
import { hashOfKind, loadAnalysis, loadEndpointDetails } from '../contents/service.ts';
import { loadText } from '../contents/texts.ts';
import { typeOfFormat } from '../documents/model.ts';
import { loadInProject, type Parents } from '../documents/service.ts';
import { type ContentKind, type Draft, type Endpoint, Prisma, type Version } from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import { type Connection, containsText, likeLiteral, listPage, type PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import type { EndpointDetail } from '../openapi/endpoints.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId } from '../platform/ids.ts';

/** The only way to a version: names who asks and what for. */
export function loadVersion(call: Call, action: ProjectAction, id: string, parents: Parents = {}): Promise<Version> {
  return loadInProject(
    call,
    action,
    'Version',
    parents,
    () => isId(id) && call.db.version.findUnique({ where: { id } }),
  );
}

/** The version published last on a branch, which is named by its id or, in a named document, by its name. */
export async function loadLatestVersion(call: Call, branch: string, parents: Parents): Promise<Version> {
  const { latestVersion } = await loadNamedBranch(call, branch, parents);
  if (latestVersion === null) throw new DomainError('NOT_FOUND', 'Nothing is published on this branch yet');
  return latestVersion;
}

function loadNamedBranch(call: Call, branch: string, parents: Parents) {
  return loadInProject(call, 'version.read', 'Branch', parents, async () => {
    const isName = parents.documentId && isId(parents.documentId) && !branch.includes('\0');
    const named = isName ? { documentId: parents.documentId as string, name: branch } : null;
    const where = isId(branch) ? { id: branch } : named;
    const row = where && (await call.db.branch.findFirst({ where, include: { document: true, latestVersion: true } }));
    return row && { ...row, projectId: row.document.projectId, documentType: row.document.documentType };
  });
}

/** The versions of one document, or of one of its branches, which is named by its id or its name. */
export async function listDocumentVersions(
  context: Context,
  document: { id: string; projectId: string },
  { branch, ...args }: VersionListArgs & { branch?: string | null },
): Promise<Connection<Version>> {
  const parents = { projectId: document.projectId, documentId: document.id };
  const branchId = branch ? (await loadNamedBranch(context, branch, parents)).id : args.branchId;
  return listVersions(context, 'document_id', document.id, { ...args, branchId: branchId ?? null });
}

/** The latest versions of all branches that are in use, of the types of documents that the caller may read. */
export function listLatestVersions(call: Call, args: PageArgs): Promise<Connection<Version>> {
  const document: Prisma.DocumentWhereInput = {
    AND: [{ project: visible.projects(call), documentType: { in: readableTypes(call) }, status: 'ACTIVE' }],
  };
  const searched = containsText(args.search, ['name', 'relativePath']);
  const where = { latestOf: { status: 'ACTIVE' as const }, document: { AND: [document, searched] } };
  return listPage(call.db.version, where, args);
}

type VersionListArgs = PageArgs & { branchId?: string | null };

/** Newest first. */
export function listVersions(
  context: Context,
  parentColumn: 'project_id' | 'document_id',
  parentId: string,
  args: VersionListArgs,
): Promise<Connection<Version>> {
  return childList(context, parentId, args, {
    table: 'versions',
    parentColumn,
    order: 'desc',
    where: args.branchId ? [ofBranch(args.branchId)] : [],
    searchColumns: ['version_name', 'changelog'],
    load: (call, ids) => call.db.version.findMany({ where: { id: { in: ids } } }),
  });
}

export const ofBranch = (branchId: string): Prisma.Sql =>
  isId(branchId) ? Prisma.sql`c.branch_id = ${branchId}::uuid` : Prisma.sql`FALSE`;

export type Content = TextPart & {
  ownerType: 'DRAFT' | 'VERSION';
  ownerId: string;
  contentKind: ContentKind;
  hash: string;
  sizeBytes: number;
  /** The owner that it was read with, in one snapshot. */
  draft?: Draft;
  version?: Version;
};

type ContentOwner = Pick<Version, 'id' | 'contentHash' | 'canonicalHash' | 'documentFormat'>;
type ContentArgs = { kind: ContentKind } & PartArgs;

export async function readContent(
  { db, texts }: Pick<Context, 'db' | 'texts'>,
  ownerType: Content['ownerType'],
  owner: ContentOwner,
  { kind, ...part }: ContentArgs,
): Promise<Content> {
  const hash = hashOfKind(owner, kind, typeOfFormat(owner.documentFormat));
  const { text, sizeBytes } = await loadText(db, hash, texts);
  return { ownerType, ownerId: owner.id, contentKind: kind, hash, sizeBytes, ...partOf(text, part) };
}

export type Problem = { message: string; rule?: string; pointer?: string; line?: number; column?: number };

/** The findings that did not stop a content from being accepted. */
export async function readWarnings(call: Pick<Context, 'db' | 'texts'>, owner: ContentOwner): Promise<Problem[]> {
  const analysis = await loadAnalysis(call, owner.contentHash, typeOfFormat(owner.documentFormat));
  return JSON.parse((await loadText(call.db, analysis.warningsHash, call.texts)).text);
}

type EndpointListArgs = PageArgs & {
  path?: string | null;
  pathTemplate?: string | null;
  method?: string | null;
  tag?: string | null;
  deprecated?: boolean | null;
};

/** In the order of the document. */
export function listEndpoints(
  context: Context,
  versionId: string,
  args: EndpointListArgs,
): Promise<Connection<Endpoint>> {
  const where: Prisma.Sql[] = [];
  for (const field of ['path', 'pathTemplate', 'method', 'tag'] as const) fields.storable(field, args[field] ?? '');
  if (args.path) where.push(Prisma.sql`c.path ILIKE ${`%${likeLiteral(args.path)}%`}`);
  if (args.pathTemplate) where.push(Prisma.sql`c.path = ${args.pathTemplate}`);
  if (args.method) where.push(Prisma.sql`c.method = ${args.method.toUpperCase()}`);
  if (args.tag) where.push(Prisma.sql`${args.tag} = ANY(c.tags)`);
  if (typeof args.deprecated === 'boolean') where.push(Prisma.sql`c.deprecated = ${args.deprecated}`);
  return childList(context, versionId, args, {
    table: 'endpoints',
    parentColumn: 'version_id',
    order: 'asc',
    where,
    searchColumns: ['path', 'operation_id', 'summary'],
    load: (call, ids) => call.db.endpoint.findMany({ where: { id: { in: ids } } }),
  });
}

type EndpointParents = Parents & { versionId?: string | null };

export type EndpointOfVersion = Endpoint & { version: Version };

/** The only way to an endpoint: names who asks and what for. */
export async function loadEndpoint(call: Call, id: string, parents: EndpointParents = {}): Promise<EndpointOfVersion> {
  if (parents.versionId) await loadVersion(call, 'version.read', parents.versionId, parents);
  const endpoint = await loadInProject(call, 'version.read', 'Endpoint', parents, async () => {
    const row = isId(id) ? await call.db.endpoint.findUnique({ where: { id }, include: { version: true } }) : null;
    if (row === null) return null;
    const { projectId, documentId, documentFormat } = row.version;
    return { ...row, projectId, documentId, documentFormat };
  });
  if (parents.versionId && endpoint.versionId !== parents.versionId.toLowerCase()) throw notFound('Endpoint');
  return endpoint;
}

/** All that their documents say of the endpoints, references resolved; each document is read once. */
export async function readEndpointDetails(context: Context, endpointIds: string[]): Promise<EndpointDetail[]> {
  const endpoints = await context.db.endpoint.findMany({
    where: { id: { in: endpointIds } },
    select: { id: true, method: true, path: true, version: { select: { canonicalHash: true } } },
  });
  const byDocument = Map.groupBy(endpoints, endpoint => endpoint.version.canonicalHash);
  const found = new Map<string, EndpointDetail>();
  await Promise.all(
    [...byDocument].map(async ([canonicalHash, operations]) => {
      const wanted = operations.map(({ method, path }) => ({ method, path }));
      const details = await loadEndpointDetails(context, canonicalHash, wanted);
      for (const [index, detail] of details.entries()) if (detail) found.set(operations[index]?.id ?? '', detail);
    }),
  );
  return endpointIds.map(id => found.get(id) ?? missing(id));
}

function missing(endpointId: string): never {
  throw new Error(`The version of endpoint ${endpointId} does not hold its operation`);
}

export type Overview = {
  versionCount: number;
  endpointCount: number;
  latestVersion: Version | null;
  publishedBranchIds: string[];
  openDraftCount: number;
  rawSizeBytes: number;
};

/** Figures of many documents in a constant number of statements, in the order of the ids. */
export async function readOverviews(call: Call, documentIds: string[]): Promise<Overview[]> {
  const rows = await call.db.$queryRaw<(Omit<Overview, 'latestVersion'> & { latestVersionId: string | null })[]>`
    SELECT
      (SELECT count(*)::int FROM versions v WHERE v.document_id = d.id) AS "versionCount",
      (SELECT count(*)::int FROM endpoints e WHERE e.version_id = latest.id) AS "endpointCount",
      latest.id::text AS "latestVersionId",
      ARRAY(SELECT b.id::text FROM branches b
            WHERE b.document_id = d.id AND b.latest_version_id IS NOT NULL ORDER BY b.id) AS "publishedBranchIds",
      (SELECT count(*)::int FROM drafts f
       WHERE f.document_id = d.id AND f.status IN ('DRAFT', 'SUBMITTED', 'CHANGES_REQUESTED')) AS "openDraftCount",
      coalesce(latest.size_bytes, 0) AS "rawSizeBytes"
    FROM unnest(${documentIds}::uuid[]) WITH ORDINALITY AS d(id, place)
    LEFT JOIN LATERAL (
      SELECT v.id, t.size_bytes FROM versions v JOIN texts t ON t.hash = v.content_hash
      WHERE v.document_id = d.id ORDER BY v.id DESC LIMIT 1
    ) latest ON TRUE
    ORDER BY d.place`;
  const ids = rows.flatMap(row => row.latestVersionId ?? []);
  const versions = await call.db.version.findMany({ where: { id: { in: ids } } });
  const byId = new Map(versions.map(version => [version.id, version]));
  return rows.map(({ latestVersionId, ...row }) => ({
    ...row,
    latestVersion: byId.get(latestVersionId ?? '') ?? null,
  }));
}
