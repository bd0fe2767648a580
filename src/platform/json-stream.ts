import { Readable } from 'node:stream';
import { type Caller, currentCaller } from './callers.ts';
import { yieldToEventLoop } from './event-loop.ts';

/** Characters per chunk: about a millisecond of work. */
const CHUNK_CHARACTERS = 64 * 1024;

/** How deep objects and arrays are split: deep enough for the largest nested values in responses. */
const DEPTH = 24;

/**
 * Streams a large JSON text in chunks and yields to other requests after each. Stringifying 13 MB at once would block
 * the process for up to 170 ms.
 */
export const jsonStream = (value: unknown): Readable =>
  Readable.from(chunks(value, currentCaller()), { objectMode: false });

async function* chunks(value: unknown, caller: Caller): AsyncGenerator<Buffer> {
  let pending = '';
  for (const part of parts(value, DEPTH)) {
    pending += part;
    if (pending.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(pending);
    pending = '';
    await yieldToEventLoop(caller);
  }
  yield Buffer.from(pending);
}

function* parts(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string' && value.length > CHUNK_CHARACTERS) yield* textParts(value);
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

/** Splits a text without splitting surrogate pairs, whose halves would be written as two escapes. */
function* textParts(text: string): Generator<string> {
  yield '"';
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + CHUNK_CHARACTERS, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}
