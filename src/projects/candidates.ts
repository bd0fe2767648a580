import type { Person } from '../access/actor.ts';
import { actingUser, type Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorize } from '../access/policy.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { matchOf, searchedUsers, spellingsOf } from '../lists/search.ts';
import { sqlList } from '../lists/sql-list.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { emailSpellings, foldEmail } from '../users/model.ts';
import { people } from '../users/service.ts';

/** The fields of a candidate for membership that a project admin may see. */
export type Candidate = { id: string; email: string; name: string };

/**
 * Users who share no project with the caller are found only by a search of this many characters, and only this many.
 */
const LEAST_SEARCH = 3;
const MAX_OTHERS = 10;

/**
 * Lists active users who are not yet members of the project. Of people who share no project with the caller, the
 * address is private: it is masked, and a part of it is not searchable. Only a SuperAdmin may list everybody.
 */
export async function listMemberCandidates(
  call: Context,
  projectId: string,
  args: PageArgs,
): Promise<Connection<Candidate>> {
  await authorize(call, 'member.manage', projectId);
  const { id: callerId, isSuperAdmin } = actingUser(call);
  const candidates = { ...people, action: 'member.manage', within: { projectId } } as const;
  if (isSuperAdmin) return sqlList<Person>(call, candidates, args, async search => matchOf(searchedUsers, search));
  const colleague = isColleague(callerId);
  let others: string[] = [];
  // The rows depend on the caller, and so does their remembered total.
  const ofCaller = Prisma.sql`${callerId}::uuid IS NOT NULL`;
  const list = { ...candidates, where: args.search ? ofCaller : colleague };
  const page = await sqlList<Person>(call, list, args, async search => {
    others = await findOthers(call, projectId, callerId, search.trim());
    const { where: isFound } = matchOf(searchedUsers, search);
    return { where: Prisma.sql`(${colleague} AND ${isFound} OR c.id = ANY(${others}::uuid[]))` };
  });
  const typed = emailSpellings(args.search ?? '');
  const shown = (user: Person) => (others.includes(user.id) && !typed.includes(user.email) ? masked(user) : user);
  return { ...page, rows: page.rows.map(shown) };
}

/** SQL: the user `c` is the caller, or shares a project with them. */
const isColleague = (callerId: string): Prisma.Sql => Prisma.sql`(c.id = ${callerId}::uuid OR EXISTS (
  SELECT FROM members m JOIN members own ON own.project_id = m.project_id
  WHERE m.user_id = c.id AND own.user_id = ${callerId}::uuid))`;

/** Finds users by part of their name, unless the name contains their address, or by their full address. */
async function findOthers(call: Call, projectId: string, callerId: string, search: string): Promise<string[]> {
  if ([...search.normalize('NFC')].length < LEAST_SEARCH) return [];
  const rows = await call.db.$queryRaw<{ id: string }[]>`
    SELECT u.id::text FROM users u
    WHERE u.status = 'ACTIVE' AND u.id <> ${callerId}::uuid
      AND (u.email = ANY(${emailSpellings(search)}::text[])
        OR EXISTS (SELECT FROM unnest(${spellingsOf(search)}::text[]) AS s(text) WHERE position(lower(s.text) IN lower(u.name)) > 0)
          AND position(left(normalize(u.email, NFC), ${CHARACTERS.name}::int) IN normalize(lower(u.name), NFC)) = 0)
      AND NOT EXISTS (SELECT FROM members m WHERE m.user_id = u.id AND m.project_id = ${projectId}::uuid)
      AND NOT EXISTS (
        SELECT FROM members m JOIN members own ON own.project_id = m.project_id
        WHERE m.user_id = u.id AND own.user_id = ${callerId}::uuid)
    ORDER BY u.email = ANY(${emailSpellings(search)}::text[]) DESC, u.id LIMIT ${MAX_OTHERS}`;
  return rows.map(({ id }) => id);
}

function masked({ id, email, name }: Person): Candidate {
  const hidden = email.replace(/^(.)[^@]*@(.).*$/su, '$1***@$2***');
  return { id, email: hidden, name: foldEmail(name).includes(addressInName(email)) ? hidden : name };
}

/** The email as the name of an account that was created without one. The condition of `findOthers` is the same in SQL. */
const addressInName = (email: string): string => [...foldEmail(email)].slice(0, CHARACTERS.name).join('');
