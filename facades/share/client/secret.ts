/** The fragment of the link (after #). It is stored only in this variable. */
let secret = takeFragment();

/** Prefix of fragments that address headings. Secrets never contain it. */
const ANCHOR_PREFIX = 'section.';

/** Removes the fragment from the address and from the current history entry. */
function takeFragment(): string {
  const fragment = location.hash.slice(1);
  if (location.href.includes('#')) history.replaceState(null, '', location.pathname);
  return fragment;
}

export const hasSecret = (): boolean => secret !== '' && !secret.startsWith(ANCHOR_PREFIX);

/** The requested heading of an address without a secret. It waits until the whole link is opened. */
let anchor = secret.startsWith(ANCHOR_PREFIX) ? decodeId(secret) : undefined;

/** Returns the heading to scroll to once the document is shown. */
export function takeAnchor(): string | undefined {
  const taken = anchor;
  anchor = undefined;
  return taken;
}

/** The header with the secret; undefined if the fragment cannot be a secret. */
export const secretHeader = (): string | undefined =>
  /^[\w-]{1,256}$/.test(secret) ? `DocShare ${secret}` : undefined;

/** Callbacks for a secret or heading that arrives later. */
let onSecret = (): void => {};
let onAnchor = (_id: string): void => {};

export function watchFragment(secretCame: () => void, anchorCame: (id: string) => void): void {
  onSecret = secretCame;
  onAnchor = anchorCame;
}

/** Handles a second link that is pasted into the same tab. */
function takeLater(): void {
  const fragment = takeFragment();
  if (fragment.startsWith(ANCHOR_PREFIX)) {
    if (!hasSecret()) anchor = decodeId(fragment);
    onAnchor(decodeId(fragment));
  } else if (fragment !== '') {
    secret = fragment;
    onSecret();
  }
}

// The popstate event comes first; hashchange may follow a task later.
addEventListener('popstate', takeLater);
addEventListener('hashchange', takeLater);

export function decodeId(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
