/**
 * JSON values with exact numbers. A number that JavaScript would round or spell differently (9007199254740993, 1e400,
 * 1.0) is kept as raw JSON text: `JSON.rawJSON` creates it and `JSON.stringify` writes it.
 */
export type JsonValue = null | boolean | number | RawNumber | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };
/** An interface, because TypeScript would accept a type alias as a JsonObject. */
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

/** A string as it is, another value as JSON. `String` throws for raw numbers. */
export const textOfJson = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : `${JSON.stringify(value)}`;

/** For values without raw numbers, such as those of `JSON.parse` and YAML. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isJsonObject = (value: unknown): value is JsonObject => isObject(value) && !JSON.isRawJSON(value);

/** The elements of an array; none of another value. */
export const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** The members with these names. */
export const pick = (value: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.flatMap(key => (value[key] === undefined ? [] : [[key, value[key]]])));

/** Parses JSON without rounding numbers. Throws SyntaxError. Of duplicate keys the last one wins, as in JSON.parse. */
export function parseJson(text: string): JsonValue {
  return parseScannedJson(text, scanJson(text));
}

export function parseScannedJson(text: string, scan: JsonScan): JsonValue {
  return scan.exact ? JSON.parse(text) : (JSON.parse(text, keepAsWritten) as JsonValue);
}

const keepAsWritten = (_key: string, value: unknown, context: { source?: string }): unknown =>
  typeof value === 'number' && context.source !== undefined ? exactNumber(context.source) : value;

/** The value of a JSON number text: a JavaScript number if that is written back unchanged, otherwise raw JSON. */
export function exactNumber(text: string): number | RawNumber {
  const number = Number(text);
  return String(number) === text ? number : JSON.rawJSON(text);
}

/** An own field of an object, otherwise undefined; never an inherited one such as `constructor` or `__proto__`. */
export const ownField = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Statistics from one pass over JSON text. They are exact only for valid JSON. */
export type JsonScan = {
  /** Number of values: objects, arrays and scalars. Keys do not count. */
  values: number;
  /** Number of `"key": value` pairs, including duplicates. */
  members: number;
  depth: number;
  /** Whether JavaScript would write every number in the same way. */
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
      // In ASCII, { and [ differ only in bit 5, as do } and ].
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

/** The index of the quote that closes the string at `start`; the length of the text if there is none. */
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
