/** RFC 6901 pointers, made while walking down. */
export const escapeSegment = (segment: string | number): string =>
  typeof segment === 'number' ? String(segment) : segment.replaceAll('~', '~0').replaceAll('/', '~1');

export const join = (pointer: string, ...segments: (string | number)[]): string => {
  let joined = pointer;
  for (const segment of segments) joined += `/${escapeSegment(segment)}`;
  return joined;
};

/** The last segment of a pointer, unescaped: the name of the component that it points to. */
export const lastSegment = (pointer: string): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** The pointer that a local `$ref` holds, or null when it is no local one. */
export const pointerOfRef = (ref: string): string | null => {
  if (ref === '#') return '';
  if (!ref.startsWith('#/')) return null;
  const text = ref.slice(1);
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
