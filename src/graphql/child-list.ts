import { Prisma } from '../generated/prisma/client.ts';
import { batched } from './batch.ts';
import { type Connection, connection, DEFAULT_PAGE, likeLiteral, type PageArgs, readPage } from './connections.ts';
import type { Context } from './context.ts';

type Row = { id: string };

/** How the children of one kind are found under their parents. */
export type ChildList<Child extends Row> = {
  /** The name of the table and of its column that holds the parent's id. */
  table: string;
  parentColumn: string;
  order: 'asc' | 'desc';
  /** SQL conditions on the child `c`, beside the parent. */
  where?: Prisma.Sql[];
  /** Columns that `search` looks into. */
  searchColumns?: string[];
  load(context: Context, ids: string[]): Promise<Child[]>;
};

/**
 * One page of children of one parent. All parents of an execution that ask with the same arguments share two
 * statements (the ids of every page by a lateral join, then the rows) and one more when they ask for totals.
 */
export async function childList<Child extends Row>(
  context: Context,
  parentId: string,
  args: PageArgs,
  list: ChildList<Child>,
): Promise<Connection<Child>> {
  const page = readPage(args, DEFAULT_PAGE.child);
  const conditions = [...(list.where ?? [])];
  if (page.search !== undefined) conditions.push(searchCondition(page.search, list.searchColumns ?? []));
  const filter = Prisma.join([Prisma.sql`TRUE`, ...conditions], ' AND ');
  const key = JSON.stringify([list.table, list.parentColumn, list.order, filter.sql, filter.values]);

  const pageKey = `page ${key} ${JSON.stringify(page)}`;
  const rows = await batched(context, pageKey, parentId, parents => loadPages(context, parents, list, filter, page));
  return connection(rows, page, () =>
    batched(context, `count ${key}`, parentId, parents => countChildren(context, parents, list, filter)),
  );
}

function searchCondition(search: string, columns: string[]): Prisma.Sql {
  const pattern = `%${likeLiteral(search)}%`;
  const each = columns.map(column => Prisma.sql`c.${Prisma.raw(`"${column}"`)} ILIKE ${pattern}`);
  return Prisma.sql`(${Prisma.join(each, ' OR ')})`;
}

async function loadPages<Child extends Row>(
  context: Context,
  parents: string[],
  list: ChildList<Child>,
  filter: Prisma.Sql,
  page: { take: number; skip: number; afterId: string | undefined },
): Promise<Child[][]> {
  const parentColumn = Prisma.raw(`"${list.parentColumn}"`);
  const direction = Prisma.raw(list.order === 'asc' ? 'ASC' : 'DESC');
  const beyond = Prisma.raw(list.order === 'asc' ? '>' : '<');
  const after = page.afterId === undefined ? Prisma.sql`TRUE` : Prisma.sql`c.id ${beyond} ${page.afterId}::uuid`;
  const found = await context.db.$queryRaw<{ parent: string; id: string }[]>(Prisma.sql`
    SELECT p.id::text AS parent, child.id::text AS id
    FROM unnest(${parents}::uuid[]) AS p(id)
    CROSS JOIN LATERAL (
      SELECT c.id FROM ${Prisma.raw(`"${list.table}"`)} c
      WHERE c.${parentColumn} = p.id AND ${after} AND ${filter}
      ORDER BY c.id ${direction} LIMIT ${page.take + 1} OFFSET ${page.skip}
    ) child`);
  const rows =
    found.length === 0
      ? []
      : await list.load(
          context,
          found.map(({ id }) => id),
        );
  const byId = new Map(rows.map(row => [row.id, row]));
  const pages = new Map<string, Child[]>(parents.map(parent => [parent, []]));
  for (const { parent, id } of found) {
    const row = byId.get(id);
    if (row) pages.get(parent)?.push(row);
  }
  return parents.map(parent => pages.get(parent) ?? []);
}

async function countChildren<Child extends Row>(
  context: Context,
  parents: string[],
  list: ChildList<Child>,
  filter: Prisma.Sql,
): Promise<number[]> {
  const parentColumn = Prisma.raw(`"${list.parentColumn}"`);
  const found = await context.db.$queryRaw<{ parent: string; total: bigint }[]>(Prisma.sql`
    SELECT c.${parentColumn}::text AS parent, count(*) AS total
    FROM ${Prisma.raw(`"${list.table}"`)} c
    WHERE c.${parentColumn} = ANY(${parents}::uuid[]) AND ${filter}
    GROUP BY c.${parentColumn}`);
  const totals = new Map(found.map(({ parent, total }) => [parent, Number(total)]));
  return parents.map(parent => totals.get(parent) ?? 0);
}
