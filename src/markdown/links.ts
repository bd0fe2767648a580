/** The target of a permitted link: the web or a mail address, or a heading of the same document. */
export type Target = { kind: 'outside'; href: string } | { kind: 'heading'; name: string };

/** Limits the size of the output: longer addresses do not help readers, and one definition may be used very often. */
const MAX_HREF = 2_000;
const MAX_NAME = 300;

/**
 * Checks the address of a link, percent-encoded as markdown-it leaves it. Returns null for other schemes, for addresses
 * that a browser could read differently from what the reader sees, and for relative addresses, which have no meaning on
 * the page of a share.
 */
export const judgeLink = (address: string): Target | null => {
  if (address.length > MAX_HREF || !/^[!-~]+$/.test(address) || address.includes('\\')) return null;
  if (address.startsWith('#')) return judgeFragment(address.slice(1));
  if (/^https?:\/\/[^/?#]/i.test(address)) return isPlainUrl(address) ? { kind: 'outside', href: address } : null;
  return /^mailto:[^/?#@]+@[^/?#@]+/i.test(address) ? { kind: 'outside', href: address } : null;
};

const judgeFragment = (encoded: string): Target | null => {
  try {
    const name = decodeURIComponent(encoded);
    return name === '' || name.length > MAX_NAME ? null : { kind: 'heading', name };
  } catch {
    return null;
  }
};

/** Refuses URLs with a user name (`https://bank.example@thief.example`), which only serve to deceive. */
const isPlainUrl = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
};
