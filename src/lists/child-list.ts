import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorize } from '../access/policy.ts';
import { type ListedRow, visibleRows } from '../access/visible.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type Named, nameColumns, readRows, selectColumns, type Table } from '../platform/rows.ts';
import { type Batch, batched } from './batch.ts';
import { type State, stateColumns, type Watched } from './changes.ts';
import { afterCursor, type ChildQuery, childrenSql, countSql, parentOf } from './child-sql.ts';
import { findPage } from './found.ts';
import { isNearEnd, lastPage, type PagePosition, readTotal } from './last-page.ts';
import { type Connection, connection, DEFAULT_PAGE, type PageArgs, type Row, readPage } from './page.ts';
import { readRemembered, remember, rememberedIn, since } from './remembered.ts';
import { type Match, matchOf, type Searched } from './search.ts';
import { type Count, isTotalKnown, longTotal, MANY } from './totals.ts';

/** One kind of children: what the policy needs to know, the table, and the order. */
export type ChildList<Child extends Row> = ListedRow &
  Table & {
    order: 'asc' | 'desc';
    /** The columns that `search` looks into, or the function that returns its condition. */
    searched?: Searched | ((search: string) => Match);
    /** Additional SQL columns of each row by name, and the callback that receives each row with them. */
    extra?: Extra<Child>;
    /** Rows are only added, in the order of their ids, and always match the conditions. They are listed newest first. */
    isAppendOnly?: boolean;
    /** SQL that selects the `total` from `list_counts`, for the condition on the rows. Not used with a search. */
    count?: ((where: Prisma.Sql) => Prisma.Sql) | undefined;
    /** If set, results are remembered until rows `c` with this condition change. */
    watched?: (where: Prisma.Sql) => Watched;
    /** SQL for the bytes of text in a row. They are counted against the text budget before the rows are read. */
    textBytes?: Prisma.Sql;
  };

/** Additional SQL columns of a row `c` by name, and the callback that receives each row with them. */
export type Extra<Child> = {
  columns: Named;
  take(context: Context, row: Child & Record<string, unknown>): void;
};

/** The parent of a list: the children's foreign key column, its value, and the project. */
export type Parent = {
  column: string;
  id: string;
  projectId: string;
  /** Whether a condition on the children has an index that finds fewer rows than the index of the parent. */
  isNarrowed?: boolean;
};

type ListQuery = ChildQuery & {
  list: ChildList<Row>;
  watched: ((parent: Prisma.Sql) => Watched) | undefined;
  nameOfTotal(parentId: string): string;
  id: string;
};
type Key = { parentId: string; query: ListQuery };

/**
 * One page of the children of a parent that the caller may read. Parents in one execution that ask with the same
 * arguments share a few statements (lateral joins), which also count the children if `args.isCounted`.
 */
export async function childList<Child extends Row>(
  context: Context,
  list: ChildList<Child>,
  given: Parent,
  args: PageArgs,
  where: Prisma.Sql[] = [],
): Promise<Connection<Child>> {
  const page = readPage(args, DEFAULT_PAGE.child);
  await authorize(context, list.action, given.projectId);
  // The database writes ids in small letters, and the rows of a page are found by that of their parent.
  const parent = { ...given, id: given.id.toLowerCase() };
  const visible = visibleRows(context, list);
  const conditions = Prisma.join([visible, ...where], ' AND ');
  const match = page.search === undefined ? undefined : matchIn(list, parent, page.search);
  const filter = match === undefined ? conditions : Prisma.sql`${conditions} AND ${match.where}`;
  const { column } = parent;
  const isChild = isChildOf(parent);
  // `list_counts` counts documents of all types, but some tokens may read only one type.
  const isAllVisible = visible.sql === 'TRUE';
  const countRows = page.search === undefined && isAllVisible ? list.count : undefined;
  const watch = isAllVisible ? list.watched : undefined;
  const count = countRows && ((id: Prisma.Sql) => countRows(Prisma.sql`${isChild(id)} AND ${filter}`));
  const nameOfTotal = (parentId: string) => JSON.stringify([list.table, column, parentId, filter.sql, filter.values]);
  const isCounted =
    args.isCounted === true && (count !== undefined || !isTotalKnown(context.db, nameOfTotal(parent.id)));
  const id = JSON.stringify([list.table, column, list.order, filter.sql, filter.values, page, isCounted]);
  const query = {
    list: list as ChildList<never>,
    isChildOf: isChild,
    where: conditions,
    match,
    filter,
    page,
    isCounted,
    count,
    watched: watch && ((id: Prisma.Sql) => watch(isChild(id))),
    nameOfTotal,
    id,
  };
  const key = { parentId: parent.id, query };
  const { rows, few, total } = await batched(context, pages, key);
  const remembers = query.watched !== undefined;
  return connection(rows as Child[], page, async () => total ?? countAll(context, key, few), { remembers });
}

function matchIn({ searched = { columns: [] } }: ChildList<never>, parent: Parent, search: string): Match {
  const match = typeof searched === 'function' ? searched(search) : matchOf(searched, search);
  // A document has few children: search them instead of the whole table.
  const isShort = parent.column !== 'project_id' || parent.isNarrowed;
  return isShort && !match.isAllInList ? { where: match.where } : match;
}

const isChildOf =
  ({ column, isNarrowed }: Parent) =>
  (id: Prisma.Sql): Prisma.Sql => {
    // `IS NOT DISTINCT FROM` uses no index. Otherwise PostgreSQL would combine the narrow range with all children of the parent.
    const equals = Prisma.raw(isNarrowed ? 'IS NOT DISTINCT FROM' : '=');
    return Prisma.sql`c.${Prisma.raw(`"${column}"`)} ${equals} ${id}`;
  };

/** The total. `counted`: the count so far, if it was counted up to `MANY + 1`. */
function countAll(context: Context, key: Key, counted: number | undefined): Promise<number> {
  if (counted !== undefined && counted <= MANY) return Promise.resolve(counted);
  const { parentId, query } = key;
  if (query.count) return readTotal(context.db, query.count(Prisma.sql`${parentId}::uuid`));
  const name = query.nameOfTotal(parentId);
  return longTotal(context.db, name, async most => {
    if (most !== undefined) return counted ?? batched(context, totals, key);
    const all = await countRows(context, key);
    remember(context.db, name, since(query.match, all));
    return all.total;
  });
}

/** Counts the children of one parent, up to `most`. With `ids`, only those in this range. */
async function countRows({ db }: Call, { parentId, query }: Key, ...[ids, most]: Parameters<Count>) {
  const parent = Prisma.sql`${parentId}::uuid`;
  const [row] = await readRows<{ total: number } & Partial<State>>(
    db,
    countSql(query, parent, most, ids, query.watched && stateColumns(query.watched(parent))),
  );
  return row ?? { total: 0 };
}

/** A page, with the number of all children if it was requested. `few`: counted up to `MANY + 1`. `total`: exact. */
type Loaded = { rows: Row[]; few?: number | undefined; total?: number | undefined };

const pages: Batch<Key, Loaded> = { idOf, load: (context, keys) => loadByQuery(keys, loadPages.bind(null, context)) };
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

/** Most rows one statement may return: the embedded database has one connection, so others wait while it runs. */
const MAX_ROWS = 2_000;
/** Pages larger than this are likely to be full, so one statement reads fewer of them. */
const LONG_PAGE = 100;
/** Most parents of one statement that may read all their children: to search their texts, or to filter, count or skip them. */
const MAX_PARENTS = { searched: 5, read: 20 };

/** The parents of each statement. Between the statements, other callers can use the embedded database. */
function* partsOf(query: ListQuery, parentIds: string[]): Generator<string[]> {
  const { list, page } = query;
  const rowsOfPage = page.take + 1;
  // The text budget limits lists with large rows instead.
  const mostRows = rowsOfPage > LONG_PAGE ? MAX_ROWS / 8 : MAX_ROWS;
  const byRows = list.textBytes ? parentIds.length : Math.ceil(mostRows / rowsOfPage);
  const atOnce = Math.min(byRows, mostParents(query));
  for (let start = 0; start < parentIds.length; start += atOnce) yield parentIds.slice(start, start + atOnce);
}

function mostParents({ match, filter, page, isCounted, count }: ListQuery): number {
  if (match !== undefined) return MAX_PARENTS.searched;
  const readsAll = filter.sql !== 'TRUE' || page.skip > 0 || (isCounted && count === undefined);
  return readsAll ? MAX_PARENTS.read : Number.POSITIVE_INFINITY;
}

async function loadPages(context: Context, query: ListQuery, parentIds: string[]): Promise<Map<string, Loaded>> {
  const { textBytes } = query.list;
  if (textBytes) context.texts.take(await countTextBytes(context, query, textBytes, parentIds));
  const unchanged = await loadUnchanged(context, query, parentIds);
  if (unchanged) return unchanged;
  const found = await loadFound(context, query, parentIds);
  if (found === undefined) return readPages(context, query, parentIds);
  if (found.few <= MANY) return new Map(parentIds.map(id => [id, found]));
  const pages = await readPages(context, { ...query, isCounted: false }, parentIds);
  for (const page of pages.values()) page.few = found.few;
  return pages;
}

/** A page of the children of one parent from a remembered result. Undefined if there is none or it has changed. */
async function loadUnchanged(context: Context, query: ListQuery, [parentId, ...others]: string[]) {
  if (!query.watched || parentId === undefined || others.length > 0) return undefined;
  const known = rememberedIn(context.db).get(query.nameOfTotal(parentId));
  if (known === undefined) return undefined;
  const { list, isChildOf, where, page } = query;
  const parent = Prisma.sql`${parentId}::uuid`;
  const visible = Prisma.sql`${isChildOf(parent)} AND ${where}`;
  const asked = { list, visible, page, columns: list.extra?.columns, watched: query.watched(parent) };
  const rows = await readRemembered<Row>(context.db, asked, known);
  for (const row of rows ?? []) list.extra?.take(context, row as never);
  return rows && new Map([[parentId, { rows, total: known.total }]]);
}

/** A page of a search among the children of one parent, with their count. Undefined if no count was requested. */
async function loadFound(context: Context, query: ListQuery, [parentId, ...others]: string[]) {
  const { list, isChildOf, match, isCounted, page } = query;
  if (!match || !isCounted || parentId === undefined || others.length > 0) return undefined;
  const found = await findPage(context.db, {
    list,
    match,
    where: Prisma.sql`${isChildOf(Prisma.sql`${parentId}::uuid`)} AND ${query.where}`,
    after: afterCursor(query),
    page,
    columns: list.extra?.columns,
    watched: query.watched?.(Prisma.sql`${parentId}::uuid`),
  });
  remember(context.db, query.nameOfTotal(parentId), found.remembered);
  for (const row of found.rows) list.extra?.take(context, row as never);
  return found;
}

async function readPages(context: Context, query: ListQuery, parentIds: string[]): Promise<Map<string, Loaded>> {
  const last = await loadLastPage(context, query, parentIds);
  if (last) return last;
  const found = new Map<string, Loaded>();
  for (const ids of partsOf(query, parentIds))
    for (const [id, loaded] of await loadSomePages(context, query, ids)) found.set(id, loaded);
  return found;
}

/** A page in the older half of one long list, if `list_counts` counts it or its rows are only added. */
async function loadLastPage(context: Context, query: ListQuery, [parentId, ...others]: string[]) {
  const { list, page, count: countKeptRows } = query;
  if (parentId === undefined || others.length > 0) return undefined;
  if (countKeptRows) {
    const isFromEnd = await isNearEnd(
      context.db,
      query.nameOfTotal(parentId),
      page,
      countKeptRows(Prisma.sql`${parentId}::uuid`),
    );
    return isFromEnd ? loadSomePages(context, { ...query, isCounted: true, isFromEnd }, [parentId]) : undefined;
  }
  if (!list.isAppendOnly) return undefined;
  const readOldest = async ({ skip, take }: PagePosition) => {
    const place = { ...page, skip, take: take - 1 };
    const oldest: ListQuery = { ...query, list: { ...list, order: 'asc' }, page: place, isCounted: false };
    return (await loadSomePages(context, oldest, [parentId])).get(parentId)?.rows ?? [];
  };
  const count: Count = async (...limits) => (await countRows(context, { parentId, query }, ...limits)).total;
  const last = await lastPage(context.db, query.nameOfTotal(parentId), page, count, readOldest);
  return last && new Map([[parentId, last]]);
}

async function loadSomePages(context: Context, query: ListQuery, parentIds: string[]): Promise<Map<string, Loaded>> {
  const { fields, extra } = query.list;
  const columns = Prisma.join([selectColumns('c', fields), ...(extra ? [nameColumns(extra.columns)] : [])]);
  // Columns are named one by one, because a statement with `*` is not prepared.
  const shown = [...Object.values(fields), ...Object.keys(extra?.columns ?? {})].map(name => `child."${name}"`);
  const watched =
    query.match === undefined && parentIds.length === 1 ? query.watched?.(parentOf(parentIds)) : undefined;
  const state = watched ? Prisma.sql`${nameColumns(stateColumns(watched))},` : Prisma.empty;
  const selected = Prisma.sql`
    p.id::text AS "parentOfPage", counted.total AS "totalOfPage", ${state} ${Prisma.raw(shown.join(', '))}`;
  const rows = await readRows<Row & { parentOfPage: string; totalOfPage: number | null } & Partial<State>>(
    context.db,
    childrenSql(query, parentIds, selected, columns),
  );
  const found = new Map<string, Loaded>(parentIds.map(id => [id, { rows: [] }]));
  const { parentOfPage = '', totalOfPage: total = null, snapshot, facts } = rows[0] ?? {};
  if (total !== null && (query.count || total <= MANY))
    remember(context.db, query.nameOfTotal(parentOfPage), since(undefined, { total, snapshot, facts }));
  // The rows keep the additional columns, because copying each row without them would cost more than reading it.
  for (const row of rows) {
    const loaded = found.get(row.parentOfPage) as Loaded;
    if (query.count) loaded.total = row.totalOfPage ?? undefined;
    else loaded.few = row.totalOfPage ?? undefined;
    // A parent without children on the page has one row, without a child.
    if (row.id === null) continue;
    extra?.take(context, row);
    loaded.rows.push(row);
  }
  return found;
}

async function countTextBytes({ db }: Call, query: ListQuery, bytes: Prisma.Sql, parentIds: string[]): Promise<number> {
  const sum = Prisma.sql`coalesce(sum(child.bytes), 0)::float8 AS bytes`;
  const uncounted = { ...query, isCounted: false };
  let total = 0;
  for (const ids of partsOf(uncounted, parentIds)) {
    const [row] = await readRows<{ bytes: number }>(
      db,
      childrenSql(uncounted, ids, sum, Prisma.sql`${bytes} AS bytes`),
    );
    total += row?.bytes ?? 0;
  }
  return total;
}

async function countChildren({ db }: Call, query: ListQuery, parentIds: string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const ids of partsOf({ ...query, isCounted: true }, parentIds)) {
    const rows = await readRows<{ parent: string; total: number }>(
      db,
      Prisma.sql`
        SELECT p.id::text AS parent, counted.total FROM unnest(${ids}::uuid[]) AS p(id)
        CROSS JOIN LATERAL (${countSql(query, parentOf(ids), MANY + 1)}) counted`,
    );
    for (const { parent, total } of rows) found.set(parent, total);
  }
  return found;
}
