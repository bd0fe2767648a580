import { Prisma } from '../generated/prisma/client.ts';
import type { Named } from '../platform/rows.ts';

/** How a statement finds out whether a list still has the rows that it had when it was read. */
export type Watched = {
  /** SQL: no transaction that was committed after the snapshot has changed what decides about the rows. */
  isUnchanged(snapshot: string): Prisma.Sql;
  /** SQL: a text of what else decides about them. */
  facts: Prisma.Sql;
};

/** A state of the database, as `stateColumns` read it. */
export type State = { snapshot: string; facts: string };

/** A snapshot of a replica does not tell which transactions were underway, so all later ones count as not seen. */
export const currentSnapshot = Prisma.sql`
  CASE WHEN pg_is_in_recovery() THEN format('%1$s:%1$s:', pg_snapshot_xmin(pg_current_snapshot()))
    ELSE pg_current_snapshot()::text END`;

export const stateColumns = ({ facts }: Pick<Watched, 'facts'>): Named => ({
  snapshot: currentSnapshot,
  facts,
});

/**
 * SQL: the transaction that a row names was committed after the snapshot. Transactions that another database server has
 * counted, from which this one was restored, may have later numbers.
 */
export const isAfter = (snapshot: string, changed: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${changed} >= (SELECT pg_snapshot_xmin(${snapshot}::pg_snapshot))
  AND ${changed} < pg_snapshot_xmax(pg_current_snapshot())
  AND NOT pg_visible_in_snapshot(${changed}, ${snapshot}::pg_snapshot))`;
