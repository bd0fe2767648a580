import { authorizeNow } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { type InDocuments, loadInProject, type Parents } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import { loadNamedBranch, ofBranch } from '../branches/service.ts';
import { type DocumentShare, Prisma, type ShareExpiry, type ShareVersionScope } from '../generated/prisma/client.ts';
import { type ChildList, childList, type Parent } from '../lists/child-list.ts';
import { filteredById } from '../lists/id-filter.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { matchOfText } from '../lists/search.ts';
import { randomToken, sha256 } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { failedPrecondition } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { hashPassword } from '../platform/passwords.ts';
import { requireActiveBranch } from '../projects/archived.ts';
import { expiryDate, sharePassword, shareStatus } from './model.ts';

/** A share in a response. `secret` is present only when the share is created or revealed. */
export type ShownShare = DocumentShare & { secret?: string };

/** Loads a share for its admins. Visitors enter through `visits.ts`. */
function loadShare(call: Call, id: string, parents: Parents): Promise<DocumentShare> {
  const find = (within: InDocuments) => isId(id) && call.db.documentShare.findUnique({ where: { id, ...within } });
  return loadInProject(call, 'share.manage', 'Share', parents, find);
}

type ShareListArgs = PageArgs & { branchId?: string | null };

/** Lists shares, newest first. */
export const listShares = (context: Context, parent: Parent, args: ShareListArgs): Promise<Connection<ShownShare>> =>
  filteredById(context, parent, [[ofBranch, args.branchId]], where =>
    childList(context, shareList, parent, args, where),
  );

const shareList: ChildList<DocumentShare> = {
  action: 'share.manage',
  table: 'document_shares',
  fields: Prisma.DocumentShareScalarFieldEnum,
  document: Prisma.sql`c.document_id`,
  order: 'desc',
  searched: matchOfText(Prisma.sql`(SELECT b.name FROM branches b WHERE b.id = c.branch_id)`),
};

type NewShare = Parents & {
  branchId: string;
  expiry?: ShareExpiry | null;
  versionScope?: ShareVersionScope | null;
  password?: string | null;
};

/**
 * Creates a share. Stores the secret as a digest for checks, and encrypted, so that an admin can see the link again.
 */
export async function createShare(call: Call, input: NewShare): Promise<ShownShare> {
  const branch = await loadNamedBranch(call, 'share.manage', 'branch_id', input.branchId, input);
  if (branch.latestVersionId === null) throw failedPrecondition('No version is published on this branch yet');
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
    await requireActiveBranch(tx, branch.id);
    await authorizeNow(tx, call, 'share.manage', projectId);
    const made = await tx.documentShare.create({ data });
    await keepKey(tx, call, made.id);
    await recordShare(tx, call, 'share.create', made, { expiry, password_protected: password !== null });
    return made;
  });
  return { ...share, secret };
}

/** Returns the link again while the share is active, even inside archived parents, where the link does not work. */
export async function revealShare(call: Call, input: Parents & { id: string }): Promise<ShownShare> {
  const share = await showShare(call, input);
  if (share.secret === undefined) throw failedPrecondition('This share has expired or been revoked. Create a new one');
  return share;
}

/** A share, with its link while it is active. Checks rights again: the request may have waited behind other mutations. */
export async function showShare(call: Call, input: Parents & { id: string }): Promise<ShownShare> {
  const share = await loadShare(call, input.id, input);
  await authorizeNow(call.db, call, 'share.manage', share.projectId);
  if (shareStatus(share, new Date()) !== 'ACTIVE' || share.encryptedSecret === null) return share;
  const secret = call.keyRing.decrypt(share.encryptedSecret, share.id);
  await recordShare(call.db, call, 'share.reveal', share);
  return { ...share, secret };
}

/**
 * Revokes a share; a second time does nothing. The encrypted secret is deleted, so that the link can never be shown
 * again.
 */
export async function revokeShare(call: Call, input: Parents & { id: string }): Promise<ShownShare> {
  const { id, projectId } = await loadShare(call, input.id, input);
  const data = { revokedAt: new Date(), revokedById: signedIn(call).id, encryptedSecret: null };
  return inTransaction(call.db, async tx => {
    const { count } = await tx.documentShare.updateMany({ where: { id, revokedAt: null }, data });
    await authorizeNow(tx, call, 'share.manage', projectId);
    const revoked = await tx.documentShare.findFirstOrThrow({ where: { id } });
    if (count > 0) await recordShare(tx, call, 'share.revoke', revoked);
    return revoked;
  });
}

/** The secret is in the URL fragment, which browsers never send to a server. */
export const shareUrl = ({ site }: Pick<Call, 'site'>, { id, secret }: { id: string; secret: string }): string =>
  `${site.publicUrl}/share/${id}#${secret}`;

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
