import { type Draft, Prisma } from '../generated/prisma/client.ts';
import { type Statuses, statusesOfBranch } from './statuses.ts';

/** The columns with which a draft `c` is read together with its standing and its author's name. */
export const standingColumns = {
  latestVersionId: Prisma.sql`(SELECT b.latest_version_id::text FROM branches b WHERE b.id = c.branch_id)`,
  baseHash: Prisma.sql`
    (SELECT v.canonical_hash FROM versions v WHERE v.id = CASE
      WHEN c.status IN ('PUBLISHED', 'REJECTED') THEN c.reviewed_base_version_id
      ELSE (SELECT b.latest_version_id FROM branches b WHERE b.id = c.branch_id) END)`,
  // With EXISTS, PostgreSQL might read the names of all versions into a hash table.
  isNamePublished: Prisma.sql`(
    SELECT TRUE FROM versions v WHERE v.branch_id = c.branch_id AND v.version_name = c.version_name LIMIT 1) IS TRUE`,
  isProtected: Prisma.sql`(SELECT b.is_protected FROM branches b WHERE b.id = c.branch_id)`,
  authorName: Prisma.sql`(SELECT u.name FROM users u WHERE u.id = c.created_by)`,
};

/** The same, with the statuses that decide whether the draft may change. */
export const placeColumns = {
  ...standingColumns,
  statuses: statusesOfBranch(Prisma.sql`c.branch_id`),
};

/** A draft as it is read with `standingColumns`. */
export type StandingRow = Draft & {
  latestVersionId: string | null;
  baseHash: string | null;
  isNamePublished: boolean;
  isProtected: boolean;
  authorName: string | null;
};

/** A draft as it is read with `placeColumns`. */
export type PlaceRow = StandingRow & { statuses: Statuses };
