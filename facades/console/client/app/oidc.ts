import { currentSession, endSession } from './session.ts';

/**
 * The sign-in by a provider (OpenID Connect): the browser leaves for the provider, which sends it back to
 * /sign-in/oidc with an answer. The tab keeps meanwhile what belongs to the sign-in; other tabs cannot finish it.
 */
export type OidcAnswer = { flow: string; code: string; state: string; iss: string | null };

/** What the provider sent back: an answer to finish with, or why there is none. */
export type OidcReturn = { answer: OidcAnswer } | { failure: string };

const PLACE = '/sign-in/oidc';
const KEY = 'docsvc.oidc';

type Kept = { flow: string; returnTo: string };

let returned = readReturn();

/** Leaves the console; the provider leads back to the page that is open now. */
export function leaveFor(url: string, flow: string): void {
  const { pathname, search, hash } = window.location;
  const kept: Kept = { flow, returnTo: `${pathname}${search}${hash}` };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  window.location.assign(url);
}

/** What the provider sent back, once. */
export function takeReturn(): OidcReturn | undefined {
  const taken = returned;
  returned = undefined;
  return taken;
}

/**
 * Reads the address of the return and replaces it, before the router reads it and before anything is sent. Somebody may
 * have signed in to this tab meanwhile: a new sign-in takes the place of their session, a failed one leaves it.
 */
function readReturn(): OidcReturn | undefined {
  if (window.location.pathname !== PLACE) return undefined;
  const parameters = new URLSearchParams(window.location.search);
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  sessionStorage.removeItem(KEY);
  window.history.replaceState(null, '', kept?.returnTo ?? '/');
  const [error, code, state] = ['error', 'code', 'state'].map(name => parameters.get(name));
  if (error) return unlessSignedIn(parameters.get('error_description') ?? error);
  if (kept === null || !code || !state) return unlessSignedIn('This sign-in did not begin in this tab. Begin it here.');
  endSession('A new sign-in takes the place of your session.');
  return { answer: { flow: kept.flow, code, state, iss: parameters.get('iss') } };
}

function unlessSignedIn(failure: string): OidcReturn | undefined {
  return currentSession() === undefined ? { failure } : undefined;
}
