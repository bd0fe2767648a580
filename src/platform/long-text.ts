import type { JsonValue } from './json.ts';
import { freeMemory } from './own-memory.ts';

/** Bytes decoded at once. */
const PIECE_BYTES = 64 * 1024;

/** A text of this length or less is kept as a string: decoding it takes at most a quarter of a millisecond. */
export const LONG_BYTES = 256 * 1024;

/**
 * A long text in valid UTF-8, in memory of its own. It goes from a request to a worker thread as bytes, and into an answer in
 * pieces: decoding 13 MB at once blocks the event loop for 10 ms, mostly to allocate memory.
 */
export class LongText {
  readonly bytes: Buffer<ArrayBuffer>;
  /** In bytes, which are at least as many as the characters. */
  readonly length: number;

  constructor(bytes: Buffer<ArrayBuffer>) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  /** Returns the text of valid UTF-8 bytes: a LongText if it is longer than LONG_BYTES, otherwise a string. */
  static of(bytes: Buffer<ArrayBuffer>): string | LongText {
    return bytes.length > LONG_BYTES ? new LongText(bytes) : bytes.toString();
  }

  /** Decodes the text in pieces of about 64 KiB, without splitting a character. */
  *pieces(): Generator<string> {
    const { bytes } = this;
    for (let start = 0; start < bytes.length; ) {
      let end = Math.min(start + PIECE_BYTES, bytes.length);
      while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
      yield bytes.toString('utf8', start, end);
      start = end;
    }
  }

  toString(): string {
    return this.bytes.toString();
  }

  toJSON(): JsonValue {
    return this.toString();
  }

  /** Frees the memory at once. May be called twice: two fields of one answer may share the same bytes. */
  release(): void {
    freeMemory(this.bytes);
  }
}
