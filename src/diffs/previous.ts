import type { Context } from '../access/context.ts';
import { authorize, isInScope } from '../access/policy.ts';
import { typeOfFormat } from '../documents/model.ts';
import type { Diff, Version } from '../generated/prisma/client.ts';
import { type Batch, batched } from '../lists/batch.ts';

/** The stored diff to a version from the one before it on its branch, by version. */
const diffFromPrevious: Batch<string, Diff | null> = {
  async load({ db }, versionIds) {
    const pairs = await db.$queryRaw<{ diffId: string; versionId: string }[]>`
      SELECT d.id::text AS "diffId", v.id::text AS "versionId"
      FROM versions v
      JOIN versions b ON b.branch_id = v.branch_id AND b.sequence = v.sequence - 1
      JOIN diffs d ON d.from_version_id = b.id AND d.to_version_id = v.id
      WHERE v.id = ANY(${[...versionIds]}::uuid[])`;
    const diffs = await db.diff.findMany({ where: { id: { in: pairs.map(({ diffId }) => diffId) } } });
    const diffById = new Map(diffs.map(diff => [diff.id, diff]));
    const byVersion = new Map(pairs.map(({ diffId, versionId }) => [versionId, diffById.get(diffId)]));
    return versionIds.map(id => byVersion.get(id) ?? null);
  },
};

/** Reads what changed since the version before; null for the first version of a branch. */
export async function readDiffFromPrevious(context: Context, version: Version): Promise<Diff | null> {
  await authorize(context, 'diff.read', version.projectId);
  if (!isInScope(context, 'diff.read', { documentType: typeOfFormat(version.documentFormat) })) return null;
  return batched(context, diffFromPrevious, version.id);
}
