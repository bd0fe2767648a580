import { actingUser } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { loadBranchByName } from '../branches/service.ts';
import { inDocument, inProject, loadDocument } from '../documents/service.ts';
import type { Draft } from '../generated/prisma/client.ts';
import type { Connection } from '../lists/page.ts';
import { invalidArgument } from '../platform/errors.ts';
import { type DraftListArgs, listDrafts } from './service.ts';

type ProjectDraftsArgs = DraftListArgs & { projectId: string; documentId?: string | null; branch?: string | null };

/** The drafts of a project, or of one document or branch in it. A token that may only draft gets its owner's drafts. */
export async function listProjectDrafts(
  context: Context,
  { projectId, documentId, branch, ...args }: ProjectDraftsArgs,
): Promise<Connection<Draft>> {
  if (!documentId) {
    if (branch) throw invalidArgument('branch', 'belongs to a document: send document_id too');
    return listDrafts(context, inProject({ id: projectId }), args);
  }
  const self = () => ({ createdById: actingUser(context).id });
  const document = await loadDocument(context, 'draft.read', documentId, { projectId }, self);
  const parents = { projectId, documentId };
  const branchId = branch ? (await loadBranchByName(context, 'draft.read', branch, parents, self)).id : args.branchId;
  return listDrafts(context, inDocument(document), { ...args, branchId });
}
