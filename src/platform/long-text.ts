import type { JsonValue } from './json.ts';
import { freeMemory } from './own-memory.ts';

/** Bytes decoded at once. */
const PIECE_BYTES = 64 * 1024;

/** A shorter text is decoded in a quarter of a millisecond: it is better a string. */
export const LONG_BYTES = 256 * 1024;

/**
 * A long text in valid UTF-8, in memory of its own. It goes from a request to a worker as it is, and into an answer in
 * pieces: to decode 13 MB at once takes the event loop 10 ms, most of them for the new memory.
 */
export class LongText {
  readonly bytes: Buffer<ArrayBuffer>;
  /** How many bytes it has: at least as many as characters. */
  readonly length: number;

  constructor(bytes: Buffer<ArrayBuffer>) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  /** A text in valid UTF-8, as a string unless it is long. */
  static of(bytes: Buffer<ArrayBuffer>): string | LongText {
    return bytes.length > LONG_BYTES ? new LongText(bytes) : bytes.toString();
  }

  /** The text in short pieces, which split no character. */
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

  /** Gives the memory back at once. Two fields of one answer may have the same bytes, and give them back twice. */
  release(): void {
    freeMemory(this.bytes);
  }
}
