import { Prisma } from '../generated/prisma/client.ts';
import { allColumns, type Named, nameColumns, readRows, type Sender, selectColumns } from '../platform/rows.ts';
import { currentFacts, currentSnapshot, type State, type Watched } from './changes.ts';
import type { Page, Row } from './page.ts';
import { type Remembered, type Source, since } from './remembered.ts';
import type { Match, SelectRows } from './search.ts';
import { MANY } from './totals.ts';

/** SQL: whether a row comes after the cursor, by its id, and by its time if the list is ordered by a time. */
export type After = (id: Prisma.Sql, time?: Prisma.Sql) => Prisma.Sql;

export type Search = {
  list: Source;
  /** The condition of the search; undefined for all rows of the list. */
  match: Match | undefined;
  /** The other conditions on its rows. */
  where: Prisma.Sql;
  after: After;
  page: Page;
  /** Additional SQL columns of each row. */
  columns?: Named | undefined;
  watched?: Watched | undefined;
};

/** A page, and the number of matches, counted up to `MANY + 1`. If there are more than `MANY`, ignore `rows`. */
export type Found<T> = { rows: T[]; few: number; remembered: Remembered | undefined };

export const OWN_ID = Prisma.sql`c.id`;
const NO_TIME = Prisma.sql`NULL::timestamptz`;

/** One page of a search. The matches are searched once, both for the page and for the total. */
export async function findPage<T extends Row>(db: Sender, search: Search): Promise<Found<T>> {
  const { list, after, page, columns = {}, watched } = search;
  const direction = Prisma.raw(list.order);
  const inOrder = (id: Prisma.Sql, time = NO_TIME) => Prisma.sql`ORDER BY ${time} ${direction}, ${id} ${direction}`;
  const [placeId, placeTime] = [Prisma.sql`place.id`, Prisma.sql`place.time`];
  const selected = Prisma.join([selectColumns('c', list.fields), ...(search.columns ? [nameColumns(columns)] : [])]);
  // Columns are named one by one, because a statement with `*` is not prepared.
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

/** SQL: the state of the database and, for up to `MANY` matches, their ids; only in the first row. */
const firstState = (watched: Watched, order: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CASE WHEN row_number() OVER () = 1 THEN (
    SELECT json_build_object('snapshot', ${currentSnapshot}, 'facts', ${currentFacts(watched)}, 'ids',
      CASE WHEN counted.total <= ${MANY}::int THEN coalesce(string_agg(place.id::text, '' ${order}), '') END)
    FROM found place) END`;

/** A text is rare if at most this many rows of the whole table match. */
const RARE = 1_000;

/** The parts of a search that decide which rows match. */
type Matches = Pick<Search, 'list' | 'match' | 'where'>;

const selectIn =
  ({ list, where }: Pick<Matches, 'list' | 'where'>): SelectRows =>
  (
    condition,
    {
      source = list.from ?? Prisma.sql`${Prisma.raw(list.table)} c`,
      shown = Prisma.sql`${list.id ?? OWN_ID} AS id, ${list.time ?? NO_TIME} AS time`,
    } = {},
  ) =>
    Prisma.sql`SELECT ${shown} FROM ${source} WHERE ${where} AND ${condition}`;

/** SQL of the ids of all matches. */
export function matchesSql({ list, match, where }: Matches): Prisma.Sql {
  const select = selectIn({ list, where });
  return match?.all?.(select) ?? select(match?.where ?? Prisma.sql`TRUE`);
}

/**
 * SQL of the matches. A rare text is first searched in the whole table, with the index `match.index`, which finds few rows.
 * PostgreSQL itself would combine this index with that of the list, and read all rows of the list.
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
      ${selectIn({ list, where })(isRare, { source: Prisma.sql`rare c` })} UNION ALL ${others} ${limit})`;
}
