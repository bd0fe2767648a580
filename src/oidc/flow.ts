import type { KeyRing } from '../platform/encryption.ts';
import { invalidArgument } from '../platform/errors.ts';
import type { Challenge } from './provider.ts';

/**
 * What a sign-in must remember until the provider answers. The browser that began it keeps it, encrypted: every process
 * can finish the sign-in, and no other browser can.
 */
type Flow = Challenge & { endsAt: number };

const LIFETIME_MS = 15 * 60_000;
const OWNER = 'oidc flow';

export function sealFlow(keyRing: KeyRing, { state, nonce, verifier }: Challenge): { flow: string; expiresAt: Date } {
  const endsAt = Date.now() + LIFETIME_MS;
  const kept: Flow = { state, nonce, verifier, endsAt };
  return { flow: keyRing.encrypt(JSON.stringify(kept), OWNER), expiresAt: new Date(endsAt) };
}

export function openFlow(keyRing: KeyRing, sealed: string): Challenge {
  const flow = decrypted(keyRing, sealed);
  if (flow === undefined) throw invalidArgument('flow', 'is not of this service: start the sign-in again');
  if (flow.endsAt < Date.now()) throw invalidArgument('flow', 'has expired: start the sign-in again');
  return flow;
}

function decrypted(keyRing: KeyRing, sealed: string): Flow | undefined {
  try {
    return JSON.parse(keyRing.decrypt(sealed, OWNER));
  } catch {
    return undefined;
  }
}
