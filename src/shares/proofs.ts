import type { Services } from '../access/call.ts';
import { constantTimeEqual, hmacSha256 } from '../platform/crypto.ts';

/** How long an unlock proof is valid. */
const PROOF_MS = 15 * 60 * 1000;

/** The largest accepted clock difference between two server processes. */
const CLOCK_TOLERANCE_MS = 60 * 1000;

/** Prefix of the signed text. It contains a space, so it cannot be confused with a JWT signed with the same key. */
const PURPOSE = 'docsvc share unlock';

const PROOF = /^(\d{13})\.([\w-]{43})$/;

export type UnlockProof = { unlockProof: string; expiresAt: Date };

/** The fields of a password-protected share to which proofs are bound. */
export type LockedShare = { id: string; passwordHash: string; expiresAt: Date | null };

/** Issues a proof that is valid for 15 minutes, or until the share expires if that is earlier. */
export function issueProof({ jwtKey }: Pick<Services, 'jwtKey'>, share: LockedShare, now: Date): UnlockProof {
  const end = Math.min(now.getTime() + PROOF_MS, share.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return { unlockProof: `${end}.${sign(jwtKey, share, String(end))}`, expiresAt: new Date(end) };
}

/**
 * Whether a proof is valid: for this share and its current password, unaltered, not expired and not from the future.
 */
export function isProof(
  { jwtKey, otherJwtKey }: Pick<Services, 'jwtKey' | 'otherJwtKey'>,
  share: LockedShare,
  proof: string,
  now: Date,
): boolean {
  const [, end = '', signature = ''] = PROOF.exec(proof) ?? [];
  const leftMs = Number(end) - now.getTime();
  const isTimely = leftMs > 0 && leftMs <= PROOF_MS + CLOCK_TOLERANCE_MS;
  const isSigned = constantTimeEqual(signature, sign(jwtKey, share, end));
  const isSignedOtherwise = otherJwtKey !== undefined && constantTimeEqual(signature, sign(otherJwtKey, share, end));
  return (isSigned || isSignedOtherwise) && isTimely;
}

const sign = (key: Uint8Array, { id, passwordHash }: LockedShare, end: string): string =>
  hmacSha256(key, [PURPOSE, id, passwordHash, end].join('\n'));
