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

/** The header that shows the secret; undefined for what no link can hold. */
export const secretHeader = (): string | undefined =>
  /^[\w-]{1,256}$/.test(secret) ? `DocShare ${secret}` : undefined;

/** Takes the secret of a link that is pasted into the tab later; the address of a heading is left to `onAnchor`. */
export function watchFragment(onSecret: () => void, onAnchor: (id: string) => void): void {
  const take = () => {
    const fragment = takeFragment();
    if (fragment.startsWith(ANCHOR_PREFIX)) onAnchor(decodeId(fragment));
    else if (fragment !== '') {
      secret = fragment;
      onSecret();
    }
  };
  // The history moves first; the other event may come a task later.
  addEventListener('popstate', take);
  addEventListener('hashchange', take);
}

export function decodeId(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
