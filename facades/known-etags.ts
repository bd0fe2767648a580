/**
 * Whether If-None-Match names the current answer (RFC 9110, section 13.1.2): by its ETag, in weak comparison, or by `*`, which
 * stands for whatever there is.
 */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || isListed(ifNoneMatch, tag);

/** The same without `*`, before it is known that there is an answer. */
export const isListed = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some(listed => opaque(listed.trim()) === opaque(tag)) ?? false;

const opaque = (tag: string): string => tag.replace(/^W\//, '');
