import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorize } from '../access/policy.ts';
import { type ListedRow, visibleRows } from '../access/visible.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched } from './batch.ts';
import { selectColumns } from './columns.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, type Row, readPage } from './page.ts';
import { likeLiteral } from './search.ts';

/** One kind of children: what the policy needs to know, the table, and the order. */
export type ChildList<Child extends Row> = ListedRow & {
  table: string;
  /** The fields of the model, as the Prisma client names them. */
  fields: Readonly<Record<string, string>>;
  order: 'asc' | 'desc';
  /** Columns that `search` looks into. */
  searchColumns?: string[];
  /** Additional SQL columns of each row, and the callback that receives each row with them. */
  extra?: { columns: Prisma.Sql; take(context: Context, row: Child & Record<string, unknown>): void };
  /** SQL for the bytes of text in a row. They are counted against the text budget before the rows are read. */
  textBytes?: Prisma.Sql;
};

/** The parent of a list: the children's foreign key column, its value, and the project. */
export type Parent = { column: string; id: string; projectId: string };

type ListQuery = { list: ChildList<Row>; column: string; filter: Prisma.Sql; page: Page | undefined; id: string };
type Key = { parentId: string; query: ListQuery };

/**
 * One page of the children of a parent that the caller may read. Parents in one execution that ask with the same
 * arguments share one statement (a lateral join), and a second one if totals are requested.
 */
export async function childList<Child extends Row>(
  context: Context,
  list: ChildList<Child>,
  parent: Parent,
  args: PageArgs,
  where: Prisma.Sql[] = [],
): Promise<Connection<Child>> {
  const page = readPage(args, DEFAULT_PAGE.child);
  await authorize(context, list.action, parent.projectId);
  const conditions = [visibleRows(context, list), ...where];
  if (page.search !== undefined) conditions.push(searchCondition(page.search, list.searchColumns ?? []));
  const filter = Prisma.join(conditions, ' AND ');
  const keyOf = (page: Page | undefined): Key => {
    const id = JSON.stringify([list.table, parent.column, list.order, filter.sql, filter.values, page]);
    return { parentId: parent.id, query: { list: list as ChildList<never>, column: parent.column, filter, page, id } };
  };
  const rows = (await batched(context, pages, keyOf(page))) as Child[];
  return connection(rows, page, () => batched(context, totals, keyOf(undefined)));
}

function searchCondition(search: string, columns: string[]): Prisma.Sql {
  const pattern = `%${likeLiteral(search)}%`;
  const each = columns.map(column => Prisma.sql`c.${quoted(column)} ILIKE ${pattern}`);
  return Prisma.sql`(${Prisma.join(each, ' OR ')})`;
}

const quoted = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`);

const pages: Batch<Key, Row[]> = { idOf, load: (context, keys) => loadByQuery(keys, loadPages.bind(null, context)) };
const totals: Batch<Key, number> = {
  idOf,
  load: (context, keys) => loadByQuery(keys, countChildren.bind(null, context)),
};

function idOf({ parentId, query }: Key): string {
  return `${parentId} ${query.id}`;
}

type LoadForParents<Value> = (query: ListQuery, parentIds: string[]) => Promise<Map<string, Value>>;

/** Calls `load` once for all parents that ask with the same arguments. */
async function loadByQuery<Value>(keys: readonly Key[], load: LoadForParents<Value>): Promise<Value[]> {
  const found = new Map<string, Map<string, Value>>();
  const byQuery = Map.groupBy(keys, ({ query }) => query.id);
  await Promise.all(
    [...byQuery].map(async ([id, same]) => {
      const [{ query }] = same as [Key];
      found.set(
        id,
        await load(
          query,
          same.map(({ parentId }) => parentId),
        ),
      );
    }),
  );
  return keys.map(({ parentId, query }) => found.get(query.id)?.get(parentId) as Value);
}

/** Most rows one statement may read: the embedded database has one connection, so others wait while it runs. */
const MAX_ROWS = 2_000;
/** Pages larger than this are likely to be full, so one statement reads fewer of them. */
const LONG_PAGE = 100;

async function loadPages(context: Context, query: ListQuery, parentIds: string[]): Promise<Map<string, Row[]>> {
  const { textBytes } = query.list;
  if (textBytes) context.texts.take(await countTextBytes(context, query, textBytes, parentIds));
  const rowsOfPage = (query.page as Page).take + 1;
  // Lists with large rows are limited by the text budget above instead.
  const mostRows = rowsOfPage > LONG_PAGE ? MAX_ROWS / 8 : MAX_ROWS;
  const pagesAtOnce = textBytes ? parentIds.length : Math.ceil(mostRows / rowsOfPage);
  const found = new Map<string, Row[]>();
  for (let start = 0; start < parentIds.length; start += pagesAtOnce)
    for (const [id, rows] of await loadSomePages(context, query, parentIds.slice(start, start + pagesAtOnce)))
      found.set(id, rows);
  return found;
}

async function loadSomePages(context: Context, query: ListQuery, parentIds: string[]): Promise<Map<string, Row[]>> {
  const { list } = query;
  const extraColumns = list.extra ? Prisma.sql`, ${list.extra.columns}` : Prisma.empty;
  const columns = Prisma.sql`${selectColumns('c', list.fields)}${extraColumns}`;
  const rows = await context.db.$queryRaw<(Row & { parentOfPage: string })[]>(
    pageSql(query, parentIds, Prisma.sql`p.id::text AS "parentOfPage", child.*`, columns),
  );
  const found = new Map<string, Row[]>(parentIds.map(id => [id, []]));
  for (const { parentOfPage, ...row } of rows) {
    list.extra?.take(context, row);
    found.get(parentOfPage)?.push(row);
  }
  return found;
}

async function countTextBytes({ db }: Call, query: ListQuery, bytes: Prisma.Sql, parentIds: string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ bytes: number }[]>(
    pageSql(
      query,
      parentIds,
      Prisma.sql`coalesce(sum(child.bytes), 0)::float8 AS bytes`,
      Prisma.sql`${bytes} AS bytes`,
    ),
  );
  return row?.bytes ?? 0;
}

/** SQL that selects `selected` from the page of each parent, in list order. */
function pageSql(
  { list, column, filter, page }: ListQuery,
  parentIds: string[],
  selected: Prisma.Sql,
  columns: Prisma.Sql,
) {
  const { take, skip, afterId } = page as Page;
  const direction = Prisma.raw(list.order === 'asc' ? 'ASC' : 'DESC');
  const beyond = Prisma.raw(list.order === 'asc' ? '>' : '<');
  const after = afterId === undefined ? Prisma.sql`TRUE` : Prisma.sql`c.id ${beyond} ${afterId}::uuid`;
  return Prisma.sql`
    SELECT ${selected} FROM unnest(${parentIds}::uuid[]) AS p(id)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${quoted(list.table)} c
      WHERE c.${quoted(column)} = p.id AND ${after} AND ${filter}
      ORDER BY c.id ${direction} LIMIT ${take + 1} OFFSET ${skip}
    ) child`;
}

async function countChildren({ db }: Call, query: ListQuery, parentIds: string[]): Promise<Map<string, number>> {
  const column = quoted(query.column);
  const rows = await db.$queryRaw<{ parent: string; total: bigint }[]>(Prisma.sql`
    SELECT c.${column}::text AS parent, count(*) AS total FROM ${quoted(query.list.table)} c
    WHERE c.${column} = ANY(${parentIds}::uuid[]) AND ${query.filter}
    GROUP BY c.${column}`);
  const found = new Map(parentIds.map(id => [id, 0]));
  for (const { parent, total } of rows) found.set(parent, Number(total));
  return found;
}
