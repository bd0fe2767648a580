import { invalidArgument } from '../platform/errors.ts';

/** A part of a text, cut between two characters. */
export type TextPart = {
  content: string;
  /** The byte of the whole text at which it begins. */
  offset: number;
  /** Where the next part begins; null at the end. */
  nextOffset: number | null;
};

export type PartArgs = { offset?: number | null; maxBytes?: number | null };

/** A part of more than this would fill the window of any reader. */
export const MOST_PART_BYTES = 1024 * 1024;

/** The longest character of UTF-8: a part of fewer bytes might hold none, and a text of so many fits for sure. */
const CHARACTER_BYTES = 4;

/** Up to `maxBytes` bytes of the text from the byte `offset` on; never less than one character. */
export function partOf(text: string, { offset, maxBytes }: PartArgs): TextPart {
  const start = offset ?? 0;
  const isWhole = start === 0 && text.length * CHARACTER_BYTES <= (maxBytes ?? Number.POSITIVE_INFINITY);
  if (isWhole) return { content: text, offset: 0, nextOffset: null };
  const bytes = Buffer.from(text);
  if (start < 0 || start > bytes.length) throw invalidArgument('offset', `must be from 0 to ${bytes.length}`);
  if (isInside(bytes, start))
    throw invalidArgument('offset', 'is inside of a character: use the next offset you were told');
  const most = maxBytes ?? bytes.length;
  if (typeof maxBytes === 'number' && (maxBytes < 1 || maxBytes > MOST_PART_BYTES))
    throw invalidArgument('max_bytes', `must be from 1 to ${MOST_PART_BYTES}`);
  let end = Math.min(bytes.length, start + Math.max(most, CHARACTER_BYTES));
  while (isInside(bytes, end)) end -= 1;
  const nextOffset = end < bytes.length ? end : null;
  return { content: bytes.toString('utf8', start, end), offset: start, nextOffset };
}

const isInside = (bytes: Buffer, at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
