import type { Call } from '../access/call.ts';
import type { ProjectAction } from '../access/policy.ts';
import { hashOfKind, loadAnalysis, loadEndpointDetails } from '../contents/service.ts';
import { loadText } from '../contents/texts.ts';
import { loadInProject, type Parents } from '../documents/service.ts';
import {
  type ContentKind,
  type DocumentFormat,
  type DocumentType,
  type Draft,
  type Endpoint,
  Prisma,
  type Version,
} from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import { type Connection, likeLiteral, type PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import type { EndpointDetail } from '../openapi/endpoints.ts';
import { notFound } from '../platform/errors.ts';
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

export const typeOfFormat = (format: DocumentFormat): DocumentType => (format === 'MARKDOWN' ? 'MARKDOWN' : 'OPENAPI');

export type Content = {
  ownerType: 'DRAFT' | 'VERSION';
  ownerId: string;
  contentKind: ContentKind;
  content: string;
  hash: string;
  sizeBytes: number;
  /** The draft that it was read with, in one snapshot. */
  draft?: Draft;
};

type ContentOwner = Pick<Version, 'id' | 'contentHash' | 'canonicalHash' | 'documentFormat'>;

export async function readContent(
  { db, texts }: Pick<Context, 'db' | 'texts'>,
  ownerType: Content['ownerType'],
  owner: ContentOwner,
  kind: ContentKind,
): Promise<Content> {
  const hash = hashOfKind(owner, kind, typeOfFormat(owner.documentFormat));
  const { text, sizeBytes } = await loadText(db, hash, texts);
  return { ownerType, ownerId: owner.id, contentKind: kind, content: text, hash, sizeBytes };
}

export type Problem = { message: string; rule?: string; pointer?: string; line?: number; column?: number };

/** The findings that did not stop a content from being accepted. */
export async function readWarnings(call: Pick<Context, 'db' | 'texts'>, owner: ContentOwner): Promise<Problem[]> {
  const analysis = await loadAnalysis(call, owner.contentHash, typeOfFormat(owner.documentFormat));
  return JSON.parse((await loadText(call.db, analysis.warningsHash, call.texts)).text);
}

type EndpointListArgs = PageArgs & {
  path?: string | null;
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
  if (args.path) where.push(Prisma.sql`c.path ILIKE ${`%${likeLiteral(args.path)}%`}`);
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
    return row && { ...row, projectId: row.version.projectId, documentId: row.version.documentId };
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
