import type { Call } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { checkOf } from '../access/password-limits.ts';
import { recordRepeated } from '../audit/service.ts';
import { htmlOfBody } from '../contents/bodies.ts';
import { type ComparedItems, compareContents, compareUnstored } from '../contents/comparisons.ts';
import { loadRendering, type Rendering } from '../contents/renderings.ts';
import { bytesOfHash, packedOfHash } from '../contents/texts.ts';
import { readPublicChangelog } from '../diffs/judged-changes.ts';
import type { DocumentType, Endpoint, ShareVersionScope } from '../generated/prisma/client.ts';
import { batched } from '../lists/batch.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { rootList } from '../lists/root-list.ts';
import { containsText } from '../lists/search.ts';
import { constantTimeEqual } from '../platform/crypto.ts';
import { DomainError } from '../platform/errors.ts';
import { isId, NIL_ID } from '../platform/ids.ts';
import { LongText } from '../platform/long-text.ts';
import { networkOf } from '../platform/networks.ts';
import { verifyPassword, waitLikeVerifying } from '../platform/passwords.ts';
import { fileName } from './file-names.ts';
import { mayBePassword, shareStatus } from './model.ts';
import { isProof, issueProof, type UnlockProof } from './proofs.ts';

/**
 * The error of every failure: id, secret, expiry, parent, version, password, proof. It comes after the same amount of work, so
 * that nobody can find out whether a share exists or ever existed.
 */
const unavailable = () => new DomainError('NOT_FOUND', 'This shared document is unavailable');

const passwordRequired = () => new DomainError('PASSWORD_REQUIRED', 'This shared document requires a password');

export type SharedVersion = { id: string; versionName: string; changelog: string | null; publishedAt: Date };

/** A share whose secret the visitor has sent, with the requested version, or the latest one. */
export type OpenShare = {
  id: string;
  passwordHash: string | null;
  versionScope: ShareVersionScope;
  expiresAt: Date | null;
  projectId: string;
  documentId: string;
  branchId: string;
  branchName: string;
  latestVersionId: string | null;
  documentName: string;
  documentType: DocumentType;
  relativePath: string;
  /** Null if the share does not give access to the requested version. */
  version: (SharedVersion & { contentHash: string; canonicalHash: string }) | null;
};

type Found = Omit<OpenShare, 'version'> & {
  secretHash: string;
  revokedAt: Date | null;
  parentsActive: boolean;
  versionId: string | null;
} & Omit<NonNullable<OpenShare['version']>, 'id'>;

/** Replaces malformed ids, so that they take the same lookup as others (constant time). */
const NO_HASH = '0'.repeat(64);

/** Finds a share and checks its secret. Always runs one statement and one comparison (constant time). */
async function openShare(call: Call, shareId: string, versionId?: string): Promise<OpenShare | undefined> {
  const id = isId(shareId) ? shareId.toLowerCase() : NIL_ID;
  const requestedId = versionId === undefined || isId(versionId) ? versionId : NIL_ID;
  const found = await findShare(call.db, id, requestedId);
  const visitor = call.actor.kind === 'shareVisitor' ? call.actor : undefined;
  const matches = constantTimeEqual(found?.secretHash ?? NO_HASH, visitor?.secretHash ?? '');
  const isLive = found?.id === id && found.parentsActive && shareStatus(found, new Date()) === 'ACTIVE';
  if (!isLive || !matches) return undefined;
  const { versionId: foundVersion, versionName, changelog, publishedAt, contentHash, canonicalHash, ...share } = found;
  const version = foundVersion && { id: foundVersion, versionName, changelog, publishedAt, contentHash, canonicalHash };
  return { ...share, version: version || null };
}

/**
 * Reads a share. For an unknown id, it reads another share, which takes the same time; the caller must compare the id.
 */
async function findShare(db: Call['db'], id: string, versionId: string | undefined): Promise<Found | undefined> {
  const [row] = await db.$queryRaw<Found[]>`
    SELECT s.id::text, s.secret_hash AS "secretHash", s.password_hash AS "passwordHash",
      s.version_scope::text AS "versionScope", s.expires_at AS "expiresAt", s.revoked_at AS "revokedAt",
      s.project_id::text AS "projectId", s.document_id::text AS "documentId", b.id::text AS "branchId", b.name AS "branchName", b.latest_version_id::text AS "latestVersionId", d.name AS "documentName",
      d.document_type::text AS "documentType", d.relative_path AS "relativePath",
      'ACTIVE' = ALL (ARRAY[b.status, d.status, p.status, t.status]::text[]) AS "parentsActive",
      v.id::text AS "versionId", v.version_name AS "versionName", v.changelog, v.published_at AS "publishedAt",
      v.content_hash AS "contentHash", v.canonical_hash AS "canonicalHash"
    FROM document_shares s
    JOIN branches b ON b.id = s.branch_id
    JOIN documents d ON d.id = s.document_id
    JOIN projects p ON p.id = d.project_id
    JOIN teams t ON t.id = p.team_id
    LEFT JOIN versions v ON v.id = coalesce(${versionId}::uuid, b.latest_version_id) AND v.branch_id = b.id
      AND (s.version_scope = 'ALL' OR v.id = b.latest_version_id)
    WHERE s.id = coalesce(
      (SELECT id FROM document_shares WHERE id = ${id}::uuid),
      (SELECT id FROM document_shares LIMIT 1)
    )`;
  return row;
}

/** Opens a share and checks its unlock proof. A proof that was sent must be valid even if none is required. */
async function enterShare(call: Call, shareId: string, versionId?: string): Promise<OpenShare> {
  const share = await openShare(call, shareId, versionId);
  if (share === undefined) throw unavailable();
  const { id, passwordHash, expiresAt } = share;
  const proof = call.actor.kind === 'shareVisitor' ? call.actor.unlockProof : undefined;
  if (proof === undefined && passwordHash !== null) throw passwordRequired();
  if (proof === undefined) return share;
  if (passwordHash === null || !isProof(call, { id, passwordHash, expiresAt }, proof, new Date())) throw unavailable();
  return share;
}

/** Enters a share with one of its versions. A version outside the share gives the same error as an unknown share. */
async function enterVersion(call: Call, shareId: string, versionId?: string) {
  const share = await enterShare(call, shareId, versionId);
  if (share.version === null) throw unavailable();
  return { ...share, version: share.version };
}

/** The same, and records the visit. */
async function visitVersion(call: Call, shareId: string, versionId?: string): Promise<VisitedShare> {
  const share = await enterVersion(call, shareId, versionId);
  note(call, 'share.visit', share);
  return share;
}

/** Records an act of a visitor in the audit log. Of callers without a valid link, only the address is recorded. */
function note(call: Call, action: string, share?: Pick<OpenShare, 'id' | 'projectId'>, reason?: string): void {
  recordRepeated(call, {
    action,
    resourceType: 'document_share',
    ...(share && { resourceId: share.id, projectId: share.projectId }),
    metadata: reason === undefined ? {} : { reason },
    address: networkOf(call.address).address,
  });
}

export type VisitedShare = Awaited<ReturnType<typeof enterVersion>>;

export const readPublicShare = (call: Call, shareId: string): Promise<VisitedShare> => visitVersion(call, shareId);

/** Lists the versions, newest first; only the latest one if that is the scope of the share. */
export async function listPublicVersions(
  call: Call,
  { shareId, ...page }: PageArgs & { shareId: string },
): Promise<Connection<SharedVersion>> {
  const share = await visitVersion(call, shareId);
  const where = [containsText(page.search, ['versionName', 'changelog'])];
  return rootList(
    call,
    { action: 'share.visit', within: { share }, model: call.db.version, where, order: 'desc' },
    page,
  );
}

export type SharedContent = { share: VisitedShare };

export const readPublicContent = async (
  call: Call,
  { shareId, versionId }: { shareId: string; versionId: string },
): Promise<SharedContent> => ({ share: await visitVersion(call, shareId, versionId) });

export const publicText = async (context: Context, content: SharedContent): Promise<string | LongText> =>
  LongText.of(await publicBytes(context, content));

const publicBytes = async (context: Context, { share }: SharedContent): Promise<Buffer<ArrayBuffer>> =>
  (await batched(context, bytesOfHash, share.version.contentHash)).bytes;

/** The text as it is stored, compressed. */
export const publicPackedText = (context: Context, { share }: SharedContent): Promise<Uint8Array> =>
  batched(context, packedOfHash, share.version.contentHash);

export const publicFileName = (context: Context, content: SharedContent): Promise<string> =>
  fileName(content.share, content.share.version.versionName, () => publicBytes(context, content));

/** Lists the operations of a version, in document order. */
export async function listPublicEndpoints(
  call: Call,
  { shareId, versionId, ...page }: PageArgs & { shareId: string; versionId: string },
): Promise<Connection<Endpoint>> {
  const share = await visitVersion(call, shareId, versionId);
  const where = [containsText(page.search, ['path', 'operationId', 'summary'])];
  return rootList(call, { action: 'share.visit_endpoints', within: { share }, model: call.db.endpoint, where }, page);
}

export type SharedChanges = { fromVersionId: string; toVersionId: string; changelog: string };

/**
 * Compares two versions that the share gives access to. Only comparisons with the latest version are stored: visitors have
 * no account, and could fill the database with those of all pairs.
 */
export async function readPublicChanges(
  context: Context,
  { shareId, versionId, fromVersionId }: { shareId: string; versionId: string; fromVersionId: string },
): Promise<SharedChanges> {
  const from = await enterVersion(context, shareId, fromVersionId);
  const to = await visitVersion(context, shareId, versionId);
  const { documentType, documentId, latestVersionId, version } = to;
  const pair = { documentType, beforeHash: from.version.canonicalHash, afterHash: version.canonicalHash };
  const isOfLatest = version.id === latestVersionId;
  const [compared] = isOfLatest ? await compareContents(context, [pair]) : [await compareUnstored(context, pair)];
  const changelog = await readPublicChangelog(context, documentId, compared as ComparedItems);
  return { fromVersionId: from.version.id, toVersionId: to.version.id, changelog };
}

export const htmlOfChanges = (context: Context, { changelog }: SharedChanges): Promise<string> =>
  batched(context, htmlOfBody, changelog);

/** Renders the text as HTML; null for OpenAPI. */
export const renderPublicContent = async (context: Context, { share }: SharedContent): Promise<Rendering | null> =>
  share.documentType === 'MARKDOWN' ? loadRendering(context, share.version.contentHash) : null;

export async function publicHtml(context: Context, content: SharedContent): Promise<string | null> {
  const rendering = await renderPublicContent(context, content);
  context.texts.take(rendering?.html.length ?? 0);
  return rendering?.html ?? null;
}

/**
 * Checks the password and returns a proof. Counts the try before it checks. Tries without a valid link are counted
 * separately, so that strangers cannot use up the tries of people who have the link.
 */
export async function unlockShare(
  call: Call,
  { shareId, password }: { shareId: string; password: string },
): Promise<UnlockProof> {
  const share = await openShare(call, shareId);
  const counted = share ? share.id : `without ${isId(shareId) ? shareId.toLowerCase() : NIL_ID}`;
  const granted = await call.limits.takeUnlockTry(counted, call.address);
  if (granted === undefined) {
    note(call, 'share.unlock_failed', share, 'limited');
    await waitLikeVerifying();
    throw unavailable();
  }
  const passwordHash = share?.passwordHash ?? undefined;
  const isRight = await checkOf(granted, () => verifyPassword(passwordHash, mayBePassword(password) ? password : ''));
  if (!isRight || share === undefined || passwordHash === undefined) {
    granted.failure();
    note(call, 'share.unlock_failed', share, share === undefined ? 'no link' : 'wrong');
    throw unavailable();
  }
  await granted.success();
  note(call, 'share.unlock', share);
  return issueProof(call, { ...share, passwordHash }, new Date());
}
