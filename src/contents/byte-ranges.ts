import { invalidArgument } from '../platform/errors.ts';
import { LongText } from '../platform/long-text.ts';

/** A part of a text, cut at character boundaries. */
export type TextPart = {
  content: string | LongText;
  /** The byte of the whole text at which the part begins. */
  offset: number;
  /** The byte at which the next part begins; null at the end. */
  nextOffset: number | null;
};

export type PartArgs = { offset?: number | null; maxBytes?: number | null };

/** The largest part that a caller may request, in bytes. */
export const MAX_PART_BYTES = 1024 * 1024;

/** Bytes of the longest UTF-8 character. A smaller part might contain no character. */
const CHARACTER_BYTES = 4;

/** Returns up to `maxBytes` bytes of the text from byte `offset` on, but at least one character. */
export function partOf(bytes: Buffer<ArrayBuffer>, { offset, maxBytes }: PartArgs): TextPart {
  if (typeof maxBytes === 'number' && (maxBytes < 1 || maxBytes > MAX_PART_BYTES))
    throw invalidArgument('max_bytes', `must be from 1 to ${MAX_PART_BYTES}`);
  const start = offset ?? 0;
  if (start === 0 && isBelow(bytes, maxBytes ?? Number.POSITIVE_INFINITY))
    return { content: LongText.of(bytes), offset: 0, nextOffset: null };
  if (start < 0 || start > bytes.length) throw invalidArgument('offset', `must be from 0 to ${bytes.length}`);
  if (isInside(bytes, start))
    throw invalidArgument('offset', 'is inside a character: use the next offset of the previous part');
  const most = maxBytes ?? bytes.length;
  let end = Math.min(bytes.length, start + Math.max(most, CHARACTER_BYTES));
  while (isInside(bytes, end)) end -= 1;
  const nextOffset = end < bytes.length ? end : null;
  return { content: bytes.toString('utf8', start, end), offset: start, nextOffset };
}

/** Whether a text would fit if all its characters were the longest. */
const isBelow = (bytes: Buffer, most: number): boolean =>
  most === Number.POSITIVE_INFINITY || (bytes.length <= most && bytes.toString().length * CHARACTER_BYTES <= most);

const isInside = (bytes: Buffer, at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
