/** Where a link of a document may lead: out to the web or a mail address, or to a heading of the document itself. */
export type Target = { kind: 'outside'; href: string } | { kind: 'heading'; name: string };

/** Longer addresses are no help to a reader, and one that is defined once may be used a hundred thousand times. */
const MAX_HREF = 2_000;
const MAX_NAME = 300;

/**
 * Judges the address of a link, percent-encoded as markdown-it leaves it. Null for every other scheme, for what a
 * browser could read as another address than the one a reader sees, and for relative addresses: on the page of a
 * share there is nothing that they could mean.
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

/** A name before the host (`https://bank.example@thief.example`) serves to deceive only. */
const isPlainUrl = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
};
