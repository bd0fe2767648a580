import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { EncodeResult } from '../encode.ts';
import { type Failure, internalFailure, type Outcome } from '../execute.ts';
import { failureEnvelope, successEnvelope } from './envelope.ts';

export type Stream = { readonly outcomes: AsyncIterable<Outcome>; readonly encode: EncodeResult };

/** Interval of pings: proxies close idle connections. */
const PING_MS = 15_000;

/**
 * Writes the events of a subscription as server-sent events (HTML Living Standard, 9.2). An event with one field is
 * named after it: a text is sent unchanged, an object in the envelope. A failure becomes the last event, `error`, in the
 * envelope.
 */
export function eventStream(stream: Stream, traceId: string, onEnd: (failure: Failure | undefined) => void): Readable {
  const out = new PassThrough();
  const ping = setInterval(() => out.write(':\n\n'), PING_MS);
  void writeEvents(stream, traceId, out)
    .catch(() => {
      if (!out.destroyed) out.write(eventOf('error', failureEnvelope(internalFailure, traceId)));
      return internalFailure;
    })
    .then(failure => {
      clearInterval(ping);
      out.end();
      onEnd(failure);
    });
  return out;
}

async function writeEvents(
  { outcomes, encode }: Stream,
  traceId: string,
  out: PassThrough,
): Promise<Failure | undefined> {
  for await (const outcome of outcomes) {
    if (out.destroyed) break;
    if ('failure' in outcome) {
      out.write(eventOf('error', failureEnvelope(outcome.failure, traceId)));
      return outcome.failure;
    }
    const isRoom = out.write(eventOfData(outcome.data, encode, traceId));
    if (!isRoom) await roomIn(out);
  }
  return undefined;
}

/** Waits until the stream has room or is closed. Removes its listeners. */
async function roomIn(out: PassThrough): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]).finally(() => waiting.abort());
}

function eventOfData(data: unknown, encode: EncodeResult, traceId: string): string {
  const [[name, value] = ['none', null]] = Object.entries((encode(data)?.value ?? {}) as Record<string, unknown>);
  const isObject = typeof value === 'object' && value !== null;
  return eventOf(name, isObject ? successEnvelope(value, undefined, traceId) : { [name]: value });
}

const eventOf = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
