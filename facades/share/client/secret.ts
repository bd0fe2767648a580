/** What the address of a link holds behind its #. It lives in this variable and nowhere else. */
let secret = takeFragment();

/** Headings of documents are addressed with this, which no secret has in it. */
const ANCHOR_PREFIX = 'section.';

/** Takes the fragment out of the address and out of the entry of the history that is shown. */
function takeFragment(): string {
  const fragment = location.hash.slice(1);
  if (location.href.includes('#')) history.replaceState(null, '', location.pathname);
  return fragment;
}

export const hasSecret = (): boolean => secret !== '' && !secret.startsWith(ANCHOR_PREFIX);

/** The heading that the page was opened for, without the secret; it waits for the whole link. */
let anchor = secret.startsWith(ANCHOR_PREFIX) ? decodeId(secret) : undefined;

/** The heading to go to once the document is there. */
export function takeAnchor(): string | undefined {
  const taken = anchor;
  anchor = undefined;
  return taken;
}

/** The header that shows the secret; undefined for what no link can hold. */
export const secretHeader = (): string | undefined =>
  /^[\w-]{1,256}$/.test(secret) ? `DocShare ${secret}` : undefined;

/** What the page does with a secret, or with the address of a heading, that comes later. */
let onSecret = (): void => {};
let onAnchor = (_id: string): void => {};

export function watchFragment(secretCame: () => void, anchorCame: (id: string) => void): void {
  onSecret = secretCame;
  onAnchor = anchorCame;
}

/** A second link that is pasted into the tab is taken as the first one was. */
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

// The history moves first; the other event may come a task later.
addEventListener('popstate', takeLater);
addEventListener('hashchange', takeLater);

export function decodeId(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
