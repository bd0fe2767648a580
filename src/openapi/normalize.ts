import { isRawNumber, type JsonObject, type JsonValue } from '../platform/json.ts';
import { BudgetError, MAX_NORMALIZED_BYTES, tooLongNormalized } from './budget.ts';

/**
 * Canonical JSON: keys in the order of RFC 8785 (UTF-16 code units) with its string escapes, numbers as they were
 * written, two spaces of indentation, a final newline. References stay; nothing is dropped. Throws a BudgetError for
 * what would grow beyond all measure. A good guess of `expectedBytes` saves copies.
 */
export const normalizeOpenApi = (document: JsonValue, expectedBytes = 0): Buffer =>
  new Writer(expectedBytes).write(document);

/** Characters that are gathered before they are written as bytes: few calls, and no long-lived rope of small strings. */
const GATHERED = 16_384;

class Writer {
  readonly #openings: Map<string, string>[] = [];
  #text = '';
  #bytes: Buffer;
  #length = 0;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(Math.min(expectedBytes, MAX_NORMALIZED_BYTES) + 4 * GATHERED);
  }

  write(document: JsonValue): Buffer {
    this.#write(document, '\n');
    this.#text += '\n';
    this.#flush();
    return this.#bytes.subarray(0, this.#length);
  }

  /** Recursion is safe: a parsed document is at most 500 levels deep. */
  #write(value: JsonValue, lineBreak: string): void {
    if (typeof value === 'string') this.#text += JSON.stringify(value);
    else if (typeof value !== 'object' || value === null) this.#text += String(value);
    else if (isRawNumber(value)) this.#text += value.rawJSON;
    else if (Array.isArray(value)) this.#writeArray(value, lineBreak);
    else this.#writeObject(value, lineBreak);
    if (this.#text.length >= GATHERED) this.#flush();
  }

  #flush(): void {
    const needed = this.#length + Buffer.byteLength(this.#text);
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(this.#text, this.#length);
    this.#text = '';
    if (this.#length > MAX_NORMALIZED_BYTES) throw new BudgetError(tooLongNormalized);
  }

  #writeArray(items: JsonValue[], lineBreak: string): void {
    const within = `${lineBreak}  `;
    let before = `[${within}`;
    for (const item of items) {
      this.#text += before;
      this.#write(item, within);
      before = `,${within}`;
    }
    this.#text += items.length === 0 ? '[]' : `${lineBreak}]`;
  }

  #writeObject(object: JsonObject, lineBreak: string): void {
    // The default order of sort() is that of UTF-16 code units.
    const keys = Object.keys(object).sort();
    if (keys.length === 0) {
      this.#text += '{}';
      return;
    }
    const within = `${lineBreak}  `;
    const openings = this.#openingsAt(within);
    let isFirst = true;
    for (const key of keys) {
      let opening = openings.get(key);
      if (opening === undefined) {
        opening = `,${within}${JSON.stringify(key)}: `;
        openings.set(key, opening);
      }
      this.#text += isFirst ? `{${opening.slice(1)}` : opening;
      this.#write(object[key] as JsonValue, within);
      isFirst = false;
    }
    this.#text += `${lineBreak}}`;
  }

  /** What comes before the value of a key, by key: most stand at one depth many times. */
  #openingsAt(lineBreak: string): Map<string, string> {
    const depth = lineBreak.length >> 1;
    this.#openings[depth] ??= new Map();
    return this.#openings[depth];
  }
}
