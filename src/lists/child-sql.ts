import { Prisma } from '../generated/prisma/client.ts';
import { type Named, nameColumns } from '../platform/rows.ts';
import { type After, matchesSql } from './found.ts';
import { placeFromEnd, placeFromStart } from './last-page.ts';
import type { Page } from './page.ts';
import type { Source } from './remembered.ts';
import type { Match } from './search.ts';
import { type Ids, MANY } from './totals.ts';

// SQL for the children of several parents at once.

/** A query for a page of the children of each parent. */
export type ChildQuery = {
  list: Source;
  /** SQL: the row `c` is a child of the parent with this id. */
  isChildOf(id: Prisma.Sql): Prisma.Sql;
  /** The conditions besides the search. */
  where: Prisma.Sql;
  match: Match | undefined;
  /** All conditions. */
  filter: Prisma.Sql;
  page: Page;
  isCounted: boolean;
  /** SQL that selects the exact `total` of a parent from `list_counts`; undefined if that is not possible. */
  count: ((parent: Prisma.Sql) => Prisma.Sql) | undefined;
  /** Skips the rows after the page instead of those before it. */
  isFromEnd?: boolean;
};

export const afterCursor =
  ({ list: { order }, page: { afterId } }: ChildQuery): After =>
  id =>
    afterId === undefined
      ? Prisma.sql`TRUE`
      : Prisma.sql`${id} ${Prisma.raw(order === 'asc' ? '>' : '<')} ${afterId}::uuid`;

/** SQL that selects `selected` from the page of each parent, in list order. */
export function childrenSql(
  query: ChildQuery,
  parentIds: string[],
  selected: Prisma.Sql,
  columns: Prisma.Sql,
): Prisma.Sql {
  const { list, isChildOf, filter, page, isCounted, isFromEnd = false } = query;
  const { skip, take } = page;
  const [direction, reverse] = list.order === 'asc' ? (['ASC', 'DESC'] as const) : (['DESC', 'ASC'] as const);
  const after = afterCursor(query)(Prisma.sql`c.id`);
  const parent = parentOf(parentIds);
  const sorted = (shown: Prisma.Sql, order: string) => Prisma.sql`
    SELECT ${shown} FROM ${Prisma.raw(list.table)} c
    WHERE ${isChildOf(parent)} AND ${after} AND ${filter}
    ORDER BY c.id ${Prisma.raw(order)}`;
  const pageOf = (shown: Prisma.Sql) => Prisma.sql`${sorted(shown, direction)} ${placeFromStart(page)}`;
  const endOf = (shown: Prisma.Sql) => Prisma.sql`
    SELECT c.id FROM (${sorted(shown, reverse)} ${placeFromEnd(page, Prisma.sql`counted.total`)}) c LIMIT ${take + 1}::int`;
  // Skips the rows before the page by their ids only, and computes additional columns only for the page.
  const children =
    skip === 0
      ? pageOf(columns)
      : Prisma.sql`
        SELECT ${columns} FROM (${(isFromEnd ? endOf : pageOf)(Prisma.sql`c.id`)}) place
        JOIN ${Prisma.raw(list.table)} c ON c.id = place.id ORDER BY c.id ${Prisma.raw(direction)}`;
  return Prisma.sql`
    SELECT ${selected} FROM unnest(${parentIds}::uuid[]) AS p(id)
    CROSS JOIN LATERAL (${isCounted ? countFew(query, parent) : Prisma.sql`SELECT NULL::int AS total`}) counted
    LEFT JOIN LATERAL (${children}) child ON TRUE`;
}

/** The id of the parent `p`. A single parent is a parameter, so that PostgreSQL can use statistics about its children. */
export const parentOf = ([first, ...others]: string[]): Prisma.Sql =>
  others.length === 0 ? Prisma.sql`${first}::uuid` : Prisma.sql`p.id`;

/** SQL that counts the children of a parent: all if `list_counts` counts them, otherwise up to `MANY + 1`. */
const countFew = (query: ChildQuery, parent: Prisma.Sql): Prisma.Sql =>
  query.count?.(parent) ?? countSql(query, parent, MANY + 1);

/** SQL that counts the children of a parent, up to `most`. */
export function countSql(
  { list, isChildOf, match, where, filter }: ChildQuery,
  parent: Prisma.Sql,
  most?: number,
  ids?: Ids,
  state: Named = {},
): Prisma.Sql {
  const limit = most === undefined ? Prisma.empty : Prisma.sql`LIMIT ${most}::int`;
  // The newest rows are few, so read them by id. The index of a search would read all matches.
  const areNewest = ids !== undefined && 'gte' in ids;
  const searched = areNewest ? { match: undefined, where: filter } : { match, where };
  const children = Prisma.sql`${isChildOf(parent)} AND ${inRange(ids)} AND ${searched.where}`;
  return Prisma.sql`
    SELECT ${nameColumns({ total: Prisma.sql`count(*)::int`, ...state })} FROM (
      ${matchesSql({ list, match: searched.match, where: children })} ${limit}
    ) few`;
}

/** SQL: the row `c` has an id in this range. */
export function inRange(ids: Ids | undefined): Prisma.Sql {
  if (ids === undefined) return Prisma.sql`TRUE`;
  return 'lt' in ids ? Prisma.sql`c.id < ${ids.lt}::uuid` : Prisma.sql`c.id >= ${ids.gte}::uuid`;
}
