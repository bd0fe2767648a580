import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import type { Parents } from '../access/policy.ts';
import { loadNamedBranch } from '../branches/service.ts';
import { loadNamed } from '../documents/service.ts';
import type { Branch, Draft } from '../generated/prisma/client.ts';
import { failedPrecondition, invalidArgument } from '../platform/errors.ts';
import { refuseArchived } from '../projects/archived.ts';
import { loadVersion } from '../versions/service.ts';
import { versionName } from './model.ts';
import { changelog, insertDraft } from './service.ts';

type Promotion = Parents & {
  sourceBranchId?: string | null;
  sourceVersionId?: string | null;
  targetBranchId: string;
  versionName: string;
  changelog?: string | null;
};

/** Creates a draft of the target branch from a published version, or from the latest version of a branch. */
export async function promoteDraft(call: Context, input: Promotion): Promise<Draft> {
  const target = await loadNamed(call, 'draft.promote', input, () =>
    loadNamedBranch(call, 'draft.promote', 'target_branch_id', input.targetBranchId, input),
  );
  const sourceId = await promotedVersionId(call, input, target);
  const source = await loadVersion(call, 'version.read', sourceId, target);
  refuseArchived(target.statuses);
  const { contentKind } = await call.db.draft.findUniqueOrThrow({ where: { id: source.draftId } });
  const { contentHash, canonicalHash, documentFormat, warningCount, sourceGitCommitId } = source;
  return insertDraft({ call, action: 'draft.promote' }, target, {
    versionName: versionName(input.versionName),
    changelog: changelog(input.changelog),
    sourceGitCommitId,
    contentKind,
    contentHash,
    canonicalHash,
    documentFormat,
    warningCount,
    sourceType: 'PROMOTE',
    sourceBranchId: source.branchId,
    sourceVersionId: source.id,
  });
}

async function promotedVersionId(
  call: Call,
  input: Promotion,
  target: Branch & { projectId: string },
): Promise<string> {
  const { sourceBranchId, sourceVersionId } = input;
  if (Boolean(sourceBranchId) === Boolean(sourceVersionId))
    throw invalidArgument('source_branch_id', 'or source_version_id is required: send exactly one of the two');
  if (sourceVersionId) return sourceVersionId;
  const { projectId, documentId } = target;
  const branch = await loadNamedBranch(call, 'version.read', 'source_branch_id', sourceBranchId as string, {
    projectId,
    documentId,
  });
  if (branch.latestVersionId === null) throw failedPrecondition('The source branch has no published version');
  return branch.latestVersionId;
}
