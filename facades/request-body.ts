import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BudgetExhausted, createBudget } from '../src/platform/budget.ts';
import { startDeadline } from '../src/platform/deadline.ts';
import { DomainError, type FieldError } from '../src/platform/errors.ts';
import { yieldToEventLoop } from '../src/platform/event-loop.ts';
import { sendContinue } from '../src/platform/http/progress.ts';
import { freeMemory } from '../src/platform/own-memory.ts';
import type { Failure } from './execute.ts';
import { mediaTypeOf, otherCharset } from './header-parameters.ts';
import {
  type LongTexts,
  parseJson,
  parseLargeJson,
  refuseRepeatedKeys,
  UnreasonableJson,
  WrongJson,
} from './large-json.ts';

/** The largest body of an anonymous caller: a login, a registration, the password of a share. */
export const ANONYMOUS_BYTES = 64 * 1024;

/** A larger body needs a slot: only a few are read at the same time. */
const LARGE_BYTES = ANONYMOUS_BYTES;
const LARGE_AT_ONCE = { total: 8, perHolder: 3, maxWaiting: 48, maxWaitingPerHolder: 12 };
const WAIT_MS = 10_000;
/** If reading a body takes longer, its caller is authenticated again: they may have lost their rights meanwhile. */
const ADMITTED_MS = 5_000;
/** Reading yields to other requests after this many bytes, about a millisecond of work. */
const YIELD_BYTES = 256 * 1024;
const RETRY_SECONDS = 5;
/** The rate of large bodies while others wait for a slot, measured after `afterMs`. Without it, three slow callers hold all. */
const PACE = { bytesPerMs: 128, afterMs: 15_000 };

export class BodyTooLarge extends Error {
  readonly statusCode = 413;

  constructor(limitBytes: number, isAnonymous: boolean) {
    super(`The body is larger than ${limitBytes} bytes${isAnonymous ? ', the limit before you sign in' : ''}`);
  }
}

/** A compressed body. The service decompresses none, because its body limits count uncompressed bytes. */
class BodyEncoded extends Error {
  readonly statusCode = 415;

  constructor(encoding: string) {
    super(`The body has Content-Encoding ${JSON.stringify(encoding)}: send it uncompressed`);
  }
}

export type BodyReader = {
  /**
   * Reads the bytes of a body after authentication. Rejects before reading if Content-Length is too large or the body is
   * compressed, with an error that has the HTTP status as its `statusCode`; else with a DomainError.
   */
  read(request: FastifyRequest, reply: FastifyReply, sender: Sender): Promise<Buffer<ArrayBuffer>>;
};

export type Sender = {
  /** Identifies a known caller; anonymous callers may only send small bodies. */
  readonly caller: string | undefined;
  /** Authenticates a known caller again; called if reading the body took long. */
  admitAgain(): Promise<unknown>;
};

export function createBodyReader(maxBytes: number): BodyReader {
  const large = createBudget(LARGE_AT_ONCE);
  return {
    async read(request, reply, { caller, admitAgain }) {
      const startedAt = performance.now();
      refuseEncoded(request, reply);
      const limit = caller === undefined ? Math.min(ANONYMOUS_BYTES, maxBytes) : maxBytes;
      const declared = declaredBytes(request.raw);
      const tooLarge = () => new BodyTooLarge(limit, caller === undefined && limit < maxBytes);
      if (declared !== undefined && declared > limit) throw tooLarge();
      const isLarge = (bytes: number) => caller !== undefined && bytes > LARGE_BYTES;
      let slotSince: number | undefined;
      const enter = async () => {
        await takeSlot(large, reply, caller);
        slotSince = performance.now();
      };
      if (isLarge(declared ?? 0)) await enter();
      sendContinue(request.raw, reply.raw);
      const body = new Bytes(declared);
      let sinceYield = 0;
      for await (const chunk of piecesOf(request.raw)) {
        if (body.length + chunk.length > limit) throw tooLarge();
        if (slotSince === undefined && isLarge(body.length + chunk.length)) await enter();
        const { length } = chunk;
        body.add(chunk);
        if (isTooSlow(slotSince, body.length) && large.isAwaited()) throw tooSlow();
        sinceYield += length;
        if (sinceYield < YIELD_BYTES) continue;
        sinceYield = 0;
        // The socket is not read meanwhile. Without this pause, libuv would read 2 MB in one iteration of the event
        // loop.
        await yieldToEventLoop();
      }
      if (caller !== undefined && performance.now() - startedAt > ADMITTED_MS) await admitAgain();
      return body.whole();
    },
  };
}

const isTooSlow = (since: number | undefined, bytes: number): boolean => {
  const tookMs = since === undefined ? 0 : performance.now() - since;
  return tookMs > PACE.afterMs && bytes < tookMs * PACE.bytesPerMs;
};

const tooSlow = () =>
  new DomainError('DEADLINE_EXCEEDED', 'The body arrived too slowly while others waited, send it again later', {
    retryAfterSeconds: 60,
  });

/** Refuses a compressed body; Accept-Encoding tells the caller to send it uncompressed (RFC 9110, section 12.5.3). */
function refuseEncoded({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  const encoding = headers['content-encoding'] ?? '';
  if (encoding.split(',').every(isNoCoding) || declaredBytes(raw) === 0) return;
  reply.header('accept-encoding', 'identity');
  throw new BodyEncoded(encoding);
}

/** An empty element of a list says nothing (RFC 9110, section 5.6.1). */
const isNoCoding = (coding: string): boolean => ['', 'identity'].includes(coding.trim().toLowerCase());

/** The Content-Length of a request; undefined for a chunked body. */
export function declaredBytes({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

/** Waits for a slot for a large body, and keeps it until the answer is sent or the connection closes. */
async function takeSlot(
  large: ReturnType<typeof createBudget>,
  reply: FastifyReply,
  holder: string | undefined,
): Promise<void> {
  const deadline = startDeadline(WAIT_MS);
  try {
    const give = await large.take({ weight: 1, holder: holder ?? '', signal: deadline.signal });
    if (reply.raw.destroyed) return give();
    reply.raw.once('finish', give).once('close', give);
  } catch (error) {
    if (!(error instanceof BudgetExhausted)) throw error;
    const detail = { retryAfterSeconds: RETRY_SECONDS };
    throw error.of === 'holder'
      ? new DomainError('RESOURCE_EXHAUSTED', 'You send too many large requests at once, try again shortly', detail)
      : new DomainError('UNAVAILABLE', 'Too many large requests at once, try again shortly', detail);
  } finally {
    deadline.end();
  }
}

/** Stopping early leaves the connection open, so that the answer can still be sent. */
async function* piecesOf(raw: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new DomainError('INVALID_ARGUMENT', 'The body is shorter than its Content-Length');
  }
}

/** Collects a body. A body of known length is copied into one buffer at once, so that it is never in memory twice. */
class Bytes {
  readonly #place: Buffer<ArrayBuffer> | undefined;
  readonly #chunks: Buffer[] = [];
  length = 0;

  constructor(declared: number | undefined) {
    this.#place = declared === undefined ? undefined : Buffer.allocUnsafeSlow(declared);
  }

  /** Adds a chunk. Do not use the chunk afterwards: its memory may be freed. */
  add(chunk: Buffer): void {
    const { length } = this;
    this.length += chunk.length;
    if (this.#place === undefined) {
      this.#chunks.push(chunk);
      return;
    }
    chunk.copy(this.#place, length);
    // Freed only if the chunk is its whole memory: otherwise a following chunk shares that memory.
    if (chunk.length === chunk.buffer.byteLength) freeMemory(chunk);
  }

  whole(): Buffer<ArrayBuffer> {
    return this.#place?.subarray(0, this.length) ?? Buffer.concat(this.#chunks);
  }
}

/** Leaves the body on the connection until a route handler reads it. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** The value of a body, or its errors. */
export type Body = { readonly value: unknown } | { readonly errors: readonly FieldError[] };

/** JSON.parse takes less than a millisecond for smaller bodies, whatever they contain. */
const LARGE_JSON_BYTES = 64 * 1024;

/** Parses the JSON body of a request. Long texts stay in UTF-8, as LongText. An empty body is an empty object. */
export async function readBody(contentType: string | undefined, bytes: Buffer | undefined): Promise<Body> {
  if (bytes === undefined || bytes.length === 0) return { value: {} };
  if (!isJsonType(contentType)) return refuse(NOT_JSON);
  return parseBody(bytes, { depth: 1, inBytes: true });
}

export const NOT_JSON = 'The body must be JSON: send Content-Type: application/json';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Parses JSON, long texts in pieces. Do not use `bytes` afterwards: the memory of a large body is freed. */
export async function parseBody(bytes: Buffer, long: LongTexts): Promise<Body> {
  const body = await parseBytes(bytes, long);
  freeMemory(bytes);
  return body;
}

async function parseBytes(sent: Buffer, long: LongTexts): Promise<Body> {
  // Programs on Windows write a byte order mark. RFC 8259, section 8.1, permits ignoring it.
  const bytes = BYTE_ORDER_MARK.equals(sent.subarray(0, 3)) ? sent.subarray(3) : sent;
  if (!isUtf8(bytes)) return refuse('The body must be UTF-8');
  try {
    if (bytes.length > LARGE_JSON_BYTES) return { value: await parseLargeJson(bytes, long) };
    const json = bytes.toString();
    const value = await parseJson(json);
    refuseRepeatedKeys(json);
    return { value };
  } catch (error) {
    if (error instanceof UnreasonableJson) return refuse(`The body ${error.message}`);
    if (!(error instanceof WrongJson)) throw error;
    const { line, column } = await placeOf(bytes, error.offset);
    const message = `The body is not valid JSON (line ${line}, column ${column}): ${error.message}`;
    return { errors: [{ message, line, column }] };
  }
}

const LINE_END = 0x0a;

/** The line and the column, in UTF-16 code units, of an offset in UTF-8. */
async function placeOf(bytes: Buffer, offset: number): Promise<{ line: number; column: number }> {
  let [line, column] = [1, 1];
  for (let at = 0; at < offset; at += 1) {
    const byte = bytes[at] as number;
    if (byte === LINE_END) [line, column] = [line + 1, 1];
    // Characters of four bytes have two code units. Other bytes of a character after its first one count nothing.
    else if (byte >= 0xf0) column += 2;
    else if ((byte & 0xc0) !== 0x80) column += 1;
    if (at % YIELD_BYTES === YIELD_BYTES - 1) await yieldToEventLoop();
  }
  return { line, column };
}

export function isJsonType(contentType = ''): boolean {
  return otherCharset(contentType) === undefined && /^application\/([\w.+-]+\+)?json$/.test(mediaTypeOf(contentType));
}

const refuse = (message: string): Body => ({ errors: [{ message }] });

const NO_MEDIA_TYPE = 'Content-Type must be one media type, such as application/json';

/**
 * Converts an error with a 4xx status, such as a body that Fastify rejected, to a failure; undefined for other errors.
 */
export function bodyFailure(error: FastifyError): Failure | undefined {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { status: 'INVALID_ARGUMENT', message: NO_MEDIA_TYPE };
  const callers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return callers ? { status: 'INVALID_ARGUMENT', message: error.message } : undefined;
}
