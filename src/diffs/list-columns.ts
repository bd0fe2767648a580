import type { Context } from '../access/context.ts';
import { type Comparison, type Diff, Prisma } from '../generated/prisma/client.ts';
import { type Batch, prime, rowsByKey } from '../lists/batch.ts';
import { isActive, judgementOfDocument } from './exceptions.ts';
import { policyOfProject, readPolicy } from './overrides.ts';

export const comparisonOfDiff: Batch<string, Comparison> = {
  async load({ db }, ids) {
    const rows = db.comparison.findMany({ where: { id: { in: [...ids] } } });
    return (await rowsByKey(ids, 'id', rows)) as Comparison[];
  },
};

/** The columns that the counts of a diff `c` need, for lists of diffs. */
export const judgedColumns = {
  comparison: Prisma.sql`(SELECT jsonb_build_object(
    'id', k.id, 'documentType', k.document_type, 'summary', k.summary, 'itemCount', k.item_count,
    'itemsHash', k.items_hash, 'createdAt', k.created_at, 'usedAt', k.used_at
  ) FROM comparisons k WHERE k.id = c.comparison_id)`,
  policy: Prisma.sql`(SELECT jsonb_build_object(
    'profile', p.profile, 'overrides', p.overrides, 'updatedById', p.updated_by, 'updatedAt', p.updated_at
  ) FROM diff_policies p WHERE p.project_id = c.project_id)`,
  hasExceptions: Prisma.sql`
    EXISTS (SELECT FROM diff_exceptions x WHERE x.document_id = c.document_id AND ${isActive('x')})`,
};

type Stored<Row> = Omit<Row, 'createdAt' | 'updatedAt' | 'usedAt'>;
type Judged = {
  comparison: Stored<Comparison> & { createdAt: string; usedAt: string };
  policy: (Stored<Parameters<typeof readPolicy>[1] & object> & { updatedAt: string }) | null;
  hasExceptions: boolean;
};

/** Caches what was read with a listed diff. Exceptions may be many: if there are any, they are loaded separately. */
export function cacheListedDiff(context: Context, diff: Diff & Record<string, unknown>): void {
  const { comparison, policy, hasExceptions } = diff as unknown as Judged;
  const [createdAt, usedAt] = [new Date(comparison.createdAt), new Date(comparison.usedAt)];
  prime(context, comparisonOfDiff, comparison.id, { ...comparison, createdAt, usedAt });
  const stored = policy === null ? undefined : { ...policy, updatedAt: new Date(policy.updatedAt) };
  const read = readPolicy(diff.projectId, stored);
  prime(context, policyOfProject, diff.projectId, read);
  if (hasExceptions) return;
  const overrides = new Map(read.overrides.map(({ rule, severity }) => [rule, severity]));
  const judgement = { profile: read.profile, overrides, exceptions: [], now: new Date() };
  prime(context, judgementOfDocument, diff.documentId, judgement);
}
