import { type Call, signedIn } from '../access/call.ts';
import { authorize } from '../access/policy.ts';
import { questionOf } from '../contents/search-words.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type Connection, connection, DEFAULT_PAGE, readPage } from '../lists/page.ts';
import { invalidArgument } from '../platform/errors.ts';

export type HitKind = 'DOCUMENT' | 'ENDPOINT' | 'TEXT';

export type Hit = {
  id: string;
  kind: HitKind;
  projectId: string;
  documentId: string;
  /** The branch of the hit; null for a document. */
  branchId: string | null;
  versionId: string | null;
  endpointId: string | null;
  title: string;
  snippet: string;
  method: string | null;
  path: string | null;
  pointer: string | null;
  line: number | null;
};

export type SearchInput = {
  q: string;
  kind?: HitKind | null;
  projectId?: string | null;
  first?: number | null;
  offset?: number | null;
};

const MAX_QUESTION_BYTES = 256;
/** The maximum number of ranked matches of each kind. It limits the cost of a frequent word. */
const MAX_RANKED = 2000;

/**
 * Searches everything that the caller may read: every word must match a word or its beginning. Best match first, in one
 * statement.
 */
export async function search(call: Call, { q, kind, projectId, ...args }: SearchInput): Promise<Connection<Hit>> {
  const { id: userId, isSuperAdmin } = signedIn(call);
  if (Buffer.byteLength(q) > MAX_QUESTION_BYTES)
    throw invalidArgument('q', `must have at most ${MAX_QUESTION_BYTES} bytes`);
  const question = questionOf(q);
  if (question === undefined) throw invalidArgument('q', 'must have a letter or a digit');
  const page = readPage(args, DEFAULT_PAGE.root);
  if (projectId) await authorize(call, 'version.read', projectId);
  const mine = Prisma.sql`
    SELECT p.id FROM projects p JOIN teams t ON t.id = p.team_id
    WHERE p.status = 'ACTIVE' AND t.status = 'ACTIVE'
      AND ${projectId ? Prisma.sql`p.id = ${projectId}::uuid` : Prisma.sql`TRUE`}
      AND ${
        isSuperAdmin
          ? Prisma.sql`TRUE`
          : Prisma.sql`EXISTS (
        SELECT FROM members m WHERE m.project_id = p.id AND m.user_id = ${userId}::uuid)`
      }`;
  const rows = await call.replica.read(
    db => db.$queryRaw<(Hit & { total: number })[]>`
    WITH mine AS MATERIALIZED (${mine}), question AS MATERIALIZED (SELECT to_tsquery('simple', ${question}) AS q),
    hits AS (${Prisma.join(sources(kind), ' UNION ALL ')}),
    page AS (
      SELECT id, title, rank, count(*) OVER ()::int AS total FROM hits ORDER BY rank DESC, title, id
      LIMIT ${page.take + 1} OFFSET ${page.skip}
    )
    SELECT page.id::text, coalesce(e.kind::text, 'DOCUMENT') AS kind,
      coalesce(e.project_id, d.project_id)::text AS "projectId", coalesce(e.document_id, d.id)::text AS "documentId",
      e.branch_id::text AS "branchId", b.latest_version_id::text AS "versionId", (
        SELECT o.id::text FROM endpoints o
        WHERE o.version_id = b.latest_version_id AND md5(o.path) = md5(e.path) AND o.path = e.path
          AND o.method = e.method LIMIT 1
      ) AS "endpointId", page.title,
      ts_headline('simple', coalesce(e.body, concat_ws(E'\\n', d.relative_path, d.description)), (SELECT q FROM question),
        'StartSel="", StopSel="", MaxWords=30, MinWords=15') AS snippet,
      e.method, e.path, e.pointer, e.line, page.total
    FROM page LEFT JOIN search_entries e ON e.id = page.id LEFT JOIN branches b ON b.id = e.branch_id
      LEFT JOIN documents d ON d.id = page.id
    ORDER BY page.rank DESC, page.title, page.id`,
  );
  const total = rows[0]?.total ?? 0;
  return connection(rows, page, async () => (rows.length > 0 || page.skip === 0 ? total : countHits()));
  async function countHits(): Promise<number> {
    return (await search(call, { q, kind, projectId, first: 1 })).totalCount();
  }
}

const sources = (kind: HitKind | null | undefined): Prisma.Sql[] => [
  ...(kind === 'ENDPOINT' || kind === 'TEXT' ? [] : [documents]),
  ...(kind === 'DOCUMENT' ? [] : [entries(kind)]),
];

// Hits are ranked by what their indexed rows have; the rest is read for the page alone. Few parents are archived: to exclude
// those reads less than to look up the parents of every hit.

const documents = Prisma.sql`(
  SELECT d.id, d.name AS title, 2 * ts_rank(document_words(d.name, d.relative_path, d.description), q) AS rank
  FROM question, documents d
  WHERE document_words(d.name, d.relative_path, d.description) @@ q AND d.status = 'ACTIVE'
    AND d.project_id IN (SELECT id FROM mine)
  LIMIT ${MAX_RANKED})`;

/** A part that is the same on several branches is found once, on the default branch if it is there. */
const entries = (kind: HitKind | null | undefined): Prisma.Sql => Prisma.sql`(
  SELECT CASE WHEN count(*) = 1 THEN (array_agg(id))[1] ELSE (
    SELECT e.id FROM search_entries e JOIN branches b ON b.id = e.branch_id WHERE e.id = ANY(array_agg(found.id))
    ORDER BY b.is_default DESC LIMIT 1) END AS id, title, rank
  FROM (
    SELECT e.id, e.document_id, e.digest, e.title, ts_rank(e.words, q) AS rank FROM question, search_entries e
    WHERE e.words @@ q AND e.project_id IN (SELECT id FROM mine)
      AND NOT EXISTS (SELECT FROM branches b WHERE b.id = e.branch_id AND b.status = 'ARCHIVED')
      AND NOT EXISTS (SELECT FROM documents d WHERE d.id = e.document_id AND d.status = 'ARCHIVED')
      AND ${kind ? Prisma.sql`e.kind = ${kind}::"SearchEntryKind"` : Prisma.sql`TRUE`}
    LIMIT ${MAX_RANKED}
  ) found
  GROUP BY document_id, digest, title, rank)`;
