/** Whether the list of If-None-Match contains the ETag, by weak comparison. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some(listed => opaque(listed.trim()) === opaque(tag)) ?? false;

const opaque = (tag: string): string => tag.replace(/^W\//, '');
