/**
 * JSON values whose numbers are never rounded. A number that JavaScript cannot hold and write back as it was written
 * (9007199254740993, 1e400, 1.0) is kept as the raw JSON text that `JSON.rawJSON` makes and `JSON.stringify` writes.
 */
export type JsonValue = null | boolean | number | RawNumber | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };
/** An interface, because a type alias would pass for a JsonObject. */
export interface RawNumber {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  }
}

export const isRawNumber = (value: unknown): value is RawNumber => JSON.isRawJSON(value);

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);

/** Reads JSON without rounding a number. Throws SyntaxError; of duplicate keys the last one wins, as in JSON.parse. */
export function parseJson(text: string): JsonValue {
  return parseScannedJson(text, scanJson(text));
}

export function parseScannedJson(text: string, scan: JsonScan): JsonValue {
  return scan.exact ? JSON.parse(text) : (JSON.parse(text, keepAsWritten) as JsonValue);
}

const keepAsWritten = (_key: string, value: unknown, context: { source?: string }): unknown =>
  typeof value === 'number' && context.source !== undefined ? exactNumber(context.source) : value;

/** The number that a JSON number text means: a JavaScript number only when that is written back the same. */
export function exactNumber(text: string): number | RawNumber {
  const number = Number(text);
  return String(number) === text ? number : JSON.rawJSON(text);
}

/** An own field of an object; never what the prototype has (`constructor`, `__proto__`). */
export const ownField = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** What one pass over JSON text tells without building anything. Sums are exact for valid JSON only. */
export type JsonScan = {
  /** All values: objects, arrays, scalars; keys do not count. */
  values: number;
  /** All `"key": value` pairs, duplicates included. */
  members: number;
  depth: number;
  /** Every number is written just as JavaScript would write it. */
  exact: boolean;
};

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const COLON = 58;
const BACKSLASH = 92;

export function scanJson(text: string): JsonScan {
  const scan: JsonScan = { values: 1, members: 0, depth: 0, exact: true };
  let depth = 0;
  let justOpened = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      while (text.charCodeAt(at + 1) <= 32) at++;
      continue;
    }
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) scan.members++;
    else if (code === COMMA) scan.values++;
    else if ((code | 32) === 123) {
      // [ and { differ from each other, as ] and } do, by one bit
      scan.values++;
      if (++depth > scan.depth) scan.depth = depth;
    } else if ((code | 32) === 125) {
      depth--;
      if (justOpened) scan.values--;
    } else if (code === MINUS || (code >= 48 && code <= 57)) {
      const end = endOfNumber(text, at);
      if (scan.exact && !isWrittenBack(text, at, end)) scan.exact = false;
      at = end - 1;
    }
    justOpened = (code | 32) === 123;
  }
  return scan;
}

/** The place of the quote that closes the string opened at `start`, or of the last character when none does. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH) {
    let first = end - 1;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const inNumber = (code >= 48 && code <= 57) || code === 46 || code === 43 || code === MINUS || (code | 32) === 101;
    if (!inNumber) break;
  }
  return at;
}

function isWrittenBack(text: string, start: number, end: number): boolean {
  let onlyDigits = end - start <= 15 && text.charCodeAt(start) !== MINUS;
  for (let at = start; onlyDigits && at < end; at++) {
    const code = text.charCodeAt(at);
    onlyDigits = code >= 48 && code <= 57;
  }
  if (onlyDigits) return true;
  const token = text.slice(start, end);
  return String(Number(token)) === token;
}
