import type { IncomingHttpHeaders } from 'node:http';

/** The first byte of a file that is sent, and the one behind the last. */
export type Part = { readonly start: number; readonly end: number };

/**
 * The part of a file that a request asks for (RFC 9110, section 14.2). As the RFC permits, more than one range, a range that
 * makes no sense, and the range of another file (If-Range) mean the whole file.
 */
export function partOf(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  length: number,
  tag: string,
): Part | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range ?? '') ?? [];
  if ((ifRange !== undefined && ifRange !== tag) || (first === '' && last === '')) return 'whole';
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, length - Number(last)), end: length };
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  if (Number(first) >= length) return 'unsatisfiable';
  return { start: Number(first), end: last === '' ? length : Math.min(length, Number(last) + 1) };
}
