import { type Call, signedIn } from '../access/call.ts';
import { authorize } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import { loadBranch, requireActiveBranch } from '../branches/service.ts';
import { loadInProject, type Parents } from '../documents/service.ts';
import type { DocumentShare, ShareExpiry, ShareVersionScope } from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import type { Connection, PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import { hashPassword, randomToken, sha256 } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { failedPrecondition } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { ofBranch } from '../versions/service.ts';
import { expiryDate, sharePassword, shareStatus } from './model.ts';

/** A share as it is shown; `secret` only when it is made and when it is revealed. */
export type ShownShare = DocumentShare & { secret?: string };

/** The only way to a share for whoever manages it; visitors come by `visits.ts`. */
function loadShare(call: Call, id: string, parents: Parents): Promise<DocumentShare> {
  const find = () => isId(id) && call.db.documentShare.findUnique({ where: { id } });
  return loadInProject(call, 'share.manage', 'Share', parents, find);
}

type ShareListArgs = PageArgs & { branchId?: string | null };

/** Newest first. */
export async function listShares(
  context: Context,
  { projectId, documentId }: { projectId: string; documentId?: string },
  args: ShareListArgs,
): Promise<Connection<ShownShare>> {
  await authorize(context, 'share.manage', projectId);
  return childList<ShownShare>(context, documentId ?? projectId, args, {
    table: 'document_shares',
    parentColumn: documentId ? 'document_id' : 'project_id',
    order: 'desc',
    where: args.branchId ? [ofBranch(args.branchId)] : [],
    load: (call, ids) => call.db.documentShare.findMany({ where: { id: { in: ids } } }),
  });
}

type NewShare = Parents & {
  branchId: string;
  expiry?: ShareExpiry | null;
  versionScope?: ShareVersionScope | null;
  password?: string | null;
};

/** The secret is kept as a hash, which proves it, and encrypted for this share, so that an admin can see it again. */
export async function createShare(call: Call, input: NewShare): Promise<ShownShare> {
  const branch = await loadBranch(call, 'share.manage', input.branchId, input);
  if (branch.latestVersionId === null) throw failedPrecondition('Nothing is published on this branch yet');
  const { projectId, documentId } = branch;
  const [id, secret, createdAt] = [newId(), randomToken(), new Date()];
  const expiry = input.expiry ?? 'THREE_MONTHS';
  const versionScope = input.versionScope ?? 'ALL';
  const password = sharePassword(input.password);
  const data = {
    ...{ id, projectId, documentId, branchId: branch.id, versionScope, expiry, createdAt },
    expiresAt: expiryDate(expiry, createdAt),
    secretHash: sha256(secret),
    encryptedSecret: call.keyRing.encrypt(secret, id),
    passwordHash: password === null ? null : await hashPassword(password),
    createdById: signedIn(call).id,
  };
  const share = await inTransaction(call.db, async tx => {
    await requireActiveBranch(tx, { branchId: branch.id, documentId, projectId });
    const made = await tx.documentShare.create({ data });
    await recordShare(tx, call, 'share.create', made, { expiry, password_protected: password !== null });
    return made;
  });
  return { ...share, secret };
}

/** Shows the link again, while it works; also below archived parents, where it opens nothing. */
export async function revealShare(call: Call, input: Parents & { id: string }): Promise<ShownShare> {
  const share = await loadShare(call, input.id, input);
  if (shareStatus(share, new Date()) !== 'ACTIVE' || share.encryptedSecret === null)
    throw failedPrecondition('The share has ended: its link opens nothing');
  const secret = call.keyRing.decrypt(share.encryptedSecret, share.id);
  await recordShare(call.db, call, 'share.reveal', share);
  return { ...share, secret };
}

/** Revoking what is revoked changes nothing. The encrypted secret is forgotten: nobody can see the link again. */
export async function revokeShare(call: Call, input: Parents & { id: string }): Promise<ShownShare> {
  const { id } = await loadShare(call, input.id, input);
  const data = { revokedAt: new Date(), revokedById: signedIn(call).id, encryptedSecret: null };
  return inTransaction(call.db, async tx => {
    const { count } = await tx.documentShare.updateMany({ where: { id, revokedAt: null }, data });
    const revoked = await tx.documentShare.findFirstOrThrow({ where: { id } });
    if (count > 0) await recordShare(tx, call, 'share.revoke', revoked);
    return revoked;
  });
}

/** The secret stands in the fragment, which browsers send to nobody. */
export const shareUrl = ({ reach }: Pick<Call, 'reach'>, { id, secret }: { id: string; secret: string }): string =>
  `${reach.publicUrl}/share/${id}#${secret}`;

const recordShare = (
  db: Db,
  call: Call,
  action: string,
  share: DocumentShare,
  facts: Record<string, string | boolean> = {},
) =>
  recordAct(db, call, {
    action,
    resourceType: 'document_share',
    resourceId: share.id,
    projectId: share.projectId,
    metadata: { document_id: share.documentId, branch_id: share.branchId, ...facts },
  });
