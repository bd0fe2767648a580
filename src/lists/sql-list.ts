import type { Call } from '../access/call.ts';
import { type SqlAction, visible } from '../access/visible.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { invalidArgument } from '../platform/errors.ts';
import { readRows, selectColumns, type Table } from '../platform/rows.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, type Row, readPage } from './page.ts';
import { longTotal } from './totals.ts';

/** A root list that SQL reads: where its rows are found, as the conditions of the policy name the tables. */
export type SqlList = Table & {
  action: SqlAction;
  from: Prisma.Sql;
  /** The id of a row. */
  id: Prisma.Sql;
  /** A time that orders the rows before their ids. */
  time?: Prisma.Sql;
  order: 'asc' | 'desc';
};

/**
 * One page of the rows that the caller may list. `readWhere` reads further conditions, once the caller may list, for the
 * text that they search.
 */
export async function sqlList<T extends Row>(
  call: Call,
  list: SqlList,
  args: PageArgs,
  readWhere: (search: string) => Promise<Prisma.Sql[]>,
): Promise<Connection<T>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const mine = await visible[list.action](call);
  const more = page.search === undefined ? [] : await readWhere(page.search);
  const where = Prisma.join([mine, ...more], ' AND ');
  const rows = await readRows<T>(call.db, pageSql(list, page, where, await afterCursor(call, list, page)));
  return connection(rows, page, () => {
    const key = JSON.stringify([list.action, where.sql, where.values]);
    return longTotal(call.db, key, most => countRows(call, list, where, most));
  });
}

/** Of the rows before the page only the ids are read. */
function pageSql({ from, id, time, order, table, fields }: SqlList, page: Page, where: Prisma.Sql, after: Prisma.Sql) {
  const direction = Prisma.raw(order);
  const byTime = time === undefined ? Prisma.empty : Prisma.sql`place.time ${direction},`;
  return Prisma.sql`
    SELECT ${selectColumns('c', fields)} FROM (
      SELECT place.id, place.time FROM (
        SELECT ${id} AS id, ${time ?? Prisma.sql`NULL`} AS time FROM ${from} WHERE ${where} AND ${after}
      ) place ORDER BY ${byTime} place.id ${direction} LIMIT ${page.take + 1}::int OFFSET ${page.skip}::int
    ) place JOIN ${Prisma.raw(table)} c ON c.id = place.id ORDER BY ${byTime} place.id ${direction}`;
}

/** The condition that keeps to rows after the cursor. */
async function afterCursor({ db }: Call, { id, time, order, from }: SqlList, { afterId }: Page): Promise<Prisma.Sql> {
  if (afterId === undefined) return Prisma.sql`TRUE`;
  const beyond = Prisma.raw(order === 'asc' ? '>' : '<');
  if (time === undefined) return Prisma.sql`${id} ${beyond} ${afterId}::uuid`;
  const [row] = await readRows<{ time: Date | null }>(
    db,
    Prisma.sql`SELECT ${time} AS time FROM ${from} WHERE ${id} = ${afterId}::uuid`,
  );
  if (!row?.time) throw invalidArgument('after', 'names an item that is gone: begin with the first page');
  return Prisma.sql`(${time}, ${id}) ${beyond} (${row.time}::timestamptz, ${afterId}::uuid)`;
}

async function countRows({ db }: Call, { from }: SqlList, where: Prisma.Sql, most: number | undefined) {
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}::int`;
  const [row] = await readRows<{ total: number }>(
    db,
    Prisma.sql`SELECT count(*)::int AS total FROM (SELECT FROM ${from} WHERE ${where} ${limit}) found`,
  );
  return row?.total ?? 0;
}
