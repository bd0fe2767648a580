import type { DocumentShare, ShareExpiry } from '../generated/prisma/client.ts';
import { invalidArgument } from '../platform/errors.ts';

export type ShareStatus = 'ACTIVE' | 'REVOKED' | 'EXPIRED';

const PASSWORD_BYTES = { least: 12, most: 72 };
const MONTHS: Record<Exclude<ShareExpiry, 'PERMANENT'>, number> = {
  ONE_MONTH: 1,
  THREE_MONTHS: 3,
  SIX_MONTHS: 6,
  ONE_YEAR: 12,
};

/** Computes the status at the time of reading, so expiry needs no background job. */
export function shareStatus(share: Pick<DocumentShare, 'revokedAt' | 'expiresAt'>, now: Date): ShareStatus {
  if (share.revokedAt !== null) return 'REVOKED';
  return share.expiresAt !== null && share.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

/** Adds calendar months in UTC. If the month is too short for the day, returns its last day. */
export function expiryDate(expiry: ShareExpiry, from: Date): Date | null {
  if (expiry === 'PERMANENT') return null;
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + MONTHS[expiry]);
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** Checks a new password. An empty one means none. White space at the ends is refused, because copying loses it. */
export function sharePassword(value: string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  const refuse = (message: string) => invalidArgument('password', message);
  if (!value.isWellFormed()) throw refuse('must be valid Unicode, without lone surrogates');
  if (!mayBePassword(value)) throw refuse(`must have ${PASSWORD_BYTES.least} to ${PASSWORD_BYTES.most} bytes in UTF-8`);
  if (/^\p{White_Space}|\p{White_Space}$/u.test(value)) throw refuse('must not start or end with white space');
  return value;
}

/** Whether a text has a valid length for a share password. Other texts cannot be right and are not hashed. */
export function mayBePassword(value: string): boolean {
  const bytes = Buffer.byteLength(value);
  return bytes >= PASSWORD_BYTES.least && bytes <= PASSWORD_BYTES.most;
}
