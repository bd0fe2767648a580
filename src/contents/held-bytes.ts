import type { PackedText } from './worker/packed.ts';

/** Measured: 1.5 million numbers in 3 MB take 460 MB during analysis; long texts take a multiple of their size. */
const BYTES_PER_VALUE = 300;
const BYTES_PER_BYTE = 6;
/**
 * In a stored text, each value has a line of at least this size: two levels of indentation, a digit, a comma, a
 * newline.
 */
const LEAST_LINE_BYTES = 7;
/** Most values that a document may contain. */
const MAX_VALUES = 2_000_000;
/** Of each 64 KiB of a text, 4 KiB are counted. */
const COUNT_GROUP = 64 * 1024;
const COUNTED = 4 * 1024;
/** A string of at most this length, such as a pointer, is taken for one value: tasks have lists of thousands of them. */
const SHORT_STRING = 256;

/** Estimates the maximum memory, in bytes, that the texts of a task take while it runs. */
export function heldBytes(payload: object): number {
  let [bytes, values] = [0, 0];
  for (const text of textsIn(payload)) {
    if (isPacked(text)) {
      bytes += text.sizeBytes;
      values += text.sizeBytes / LEAST_LINE_BYTES;
    } else {
      bytes += typeof text === 'string' ? Buffer.byteLength(text) : text.length;
      values += countValues(text);
    }
  }
  return bytes * BYTES_PER_BYTE + Math.min(values, MAX_VALUES) * BYTES_PER_VALUE;
}

/** The texts in a payload, in lists and objects too: in UTF-8, in stored form, or as strings. */
function* textsIn(part: unknown): Generator<Uint8Array | PackedText | string> {
  if (typeof part === 'string' || part instanceof Uint8Array || isPacked(part)) yield part;
  else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) yield* textsIn(inner);
}

/** Characters that start or separate values in JSON and YAML. */
const SEPARATORS = Uint8Array.from({ length: 256 }, (_, byte) =>
  ',:[{-\n'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** Estimates the number of values in a text, rather too high: texts of strings have separators too. */
function countValues(text: Uint8Array | string): number {
  if (typeof text === 'string' && text.length <= SHORT_STRING) return 1;
  let count = 1;
  for (let group = 0; group < text.length; group += COUNT_GROUP) {
    const size = Math.min(COUNT_GROUP, text.length - group);
    // Random, so that a caller cannot foresee which part of a long text is counted.
    const start = group + Math.floor(Math.random() * Math.max(0, size - COUNTED));
    const end = Math.min(start + COUNTED, text.length);
    let found = 0;
    const bytes = bytesOf(text, start, end);
    for (let index = 0; index < bytes.length; index += 1) found += SEPARATORS[bytes[index] as number] as number;
    count += (found * size) / (end - start);
  }
  return count;
}

const bytesOf = (text: Uint8Array | string, start: number, end: number): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text.slice(start, end)) : text.subarray(start, end);

export const isPacked = (part: unknown): part is PackedText =>
  typeof part === 'object' && part !== null && 'sizeBytes' in part;
