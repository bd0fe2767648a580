const MAX_LENGTH = 80;
const MAX_ANCHORS = 20_000;

/**
 * Contains a dot: no global name or property of a page has one, so an id cannot shadow it; and no secret of a share
 * link has one, so the address of a heading is never mistaken for a secret.
 */
const PREFIX = 'section.';

/** The id of the heading with this text, as authors write it in `#` links; empty if the text has no letter or digit. */
export const anchorOf = (text: string): string => {
  const plain = text
    .slice(0, 4 * MAX_LENGTH)
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '');
  if (plain.trim() === '') return '';
  return PREFIX + Array.from(plain.replace(/\s/g, '-')).slice(0, MAX_LENGTH).join('');
};

/** Assigns unique ids to headings: repeated texts get -1, -2, … as is usual on the web. An empty result means no id. */
export const createAnchors = (): ((text: string) => string) => {
  const taken = new Map<string, number>();
  return text => {
    const base = taken.size < MAX_ANCHORS ? anchorOf(text) : '';
    if (base === '') return '';
    let count = taken.get(base) ?? 0;
    let id = base;
    while (taken.has(id)) id = `${base}-${++count}`;
    taken.set(base, count);
    if (id !== base) taken.set(id, 0);
    return id;
  };
};
