import type { Call } from '../access/call.ts';
import { visible } from '../access/visible.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import { sha256 } from '../platform/crypto.ts';

// For pages that poll every few seconds: a token changes when the draft or list changes. It costs one statement,
// independent of the size of the data, and is the same on every server process.

const tokenOf = (facts: unknown): string => sha256(JSON.stringify(facts)).slice(0, 32);

export type QueueState = { token: string; count: number };

export const queueState = async (call: Call): Promise<QueueState> =>
  draftsState(call, await visible['draft.review'](call));

export const ownDraftsState = async (call: Call): Promise<QueueState> =>
  draftsState(call, await visible['draft.read_own'](call));

async function draftsState({ db }: Call, where: Prisma.DraftWhereInput): Promise<QueueState> {
  const _max = { submittedAt: true, updatedAt: true } as const;
  const { _count: count, _max: newest } = await db.draft.aggregate({ where, _count: true, _max });
  return { token: tokenOf([count, newest]), count };
}

/** Covers the draft, the latest version of its branch, its discussion and whether any parent is archived. */
export const tokenOfDraft: Batch<string, string> = {
  async load({ db }, ids) {
    const rows = await db.$queryRaw<{ id: string; facts: unknown }[]>`
      SELECT f.id::text, jsonb_build_array(f.updated_at, f.status, f.submission_round, b.latest_version_id, b.status,
        d.status, p.status, count(c.id), max(c.updated_at)) AS facts
      FROM drafts f JOIN branches b ON b.id = f.branch_id JOIN documents d ON d.id = f.document_id
        JOIN projects p ON p.id = f.project_id LEFT JOIN comments c ON c.draft_id = f.id
      WHERE f.id = ANY(${[...ids]}::uuid[]) GROUP BY f.id, b.id, d.id, p.id`;
    const facts = new Map(rows.map(row => [row.id, row.facts]));
    return ids.map(id => tokenOf(facts.get(id) ?? null));
  },
};
