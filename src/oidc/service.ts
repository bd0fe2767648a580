import type { Call } from '../access/call.ts';
import { beginSession, type UserSession } from '../users/sign-in.ts';
import { accountOf } from './account.ts';
import { openFlow, sealFlow } from './flow.ts';
import { beginAt, claimsOf, oidcSettings } from './provider.ts';
import { applyGroups } from './roles.ts';

export type OidcStart = { url: string; flow: string; expiresAt: Date };

/** The address of the console to which the provider sends people back. Operators enter it at the provider. */
const redirectUri = ({ reach }: Pick<Call, 'reach'>): string => `${reach.publicUrl}/sign-in/oidc`;

/** Begins a sign-in by the provider. */
export async function startOidcSignIn(call: Call): Promise<OidcStart> {
  oidcSettings(call);
  await call.limits.countSignOn(call.address);
  const { url, ...challenge } = await beginAt(call, redirectUri(call));
  return { url, ...sealFlow(call.keyRing, challenge) };
}

export type OidcAnswer = { flow: string; code: string; state: string; iss?: string | null };

/** Finishes a sign-in with the answer of the provider. */
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
