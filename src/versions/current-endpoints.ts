import type { Context } from '../access/context.ts';
import { projectsToRead } from '../access/visible.ts';
import { areBranchesUnchanged } from '../branches/service.ts';
import { type Endpoint, Prisma } from '../generated/prisma/client.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, readPage } from '../lists/page.ts';
import { likeLiteral } from '../lists/search.ts';
import { longTotal, MANY } from '../lists/totals.ts';
import { type Counted, countedTotals } from '../lists/unchanged-totals.ts';
import { invalidArgument } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { readRows, selectColumns } from '../platform/rows.ts';

export type EndpointSearch = PageArgs & { projectId?: string | null; branch?: string | null; method?: string | null };

/**
 * The endpoints of many documents: of each document those of one version, the latest of the named branch or of its main
 * branch. The database keeps them in tables of their own (`current_endpoints`).
 */
export async function searchEndpoints(context: Context, args: EndpointSearch): Promise<Connection<Endpoint>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const projectIds = await projectsToRead(context, 'OPENAPI', args.projectId);
  const words = wordsOf(page.search);
  const list = { projectIds, words, shown: shownOf(args) };
  const key = JSON.stringify(['current_endpoints', projectIds, words, args.branch, args.method]);
  const { rows, total } = await readUnchanged(context, list, page, countedTotals(context.db).get(key));
  return connection(rows, page, async () => total ?? countAll(context, list, key));
}

type List = {
  /** The projects that are listed; undefined for all. */
  projectIds: string[] | undefined;
  /** Every word must be in the text. */
  words: string[];
  /** SQL: the columns of current endpoints `c`, or of their texts, are those that are listed. */
  shown: Prisma.Sql;
};

const MAX_WORDS = 10;

function wordsOf(search = ''): string[] {
  const words = search.split(/\s+/).filter(word => word !== '');
  if (words.length > MAX_WORDS) throw invalidArgument('search', `must have at most ${MAX_WORDS} words`);
  return words;
}

function shownOf({ branch, method }: EndpointSearch): Prisma.Sql {
  const ofBranch = branch ? Prisma.sql`c.branch_name = ${fields.storable('branch', branch)}` : Prisma.sql`c.is_main`;
  if (!method) return ofBranch;
  return Prisma.sql`${ofBranch} AND c.method = ${fields.storable('method', method).toUpperCase()}`;
}

/** A trigram has only letters and digits. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** SQL: every word is somewhere in path, operation id, summary or tags. An index of trigrams finds longer words. */
function hasWords(text: Prisma.Sql, words: string[]): Prisma.Sql {
  const each = words.map(word =>
    TRIGRAM.test(word)
      ? Prisma.sql`${text} LIKE lower(${`%${likeLiteral(word)}%`})`
      : Prisma.sql`strpos(${text}, lower(${word})) > 0`,
  );
  return Prisma.join([Prisma.sql`TRUE`, ...each], ' AND ');
}

/** The rows of a page, and the exact total if it is known and nothing has changed since it was counted. */
async function readUnchanged(
  { db }: Context,
  list: List,
  page: Page,
  counted: Counted | undefined,
): Promise<{ rows: Endpoint[]; total?: number }> {
  const readForward = () => readRows<Endpoint>(db, forwardSql(list, page));
  if (counted === undefined) return { rows: await readForward() };
  const place = fromEnd(page, counted.total);
  const read = await readRows<Endpoint & { isUnchanged: boolean }>(
    db,
    Prisma.sql`
      SELECT now."isUnchanged", ${endpointColumns}
      FROM (SELECT ${areBranchesUnchanged(counted.snapshot)} AS "isUnchanged") now
        LEFT JOIN (${rowsAt(list, page, place ?? fromStart(page))}) ON TRUE
      ORDER BY e.id ${(place ?? fromStart(page)).order}`,
  );
  const isUnchanged = read[0]?.isUnchanged === true;
  if (place && !isUnchanged) return { rows: await readForward() };
  const rows = read.filter(({ id }) => id !== null).map(({ isUnchanged: _, ...row }) => row);
  if (place) rows.reverse();
  return isUnchanged ? { rows, total: counted.total } : { rows };
}

const endpointColumns = selectColumns('e', Prisma.EndpointScalarFieldEnum);

const forwardSql = (list: List, page: Page): Prisma.Sql => Prisma.sql`
  SELECT ${endpointColumns} FROM ${rowsAt(list, page, fromStart(page))} ORDER BY e.id`;

/** Rows of a list from one of its ends. */
type Place = { order: Prisma.Sql; skip: number; take: number };

const fromStart = ({ skip, take }: Page): Place => ({ order: Prisma.sql`ASC`, skip, take: take + 1 });

/** The same rows as from the start, if they are nearer to the end. */
function fromEnd({ skip, take, afterId }: Page, total: number): Place | undefined {
  if (afterId !== undefined || skip <= total / 2) return undefined;
  const wanted = Math.max(0, Math.min(take + 1, total - skip));
  return { order: Prisma.sql`DESC`, skip: Math.max(0, total - skip - wanted), take: wanted };
}

/** SQL for the endpoints `e` of a page. */
function rowsAt(list: List, { afterId }: Page, place: Place): Prisma.Sql {
  const after = afterId === undefined ? Prisma.sql`TRUE` : Prisma.sql`c.id > ${afterId}::uuid`;
  return Prisma.sql`(${idsAt(list, after, place)}) place JOIN endpoints e ON e.id = place.id`;
}

/** SQL for ids in list order. Of several projects each is read by its own range of an index, unless words are searched. */
function idsAt({ projectIds, words, shown }: List, after: Prisma.Sql, { order, skip, take }: Place): Prisma.Sql {
  const inOrder = Prisma.sql`AND ${shown} AND ${after} ORDER BY c.id ${order}`;
  const limit = Prisma.sql`LIMIT ${take}::int OFFSET ${skip}::int`;
  if (words.length > 0)
    return Prisma.sql`
      SELECT c.id FROM current_endpoints c JOIN endpoint_texts t ON t.digest = c.text_digest
      WHERE ${hasWords(Prisma.sql`t.text`, words)} AND ${inProjects(projectIds)} ${inOrder} ${limit}`;
  if (projectIds === undefined || projectIds.length === 1)
    return Prisma.sql`SELECT c.id FROM current_endpoints c WHERE ${inProjects(projectIds)} ${inOrder} ${limit}`;
  return Prisma.sql`
    SELECT c.id FROM unnest(${projectIds}::uuid[]) AS p(id) CROSS JOIN LATERAL (
      SELECT c.id FROM current_endpoints c WHERE c.project_id = p.id ${inOrder} LIMIT ${skip + take}::int
    ) c ORDER BY c.id ${order} ${limit}`;
}

function inProjects(ids: string[] | undefined): Prisma.Sql {
  if (ids === undefined) return Prisma.sql`TRUE`;
  if (ids.length === 1) return Prisma.sql`c.project_id = ${ids[0]}::uuid`;
  return Prisma.sql`c.project_id = ANY(${ids}::uuid[])`;
}

/** The total, which is remembered with the snapshot that it is true for, if all rows were counted. */
function countAll({ db }: Context, list: List, key: string): Promise<number> {
  return longTotal(db, key, async most => {
    const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}::int`;
    const [counted] = await readRows<Counted>(
      db,
      Prisma.sql`
        SELECT count(*)::int AS total, pg_current_snapshot()::text AS snapshot FROM (${allOf(list)} ${limit}) found`,
    );
    const { total, snapshot } = counted as Counted;
    if (most === undefined || total <= MANY) countedTotals(db).set(key, { total, snapshot });
    return total;
  });
}

/** SQL for all rows: those of texts, or in list order, so that an index is read and not the table. */
const allOf = ({ projectIds, words, shown }: List): Prisma.Sql =>
  words.length > 0
    ? Prisma.sql`
      SELECT FROM endpoint_texts c WHERE ${hasWords(Prisma.sql`c.text`, words)} AND ${inProjects(projectIds)} AND ${shown}`
    : Prisma.sql`SELECT c.id FROM current_endpoints c WHERE ${inProjects(projectIds)} AND ${shown} ORDER BY c.id`;
