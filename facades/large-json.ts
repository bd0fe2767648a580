import { yieldToEventLoop } from '../src/platform/event-loop.ts';
import { isObject } from '../src/platform/json.ts';
import { findJsonFaultInPieces } from '../src/platform/json-syntax.ts';
import { LONG_BYTES, LongText } from '../src/platform/long-text.ts';
import { freeMemory } from '../src/platform/own-memory.ts';
import { repeatedKey } from './repeated-keys.ts';

/** Thrown before JSON.parse for a body beyond a limit. The message continues "The body …". */
export class UnreasonableJson extends Error {}

/** A syntax error of a body, with its offset in bytes. One outside of the long texts comes before one inside of them. */
export class WrongJson extends SyntaxError {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** JSON.parse for a part of a body. `placeOf` converts an offset in the part to one in the body, both in bytes. */
export async function parseJson(text: string, placeOf = (offset: number): number => offset): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const fault = await findJsonFaultInPieces(text, yieldToEventLoop);
    const { message, offset } = fault ?? { message: 'It cannot be parsed.', offset: 0 };
    throw new WrongJson(message, placeOf(Buffer.byteLength(text.slice(0, offset))));
  }
}

const MAX_KEY_CHARACTERS = 100;

/** Throws if the outermost object has a key twice. */
export function refuseRepeatedKeys(json: string): void {
  const key = repeatedKey(json)?.slice(0, MAX_KEY_CHARACTERS).toWellFormed();
  if (key !== undefined) throw new UnreasonableJson(`sends ${JSON.stringify(key)} twice`);
}

/** Longer texts are parsed in pieces of about this size. */
const PIECE_BYTES = 64 * 1024;
/** Limit for the body without its long texts, which JSON.parse reads at once. */
const MAX_REST_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 500;
/**
 * Maximum number of keys and values of a body. Real requests have fewer than a thousand; JSON.parse needs a second for
 * millions.
 */
const MAX_VALUES = 50_000;
/** Parsing yields to other requests after this many bytes, quotes inside one text, or pieces of one text. */
const TURN_BYTES = 64 * 1024;
const TURN_QUOTES = 5_000;
const TURN_PIECES = 3;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

type Text = { readonly start: number; readonly end: number };

/** Which texts are read in pieces, and what they become. */
export type LongTexts = {
  /** Texts nested in at most this many objects and arrays are read in pieces. */
  readonly depth: number;
  /** Whether well-formed texts at exactly this depth stay in UTF-8, as LongText, instead of becoming strings. */
  readonly inBytes?: boolean;
};

/**
 * JSON.parse for large bodies of valid UTF-8 that contain a document as one long text. JSON.parse would block the
 * process for 100 ms on 17 MB of text, and for ten seconds on 39 million brackets. This function parses the long texts
 * in pieces, and limits nesting before anything is built.
 */
export async function parseLargeJson(bytes: Buffer, long: LongTexts = { depth: 1 }): Promise<unknown> {
  const { texts, keys } = await findLongTexts(bytes, long.depth);
  const rest: Buffer[] = [];
  let from = 0;
  for (const [index, { start, end }] of texts.entries()) {
    rest.push(bytes.subarray(from, start), Buffer.from(marker(index)));
    from = end;
  }
  rest.push(bytes.subarray(from));
  const json = Buffer.concat(rest).toString();
  const value = await parseJson(json, offset => placeInBody(offset, texts));
  if (isObject(value) && Object.keys(value).length < keys) refuseRepeatedKeys(json);
  if (texts.length > 0) await putBack(bytes, texts, value, long);
  return value;
}

/** Converts an offset in the body whose long texts are replaced by markers. */
function placeInBody(offset: number, texts: readonly Text[]): number {
  let place = offset;
  for (const [index, { start, end }] of texts.entries()) if (place > start) place += end - start - marker(index).length;
  return place;
}

async function putBack(
  bytes: Buffer,
  texts: readonly Text[],
  value: unknown,
  { depth, inBytes = false }: LongTexts,
): Promise<void> {
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    const index = markers.get(object[key]);
    const text = index === undefined ? undefined : texts[index];
    if (text !== undefined) object[key] = await readText(bytes, text, inBytes && depth === 1);
    else if (typeof object[key] === 'object') await putBack(bytes, texts, object[key], { depth: depth - 1, inBytes });
  }
}

/** Finds the positions of the long texts, without their quotes. `keys` is the number of keys of the outermost object. */
async function findLongTexts(bytes: Buffer, textDepth: number): Promise<{ texts: Text[]; keys: number }> {
  const texts: Text[] = [];
  let keys = 0;
  let depth = 0;
  let long = 0;
  let values = 0;
  let turnEnd = TURN_BYTES;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    else if (byte === COMMA || byte === COLON) values += 1;
    if (byte === COLON && depth === 1) keys += 1;
    if (values > MAX_VALUES) throw new UnreasonableJson(`has more than ${MAX_VALUES} keys and values`);
    if (depth > MAX_DEPTH) throw new UnreasonableJson(`must not be nested deeper than ${MAX_DEPTH}`);
    if (at - long > MAX_REST_BYTES)
      throw new UnreasonableJson(`has more than ${MAX_REST_BYTES} bytes beside its texts`);
    if (byte === QUOTE) {
      const start = at + 1;
      at = await endOfText(bytes, start);
      if (depth <= textDepth && at - start > PIECE_BYTES && texts.length < MARKERS && !(await isKey(bytes, at))) {
        texts.push({ start, end: at });
        long += at - start;
      }
    }
    if (at < turnEnd) continue;
    await yieldToEventLoop();
    turnEnd = at + TURN_BYTES;
  }
  return { texts, keys };
}

/** Whether the text that ends here is a key. Only values are replaced by markers. */
async function isKey(bytes: Buffer, end: number): Promise<boolean> {
  let next = end + 1;
  for (; BLANKS.has(bytes[next] ?? 0); next += 1) if ((next - end) % TURN_BYTES === 0) await yieldToEventLoop();
  return bytes[next] === COLON;
}

/** Finds the closing quote of a text. Without one, the text ends with the body, and JSON.parse reports the error. */
async function endOfText(bytes: Buffer, start: number): Promise<number> {
  for (let from = start, steps = 1; ; steps += 1) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1) return bytes.length;
    let first = quote;
    while (first > start && bytes[first - 1] === BACKSLASH) first -= 1;
    if ((quote - first) % 2 === 0) return quote;
    from = quote + 1;
    if (steps % TURN_QUOTES === 0) await yieldToEventLoop();
  }
}

/**
 * Collects the pieces in UTF-8. A string of many pieces would be copied into new memory when it is first looked at, which
 * blocks the process for up to 60 ms. A lone surrogate has no UTF-8: the text remains in pieces from there.
 */
async function readText(bytes: Buffer, { start, end }: Text, inBytes: boolean): Promise<string | LongText> {
  const collected = Buffer.allocUnsafeSlow(end - start);
  let [length, rest] = [0, ''];
  for (let from = start, pieces = 1; from < end; pieces += 1) {
    const to = from + PIECE_BYTES >= end ? end : safeCut(bytes, from, from + PIECE_BYTES);
    const before = from - 1;
    rest += await parseJson(`"${bytes.toString('utf8', from, to)}"`, offset => before + offset);
    // A surrogate pair may be cut into two pieces.
    if (rest.length <= 2 * PIECE_BYTES && rest.isWellFormed()) {
      length += collected.write(rest, length);
      rest = '';
    }
    from = to;
    if (pieces % TURN_PIECES === 0) await yieldToEventLoop();
  }
  if (inBytes && rest === '' && length > LONG_BYTES) return new LongText(collected.subarray(0, length));
  const text = collected.toString('utf8', 0, length) + rest;
  freeMemory(collected);
  return text;
}

/** The last position up to `to` that splits neither a UTF-8 character nor an escape. */
function safeCut(bytes: Buffer, from: number, to: number): number {
  // Searched no further back than the longest escape: else each piece would search all pieces before it.
  const first = Math.max(from, to - 6);
  const slash = first + bytes.subarray(first, to).lastIndexOf(BACKSLASH);
  if (slash < first) {
    let cut = to;
    while (((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
    return cut;
  }
  let run = slash;
  while (run > from && bytes[run - 1] === BACKSLASH) run -= 1;
  return run > from ? run : from + ((slash - from) & ~1 || 2);
}

/** Marks the place of a long text while the rest is parsed. Random, so that no caller can forge it. */
const MARKERS = 16;
const nonce = crypto.randomUUID();
const marker = (index: number): string => `${nonce}:${index}`;
const markers: ReadonlyMap<unknown, number> = new Map(
  Array.from({ length: MARKERS }, (_, index) => [marker(index), index]),
);
