import { type Call, signedIn } from '../access/call.ts';
import { recordAct } from '../audit/service.ts';
import { loadDiff } from '../diffs/service.ts';
import { type Parents, requireActiveDocument } from '../documents/service.ts';
import { loadDraft } from '../drafts/service.ts';
import type { AiOwnerType, AiSummary, AiSummaryStatus } from '../generated/prisma/client.ts';
import { batched } from '../graphql/batch.ts';
import type { Context } from '../graphql/context.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { stageJob } from '../platform/jobs.ts';
import { loadVersion } from '../versions/service.ts';
import { noProvider } from './failures.ts';
import { isProviderEnabled } from './providers.ts';
import { PROMPT_OF, SUMMARY_JOB, type SummaryOwner } from './staging.ts';

/** A summary with the state in which its owner is now. */
export type ShownSummary = AiSummary & { stale: boolean };

/** The newest summary of an owner, or the newest of one status; null where there is none. */
export async function readSummary(
  context: Context,
  { ownerType, ownerId }: Omit<SummaryOwner, 'projectId'>,
  basisNow: () => string | Promise<string>,
  status?: AiSummaryStatus | null,
): Promise<ShownSummary | null> {
  const summary = await batched(context, `ai.summary ${ownerType} ${status ?? ''}`, ownerId, ids =>
    newestOf(context.db, ownerType, ids, status ?? undefined),
  );
  if (summary?.content) context.texts.take(Buffer.byteLength(summary.content));
  return summary && shown(summary, await basisNow());
}

const shown = (summary: AiSummary, basisNow: string): ShownSummary => ({
  ...summary,
  stale: summary.basis !== null && summary.basis !== basisNow,
});

async function newestOf(
  db: Db,
  ownerType: AiOwnerType,
  ownerIds: string[],
  status: AiSummaryStatus | undefined,
): Promise<(AiSummary | null)[]> {
  const newest = await db.$queryRaw<{ id: string }[]>`
    SELECT s.id::text FROM unnest(${ownerIds}::uuid[]) AS o(id)
    CROSS JOIN LATERAL (
      SELECT id FROM ai_summaries
      WHERE owner_type = ${ownerType}::"AiOwnerType" AND owner_id = o.id
        AND (${status ?? null}::"AiSummaryStatus" IS NULL OR status = ${status ?? null}::"AiSummaryStatus")
      ORDER BY id DESC LIMIT 1) s`;
  const rows =
    newest.length === 0 ? [] : await db.aiSummary.findMany({ where: { id: { in: newest.map(({ id }) => id) } } });
  const byOwner = new Map(rows.map(row => [row.ownerId, row]));
  return ownerIds.map(id => byOwner.get(id) ?? null);
}

type Named = Parents & { id: string };

/** Asks for a new summary, or gives the one that is being made. */
export async function regenerateSummary(call: Call, ownerType: AiOwnerType, input: Named): Promise<ShownSummary> {
  const owner = await loadOwner(call, ownerType, input);
  const { projectId, documentId, id: ownerId } = owner;
  const generatedById = signedIn(call).id;
  const summary = await inTransaction(call.db, async tx => {
    await requireActiveDocument(tx, { id: documentId, projectId });
    if (!(await isProviderEnabled(tx, projectId))) throw noProvider();
    const data = { id: newId(), projectId, ownerType, ownerId, promptKey: PROMPT_OF[ownerType], generatedById };
    // Of several who ask at once one makes the row; the others wait for it here and then find it.
    const made = await tx.aiSummary.createMany({ data, skipDuplicates: true });
    if (made.count === 0) return latest(tx, ownerType, ownerId);
    await call.limits.countAiRequest(`summary ${generatedById}`);
    await stageJob(tx, SUMMARY_JOB, data.id);
    const metadata = { owner_type: ownerType.toLowerCase(), owner_id: ownerId };
    const act = { action: 'ai_summary.regenerate', resourceType: 'ai_summary', resourceId: data.id, projectId };
    await recordAct(tx, call, { ...act, metadata });
    return tx.aiSummary.findUniqueOrThrow({ where: { id: data.id } });
  });
  call.jobs.wake();
  return { ...summary, stale: false };
}

/** The pending one is the newest; if it has ended since, its result is what was asked for. */
const latest = (tx: Db, ownerType: AiOwnerType, ownerId: string): Promise<AiSummary> =>
  tx.aiSummary.findFirstOrThrow({ where: { ownerType, ownerId }, orderBy: { id: 'desc' } });

type Owner = { id: string; projectId: string; documentId: string };

function loadOwner(call: Call, ownerType: AiOwnerType, { id, ...parents }: Named): Promise<Owner> {
  if (ownerType === 'DRAFT') return loadDraft(call, 'ai.summarize_draft', id, parents);
  if (ownerType === 'VERSION') return loadVersion(call, 'ai.summarize', id, parents);
  return loadDiff(call, id, parents, 'ai.summarize');
}
