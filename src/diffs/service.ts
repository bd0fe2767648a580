import { actingUser, type Call, signedIn } from '../access/call.ts';
import type { ProjectAction } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import { compareContents } from '../contents/service.ts';
import { typeOfFormat } from '../documents/model.ts';
import { loadDocument, loadInProject, type Parents } from '../documents/service.ts';
import type { Comparison, Diff, Version } from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import type { Connection, PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { invalidArgument } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { loadVersion } from '../versions/service.ts';

/** The only way to a diff: names who asks and what for. */
export function loadDiff(
  call: Call,
  id: string,
  parents: Parents = {},
  action: ProjectAction = 'diff.read',
): Promise<Diff> {
  return loadInProject(call, action, 'Diff', parents, () => isId(id) && findDiff(call.db, id, parents));
}

/** A type that is asked for is judged by the same statement. */
async function findDiff(db: Db, id: string, { documentType }: Parents) {
  if (!documentType) return db.diff.findUnique({ where: { id } });
  const diff = await db.diff.findFirst({ where: { id, document: { documentType } } });
  return diff && { ...diff, documentType };
}

/** Newest first. */
export function listDiffs(
  context: Context,
  parentColumn: 'project_id' | 'document_id',
  parentId: string,
  args: PageArgs,
): Promise<Connection<Diff>> {
  return childList(context, parentId, args, {
    table: 'diffs',
    parentColumn,
    order: 'desc',
    load: (call, ids) => call.db.diff.findMany({ where: { id: { in: ids } } }),
  });
}

type VersionPair = Parents & { fromVersionId: string; toVersionId: string };

/** The diff of two published versions of one document: the stored one, or made and stored now. */
export async function compareVersions(call: Call, pair: VersionPair): Promise<Diff> {
  const user = actingUser(call);
  if (pair.documentId) await loadDocument(call, 'diff.create', pair.documentId, pair);
  const [from, to] = await Promise.all([
    loadVersion(call, 'diff.create', pair.fromVersionId, pair),
    loadVersion(call, 'diff.create', pair.toVersionId, pair),
  ]);
  if (from.documentId !== to.documentId)
    throw invalidArgument('to_version_id', 'must be a version of the same document as from_version_id');
  const hashes = { beforeHash: from.canonicalHash, afterHash: to.canonicalHash };
  const [comparison] = await compareContents(call, [{ documentType: typeOfFormat(to.documentFormat), ...hashes }]);
  return inTransaction(call.db, async tx => {
    const [diff, isNew] = await storeDiff(tx, { from, to, comparison: comparison as Comparison, createdById: user.id });
    if (isNew) {
      const act = { action: 'diff.create', resourceType: 'diff', resourceId: diff.id, projectId: diff.projectId };
      await recordAct(tx, call, act);
    }
    return diff;
  });
}

/** The same as an act of a person: agents compare, which changes nothing that anybody could see. */
export function createDiff(call: Call, pair: VersionPair): Promise<Diff> {
  signedIn(call);
  return compareVersions(call, pair);
}

type NewDiff = {
  from: Pick<Version, 'id'>;
  to: Pick<Version, 'id' | 'projectId' | 'documentId'>;
  comparison: Pick<Comparison, 'id'>;
  createdById: string;
};

/** One diff for each pair of versions and each comparison engine, also when two callers ask at once. */
export async function storeDiff(
  tx: Db,
  { from, to, comparison, createdById }: NewDiff,
): Promise<[Diff, isNew: boolean]> {
  const { projectId, documentId } = to;
  const data = { id: newId(), projectId, documentId, comparisonId: comparison.id, createdById };
  const made = await tx.diff.createMany({
    data: { ...data, fromVersionId: from.id, toVersionId: to.id },
    skipDuplicates: true,
  });
  const key = { fromVersionId_toVersionId: { fromVersionId: from.id, toVersionId: to.id } };
  const diff = await tx.diff.findUniqueOrThrow({ where: key });
  if (diff.comparisonId === comparison.id) return [diff, made.count === 1];
  return [await tx.diff.update({ where: key, data: { comparisonId: comparison.id } }), false];
}

/** The comparisons of many diffs, in the order of their ids. */
export async function readComparisons(call: Pick<Call, 'db'>, ids: string[]): Promise<Comparison[]> {
  const rows = await call.db.comparison.findMany({ where: { id: { in: ids } } });
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.map(id => byId.get(id) as Comparison);
}
