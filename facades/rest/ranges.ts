import type { IncomingHttpHeaders } from 'node:http';

/** A part of a file in bytes; `end` is exclusive. */
export type Part = { readonly start: number; readonly end: number };

/**
 * The part of a file that the Range header requests (RFC 9110, section 14.2). Returns `whole` for several ranges, an
 * invalid range, or an If-Range with another ETag, as the RFC permits.
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
