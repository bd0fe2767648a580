import { rolesFor } from '../access/policy.ts';
import type { Draft } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import type { PersonRow } from '../users/person.ts';

const MOST_REVIEWERS = 20;

type Reviewed = Pick<Draft, 'projectId' | 'createdById'>;
type Row = PersonRow & { projectId: string; requireOther: boolean };

/** Who may decide on drafts: the active admins of the project, without the author where its rules say so. */
export const reviewersOf: Batch<Reviewed, PersonRow[]> = {
  idOf: ({ projectId, createdById }) => `${projectId} ${createdById}`,
  async load({ db }, drafts) {
    const projectIds = [...new Set(drafts.map(({ projectId }) => projectId))];
    const rows = await db.$queryRaw<Row[]>`
      SELECT m.project_id::text AS "projectId", u.id::text, u.name,
        coalesce(p.require_other_reviewer, false) AS "requireOther"
      FROM members m
      JOIN users u ON u.id = m.user_id AND u.status = 'ACTIVE'
      LEFT JOIN review_policies p ON p.project_id = m.project_id
      WHERE m.project_id = ANY(${projectIds}::uuid[]) AND m.role::text = ANY(${rolesFor('draft.review')})
      ORDER BY m.created_at, m.id`;
    const ofProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return drafts.map(({ projectId, createdById }) =>
      (ofProject.get(projectId) ?? [])
        .filter(({ id, requireOther }) => !requireOther || id !== createdById)
        .slice(0, MOST_REVIEWERS)
        .map(({ id, name }) => ({ id, name })),
    );
  },
};
