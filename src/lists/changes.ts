import { Prisma } from '../generated/prisma/client.ts';
import type { Named } from '../platform/rows.ts';

/** How a statement checks whether a list still has the same rows as when it was read. */
export type Watched = {
  /** SQL: no transaction that was committed after the snapshot has changed the rows or their conditions. */
  isUnchanged(snapshot: string): Prisma.Sql;
  /** SQL: a text that changes with everything else on which the rows depend, such as roles. */
  facts: Prisma.Sql;
};

/** A state of the database, as `stateColumns` read it. */
export type State = { snapshot: string; facts: string };

/** A snapshot of a replica does not contain the transactions in progress, so all from `xmin` on count as not visible. */
export const currentSnapshot = Prisma.sql`
  CASE WHEN pg_is_in_recovery() THEN format('%1$s:%1$s:', pg_snapshot_xmin(pg_current_snapshot()))
    ELSE pg_current_snapshot()::text END`;

/**
 * SQL: the facts, and which run of the database server tells them. A replica that takes over may give new transactions the ids of
 * those it has lost, which a snapshot cannot tell apart.
 */
export const currentFacts = ({ facts }: Pick<Watched, 'facts'>): Prisma.Sql =>
  Prisma.sql`(${facts} || pg_postmaster_start_time()::text)`;

export const stateColumns = (watched: Pick<Watched, 'facts'>): Named => ({
  snapshot: currentSnapshot,
  facts: currentFacts(watched),
});

/**
 * SQL: the transaction id `changed` was committed after the snapshot. Ids beyond the current `xmax` are ignored: they come from
 * another database server, if this database was restored from a dump.
 */
export const isAfter = (snapshot: string, changed: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${changed} >= (SELECT pg_snapshot_xmin(${snapshot}::pg_snapshot))
  AND ${changed} < pg_snapshot_xmax(pg_current_snapshot())
  AND NOT pg_visible_in_snapshot(${changed}, ${snapshot}::pg_snapshot))`;

/** For a search among all rows of a table. */
export const watchedTable = (table: 'teams' | 'projects'): Watched => ({
  facts: Prisma.sql`''::text`,
  isUnchanged: snapshot => isTableUnchanged(snapshot, table),
});

const isTableUnchanged = (snapshot: string, table: string): Prisma.Sql =>
  Prisma.sql`NOT EXISTS (SELECT FROM ${Prisma.raw(table)} c WHERE ${isAfter(snapshot, Prisma.sql`c.changed`)})`;

/** SQL: no project and no team has changed since the snapshot. Archived ones may be too many to compare their ids. */
export const areParentsUnchanged = (snapshot: string): Prisma.Sql =>
  Prisma.sql`${isTableUnchanged(snapshot, 'projects')} AND ${isTableUnchanged(snapshot, 'teams')}`;
