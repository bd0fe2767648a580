import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorize } from '../access/policy.ts';
import { type ListedRow, visibleRows } from '../access/visible.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched } from './batch.ts';
import { selectColumns } from './columns.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, type Row, readPage } from './page.ts';
import { likeLiteral } from './search.ts';

/** The children of one kind: what the policy asks about a row `c`, where the rows are, and how they are listed. */
export type ChildList<Child extends Row> = ListedRow & {
  table: string;
  /** The fields of the model, as the Prisma client names them. */
  fields: Readonly<Record<string, string>>;
  order: 'asc' | 'desc';
  /** Columns that `search` looks into. */
  searchColumns?: string[];
  /** Further SQL columns of each row, and who takes them. */
  beside?: { columns: Prisma.Sql; take(context: Context, row: Child & Record<string, unknown>): void };
  /** SQL for how many bytes of text a row holds: counted before large rows are read. */
  textBytes?: Prisma.Sql;
};

/** What has the children: a row of `column`'s table, in a project. */
export type Parent = { column: string; id: string; projectId: string };

type Asked = { list: ChildList<Row>; column: string; filter: Prisma.Sql; page: Page | undefined; id: string };
type Key = { parentId: string; asked: Asked };

/**
 * One page of the children of a parent, as far as the caller may read each of them alone. All parents of an execution
 * that ask with the same arguments share one statement, a lateral join, and one more when they ask for totals.
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
    return { parentId: parent.id, asked: { list: list as ChildList<never>, column: parent.column, filter, page, id } };
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

const pages: Batch<Key, Row[]> = { idOf, load: (context, keys) => byQuestion(keys, loadPages.bind(null, context)) };
const totals: Batch<Key, number> = {
  idOf,
  load: (context, keys) => byQuestion(keys, countChildren.bind(null, context)),
};

function idOf({ parentId, asked }: Key): string {
  return `${parentId} ${asked.id}`;
}

type Answers<Value> = (asked: Asked, parentIds: string[]) => Promise<Map<string, Value>>;

/** One call for all parents that ask the same. */
async function byQuestion<Value>(keys: readonly Key[], answer: Answers<Value>): Promise<Value[]> {
  const found = new Map<string, Map<string, Value>>();
  const questions = Map.groupBy(keys, ({ asked }) => asked.id);
  await Promise.all(
    [...questions].map(async ([id, same]) => {
      const [{ asked }] = same as [Key];
      found.set(
        id,
        await answer(
          asked,
          same.map(({ parentId }) => parentId),
        ),
      );
    }),
  );
  return keys.map(({ parentId, asked }) => found.get(asked.id)?.get(parentId) as Value);
}

/** Rows that one statement may read: while it runs, others wait for the one connection of the embedded database. */
const MOST_ROWS = 2_000;
/** Pages of more rows than this are likely to be full: then fewer of them are read by one statement. */
const LONG_PAGE = 100;

async function loadPages(context: Context, asked: Asked, parentIds: string[]): Promise<Map<string, Row[]>> {
  const { textBytes } = asked.list;
  if (textBytes) context.texts.take(await countTextBytes(context, asked, textBytes, parentIds));
  const rowsOfPage = (asked.page as Page).take + 1;
  // Lists of large rows are bounded by the bytes that were counted.
  const mostRows = rowsOfPage > LONG_PAGE ? MOST_ROWS / 8 : MOST_ROWS;
  const pagesAtOnce = textBytes ? parentIds.length : Math.ceil(mostRows / rowsOfPage);
  const found = new Map<string, Row[]>();
  for (let start = 0; start < parentIds.length; start += pagesAtOnce)
    for (const [id, rows] of await loadSomePages(context, asked, parentIds.slice(start, start + pagesAtOnce)))
      found.set(id, rows);
  return found;
}

async function loadSomePages(context: Context, asked: Asked, parentIds: string[]): Promise<Map<string, Row[]>> {
  const { list } = asked;
  const beside = list.beside ? Prisma.sql`, ${list.beside.columns}` : Prisma.empty;
  const columns = Prisma.sql`${selectColumns('c', list.fields)}${beside}`;
  const rows = await context.db.$queryRaw<(Row & { parentOfPage: string })[]>(
    pageSql(asked, parentIds, Prisma.sql`p.id::text AS "parentOfPage", child.*`, columns),
  );
  const found = new Map<string, Row[]>(parentIds.map(id => [id, []]));
  for (const { parentOfPage, ...row } of rows) {
    list.beside?.take(context, row);
    found.get(parentOfPage)?.push(row);
  }
  return found;
}

async function countTextBytes({ db }: Call, asked: Asked, bytes: Prisma.Sql, parentIds: string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ bytes: number }[]>(
    pageSql(
      asked,
      parentIds,
      Prisma.sql`coalesce(sum(child.bytes), 0)::float8 AS bytes`,
      Prisma.sql`${bytes} AS bytes`,
    ),
  );
  return row?.bytes ?? 0;
}

/** `selected` of the columns of the children on the page of each parent, in their order. */
function pageSql(
  { list, column, filter, page }: Asked,
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

async function countChildren({ db }: Call, asked: Asked, parentIds: string[]): Promise<Map<string, number>> {
  const column = quoted(asked.column);
  const rows = await db.$queryRaw<{ parent: string; total: bigint }[]>(Prisma.sql`
    SELECT c.${column}::text AS parent, count(*) AS total FROM ${quoted(asked.list.table)} c
    WHERE c.${column} = ANY(${parentIds}::uuid[]) AND ${asked.filter}
    GROUP BY c.${column}`);
  const found = new Map(parentIds.map(id => [id, 0]));
  for (const { parent, total } of rows) found.set(parent, Number(total));
  return found;
}
