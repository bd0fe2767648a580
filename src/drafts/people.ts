import { isAuthorOf } from '../access/authors.ts';
import { actingUser } from '../access/call.ts';
import { rolesFor } from '../access/policy.ts';
import { type Draft, Prisma } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import type { PersonRow } from '../users/person.ts';

// Who wrote a draft, and who may decide on it.

type OfDraft = Pick<Draft, 'id' | 'projectId' | 'createdById'>;

const idOf = ({ id }: OfDraft): string => id;
const shown = ({ id, name }: PersonRow): PersonRow => ({ id, name });

const MOST_AUTHORS = 100;

/** The authors: the creator first, then others who changed the draft; at most MOST_AUTHORS. */
export const authorsOf: Batch<OfDraft, PersonRow[]> = {
  idOf,
  async load({ db }, drafts) {
    const asked = JSON.stringify(drafts.map(({ id, createdById }) => ({ id, createdById })));
    const rows = await db.$queryRaw<(PersonRow & { draftId: string })[]>`
      SELECT d.id::text AS "draftId", u.id::text, u.name
      FROM json_to_recordset(${asked}::json) AS d(id uuid, "createdById" uuid)
      CROSS JOIN LATERAL (
        SELECT d."createdById" AS user_id UNION ALL
        (SELECT e.user_id FROM draft_editors e WHERE e.draft_id = d.id ORDER BY e.user_id LIMIT ${MOST_AUTHORS}::int - 1)) a
      JOIN users u ON u.id = a.user_id
      ORDER BY u.id <> d."createdById", u.id`;
    const ofDraft = Map.groupBy(rows, ({ draftId }) => draftId);
    return drafts.map(({ id }) => (ofDraft.get(id) ?? []).map(shown));
  },
};

/** Whether the caller is an author, even if there are more than MOST_AUTHORS. */
export const isOwnDraft: Batch<string, boolean> = {
  async load(call, ids) {
    const own = await call.db.$queryRaw<{ id: string }[]>`
      SELECT f.id::text FROM drafts f
      WHERE f.id = ANY(${ids}::uuid[]) AND ${isAuthorOf('f', Prisma.sql`${actingUser(call).id}::uuid`)}`;
    const found = new Set(own.map(({ id }) => id));
    return ids.map(id => found.has(id));
  },
};

const MOST_REVIEWERS = 20;

type Reviewer = PersonRow & { projectId: string; requireOther: boolean; edited: string[] | null };

/** The active admins of the project, without the authors of the draft if the project requires another reviewer. */
export const reviewersOf: Batch<OfDraft, PersonRow[]> = {
  idOf,
  async load({ db }, drafts) {
    const ids = drafts.map(idOf);
    const projectIds = [...new Set(drafts.map(({ projectId }) => projectId))];
    const rows = await db.$queryRaw<Reviewer[]>`
      SELECT m.project_id::text AS "projectId", u.id::text, u.name, e.drafts AS edited,
        coalesce(p.require_other_reviewer, false) AS "requireOther"
      FROM members m
      JOIN users u ON u.id = m.user_id AND u.status = 'ACTIVE'
      LEFT JOIN review_policies p ON p.project_id = m.project_id
      LEFT JOIN (
        SELECT e.user_id, json_agg(e.draft_id) AS drafts FROM draft_editors e
        WHERE e.draft_id = ANY(${ids}::uuid[]) GROUP BY e.user_id) e ON e.user_id = u.id
      WHERE m.project_id = ANY(${projectIds}::uuid[]) AND m.role::text = ANY(${rolesFor('draft.review')})
      ORDER BY m.created_at, m.id`;
    const ofProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return drafts.map(draft =>
      (ofProject.get(draft.projectId) ?? [])
        .filter(one => !(one.requireOther && isAuthor(one, draft)))
        .slice(0, MOST_REVIEWERS)
        .map(shown),
    );
  },
};

const isAuthor = ({ id, edited }: Reviewer, draft: OfDraft): boolean =>
  id === draft.createdById || (edited?.includes(draft.id) ?? false);
