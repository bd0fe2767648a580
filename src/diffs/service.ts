import { authorizeNow } from '../access/as-of-now.ts';
import { actingUser, type Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import {
  authorize,
  type InDocuments,
  isInScope,
  loadInProject,
  type Parents,
  type ProjectAction,
} from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { compareContents } from '../contents/comparisons.ts';
import { sizeOfHash } from '../contents/texts.ts';
import { typeOfFormat } from '../documents/model.ts';
import { loadNamed } from '../documents/service.ts';
import { type Comparison, type Diff, Prisma, type Version } from '../generated/prisma/client.ts';
import { type Batch, batched, prime, rowsByKey } from '../lists/batch.ts';
import { type ChildList, childList, type Parent } from '../lists/child-list.ts';
import { filteredById } from '../lists/id-filter.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { type Match, matchOfText, type SelectRows } from '../lists/search.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { invalidArgument, permissionDenied } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { requireActiveDocument } from '../projects/archived.ts';
import { loadVersion, ofVersion } from '../versions/service.ts';
import { isActive, judgementOfDocument } from './exceptions.ts';
import { policyFrom, policyOfProject } from './overrides.ts';

/** Loads a diff for an action and checks that the caller may perform it. */
export function loadDiff(
  call: Call,
  id: string,
  parents: Parents = {},
  action: ProjectAction = 'diff.read',
): Promise<Diff> {
  return loadInProject(call, action, 'Diff', parents, within => isId(id) && findDiff(call.db, id, within, parents));
}

/** If the caller names a document type, the same statement checks it. */
async function findDiff(db: Db, id: string, within: InDocuments, { documentType }: Parents) {
  if (!documentType) return db.diff.findUnique({ where: { id, ...within } });
  const diff = await db.diff.findFirst({ where: { id, document: { documentType, ...within.document } } });
  return diff && { ...diff, documentType };
}

type DiffListArgs = PageArgs & { fromVersionId?: string | null; toVersionId?: string | null };

/** Lists diffs, newest first. */
export function listDiffs(context: Context, parent: Parent, args: DiffListArgs): Promise<Connection<Diff>> {
  const given = [
    [ofVersion('from_version_id'), args.fromVersionId] as const,
    [ofVersion('to_version_id'), args.toVersionId] as const,
  ];
  return filteredById(context, parent, given, where => {
    const list = where.length === 0 ? diffList : { ...diffList, searched: matchOfBothNames };
    return childList(context, list, parent, args, where);
  });
}

export const comparisonOfDiff: Batch<string, Comparison> = {
  async load({ db }, ids) {
    const rows = db.comparison.findMany({ where: { id: { in: [...ids] } } });
    return (await rowsByKey(ids, 'id', rows)) as Comparison[];
  },
};

/** The columns that the counts of a diff `c` need, for lists of diffs. */
const judgedColumns = {
  comparison: Prisma.sql`(SELECT jsonb_build_object(
    'id', k.id, 'documentType', k.document_type, 'summary', k.summary, 'itemCount', k.item_count,
    'itemsHash', k.items_hash, 'createdAt', k.created_at, 'usedAt', k.used_at,
    'itemsBytes', (SELECT t.size_bytes FROM texts t WHERE t.hash = k.items_hash)
  ) FROM comparisons k WHERE k.id = c.comparison_id)`,
  policy: Prisma.sql`(SELECT jsonb_build_object(
    'profile', p.profile, 'overrides', p.overrides, 'updatedById', p.updated_by, 'updatedAt', p.updated_at
  ) FROM diff_policies p WHERE p.project_id = c.project_id)`,
  hasExceptions: Prisma.sql`
    EXISTS (SELECT FROM diff_exceptions x WHERE x.document_id = c.document_id AND ${isActive('x')})`,
};

type Stored<Row> = Omit<Row, 'createdAt' | 'updatedAt' | 'usedAt'>;
type Judged = {
  comparison: Stored<Comparison> & { createdAt: string; usedAt: string; itemsBytes: number };
  policy: (Stored<Parameters<typeof policyFrom>[1] & object> & { updatedAt: string }) | null;
  hasExceptions: boolean;
};

/** Caches what was read with a listed diff. Exceptions may be many: if there are any, they are loaded separately. */
function cacheListedDiff(context: Context, diff: Diff & Record<string, unknown>): void {
  const {
    comparison: { itemsBytes, ...comparison },
    policy,
    hasExceptions,
  } = diff as unknown as Judged;
  const [createdAt, usedAt] = [new Date(comparison.createdAt), new Date(comparison.usedAt)];
  prime(context, comparisonOfDiff, comparison.id, { ...comparison, createdAt, usedAt });
  prime(context, sizeOfHash, comparison.itemsHash, itemsBytes);
  const stored = policy === null ? undefined : { ...policy, updatedAt: new Date(policy.updatedAt) };
  const read = policyFrom(diff.projectId, stored);
  prime(context, policyOfProject, diff.projectId, read);
  if (hasExceptions) return;
  const overrides = new Map(read.overrides.map(({ rule, severity }) => [rule, severity]));
  const judgement = { profile: read.profile, overrides, exceptions: [], now: new Date() };
  prime(context, judgementOfDocument, diff.documentId, judgement);
}

const diffList: ChildList<Diff> = {
  action: 'diff.read',
  table: 'diffs',
  fields: Prisma.DiffScalarFieldEnum,
  document: Prisma.sql`c.document_id`,
  order: 'desc',
  extra: { columns: judgedColumns, take: cacheListedDiff },
  searched: matchOfVersionNames,
};

const matchOfBothNames = matchOfText(Prisma.sql`(SELECT string_agg(v.version_name, chr(1)) FROM versions v
  WHERE v.id IN (c.from_version_id, c.to_version_id))`);
const matchOfName = matchOfText(Prisma.sql`v.version_name`);

/**
 * Either version has the text in its name. To find all diffs of a document, its versions are searched once, not for each diff.
 * For the few diffs of one version, that would be more work.
 */
function matchOfVersionNames(search: string): Match {
  const isNamed = Prisma.sql`(c.from_version_id IN (SELECT id FROM named) OR c.to_version_id IN (SELECT id FROM named))`;
  const all = (select: SelectRows) => Prisma.sql`
    WITH named AS MATERIALIZED (
      SELECT v.id FROM versions v WHERE ${matchOfName(search).where}
        AND v.document_id = ANY(ARRAY(${select(Prisma.sql`TRUE`, { shown: Prisma.sql`DISTINCT c.document_id` })})))
    ${select(isNamed)}`;
  return { ...matchOfBothNames(search), all, isAllInList: true };
}

type VersionPair = Parents & { fromVersionId: string; toVersionId: string };

/** Returns the stored diff of two published versions of one document; computes and stores it if there is none. */
export async function compareVersions(
  call: Call,
  pair: VersionPair,
  require: typeof requireActiveDocument = async () => {},
): Promise<Diff> {
  const user = actingUser(call);
  const [from, to] = await loadNamed(call, 'diff.create', pair, () =>
    Promise.all([
      loadVersion(call, 'diff.create', pair.fromVersionId, pair),
      loadVersion(call, 'diff.create', pair.toVersionId, pair),
    ]),
  );
  if (from.documentId !== to.documentId)
    throw invalidArgument('to_version_id', 'must be a version of the same document as from_version_id');
  await require(call.db, to.documentId);
  const hashes = { beforeHash: from.canonicalHash, afterHash: to.canonicalHash };
  const [comparison] = await compareContents(call, [{ documentType: typeOfFormat(to.documentFormat), ...hashes }]);
  return inTransaction(call.db, async tx => {
    await require(tx, to.documentId);
    const [diff, isNew] = await storeDiff(tx, { from, to, comparison: comparison as Comparison, createdById: user.id });
    await keepKey(tx, call, diff.id);
    if (isNew) {
      await authorizeNow(tx, call, 'diff.create', diff.projectId);
      const act = { action: 'diff.create', resourceType: 'diff', resourceId: diff.id, projectId: diff.projectId };
      await recordAct(tx, call, act);
    }
    return diff;
  });
}

/** Like `compareVersions`, and refused in archived documents. */
export async function createDiff(call: Call, pair: VersionPair): Promise<Diff> {
  if (call.actor.kind === 'mcpToken') throw permissionDenied('MCP tokens cannot do this. Compare with a tool');
  return compareVersions(call, pair, requireActiveDocument);
}

type NewDiff = {
  from: Pick<Version, 'id'>;
  to: Pick<Version, 'id' | 'projectId' | 'documentId'>;
  comparison: Pick<Comparison, 'id'>;
  createdById: string;
};

/**
 * Stores one diff for each pair of versions. Replaces its comparison if that is outdated. Safe when two callers race.
 */
async function storeDiff(tx: Db, { from, to, comparison, createdById }: NewDiff): Promise<[Diff, isNew: boolean]> {
  const { projectId, documentId } = to;
  const data = { id: newId(), projectId, documentId, comparisonId: comparison.id, createdById };
  const [made] = await tx.diff.createManyAndReturn({
    data: { ...data, fromVersionId: from.id, toVersionId: to.id },
    skipDuplicates: true,
  });
  if (made !== undefined) return [made, true];
  const key = { fromVersionId_toVersionId: { fromVersionId: from.id, toVersionId: to.id } };
  const diff = await tx.diff.findUniqueOrThrow({ where: key });
  if (diff.comparisonId === comparison.id) return [diff, false];
  await tx.$executeRaw`SELECT renew_comparison(${diff.id}::uuid, ${comparison.id})`;
  return [await tx.diff.findUniqueOrThrow({ where: key }), false];
}

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
