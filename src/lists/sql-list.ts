import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { inReach } from '../access/policy.ts';
import { type SqlAction, visible, type Within } from '../access/visible.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { invalidArgument } from '../platform/errors.ts';
import { allColumns, nameColumns, readRows, selectColumns, type Table } from '../platform/rows.ts';
import { type State, stateColumns, type Watched } from './changes.ts';
import type { Extra } from './child-list.ts';
import { type After, findPage, matchesSql, OWN_ID } from './found.ts';
import { isNearEnd, placeFromEnd, placeFromStart, readTotal } from './last-page.ts';
import {
  type Connection,
  connection,
  DEFAULT_PAGE,
  type Page,
  type PageArgs,
  type Row,
  readPage,
  setPlace,
  timeOfPlace,
} from './page.ts';
import { readRemembered, remember, rememberedIn, since } from './remembered.ts';
import type { Match } from './search.ts';
import { isTotalKnown, longTotal, MANY } from './totals.ts';

/** A root list that is read with our own SQL. Table aliases must be those of the conditions in access/visible.ts. */
export type SqlList<T extends Row> = Table & {
  action: SqlAction;
  within?: Within;
  /** A further condition on its rows. */
  where?: Prisma.Sql;
  /** The source of its rows, if not the table `c` alone. */
  from?: Prisma.Sql;
  /** The id of a row, if not that of `c`. */
  id?: Prisma.Sql;
  /** A time that sorts the rows before their ids, and its field. */
  time?: Prisma.Sql;
  timeField?: keyof T & string;
  order: 'asc' | 'desc';
  /** Additional SQL columns of each row by name, and the callback that receives each row with them. */
  extra?: Extra<T>;
  /** SQL that selects the `total` from `list_counts`, for the condition on the rows. Not used with a search. */
  count?(where: Prisma.Sql): Prisma.Sql;
  /** If set, results are remembered until the list changes. */
  watched?: Watched;
};

/** A row with additional columns, and with the total if the page is read from the end. */
type Listed<T> = T & Record<string, unknown> & { totalOfList?: number };

/** One page of the rows that the caller may list. `readMatch` is called for a search, after the permission check. */
export async function sqlList<T extends Row>(
  call: Context,
  list: SqlList<T>,
  args: PageArgs,
  readMatch: (search: string) => Promise<Match>,
): Promise<Connection<T>> {
  const page = readPage(args, DEFAULT_PAGE.root);
  const mayList = visible[list.action] as (call: Context, within: Within) => Promise<Prisma.Sql>;
  const visibleRows = await mayList(call, list.within ?? {});
  const mine = list.where === undefined ? visibleRows : Prisma.sql`${visibleRows} AND ${list.where}`;
  const key = JSON.stringify([list.action, mine.sql, mine.values, page.search]);
  const columns = list.extra?.columns;
  const { watched } = list;
  const listed = (rows: Listed<T>[], count: () => Promise<number>) => {
    for (const row of rows) {
      list.extra?.take(call, row);
      keepPlace(list, row);
    }
    return connection<T>(rows, page, count, { remembers: watched !== undefined });
  };
  const known = watched && rememberedIn(call.db).get(key);
  if (known) {
    const asked = { list, visible: mine, page, columns, watched: watchedAt(list, page, watched) };
    const rows = await readRemembered<Listed<T>>(call.db, asked, known);
    if (rows) return listed(rows, async () => known.total);
  }
  const match = page.search === undefined ? undefined : await readMatch(page.search);
  const where = match === undefined ? mine : Prisma.sql`${mine} AND ${match.where}`;
  const after = await readCursor(call, list, page);
  const isSearched = match !== undefined || (watched !== undefined && list.count === undefined);
  const isFound = isSearched && args.isCounted === true && !isTotalKnown(call.db, key);
  const found = isFound
    ? await findPage<Listed<T>>(call.db, { list, match, where: mine, after, page, columns, watched })
    : undefined;
  remember(call.db, key, found?.remembered);
  if (found && found.few <= MANY) return listed(found.rows, async () => found.few);
  const count = match === undefined ? list.count?.(where) : undefined;
  const end = count && (await isNearEnd(call.db, key, page, count)) ? count : undefined;
  const rows = await readRows<Listed<T>>(call.db, pageSql(list, page, where, after, end));
  if (count) return listed(rows, async () => rows[0]?.totalOfList ?? readTotal(call.db, count));
  return listed(rows, () =>
    longTotal(call.db, key, async most => {
      if (most && found) return found.few;
      const counted = await countRows(call, list, mine, match, most);
      const isAll = most === undefined || (match === undefined && counted.total <= MANY);
      if (isAll) remember(call.db, key, since(match, counted));
      return counted.total;
    }),
  );
}

const sourceOf = ({ from, table }: SqlList<never>): Prisma.Sql => from ?? Prisma.sql`${Prisma.raw(table)} c`;

/**
 * SQL of a page. Skips the rows before it by id; with `count`, the rows after it. The rows are looked up one by one: with a
 * join, PostgreSQL may read all of the table.
 */
function pageSql<T extends Row>(
  list: SqlList<T>,
  page: Page,
  where: Prisma.Sql,
  after: After,
  count: Prisma.Sql | undefined,
): Prisma.Sql {
  const { id = OWN_ID, time, order, table, fields, extra } = list;
  const sorted = (direction: string) =>
    Prisma.raw(`ORDER BY ${time === undefined ? '' : `place.time ${direction},`} place.id ${direction}`);
  const total = Prisma.sql`(SELECT total FROM counted)`;
  const shown = { ...extra?.columns, ...(count && { totalOfList: total }) };
  const named = Object.keys(shown).length > 0 ? [nameColumns(shown)] : [];
  const all = Prisma.sql`
    SELECT place.id, place.time FROM (
      SELECT ${id} AS id, ${time ?? Prisma.sql`NULL`} AS time FROM ${sourceOf(list)} WHERE ${where} AND ${after(id, time)}
    ) place`;
  const reverse = order === 'asc' ? 'desc' : 'asc';
  const places = count
    ? Prisma.sql`
      SELECT place.id, place.time FROM (${all} ${sorted(reverse)} ${placeFromEnd(page, total)}) place
      LIMIT ${page.take + 1}::int`
    : Prisma.sql`${all} ${sorted(order)} ${placeFromStart(page)}`;
  return Prisma.sql`
    ${count ? Prisma.sql`WITH counted AS MATERIALIZED (${count})` : Prisma.empty}
    SELECT ${Prisma.join([selectColumns('c', fields), ...named])} FROM (${places}) place
    CROSS JOIN LATERAL (
      SELECT ${allColumns(fields)} FROM ${Prisma.raw(table)} c WHERE c.id = place.id OFFSET 0) c ${sorted(order)}`;
}

function keepPlace<T extends Row>({ timeField }: SqlList<T>, row: T): void {
  const time = timeField && row[timeField];
  if (timeField && time instanceof Date) setPlace(row, timeField, time);
}

/** Remembered ids have the place of a cursor only while its row is still there. */
function watchedAt(list: SqlList<never>, { afterId, afterPlace }: Page, watched: Watched): Watched {
  const { id = OWN_ID, time, timeField } = list;
  const last = timeOfPlace(afterPlace, timeField);
  if (last === undefined) return watched;
  const isThere = Prisma.sql`EXISTS (
    SELECT FROM ${sourceOf(list)} WHERE ${id} = ${afterId}::uuid AND ${time} = ${last}::timestamptz)`;
  return { ...watched, isUnchanged: snapshot => Prisma.sql`${watched.isUnchanged(snapshot)} AND ${isThere}` };
}

/** Returns the condition for the rows after the cursor. */
async function readCursor(call: Call, list: SqlList<never>, { afterId, afterPlace }: Page): Promise<After> {
  if (afterId === undefined) return () => Prisma.sql`TRUE`;
  const beyond = Prisma.raw(list.order === 'asc' ? '>' : '<');
  if (list.time === undefined) return id => Prisma.sql`${id} ${beyond} ${afterId}::uuid`;
  const last = timeOfPlace(afterPlace, list.timeField) ?? (await readTime(call, list, afterId));
  return (id, time) => Prisma.sql`(${time}, ${id}) ${beyond} (${last}::timestamptz, ${afterId}::uuid)`;
}

/** For cursors of earlier releases. A row that the caller cannot reach is gone; one that only left the list is not. */
async function readTime(call: Call, list: SqlList<never>, rowId: string): Promise<Date> {
  const { id = OWN_ID, time } = list;
  const [row] = await readRows<{ time: Date | null }>(
    call.db,
    Prisma.sql`SELECT ${time} AS time FROM ${sourceOf(list)} WHERE ${id} = ${rowId}::uuid AND ${inReach(call)}`,
  );
  if (!row?.time) throw invalidArgument('after', 'names an item that is gone: begin with the first page');
  return row.time;
}

async function countRows(
  { db }: Call,
  list: SqlList<never>,
  where: Prisma.Sql,
  match: Match | undefined,
  most: number | undefined,
) {
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}::int`;
  // Counted along the index of ids, if the list has its order: the table is larger.
  const order =
    match === undefined && list.time === undefined ? Prisma.sql`ORDER BY ${list.id ?? OWN_ID}` : Prisma.empty;
  const total = Prisma.sql`count(*)::int`;
  const [row] = await readRows<{ total: number } & Partial<State>>(
    db,
    Prisma.sql`
      SELECT ${nameColumns({ total, ...(list.watched && stateColumns(list.watched)) })}
      FROM (${matchesSql({ list, match, where })} ${order} ${limit}) found`,
  );
  return row ?? { total: 0 };
}
