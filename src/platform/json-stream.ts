import { Readable } from 'node:stream';
import { breathe } from './breaths.ts';
import { type Caller, presentCaller } from './callers.ts';

/** Pieces of about this many characters: a millisecond of work each. */
const PIECE = 64 * 1024;

/** Objects and arrays are taken apart this deep: deep enough for the largest values that answers nest. */
const DEPTH = 24;

/**
 * A large JSON text, written piece by piece with a turn for other requests after each: to stringify one text of 13 MB
 * at once stops the process for up to 170 ms.
 */
export const jsonStream = (value: unknown): Readable =>
  Readable.from(pieces(value, presentCaller()), { objectMode: false });

async function* pieces(value: unknown, caller: Caller): AsyncGenerator<Buffer> {
  let waiting = '';
  for (const part of parts(value, DEPTH)) {
    waiting += part;
    if (waiting.length < PIECE) continue;
    yield Buffer.from(waiting);
    waiting = '';
    await breathe(caller);
  }
  yield Buffer.from(waiting);
}

function* parts(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string' && value.length > PIECE) yield* textParts(value);
  else if (depth === 0 || typeof value !== 'object' || value === null || JSON.isRawJSON(value))
    yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* arrayParts(value, depth - 1);
  else yield* objectParts(value, depth - 1);
}

function* arrayParts(items: readonly unknown[], depth: number): Generator<string> {
  yield '[';
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield* parts(item, depth);
  }
  yield ']';
}

function* objectParts(object: object, depth: number): Generator<string> {
  yield '{';
  let first = true;
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${first ? '' : ','}${JSON.stringify(key)}:`;
    yield* parts(value, depth);
    first = false;
  }
  yield '}';
}

/** Slices never part a surrogate pair: its halves would be written as two escapes. */
function* textParts(text: string): Generator<string> {
  yield '"';
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}
