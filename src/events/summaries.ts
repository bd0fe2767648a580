import { type AiOwnerType, type AiPromptKey, Prisma } from '../generated/prisma/client.ts';
import { newId } from '../platform/ids.ts';
import { stagedJobs } from '../platform/jobs.ts';
import { type Named, readRows, type Sender } from '../platform/rows.ts';

// Summaries by a model, staged in the transaction of the change that triggers them.

/** The resource that a summary is about. */
export type SummaryOwner = { projectId: string; ownerType: AiOwnerType; ownerId: string };

export const SUMMARY_JOB = 'ai.summary';

export const PROMPT_OF: Record<AiOwnerType, AiPromptKey> = {
  DRAFT: 'DRAFT_REVIEW_SUMMARY',
  VERSION: 'VERSION_CHANGE_SUMMARY',
  DIFF: 'DIFF_CHANGE_SUMMARY',
};

/**
 * SQL that stages a summary of each owner, for the statement of the change that triggers it. Does nothing without an
 * enabled provider. A summary in progress starts again, because its subject has changed.
 */
export function stagedSummaries(owners: SummaryOwner[], generatedById: string): Named {
  const rows = owners.map(owner => ({ ...owner, id: newId(), promptKey: PROMPT_OF[owner.ownerType] }));
  const summaries = Prisma.sql`
    INSERT INTO ai_summaries (id, project_id, owner_type, owner_id, prompt_key, generated_by)
    SELECT r.id, r."projectId", r."ownerType", r."ownerId", r."promptKey", ${generatedById}::uuid
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(
      id uuid, "projectId" uuid, "ownerType" "AiOwnerType", "ownerId" uuid, "promptKey" "AiPromptKey")
    WHERE EXISTS (
      SELECT FROM ai_providers p WHERE p.enabled AND (p.project_id = r."projectId" OR p.project_id IS NULL))
    ON CONFLICT (owner_type, owner_id) WHERE status = 'PENDING'
      DO UPDATE SET generated_by = EXCLUDED.generated_by, updated_at = now()
    RETURNING id`;
  return { summaries, summary_jobs: stagedJobs(SUMMARY_JOB, Prisma.sql`SELECT id FROM summaries`) };
}

/** SQL for whether the statement with these parts has staged jobs. */
export const hasStagedJobs = (parts: Named): Prisma.Sql =>
  'summaries' in parts ? Prisma.sql`EXISTS (SELECT FROM summaries)` : Prisma.sql`FALSE`;

/** Deletes the summaries of a deleted resource. A remaining job then finds nothing to do. */
export const forgetSummaries = (
  tx: Sender,
  { ownerType, ownerId }: Omit<SummaryOwner, 'projectId'>,
): Promise<unknown> =>
  readRows(
    tx,
    Prisma.sql`
      DELETE FROM ai_summaries WHERE owner_type = ${ownerType}::"AiOwnerType" AND owner_id = ${ownerId}::uuid`,
  );
