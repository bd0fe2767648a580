import { Prisma } from '../generated/prisma/client.ts';
import { allColumns, type Named, nameColumns, readRows, type Sender, selectColumns } from '../platform/rows.ts';
import { currentSnapshot, type State, type Watched } from './changes.ts';
import type { Page, Row } from './page.ts';
import { type Remembered, type Source, since } from './remembered.ts';
import type { Match, SelectRows } from './search.ts';
import { MANY } from './totals.ts';

/** SQL: the row with this id, and this time if the list is in the order of a time, comes after the cursor. */
export type After = (id: Prisma.Sql, time?: Prisma.Sql) => Prisma.Sql;

/** A search in a list. */
export type Search = {
  list: Source;
  /** Undefined if all rows of a list are found. */
  match: Match | undefined;
  /** The other conditions on its rows. */
  where: Prisma.Sql;
  after: After;
  page: Page;
  /** SQL columns that each row of the page has besides its own. */
  columns?: Named | undefined;
  watched?: Watched | undefined;
};

/** A page, and the number of matches: up to one more than `MANY`. If it is more, the rows are not those of the page. */
export type Found<T> = { rows: T[]; few: number; remembered: Remembered | undefined };

export const OWN_ID = Prisma.sql`c.id`;
const NO_TIME = Prisma.sql`NULL::timestamptz`;

/** One page of a search: what matches is searched once, for the page and for the total. */
export async function findPage<T extends Row>(db: Sender, search: Search): Promise<Found<T>> {
  const { list, after, page, columns = {}, watched } = search;
  const direction = Prisma.raw(list.order);
  const inOrder = (id: Prisma.Sql, time = NO_TIME) => Prisma.sql`ORDER BY ${time} ${direction}, ${id} ${direction}`;
  const [placeId, placeTime] = [Prisma.sql`place.id`, Prisma.sql`place.time`];
  const selected = Prisma.join([selectColumns('c', list.fields), ...(search.columns ? [nameColumns(columns)] : [])]);
  // Named one by one: a statement with `*` is not prepared.
  const shown = [...Object.values(list.fields), ...Object.keys(columns)].map(name => `child."${name}"`).join(', ');
  const first = watched
    ? Prisma.sql`${nameColumns({ state: firstState(watched, inOrder(placeId, placeTime)) })},`
    : Prisma.empty;
  const rows = await readRows<T & { totalOfPage: number; state?: State & { ids: string | null } }>(
    db,
    Prisma.sql`
      WITH ${foundSql(search)}
      SELECT counted.total AS "totalOfPage", ${first} ${Prisma.raw(shown)}
      FROM (SELECT count(*)::int AS total FROM found) counted LEFT JOIN LATERAL (
        SELECT ${selected} FROM ${Prisma.raw(list.table)} c WHERE c.id = ANY(ARRAY(
          SELECT place.id FROM found place WHERE ${after(placeId, placeTime)}
          ${inOrder(placeId, placeTime)} LIMIT ${page.take + 1}::int OFFSET ${page.skip}::int
        )) ${inOrder(OWN_ID, list.time)}
      ) child ON TRUE`,
  );
  const few = rows[0]?.totalOfPage ?? 0;
  const { ids, ...state } = rows[0]?.state ?? { ids: null };
  const remembered = ids === null ? undefined : since(search.match, { ...state, ids, total: few });
  return { rows: rows.filter(({ id }) => id !== null), few, remembered };
}

/** SQL: the state of the database and the ids of few matches, in the first row alone. */
const firstState = (watched: Watched, order: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CASE WHEN row_number() OVER () = 1 THEN (
    SELECT json_build_object('snapshot', ${currentSnapshot}, 'facts', ${watched.facts}, 'ids',
      CASE WHEN counted.total <= ${MANY}::int THEN coalesce(string_agg(place.id::text, '' ${order}), '') END)
    FROM found place) END`;

/** Most rows of a whole table that match a rare text. */
const RARE = 1_000;

/** Where a search looks, and what it finds. */
type Matches = Pick<Search, 'list' | 'match' | 'where'>;

const selectIn =
  ({ list, where }: Pick<Matches, 'list' | 'where'>): SelectRows =>
  (condition, source = list.from ?? Prisma.sql`${Prisma.raw(list.table)} c`) =>
    Prisma.sql`
    SELECT ${list.id ?? OWN_ID} AS id, ${list.time ?? NO_TIME} AS time FROM ${source} WHERE ${where} AND ${condition}`;

/** SQL of the ids of all matches. */
export function matchesSql({ list, match, where }: Matches): Prisma.Sql {
  const select = selectIn({ list, where });
  return match?.all?.(select) ?? select(match?.where ?? Prisma.sql`TRUE`);
}

/**
 * SQL of the matches. A rare text is searched in the whole table, whose index finds few rows. PostgreSQL itself would combine
 * that index with another one, of which it reads all rows of the list.
 */
function foundSql({ list, match, where }: Matches): Prisma.Sql {
  const limit = Prisma.sql`LIMIT ${MANY + 1}::int`;
  if (match?.index === undefined)
    return Prisma.sql`found AS MATERIALIZED (${matchesSql({ list, match, where })} ${limit})`;
  const hasIndex = Prisma.sql`to_regclass(${match.index}) IS NOT NULL`;
  const isRare = Prisma.sql`(${hasIndex} AND (SELECT count(*) FROM rare) <= ${RARE}::int)`;
  const others = matchesSql({ list, match, where: Prisma.sql`${where} AND NOT ${isRare}` });
  return Prisma.sql`
    rare AS MATERIALIZED (
      SELECT ${allColumns(list.fields)} FROM ${Prisma.raw(list.table)} c
      WHERE ${hasIndex} AND ${match.where} LIMIT ${RARE + 1}::int),
    found AS MATERIALIZED (
      ${selectIn({ list, where })(isRare, Prisma.sql`rare c`)} UNION ALL ${others} ${limit})`;
}
