import type { Call } from '../access/call.ts';
import { type SqlAction, visible } from '../access/visible.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { invalidArgument } from '../platform/errors.ts';
import { readRows, selectColumns, type Table } from '../platform/rows.ts';
import { type After, findPage, OWN_ID } from './found.ts';
import { type Connection, connection, DEFAULT_PAGE, type Page, type PageArgs, type Row, readPage } from './page.ts';
import type { Match } from './search.ts';
import { isTotalKnown, longTotal, MANY } from './totals.ts';

/** A root list that SQL reads: where its rows are found, as the conditions of the policy name the tables. */
export type SqlList = Table & {
  action: SqlAction;
  /** Where its rows `c` are found, if not in the table alone. */
  from?: Prisma.Sql;
  /** The id of a row, if not that of `c`. */
  id?: Prisma.Sql;
  /** A time that orders the rows before their ids. */
  time?: Prisma.Sql;
  order: 'asc' | 'desc';
};

/** One page of the rows that the caller may list. `readMatch` reads what a search finds, once the caller may list. */
export async function sqlList<T extends Row>(
  call: Call,
  list: SqlList,
  args: PageArgs,
  readMatch: (search: string) => Promise<Match>,
): Promise<Connection<T>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const mine = await visible[list.action](call);
  const match = page.search === undefined ? undefined : await readMatch(page.search);
  const where = match === undefined ? mine : Prisma.sql`${mine} AND ${match.where}`;
  const key = JSON.stringify([list.action, where.sql, where.values]);
  const after = await readCursor(call, list, page);
  const isFound = match !== undefined && args.isCounted === true && !isTotalKnown(call.db, key);
  const found = isFound ? await findPage<T>(call.db, { list, match, where: mine, after, page }) : undefined;
  if (found && found.few <= MANY) return connection(found.rows, page, async () => found.few);
  const rows = await readRows<T>(call.db, pageSql(list, page, where, after));
  return connection(rows, page, () =>
    longTotal(call.db, key, async most => (most && found?.few) || countRows(call, list, where, most)),
  );
}

const sourceOf = ({ from, table }: SqlList): Prisma.Sql => from ?? Prisma.sql`${Prisma.raw(table)} c`;

/** Of the rows before the page only the ids are read. */
function pageSql(list: SqlList, page: Page, where: Prisma.Sql, after: After) {
  const { id = OWN_ID, time, order, table, fields } = list;
  const direction = Prisma.raw(order);
  const byTime = time === undefined ? Prisma.empty : Prisma.sql`place.time ${direction},`;
  return Prisma.sql`
    SELECT ${selectColumns('c', fields)} FROM (
      SELECT place.id, place.time FROM (
        SELECT ${id} AS id, ${time ?? Prisma.sql`NULL`} AS time FROM ${sourceOf(list)}
        WHERE ${where} AND ${after(id, time)}
      ) place ORDER BY ${byTime} place.id ${direction} LIMIT ${page.take + 1}::int OFFSET ${page.skip}::int
    ) place JOIN ${Prisma.raw(table)} c ON c.id = place.id ORDER BY ${byTime} place.id ${direction}`;
}

/** Reads what the rows after the cursor have in common. */
async function readCursor({ db }: Call, list: SqlList, { afterId }: Page): Promise<After> {
  const { id = OWN_ID, time, order } = list;
  if (afterId === undefined) return () => Prisma.sql`TRUE`;
  const beyond = Prisma.raw(order === 'asc' ? '>' : '<');
  if (time === undefined) return id => Prisma.sql`${id} ${beyond} ${afterId}::uuid`;
  const [row] = await readRows<{ time: Date | null }>(
    db,
    Prisma.sql`SELECT ${time} AS time FROM ${sourceOf(list)} WHERE ${id} = ${afterId}::uuid`,
  );
  const last = row?.time;
  if (!last) throw invalidArgument('after', 'names an item that is gone: begin with the first page');
  return (id, time) => Prisma.sql`(${time}, ${id}) ${beyond} (${last}::timestamptz, ${afterId}::uuid)`;
}

async function countRows({ db }: Call, list: SqlList, where: Prisma.Sql, most: number | undefined) {
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}::int`;
  const [row] = await readRows<{ total: number }>(
    db,
    Prisma.sql`SELECT count(*)::int AS total FROM (SELECT FROM ${sourceOf(list)} WHERE ${where} ${limit}) found`,
  );
  return row?.total ?? 0;
}
