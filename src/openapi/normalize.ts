import { isRawNumber, type JsonObject, type JsonValue } from '../platform/json.ts';
import { BudgetError, MAX_NORMALIZED_BYTES, tooLongNormalized } from './budget.ts';
import { sortedKeys } from './sorted-keys.ts';

/**
 * Writes canonical JSON: keys in the order of RFC 8785 (UTF-16 code units) with its string escapes, numbers as written,
 * two spaces of indentation, a final newline. References remain and nothing is dropped. Throws a BudgetError if the
 * result would be too large. A good estimate of `expectedBytes` saves copies.
 */
export const normalizeOpenApi = (document: JsonValue, expectedBytes = 0): Buffer =>
  new Writer(expectedBytes).write(document);

const [NEWLINE, SPACE, QUOTE, COMMA, COLON, BACKSLASH, TILDE] = [10, 32, 34, 44, 58, 92, 126];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** Up to this length, strings are written character by character. For longer ones, two native calls are faster. */
const SHORT = 40;
/** Extra bytes reserved for punctuation: fewer than this are written between two calls of `#reserve`. */
const MARGIN = 16;

/**
 * Writes bytes instead of strings: a document has some hundred thousand small strings, which would have to be joined.
 */
class Writer {
  #bytes: Buffer;
  #at = 0;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(Math.min(expectedBytes, MAX_NORMALIZED_BYTES) + MARGIN);
  }

  write(document: JsonValue): Buffer {
    this.#write(document, 0);
    this.#bytes[this.#at++] = NEWLINE;
    this.#checkLength();
    return this.#bytes.subarray(0, this.#at);
  }

  #checkLength(): void {
    if (this.#at > MAX_NORMALIZED_BYTES) throw new BudgetError(tooLongNormalized);
  }

  /** Recursion is safe: a parsed document is at most 500 levels deep. */
  #write(value: JsonValue, depth: number): void {
    if (typeof value === 'string') this.#writeString(value);
    else if (typeof value !== 'object' || value === null) this.#writeAscii(String(value));
    else if (Array.isArray(value)) this.#writeArray(value, depth);
    else if (isRawNumber(value)) this.#writeAscii(value.rawJSON);
    else this.#writeObject(value, depth);
  }

  /** Ensures room for this many bytes: Buffer silently drops bytes written beyond its end. */
  #reserve(length: number): void {
    const needed = this.#at + length + MARGIN;
    if (needed <= this.#bytes.length) return;
    this.#checkLength();
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  #writeAscii(text: string): void {
    this.#reserve(text.length);
    for (let index = 0; index < text.length; index++) this.#bytes[this.#at++] = text.charCodeAt(index);
  }

  #writeString(text: string): void {
    if (text.length > SHORT) {
      this.#writeEscaped(text);
      return;
    }
    this.#reserve(text.length + 2);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = QUOTE;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) {
        this.#writeEscaped(text);
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#at = at;
  }

  #writeEscaped(text: string): void {
    const escaped = JSON.stringify(text);
    this.#reserve(Buffer.byteLength(escaped));
    this.#at += this.#bytes.write(escaped, this.#at);
  }

  #startLine(depth: number): void {
    this.#reserve(2 * depth);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = NEWLINE;
    for (const end = at + 2 * depth; at < end; at++) bytes[at] = SPACE;
    this.#at = at;
  }

  #writeArray(items: JsonValue[], depth: number): void {
    this.#bytes[this.#at++] = OPEN_LIST;
    for (let index = 0; index < items.length; index++) {
      if (index > 0) this.#bytes[this.#at++] = COMMA;
      this.#startLine(depth + 1);
      this.#write(items[index] as JsonValue, depth + 1);
    }
    if (items.length > 0) this.#startLine(depth);
    this.#bytes[this.#at++] = CLOSE_LIST;
  }

  #writeObject(object: JsonObject, depth: number): void {
    const keys = sortedKeys(object);
    this.#bytes[this.#at++] = OPEN_OBJECT;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      if (index > 0) this.#bytes[this.#at++] = COMMA;
      this.#startLine(depth + 1);
      this.#writeString(key);
      this.#bytes[this.#at++] = COLON;
      this.#bytes[this.#at++] = SPACE;
      this.#write(object[key] as JsonValue, depth + 1);
    }
    if (keys.length > 0) this.#startLine(depth);
    this.#bytes[this.#at++] = CLOSE_OBJECT;
  }
}
