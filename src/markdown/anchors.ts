const MAX_LENGTH = 80;
const MAX_ANCHORS = 20_000;

/**
 * No global name or property of a page has a dot in it, so that an id cannot take the place of one; and no secret of
 * a share link has one either, so that the address of a heading is never taken for a secret.
 */
const PREFIX = 'section.';

/** The id of the heading with this text, as authors write it behind a #; empty when the text has no letter. */
export const anchorOf = (text: string): string => {
  const name = text
    .slice(0, 4 * MAX_LENGTH)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  return name === '' ? '' : PREFIX + Array.from(name).slice(0, MAX_LENGTH).join('');
};

/** Names headings: the second one of a text gets -1 behind its name, as elsewhere on the web. Empty: no id. */
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
