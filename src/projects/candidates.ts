import type { Person } from '../access/actor.ts';
import type { Call } from '../access/call.ts';
import { actingUser } from '../access/call.ts';
import { authorize } from '../access/policy.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { rootList } from '../lists/root-list.ts';
import { containsText } from '../lists/search.ts';
import { foldEmail } from '../users/model.ts';
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
  call: Call,
  projectId: string,
  args: PageArgs,
): Promise<Connection<Candidate>> {
  await authorize(call, 'member.manage', projectId);
  const caller = actingUser(call);
  const candidates = { action: 'member.manage', within: { projectId }, model: people(call.db) } as const;
  const found = containsText(args.search, ['email', 'name']);
  if (caller.isSuperAdmin) return rootList(call, { ...candidates, where: [found] }, args);
  const colleague = {
    OR: [{ id: caller.id }, { memberships: { some: { project: { members: { some: { userId: caller.id } } } } } }],
  };
  const others = await findOthers(call, projectId, caller.id, (args.search ?? '').trim());
  const known: Prisma.UserWhereInput = { OR: [{ AND: [colleague, found] }, { id: { in: others } }] };
  const page = await rootList(call, { ...candidates, where: [known] }, args);
  const typed = foldEmail(args.search ?? '');
  const shown = (user: Person) => (others.includes(user.id) && user.email !== typed ? masked(user) : user);
  return { ...page, rows: page.rows.map(shown) };
}

/** Finds users by part of their name, unless the name contains their address, or by their full address. */
async function findOthers(call: Call, projectId: string, callerId: string, search: string): Promise<string[]> {
  if ([...search].length < LEAST_SEARCH) return [];
  const rows = await call.db.$queryRaw<{ id: string }[]>`
    SELECT u.id::text FROM users u
    WHERE u.status = 'ACTIVE' AND u.id <> ${callerId}::uuid
      AND (u.email = ${foldEmail(search)}
        OR position(lower(${search}) IN lower(u.name)) > 0 AND position(u.email IN lower(u.name)) = 0)
      AND NOT EXISTS (SELECT FROM members m WHERE m.user_id = u.id AND m.project_id = ${projectId}::uuid)
      AND NOT EXISTS (
        SELECT FROM members m JOIN members own ON own.project_id = m.project_id
        WHERE m.user_id = u.id AND own.user_id = ${callerId}::uuid)
    ORDER BY u.email = ${foldEmail(search)} DESC, u.id LIMIT ${MAX_OTHERS}`;
  return rows.map(({ id }) => id);
}

function masked({ id, email, name }: Person): Candidate {
  const hidden = email.replace(/^(.)[^@]*@(.).*$/su, '$1***@$2***');
  return { id, email: hidden, name: name.toLowerCase().includes(email) ? hidden : name };
}
