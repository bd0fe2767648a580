import { type Call, callerOf, type Services } from '../access/call.ts';
import { runForOthers } from '../platform/callers.ts';
import { DomainError } from '../platform/errors.ts';
import { yieldToEventLoop } from '../platform/event-loop.ts';
import type { LongText } from '../platform/long-text.ts';
import { inOwnMemory } from '../platform/own-memory.ts';
import { WorkerError } from '../platform/workers.ts';
import { heldBytes, isPacked } from './held-bytes.ts';
import type { PackedText } from './worker/packed.ts';

const RETRY_SECONDS = 5;

/** Characters encoded before the event loop may run other work. */
const ENCODE_BATCH = 256 * 1024;

/** A well-formed text in UTF-8, for a worker: to copy 16 MB at once would block the event loop for 40 ms. */
export async function encodeText(text: string | LongText): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof text !== 'string') return text.bytes;
  if (text.length > ENCODE_BATCH) await yieldToEventLoop();
  const bytes = new Uint8Array(Buffer.byteLength(text));
  const encoder = new TextEncoder();
  for (let start = 0, at = 0; start < text.length; ) {
    if (start > 0) await yieldToEventLoop();
    const end = start + ENCODE_BATCH;
    const isPairCut = text.charCodeAt(end - 1) >>> 10 === HIGH_SURROGATE;
    const piece = text.slice(start, isPairCut ? end - 1 : end);
    at += encoder.encodeInto(piece, bytes.subarray(at)).written;
    start += piece.length;
  }
  return bytes;
}

/** The upper bits of the first half of a surrogate pair. */
const HIGH_SURROGATE = 0xd800 >>> 10;

/** The payload, with each stored text in its own memory: a message to a worker would copy a shared buffer whole. */
const withOwnMemory = (payload: object): object =>
  Object.fromEntries(
    Object.entries(payload).map(([name, part]: [string, unknown]) => [name, isPacked(part) ? alone(part) : part]),
  );

const alone = (text: PackedText): PackedText => ({ ...text, body: inOwnMemory(text.body) });

/** Runs a task in a worker. Turns worker errors into domain errors. */
export async function runTask<T>(
  services: Services | Call,
  task: string,
  payload: object,
  overBudget: () => DomainError = () => new DomainError('DEADLINE_EXCEEDED', 'The document takes too long to process'),
): Promise<T> {
  try {
    return await services.workers.run<T>(task, withOwnMemory(payload), {
      caller: 'actor' in services ? callerOf(services) : 'system',
      heldBytes: heldBytes(payload),
      transfer: Object.values(payload).flatMap(part =>
        part instanceof Uint8Array ? (part.buffer as ArrayBuffer) : [],
      ),
    });
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.failure === 'OVERLOADED' || error.failure === 'CLOSED')
      throw new DomainError('UNAVAILABLE', 'The server is overloaded. Try again in a few seconds', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    services.log.warn({ task, failure: error.failure }, 'a worker task failed');
    throw overBudget();
  }
}

/** Work that concurrent callers share: for each key of a database it is done once at a time. */
export function sharedWork<T>(): (services: Services, key: string, start: () => Promise<T>) => Promise<T> {
  const underway = new WeakMap<Services['db'], Map<string, Promise<T>>>();
  return ({ db }, key, start) => {
    const running = underway.get(db) ?? new Map<string, Promise<T>>();
    underway.set(db, running);
    const work = running.get(key) ?? runForOthers(start).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
}
