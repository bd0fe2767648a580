import type { Context } from '../access/context.ts';
import { authorize } from '../access/policy.ts';
import { visibleRows } from '../access/visible.ts';
import { type ContentPair, compareContents } from '../contents/comparisons.ts';
import { readDocumentOf } from '../documents/service.ts';
import { type Branch, type Comparison, type DocumentType, Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched } from '../lists/batch.ts';
import { placeFromStart } from '../lists/last-page.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, readPage } from '../lists/page.ts';
import { matchOfText } from '../lists/search.ts';
import { canonicalTemplate } from '../openapi/paths.ts';
import * as fields from '../platform/fields.ts';
import { readRows } from '../platform/rows.ts';
import type { JudgedItem } from './judge.ts';
import { readItems } from './judged-changes.ts';

export type EndpointStep = 'APPEARED' | 'CHANGED' | 'REMOVED';

/** A version that added, changed or removed an endpoint; `id` is the id of the version. */
export type EndpointChange = {
  id: string;
  projectId: string;
  documentId: string;
  documentType: DocumentType;
  method: string;
  path: string;
  step: EndpointStep;
  /** The canonical texts of the version before, null for the first, and of this one. */
  beforeHash: string | null;
  afterHash: string;
};

type Named = { method: string; path: string };

/** The versions of a branch that added, changed or removed an endpoint, newest first. */
export async function listEndpointChanges(
  context: Context,
  { id: branchId, documentId }: Branch,
  { method: anyCase, path, ...args }: Named & PageArgs,
): Promise<Connection<EndpointChange>> {
  const page = readPage(args, DEFAULT_PAGE.child);
  const { projectId, documentType } = await readDocumentOf(context, documentId);
  await authorize(context, 'version.read', projectId);
  const method = anyCase.toUpperCase();
  const endpoint = { method: fields.storable('method', method), path: fields.storable('path', path) };
  const { rows, total } = await batched(context, histories, { branchId, endpoint, page });
  const named = { projectId, documentId, documentType, method, path };
  return connection(
    rows.map(row => ({ ...row, ...named })),
    page,
    async () => total,
  );
}

type HistoryKey = { branchId: string; endpoint: Named; page: Page };
type Step = Pick<EndpointChange, 'id' | 'step' | 'beforeHash' | 'afterHash'>;
type History = { rows: Step[]; total: number };

/** Most branches of one statement, which reads all their versions: others wait for it in the embedded database. */
const MAX_BRANCHES = 20;

const histories: Batch<HistoryKey, History> = {
  idOf: ({ branchId, ...query }) => `${branchId} ${JSON.stringify(query)}`,
  async load(context, keys) {
    const found = new Map<HistoryKey, History>();
    for (const same of Map.groupBy(keys, ({ endpoint, page }) => JSON.stringify({ endpoint, page })).values())
      for (let start = 0; start < same.length; start += MAX_BRANCHES)
        await readHistories(context, same.slice(start, start + MAX_BRANCHES), found);
    return keys.map(key => found.get(key) as History);
  },
};

/** Reads the pages of branches that ask for the same endpoint and page. Their totals cost little beside them. */
async function readHistories(context: Context, keys: HistoryKey[], found: Map<HistoryKey, History>): Promise<void> {
  const [{ endpoint, page }] = keys as [HistoryKey];
  const branchIds = keys.map(({ branchId }) => branchId);
  const isFound = page.search === undefined ? Prisma.sql`TRUE` : matchOfName(page.search).where;
  const after = page.afterId === undefined ? Prisma.sql`TRUE` : Prisma.sql`m.id < ${page.afterId}::uuid`;
  const rows = await readRows<Step & { branchId: string; total: number }>(
    context.db,
    Prisma.sql`
      ${changesOf(context, branchIds, endpoint)}, matches AS MATERIALIZED (
        SELECT branch_id, id, step, "beforeHash", "afterHash" FROM steps WHERE ${isFound})
      SELECT b.id::text AS "branchId", counted.total, page.id::text, page.step, page."beforeHash", page."afterHash"
      FROM unnest(${branchIds}::uuid[]) AS b(id)
      CROSS JOIN LATERAL (SELECT count(*)::int AS total FROM matches m WHERE m.branch_id = b.id) counted
      LEFT JOIN LATERAL (
        SELECT m.id, m.step, m."beforeHash", m."afterHash" FROM matches m WHERE m.branch_id = b.id AND ${after}
        ORDER BY m.id DESC ${placeFromStart(page)}
      ) page ON TRUE
      ORDER BY page.id DESC`,
  );
  const byBranch = Map.groupBy(rows, ({ branchId }) => branchId);
  for (const key of keys) {
    const ofBranch = byBranch.get(key.branchId) ?? [];
    // A branch without changes on the page has one row, without a change.
    found.set(key, { rows: ofBranch.filter(({ id }) => id !== null), total: ofBranch[0]?.total ?? 0 });
  }
}

const matchOfName = matchOfText(Prisma.sql`(SELECT v.version_name FROM versions v WHERE v.id = steps.id)`);

/**
 * SQL: the versions whose hash of the endpoint differs from that of the version before. The hash covers all that
 * applies to the endpoint and all that it refers to. `found` selects by ids, in a third of the time of a join; if it is
 * empty, no version is read. The full join gives the same rows as a left join, because all ids are versions of the
 * branches. It only keeps PostgreSQL, which expects one row in `found`, from a nested loop.
 */
function changesOf(context: Context, branchIds: string[], { method, path }: Named): Prisma.Sql {
  const mayRead = visibleRows(context, { action: 'version.read', document: Prisma.sql`c.document_id` });
  const isOfBranch = Prisma.sql`c.branch_id = ANY(${branchIds}::uuid[]) AND ${mayRead}`;
  return Prisma.sql`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ON (version_id) version_id, hash FROM endpoints
      WHERE version_id = ANY(ARRAY(SELECT c.id FROM versions c WHERE ${isOfBranch}))
        AND md5(path) = md5(${path}) AND path = ${path} AND method = ${method}
    ), line AS (
      SELECT c.branch_id, c.id, c.canonical_hash, e.hash, lag(c.canonical_hash) OVER w AS "beforeHash", lag(e.hash) OVER w AS before
      FROM (SELECT c.branch_id, c.id, c.sequence, c.canonical_hash FROM versions c WHERE ${isOfBranch}) c
      FULL JOIN found e ON e.version_id = c.id
      WHERE EXISTS (SELECT FROM found)
      WINDOW w AS (PARTITION BY c.branch_id ORDER BY c.sequence)
    ), steps AS (
      SELECT branch_id, id, "beforeHash", canonical_hash AS "afterHash", CASE
        WHEN before IS NULL THEN 'APPEARED' WHEN hash IS NULL THEN 'REMOVED' ELSE 'CHANGED' END AS step
      FROM line WHERE hash IS DISTINCT FROM before
    )`;
}

const comparisons: Batch<ContentPair, Comparison> = {
  idOf: ({ documentType, beforeHash, afterHash }) => `${documentType} ${beforeHash} ${afterHash}`,
  load: (context, pairs) => compareContents(context, [...pairs]),
};

/**
 * The changes of a version that affect the endpoint; none for the first version of a branch, in which all is new. They
 * name the new path: if only a path parameter got another name, they are about the old path too.
 */
export async function readEndpointItems(context: Context, change: EndpointChange): Promise<JudgedItem[]> {
  const { projectId, documentId, documentType, method, path, beforeHash, afterHash } = change;
  if (beforeHash === null) return [];
  const comparison = await batched(context, comparisons, { documentType, beforeHash, afterHash });
  const items = await readItems(context, { comparison, projectId, documentId }, {});
  const template = canonicalTemplate(path);
  const affects = ({ affectedOperations }: JudgedItem) =>
    affectedOperations.some(one => one.method === method && canonicalTemplate(one.path) === template);
  return items.filter(affects);
}
