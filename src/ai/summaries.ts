import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import type { Parents } from '../access/policy.ts';
import { keepKey, once } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { loadDiff } from '../diffs/service.ts';
import { loadDraft } from '../drafts/standing.ts';
import { PROMPT_OF, SUMMARY_JOB, type SummaryOwner } from '../events/summaries.ts';
import { type AiOwnerType, type AiSummary, type AiSummaryStatus, Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched } from '../lists/batch.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { stageJobs } from '../platform/jobs.ts';
import { insertRow, readRows, selectColumns } from '../platform/rows.ts';
import { requireActiveDocument } from '../projects/archived.ts';
import { loadVersion } from '../versions/service.ts';
import { noProvider } from './failures.ts';
import { isProviderEnabled } from './providers.ts';
import { findSubject } from './subjects.ts';

export type ShownSummary = AiSummary & { stale: boolean };

/** Reads the newest summary of an owner, optionally of one status; null if there is none. */
export async function readSummary(
  context: Context,
  { ownerType, ownerId }: Omit<SummaryOwner, 'projectId'>,
  basisNow: () => string | Promise<string>,
  status?: AiSummaryStatus | null,
): Promise<ShownSummary | null> {
  const summary = await batched(context, newestSummary, { ownerType, ownerId, status: status ?? null });
  if (summary?.content) context.texts.take(Buffer.byteLength(summary.content));
  return summary && shown(summary, await basisNow());
}

const shown = (summary: AiSummary, basisNow: string): ShownSummary => ({
  ...summary,
  stale: summary.basis !== null && summary.basis !== basisNow,
});

type SummaryKey = { ownerType: AiOwnerType; ownerId: string; status: AiSummaryStatus | null };

const idOf = ({ ownerType, ownerId, status }: SummaryKey): string => `${ownerType} ${ownerId} ${status}`;

/**
 * Does not check permissions: a caller who may read the owner may read its summary. `created_at` is by the clock of the database;
 * the clocks of servers, which ids have, differ.
 */
const newestSummary: Batch<SummaryKey, AiSummary | null> = {
  idOf,
  async load({ db }, keys) {
    const rows = await db.$queryRaw<(AiSummary & { key: string })[]>`
      SELECT w.id AS key, s.* FROM unnest(
        ${keys.map(idOf)}::text[], ${keys.map(({ ownerType }) => ownerType)}::text[],
        ${keys.map(({ ownerId }) => ownerId)}::uuid[], ${keys.map(({ status }) => status ?? '')}::text[]
      ) AS w(id, owner_type, owner_id, status)
      CROSS JOIN LATERAL (
        SELECT ${selectColumns('a', Prisma.AiSummaryScalarFieldEnum)} FROM ai_summaries a
        WHERE a.owner_type = w.owner_type::"AiOwnerType" AND a.owner_id = w.owner_id
          AND (w.status = '' OR a.status::text = w.status)
        ORDER BY a.created_at DESC, a.id DESC LIMIT 1) s`;
    const found = new Map(rows.map(({ key, ...summary }) => [key, summary]));
    return keys.map(one => found.get(idOf(one)) ?? null);
  },
};

type Named = Parents & { id: string };

/** Requests a new summary. Returns the pending one if there is one. */
export const regenerateSummary = (call: Call, ownerType: AiOwnerType, input: Named): Promise<ShownSummary> =>
  once(
    call,
    id => readMade(call, ownerType, input, id),
    () => requestSummary(call, ownerType, input),
  );

/** The summary that an earlier request with the same idempotency key has made. */
async function readMade(call: Call, ownerType: AiOwnerType, input: Named, id: string): Promise<ShownSummary> {
  const owner = await loadOwner(call, ownerType, input);
  const made = await call.db.aiSummary.findFirst({ where: { id, ownerType, ownerId: owner.id } });
  if (made === null) throw notFound('AI summary');
  const subject = await findSubject(call, ownerType, owner.id);
  return shown(made, subject?.basis ?? '');
}

async function requestSummary(call: Call, ownerType: AiOwnerType, input: Named): Promise<ShownSummary> {
  const owner = await loadOwner(call, ownerType, input);
  const { projectId, documentId, id: ownerId } = owner;
  const generatedById = signedIn(call).id;
  let isCounted = false;
  const summary = await inTransaction(call.db, async tx => {
    await requireActiveDocument(tx, documentId, { call, action: 'ai.summarize' });
    if (ownerType === 'DRAFT') await holdDraft(tx, ownerId);
    if (!(await isProviderEnabled(tx, projectId))) throw noProvider();
    const data = { id: newId(), projectId, ownerType, ownerId, promptKey: PROMPT_OF[ownerType], generatedById };
    // If several callers ask at once, one creates the row; the others wait here and then find it.
    const made = await readRows(tx, Prisma.sql`${insertRow('ai_summaries', data)} ON CONFLICT DO NOTHING RETURNING 1`);
    if (made.length === 0) {
      const pending = await latest(tx, ownerType, ownerId);
      await keepKey(tx, call, pending.id);
      return pending;
    }
    await keepKey(tx, call, data.id);
    // The transaction may be tried again: the request is still one.
    if (!isCounted) await call.limits.countAiRequest(`summary ${generatedById}`);
    isCounted = true;
    await stageJobs(tx, SUMMARY_JOB, [data.id]);
    const metadata = { owner_type: ownerType.toLowerCase(), owner_id: ownerId };
    const act = { action: 'ai_summary.regenerate', resourceType: 'ai_summary', resourceId: data.id, projectId };
    await recordAct(tx, call, { ...act, metadata });
    return tx.aiSummary.findUniqueOrThrow({ where: { id: data.id } });
  });
  call.jobs.wake();
  return { ...summary, stale: false };
}

/** Locks the draft, so that it cannot be withdrawn before the transaction ends. Otherwise its summary would remain. */
async function holdDraft(tx: Db, id: string): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`SELECT id::text FROM drafts WHERE id = ${id}::uuid FOR KEY SHARE`;
  if (held.length === 0) throw notFound('Draft');
}

/** The newest summary: the pending one, or, if it has ended meanwhile, its result. */
const latest = (tx: Db, ownerType: AiOwnerType, ownerId: string): Promise<AiSummary> =>
  tx.aiSummary.findFirstOrThrow({ where: { ownerType, ownerId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });

type Owner = { id: string; projectId: string; documentId: string };

function loadOwner(call: Call, ownerType: AiOwnerType, { id, ...parents }: Named): Promise<Owner> {
  if (ownerType === 'DRAFT') return loadDraft(call, 'ai.summarize', id, parents);
  if (ownerType === 'VERSION') return loadVersion(call, 'ai.summarize', id, parents);
  return loadDiff(call, id, parents, 'ai.summarize');
}
