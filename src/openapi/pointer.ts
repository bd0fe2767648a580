/** JSON Pointer (RFC 6901). */

export const escapeToken = (token: string): string => {
  const tildes = token.includes('~') ? token.replaceAll('~', '~0') : token;
  return token.includes('/') ? tildes.replaceAll('/', '~1') : tildes;
};

export const unescapeToken = (token: string): string =>
  token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;

export const toPointer = (tokens: readonly string[]): string => tokens.map(token => `/${escapeToken(token)}`).join('');

export const append = (pointer: string, token: string | number): string =>
  `${pointer}/${typeof token === 'number' ? token : escapeToken(token)}`;

export const parsePointer = (pointer: string): string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(unescapeToken);

/** The reference to a place in the same document. */
export const toReference = (pointer: string): string => `#${pointer.replaceAll('%', '%25')}`;

/** The percent-decoded fragment of a reference. An invalid encoding is taken literally. */
export function decodeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
