import { LRUCache } from 'lru-cache';
import { Prisma } from '../generated/prisma/client.ts';
import { MAX_PAGE } from '../platform/page-limits.ts';
import { type Named, nameColumns, readRows, type Sender, selectColumns, type Table } from '../platform/rows.ts';
import { currentFacts, type State, type Watched } from './changes.ts';
import type { Page, Row } from './page.ts';
import type { Match } from './search.ts';

/**
 * A remembered result of a list: the number of rows, the search, and, if they are few, their ids in list order. Of a longer
 * result, `pages` has the ids of the pages that were read last, by their place.
 */
export type Remembered = State & {
  total: number;
  ids?: string | undefined;
  match?: Match | undefined;
  pages?: LRUCache<string, string[]>;
};

const MOST_CHARACTERS = 16_000_000;
/** Upper bound for the size of the condition of a search, with the ids of few documents. */
const MATCH_CHARACTERS = 10_000;
const MOST_PAGES = 4;
const KEPT_MS = 10 * 60_000;

const remembered = new WeakMap<object, LRUCache<string, Remembered>>();

/** Remembered results by list. A result is valid while the list is unchanged. */
export function rememberedIn(database: object): LRUCache<string, Remembered> {
  const known =
    remembered.get(database) ??
    new LRUCache<string, Remembered>({
      max: 1_000,
      maxSize: MOST_CHARACTERS,
      sizeCalculation: ({ ids }, key) => key.length + (ids?.length ?? PAGES_CHARACTERS) + MATCH_CHARACTERS,
      ttl: KEPT_MS,
    });
  remembered.set(database, known);
  return known;
}

export function remember(database: object, key: string, found: Remembered | undefined): void {
  if (found) rememberedIn(database).set(key, found);
}

/** The result with the older state: that of its match, if it has one. Undefined if the state is unknown or has changed. */
export function since<T extends { total: number } & Partial<State>>(
  match: Match | undefined,
  { snapshot, facts, ...found }: T,
): Remembered | undefined {
  if (snapshot === undefined || facts === undefined) return undefined;
  const state = match?.state ?? { snapshot, facts };
  return state.facts === facts ? { ...found, ...state, match } : undefined;
}

/** Length of an id. The ids are stored in one string without separators. */
const ID_LENGTH = 36;
const PAGES_CHARACTERS = MOST_PAGES * (MAX_PAGE + 1) * ID_LENGTH;

const keyOf = ({ skip, take, afterId, afterPlace }: Page): string => `${skip} ${take} ${afterId} ${afterPlace}`;

/** Keeps the ids of a page of a long result, whose search looks at the more rows, the more there are. */
function rememberPage(known: Remembered, page: Page, rows: readonly Row[]): void {
  if (known.ids !== undefined) return;
  known.pages ??= new LRUCache({ max: MOST_PAGES });
  const ids = rows.map(({ id }) => id);
  known.pages.set(keyOf(page), ids);
}

/** SQL that selects the `id` of each row of a page, and the order of these `place`s. */
type Places = { sql: Prisma.Sql; order: Prisma.Sql };

/** The page of a remembered result: by ids, or from the nearer end of the list. Undefined if its place is not known. */
function placesOf({ total, ids, match, pages }: Remembered, { list, page, visible }: Asked): Places | undefined {
  const { id = Prisma.sql`c.id`, time = Prisma.sql`NULL::timestamptz` } = list;
  const rows = list.from ?? Prisma.sql`${Prisma.raw(list.table)} c`;
  const shown = ids === undefined ? pages?.get(keyOf(page)) : idsOfPage(ids, page);
  // PostgreSQL does not know the result of a subquery when it plans, so one plan serves all pages. Planning for the ids of each
  // page takes several times as long as reading it.
  if (shown)
    return {
      sql: Prisma.sql`
        SELECT found.id, given.nth
        FROM unnest((SELECT ${shown}::uuid[])) WITH ORDINALITY AS given(id, nth) CROSS JOIN LATERAL (
          SELECT ${id} AS id FROM ${rows} WHERE ${id} = given.id AND ${visible} LIMIT 1
        ) found`,
      order: Prisma.sql`ORDER BY place.nth`,
    };
  const { skip, take, afterId } = page;
  if (ids !== undefined || afterId !== undefined) return undefined;
  const inOrder = (direction: string) =>
    Prisma.raw(`ORDER BY ${list.time === undefined ? '' : `place.time ${direction},`} place.id ${direction}`);
  const isFromEnd = skip > total / 2;
  const reverse = list.order === 'asc' ? 'desc' : 'asc';
  const wanted = isFromEnd ? Math.max(0, Math.min(take + 1, total - skip)) : take + 1;
  const before = isFromEnd ? Math.max(0, total - skip - wanted) : skip;
  const where = match === undefined ? visible : Prisma.sql`${visible} AND ${match.where}`;
  return {
    sql: Prisma.sql`
      SELECT place.id, place.time FROM (SELECT ${id} AS id, ${time} AS time FROM ${rows} WHERE ${where}) place
      ${inOrder(isFromEnd ? reverse : list.order)} LIMIT ${wanted}::int OFFSET ${before}::int`,
    order: inOrder(list.order),
  };
}

/** The ids of a page and of the row after it. Undefined if the cursor is not among all ids. */
export function idsOfPage(ids: string, { skip, take, afterId }: Page): string[] | undefined {
  const last = afterId === undefined ? -1 : ids.indexOf(afterId) / ID_LENGTH;
  if (afterId !== undefined && last < 0) return undefined;
  const start = last + 1 + skip;
  return ids.slice(start * ID_LENGTH, (start + take + 1) * ID_LENGTH).match(/.{36}/g) ?? [];
}

/** A list. `from`: its source, if not the table `c` alone. `id`: the id of a row. `time`: sorts the rows before their ids. */
export type Source = Table & { order: 'asc' | 'desc'; from?: Prisma.Sql; id?: Prisma.Sql; time?: Prisma.Sql };

/** A request for a page of a remembered list. */
export type Asked = {
  list: Source;
  /** SQL: all conditions except the search. Every returned row is checked, whether it is found by id or not. */
  visible: Prisma.Sql;
  page: Page;
  columns?: Named | undefined;
  watched: Watched;
};

/** The rows of a page; undefined if the list may have changed. If it has not, the remembered total is exact. */
export async function readRemembered<T extends Row>(
  db: Sender,
  asked: Asked,
  known: Remembered,
): Promise<T[] | undefined> {
  const { list, columns = {}, watched } = asked;
  const { table, fields } = list;
  const places = placesOf(known, asked);
  if (places === undefined) return undefined;
  const selected = Prisma.join([selectColumns('c', fields), ...(asked.columns ? [nameColumns(columns)] : [])]);
  const shown = [...Object.values(fields), ...Object.keys(columns)];
  const rows = await readUnchanged<T>(
    db,
    { watched, known, shown },
    Prisma.sql`
      SELECT ${selected} FROM (${places.sql}) place JOIN ${Prisma.raw(table)} c ON c.id = place.id
      WHERE now."isUnchanged" ${places.order}`,
  );
  if (rows) rememberPage(known, asked.page, rows);
  return rows;
}

/** A read that is valid only in the state `known`. `shown`: the columns to return. `parts`: further CTEs. */
type Unchanged = { watched: Watched; known: State; shown: string[]; parts?: Prisma.Sql };

/** Runs `rows`, which must check `now."isUnchanged"`. Undefined if the database is not in the known state any more. */
export async function readUnchanged<T extends Row>(
  db: Sender,
  { watched, known, shown, parts }: Unchanged,
  rows: Prisma.Sql,
): Promise<T[] | undefined> {
  const columns = Prisma.raw(shown.map(name => `child."${name}"`).join(', '));
  const read = await readRows<T & { isUnchanged: boolean }>(
    db,
    Prisma.sql`
      WITH ${parts === undefined ? Prisma.empty : Prisma.sql`${parts},`} now AS MATERIALIZED (
        SELECT ${currentFacts(watched)} = ${known.facts} AND ${watched.isUnchanged(known.snapshot)} AS "isUnchanged")
      SELECT now."isUnchanged", ${columns} FROM now LEFT JOIN LATERAL (${rows}) child ON TRUE`,
  );
  return read[0]?.isUnchanged === true ? read.filter(({ id }) => id !== null) : undefined;
}
