import type { Call } from '../access/call.ts';
import type { KeyRing } from '../platform/encryption.ts';
import { invalidArgument } from '../platform/errors.ts';
import { beginSession, type UserSession } from '../users/sign-in.ts';
import { accountOf } from './account.ts';
import { beginAt, type Challenge, claimsOf, oidcSettings } from './provider.ts';
import { applyGroups } from './roles.ts';

export type OidcStart = { url: string; flow: string; expiresAt: Date };

/** The redirect URI of the console. Operators register it at the provider. */
const redirectUri = ({ site }: Pick<Call, 'site'>): string => `${site.publicUrl}/sign-in/oidc`;

export async function startOidcSignIn(call: Call): Promise<OidcStart> {
  oidcSettings(call);
  await call.limits.countSignOn(call.address);
  const { url, ...challenge } = await beginAt(call, redirectUri(call));
  return { url, ...sealFlow(call.keyRing, challenge) };
}

export type OidcAnswer = { flow: string; code: string; state: string; iss?: string | null };

export async function finishOidcSignIn(call: Call, { flow, code, state, iss }: OidcAnswer): Promise<UserSession> {
  oidcSettings(call);
  await call.limits.countSignOn(call.address);
  const challenge = openFlow(call.keyRing, flow);
  const answer = new URL(redirectUri(call));
  answer.search = String(new URLSearchParams({ code, state, ...(iss && { iss }) }));
  const claims = await claimsOf(call, answer, challenge);
  const user = await applyGroups(call, await accountOf(call, claims), claims);
  return beginSession(call, user, { method: 'oidc' });
}

/**
 * The state of a sign-in until the provider answers. The browser that started it keeps the state, encrypted. So every server
 * process can finish the sign-in, but no other browser can.
 */
type Flow = Challenge & { endsAt: number };

const LIFETIME_MS = 15 * 60_000;
const OWNER = 'oidc flow';

function sealFlow(keyRing: KeyRing, { state, nonce, verifier }: Challenge): { flow: string; expiresAt: Date } {
  const endsAt = Date.now() + LIFETIME_MS;
  const kept: Flow = { state, nonce, verifier, endsAt };
  return { flow: keyRing.encrypt(JSON.stringify(kept), OWNER), expiresAt: new Date(endsAt) };
}

function openFlow(keyRing: KeyRing, sealed: string): Challenge {
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
