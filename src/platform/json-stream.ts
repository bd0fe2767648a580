import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Caller, currentCaller } from './callers.ts';
import { yieldToEventLoop } from './event-loop.ts';
import { JsonBytes } from './json-bytes.ts';
import { LongText } from './long-text.ts';

/** A list whose items are made only when they are written, so that the event loop may run other work between them. */
export class LaterList<Item> {
  readonly length: number;
  readonly #items: readonly Item[];
  readonly #make: (item: Item) => unknown;

  constructor(items: readonly Item[], make: (item: Item) => unknown) {
    this.length = items.length;
    this.#items = items;
    this.#make = make;
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (const item of this.#items) yield this.#make(item);
  }

  toJSON(): unknown[] {
    return [...this];
  }
}

/** Characters per chunk: about a millisecond of work. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Most values in a part that `JSON.stringify` writes at once. That takes a tenth of the time of a generator for each value,
 * which would need 10 ms or more for a chunk of small values.
 */
const PART_VALUES = 500;

/** How deep objects and arrays are split: deep enough for the largest nested values in responses. */
const DEPTH = 24;

/**
 * Streams a large JSON text in chunks and yields to other requests after each. Stringifying 13 MB at once would block
 * the process for up to 170 ms.
 */
export const jsonStream = (value: unknown): Readable =>
  Readable.from(sentChunks(value, currentCaller()), { objectMode: true, highWaterMark: 1 });

/** SHA-256 of a large JSON text, in base64url. It yields to other requests too, and the value can be streamed afterwards. */
export async function digestOfJson(value: unknown): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks(value, currentCaller(), new Set())) hash.update(chunk);
  return hash.digest('base64url');
}

async function* sentChunks(value: unknown, caller: Caller): Chunks {
  const texts = new Set<LongText>();
  try {
    yield* chunks(value, caller, texts);
  } finally {
    for (const text of texts) text.release();
  }
}

type Chunks = AsyncGenerator<string | Uint8Array>;

/**
 * Strings are yielded as strings, which the socket encodes outside the heap. A buffer for each string would cause a full
 * garbage collection for every 64 MB.
 */
async function* chunks(value: unknown, caller: Caller, texts: Set<LongText>): Chunks {
  let pending = '';
  for (const part of parts(value, DEPTH, texts)) {
    if (typeof part === 'string') pending += part;
    if (typeof part === 'string' && pending.length < CHUNK_CHARACTERS) continue;
    if (pending !== '') yield pending;
    if (typeof part !== 'string') yield part;
    pending = '';
    await yieldToEventLoop(caller);
  }
  if (pending !== '') yield pending;
}

type Parts = Generator<string | Uint8Array>;

/** Adds the long texts that it meets to `texts`. */
function* parts(value: unknown, depth: number, texts: Set<LongText>): Parts {
  if (typeof value === 'string' && value.length > CHUNK_CHARACTERS) yield* textParts(piecesOf(value));
  else if (value instanceof LongText) {
    texts.add(value);
    yield* textParts(value.pieces());
  } else if (value instanceof JsonBytes) yield* byteParts(value.bytes);
  else if (depth === 0 || isSmall(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value) || value instanceof LaterList) yield* arrayParts(value, depth - 1, texts);
  else yield* objectParts(value as object, depth - 1, texts);
}

/** Whether a value has few values and characters, so that it may be stringified at once. */
function isSmall(value: unknown): boolean {
  const waiting: unknown[] = [value];
  let [values, characters] = [1, 0];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part === 'string') characters += part.length;
    if (characters > CHUNK_CHARACTERS) return false;
    if (part instanceof JsonBytes || part instanceof LongText || part instanceof LaterList) return false;
    if (typeof part !== 'object' || part === null || JSON.isRawJSON(part)) continue;
    const inner: unknown[] = Array.isArray(part) ? part : Object.values(part);
    values += inner.length;
    if (values > PART_VALUES) return false;
    waiting.push(...inner);
  }
  return true;
}

function* arrayParts(items: Iterable<unknown>, depth: number, texts: Set<LongText>): Parts {
  yield '[';
  let separator = '';
  for (const item of items) {
    if (separator !== '') yield separator;
    separator = ',';
    yield* parts(item, depth, texts);
  }
  yield ']';
}

function* objectParts(object: object, depth: number, texts: Set<LongText>): Parts {
  yield '{';
  let first = true;
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${first ? '' : ','}${JSON.stringify(key)}:`;
    yield* parts(value, depth, texts);
    first = false;
  }
  yield '}';
}

function* byteParts(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_CHARACTERS)
    yield bytes.subarray(start, start + CHUNK_CHARACTERS);
}

function* textParts(pieces: Iterable<string>): Generator<string> {
  yield '"';
  for (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}

/** Splits a text without splitting surrogate pairs, whose halves would be written as two escapes. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + CHUNK_CHARACTERS, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}
