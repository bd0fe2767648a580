import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { type InDocuments, loadInProject, type Parents } from '../access/policy.ts';
import { forEachText } from '../contents/for-each-text.ts';
import { runTask } from '../contents/run-task.ts';
import type { WrittenEndpoint, WrittenEndpoints } from '../contents/worker/endpoint-details.ts';
import type { PackedText } from '../contents/worker/packed.ts';
import { type Endpoint, Prisma, type Version } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import { type ChildList, childList } from '../lists/child-list.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { columnContains } from '../lists/search.ts';
import type { EndpointDetail } from '../openapi/endpoints.ts';
import { DomainError } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId } from '../platform/ids.ts';
import { JsonBytes } from '../platform/json-bytes.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { loadVersion, typeOfContent } from './service.ts';

type EndpointListArgs = PageArgs & {
  path?: string | null;
  pathTemplate?: string | null;
  method?: string | null;
  tag?: string | null;
  deprecated?: boolean | null;
};

/** Lists endpoints in document order. */
export function listEndpoints(
  context: Context,
  { id, projectId }: Version,
  args: EndpointListArgs,
): Promise<Connection<Endpoint>> {
  const where: Prisma.Sql[] = [];
  for (const field of ['path', 'pathTemplate', 'method', 'tag'] as const) fields.storable(field, args[field] ?? '');
  if (args.path) where.push(columnContains(Prisma.sql`c.path`, args.path));
  if (args.pathTemplate) where.push(Prisma.sql`c.path = ${args.pathTemplate}`);
  if (args.method) where.push(Prisma.sql`c.method = ${args.method.toUpperCase()}`);
  if (args.tag) where.push(Prisma.sql`${args.tag} = ANY(c.tags)`);
  if (typeof args.deprecated === 'boolean') where.push(Prisma.sql`c.deprecated = ${args.deprecated}`);
  return childList(context, endpointList, { column: 'version_id', id, projectId }, args, where);
}

const endpointList: ChildList<Endpoint> = {
  action: 'version.read',
  table: 'endpoints',
  fields: Prisma.EndpointScalarFieldEnum,
  document: Prisma.sql`(SELECT v.document_id FROM versions v WHERE v.id = c.version_id)`,
  order: 'asc',
  searched: { columns: ['path', 'operation_id', 'summary'] },
};

type EndpointParents = Parents & { versionId?: string | null };

/** An endpoint with the facts of its version that the policy and the details need. */
export type EndpointOfVersion = Endpoint & VersionFacts;

type VersionFacts = Pick<Version, 'projectId' | 'documentId' | 'documentFormat' | 'canonicalHash'>;

/** Loads an endpoint and checks that the caller may read it. */
export async function loadEndpoint(call: Call, id: string, parents: EndpointParents): Promise<EndpointOfVersion> {
  const { versionId } = parents;
  try {
    const find = async (_: InDocuments, reach: Prisma.Sql) => {
      const endpoint = isId(id) ? await findEndpoint(call, id, reach) : undefined;
      return versionId && endpoint?.versionId !== versionId.toLowerCase() ? null : endpoint;
    };
    return await loadInProject(call, 'version.read', 'Endpoint', parents, find, typeOfContent);
  } catch (error) {
    // If the version itself is missing, report that instead.
    if (versionId && error instanceof DomainError && error.status === 'NOT_FOUND')
      await loadVersion(call, 'version.read', versionId, parents);
    throw error;
  }
}

async function findEndpoint({ db }: Call, id: string, reach: Prisma.Sql): Promise<EndpointOfVersion | undefined> {
  const [endpoint] = await readRows<EndpointOfVersion>(
    db,
    Prisma.sql`
      SELECT ${selectColumns('e', Prisma.EndpointScalarFieldEnum)}, c.project_id AS "projectId",
        c.document_id AS "documentId", c.document_format AS "documentFormat", c.canonical_hash AS "canonicalHash"
      FROM endpoints e JOIN versions c ON c.id = e.version_id WHERE e.id = ${id}::uuid AND ${reach}`,
  );
  return endpoint;
}

type EndpointKey = Pick<Endpoint, 'id' | 'versionId' | 'method' | 'path'> & { canonicalHash?: string };

/** Loads endpoints in full, with references resolved. Each document is read once. */
export const endpointDetail: Batch<EndpointKey, EndpointFields> = {
  idOf: ({ id }) => id,
  async load(context, endpoints) {
    const unknown = endpoints.filter(({ canonicalHash }) => canonicalHash === undefined);
    const hashes = await canonicalHashes(context, new Set(unknown.map(({ versionId }) => versionId)));
    const hashOf = ({ canonicalHash, versionId }: EndpointKey) => canonicalHash ?? (hashes.get(versionId) as string);
    const found = new Map<string, EndpointFields>();
    await forEachText(context.db, endpoints, hashOf, async (canonical, operations) => {
      const details = await readDetails(context, canonical, operations);
      for (const [index, detail] of details.entries()) if (detail) found.set(operations[index]?.id ?? '', detail);
    });
    return endpoints.map(({ id }) => found.get(id) ?? missing(id));
  },
};

/** Operations of one text in full, in the order of the request; null for an operation that does not exist. */
async function readDetails(
  context: Context,
  canonical: PackedText,
  requested: readonly EndpointKey[],
): Promise<(EndpointFields | null)[]> {
  const operations = requested.map(({ method, path }) => ({ method, path }));
  const payload = { canonical, operations, mostBytes: context.details.left };
  const { size, endpoints } = await runTask<WrittenEndpoints>(context, 'endpointDetails', payload);
  context.details.take(size);
  return endpoints.map(endpoint => endpoint && fieldsOf(endpoint));
}

/** The fields of an endpoint in full that it has. */
export type EndpointFields = { readonly [Field in keyof EndpointDetail]?: JsonBytes };

const fieldsOf = ({ bytes, fields }: WrittenEndpoint): EndpointFields =>
  Object.fromEntries(
    fields.map(({ name, end, values }, index) => [
      name,
      new JsonBytes(bytes.subarray(fields[index - 1]?.end ?? 0, end), values),
    ]),
  );

async function canonicalHashes({ db }: Call, versionIds: ReadonlySet<string>): Promise<Map<string, string>> {
  if (versionIds.size === 0) return new Map();
  const rows = await db.version.findMany({
    where: { id: { in: [...versionIds] } },
    select: { id: true, canonicalHash: true },
  });
  return new Map(rows.map(({ id, canonicalHash }) => [id, canonicalHash]));
}

function missing(endpointId: string): never {
  throw new Error(`The version of endpoint ${endpointId} does not contain its operation`);
}
