import { currentSession, endSession } from './session.ts';

/**
 * The answer of an OpenID Connect provider, from the query of /sign-in/oidc. `flow` comes from the sessionStorage of
 * the tab that started the sign-in, so no other tab can finish it.
 */
export type OidcAnswer = { flow: string; code: string; state: string; iss: string | null };

/** The result of the redirect from the provider: an answer, or the reason why there is none. */
export type OidcReturn = { answer: OidcAnswer } | { failure: string };

const PLACE = '/sign-in/oidc';
const KEY = 'docsvc.oidc';

type Kept = { flow: string; returnTo: string };

let returned = readReturn();

/** Navigates to the provider. After the sign-in, the console opens the current page again. */
export function leaveFor(url: string, flow: string): void {
  const { pathname, search, hash } = window.location;
  const kept: Kept = { flow, returnTo: `${pathname}${search}${hash}` };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  window.location.assign(url);
}

/** Returns the result of the redirect at the first call, then undefined. */
export function takeReturn(): OidcReturn | undefined {
  const taken = returned;
  returned = undefined;
  return taken;
}

/**
 * Reads the redirect from the provider and replaces its address. Runs when the module loads, before the router reads
 * the address and before any request. If the tab already has a session, an answer ends it, and a failure is ignored.
 */
function readReturn(): OidcReturn | undefined {
  if (window.location.pathname !== PLACE) return undefined;
  const parameters = new URLSearchParams(window.location.search);
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  sessionStorage.removeItem(KEY);
  window.history.replaceState(null, '', kept?.returnTo ?? '/');
  const [error, code, state] = ['error', 'code', 'state'].map(name => parameters.get(name));
  if (error && kept !== null) return unlessSignedIn(parameters.get('error_description') ?? error);
  if (kept === null || !code || !state) return unlessSignedIn('This sign-in did not begin in this tab. Begin it here.');
  endSession('A new sign-in takes the place of your session.');
  return { answer: { flow: kept.flow, code, state, iss: parameters.get('iss') } };
}

function unlessSignedIn(failure: string): OidcReturn | undefined {
  return currentSession() === undefined ? { failure } : undefined;
}
