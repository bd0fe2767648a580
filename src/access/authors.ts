import { Prisma } from '../generated/prisma/client.ts';
import { hashed } from '../platform/rows.ts';

// The authors of a draft: its creator and everybody who changed it. The four-eyes rule requires another reviewer.

/** SQL: whether the user is an author of the draft with this alias. With EXISTS, PostgreSQL might read all editors. */
export const isAuthorOf = (draft: 'c' | 'f', userId: Prisma.Sql): Prisma.Sql => {
  const f = Prisma.raw(draft);
  return Prisma.sql`(${f}.created_by = ${userId} OR (
    SELECT TRUE FROM draft_editors e WHERE e.draft_id = ${f}.id AND e.user_id = ${userId} LIMIT 1) IS TRUE)`;
};

const ofOtherReviewers = Prisma.sql`SELECT r.project_id FROM review_policies r WHERE r.require_other_reviewer`;

/** SQL: whether the rules of the project keep the user from deciding on the draft, because they are an author. */
export const isOwnWork = (draft: 'c' | 'f', userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${Prisma.raw(draft)}.project_id IN ${hashed(ofOtherReviewers)}
  AND ${isAuthorOf(draft, userId)})`;
