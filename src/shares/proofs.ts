import { createHmac } from 'node:crypto';
import type { Services } from '../access/call.ts';
import { constantTimeEqual } from '../platform/crypto.ts';

/** How long the password need not be given again. */
const PROOF_MS = 15 * 60 * 1000;

/** How far the clocks of two server processes may differ. What ends later was made by a clock that was ahead. */
const CLOCK_TOLERANCE_MS = 60 * 1000;

/** The text that is signed begins with this: no session token, which is signed with the same key, has a space in it. */
const PURPOSE = 'docsvc share unlock';

const PROOF = /^(\d{13})\.([\w-]{43})$/;

export type UnlockProof = { unlockProof: string; expiresAt: Date };

/** A share with a password, as far as proofs are bound to it. */
export type LockedShare = { id: string; passwordHash: string; expiresAt: Date | null };

/** For 15 minutes, or until the share ends. */
export function issueProof({ jwtKey }: Pick<Services, 'jwtKey'>, share: LockedShare, now: Date): UnlockProof {
  const end = Math.min(now.getTime() + PROOF_MS, share.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return { unlockProof: `${end}.${sign(jwtKey, share, String(end))}`, expiresAt: new Date(end) };
}

/** A proof of another share, of another password, changed by a letter, too old or from the future proves nothing. */
export function isProof({ jwtKey }: Pick<Services, 'jwtKey'>, share: LockedShare, proof: string, now: Date): boolean {
  const [, end = '', signature = ''] = PROOF.exec(proof) ?? [];
  const leftMs = Number(end) - now.getTime();
  const isTimely = leftMs > 0 && leftMs <= PROOF_MS + CLOCK_TOLERANCE_MS;
  return constantTimeEqual(signature, sign(jwtKey, share, end)) && isTimely;
}

const sign = (key: Uint8Array, { id, passwordHash }: LockedShare, end: string): string =>
  createHmac('sha256', key).update([PURPOSE, id, passwordHash, end].join('\n')).digest('base64url');
