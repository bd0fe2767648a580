import { yieldToEventLoop } from '../src/platform/event-loop.ts';

/** Why a body is not even handed to JSON.parse. */
export class UnreasonableJson extends Error {}

/** Texts longer than this are read piece by piece, pieces about as long. */
const PIECE_BYTES = 64 * 1024;
/** Everything else of a body goes through JSON.parse at once. */
const MAX_REST_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 500;
/** Keys and values of a body: no request has a thousand, and JSON.parse takes a second for millions. */
const MAX_VALUES = 50_000;
/** After so many steps other requests get a turn. */
const TURN = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

type Text = { readonly start: number; readonly end: number };

/**
 * JSON.parse for large bodies of valid UTF-8, which hold a document as one long text. JSON.parse would stop the process
 * for 100 ms to read 17 MB of it, and for ten seconds on 39 million brackets. Here the long texts of the outermost
 * object, or of those down to `textDepth`, are found and read piece by piece, and nesting is bounded before anything is
 * built.
 */
export async function parseLargeJson(bytes: Buffer, textDepth = 1): Promise<unknown> {
  const texts = await findLongTexts(bytes, textDepth);
  const rest: Buffer[] = [];
  let from = 0;
  for (const [index, { start, end }] of texts.entries()) {
    rest.push(bytes.subarray(from, start), Buffer.from(marker(index)));
    from = end;
  }
  rest.push(bytes.subarray(from));
  const value: unknown = JSON.parse(Buffer.concat(rest).toString());
  if (texts.length > 0) await putBack(bytes, texts, value, textDepth);
  return value;
}

async function putBack(bytes: Buffer, texts: readonly Text[], value: unknown, depth: number): Promise<void> {
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    const index = markers.get(object[key]);
    const text = index === undefined ? undefined : texts[index];
    if (text !== undefined) object[key] = await readText(bytes, text);
    else if (typeof object[key] === 'object') await putBack(bytes, texts, object[key], depth - 1);
  }
}

/** Where the long texts are, without their quotes. */
async function findLongTexts(bytes: Buffer, textDepth: number): Promise<Text[]> {
  const texts: Text[] = [];
  let depth = 0;
  let long = 0;
  let steps = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    else if (byte === COMMA || byte === COLON) values += 1;
    if (values > MAX_VALUES) throw new UnreasonableJson(`has more than ${MAX_VALUES} keys and values`);
    if (depth > MAX_DEPTH) throw new UnreasonableJson(`must not be nested deeper than ${MAX_DEPTH}`);
    if (at - long > MAX_REST_BYTES)
      throw new UnreasonableJson(`has more than ${MAX_REST_BYTES} bytes beside its texts`);
    if (byte === QUOTE) {
      const start = at + 1;
      at = await endOfText(bytes, start);
      if (depth <= textDepth && at - start > PIECE_BYTES && texts.length < MARKERS && !isKey(bytes, at)) {
        texts.push({ start, end: at });
        long += at - start;
      }
    }
    steps += 1;
    if (steps % TURN === 0) await yieldToEventLoop();
  }
  return texts;
}

/** Whether the text that ends here is a key: what is put back are values. */
function isKey(bytes: Buffer, end: number): boolean {
  let next = end + 1;
  while (BLANKS.has(bytes[next] ?? 0)) next += 1;
  return bytes[next] === COLON;
}

/** The closing quote of a text; a text without one ends with the bytes and JSON.parse will say so. */
async function endOfText(bytes: Buffer, start: number): Promise<number> {
  for (let from = start, steps = 1; ; steps += 1) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1) return bytes.length;
    let first = quote;
    while (first > start && bytes[first - 1] === BACKSLASH) first -= 1;
    if ((quote - first) % 2 === 0) return quote;
    from = quote + 1;
    if (steps % TURN === 0) await yieldToEventLoop();
  }
}

async function readText(bytes: Buffer, { start, end }: Text): Promise<string> {
  let text = '';
  for (let from = start, pieces = 1; from < end; pieces += 1) {
    const to = from + PIECE_BYTES >= end ? end : safeCut(bytes, from, from + PIECE_BYTES);
    text += JSON.parse(`"${bytes.toString('utf8', from, to)}"`);
    from = to;
    if (pieces % 8 === 0) await yieldToEventLoop();
  }
  return text;
}

/** The last place up to `to` that parts neither a character of UTF-8 nor an escape. */
function safeCut(bytes: Buffer, from: number, to: number): number {
  const slash = bytes.lastIndexOf(BACKSLASH, to - 1);
  if (slash < Math.max(from, to - 6)) {
    let cut = to;
    while (((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
    return cut;
  }
  let run = slash;
  while (run > from && bytes[run - 1] === BACKSLASH) run -= 1;
  return run > from ? run : from + ((slash - from) & ~1 || 2);
}

/** What stands for a long text while the rest is parsed: nobody outside can know it. */
const MARKERS = 16;
const nonce = crypto.randomUUID();
const marker = (index: number): string => `${nonce}:${index}`;
const markers: ReadonlyMap<unknown, number> = new Map(
  Array.from({ length: MARKERS }, (_, index) => [marker(index), index]),
);
