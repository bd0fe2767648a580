import type { Context } from '../access/context.ts';
import { publishedDocuments } from '../access/visible.ts';
import { type Endpoint, Prisma } from '../generated/prisma/client.ts';
import { type Connection, connection, DEFAULT_PAGE, type PageArgs, readPage } from '../lists/page.ts';
import { columnContains } from '../lists/search.ts';
import { invalidArgument } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { selectColumns } from '../platform/rows.ts';

export type EndpointSearch = PageArgs & { projectId?: string | null; branch?: string | null; method?: string | null };

/**
 * The endpoints of many documents: of each document those of one version. The cost grows with the endpoints of these
 * versions, not with those of older ones: every version is read by its own range of one index.
 */
export async function searchEndpoints(context: Context, args: EndpointSearch): Promise<Connection<Endpoint>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const versions = currentVersions(await publishedDocuments(context, 'OPENAPI', args.projectId), args);
  const matches = endpointCondition(args, page.search);
  const { take, skip, afterId } = page;
  const after = afterId === undefined ? Prisma.sql`TRUE` : Prisma.sql`c.id > ${afterId}::uuid`;
  const rows = await context.db.$queryRaw<Endpoint[]>`
    SELECT found.* FROM (${versions}) v CROSS JOIN LATERAL (
      SELECT ${selectColumns('c', Prisma.EndpointScalarFieldEnum)} FROM endpoints c
      WHERE c.version_id = v.id AND ${after} AND ${matches}
      ORDER BY c.id LIMIT ${skip + take + 1}
    ) found ORDER BY found.id LIMIT ${take + 1} OFFSET ${skip}`;
  return connection(rows, page, async () => {
    const [row] = await context.db.$queryRaw<{ total: number }[]>`
      SELECT coalesce(sum(found.total), 0)::int AS total FROM (${versions}) v CROSS JOIN LATERAL (
        SELECT count(*) AS total FROM endpoints c WHERE c.version_id = v.id AND ${matches}
      ) found`;
    return row?.total ?? 0;
  });
}

/** Of each document in use the latest version of the named branch, else of the default one, else of any. */
function currentVersions(ofDocuments: Prisma.Sql, { branch }: EndpointSearch): Prisma.Sql {
  const ofBranch = branch ? Prisma.sql`b.name = ${fields.storable('branch', branch)}` : Prisma.sql`TRUE`;
  return Prisma.sql`
    SELECT DISTINCT ON (b.document_id) b.latest_version_id AS id
    FROM documents d JOIN branches b ON b.document_id = d.id
    WHERE ${ofDocuments} AND d.status = 'ACTIVE' AND b.status = 'ACTIVE'
      AND b.latest_version_id IS NOT NULL AND ${ofBranch}
    ORDER BY b.document_id, b.is_default DESC, b.latest_version_id DESC`;
}

const MAX_WORDS = 10;

/** Every word is somewhere in path, operation id, summary or tags. */
function endpointCondition({ method }: EndpointSearch, search = ''): Prisma.Sql {
  const words = search.split(/\s+/).filter(word => word !== '');
  if (words.length > MAX_WORDS) throw invalidArgument('search', `must have at most ${MAX_WORDS} words`);
  const text = Prisma.sql`concat_ws(' ', c.path, c.operation_id, c.summary, array_to_string(c.tags, ' '))`;
  const ofMethod = method
    ? Prisma.sql`c.method = ${fields.storable('method', method).toUpperCase()}`
    : Prisma.sql`TRUE`;
  return Prisma.join([ofMethod, ...words.map(word => columnContains(text, word))], ' AND ');
}
