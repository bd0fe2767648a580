import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attached } from '../../src/platform/attached.ts';
import { jsonStream } from '../../src/platform/json-stream.ts';
import { LongText } from '../../src/platform/long-text.ts';
import { CHALLENGE } from '../challenge.ts';
import { LARGE_CHARACTERS } from '../encode.ts';
import type { Failure } from '../execute.ts';
import { isExpectedTag, isKnown, sendNotModified } from '../known-etags.ts';
import { traceIdFrom } from '../trace.ts';
import { varyByEncoding } from '../vary.ts';
import type { CompiledRoute } from './compiled-routes.ts';
import { failureEnvelope, httpStatusOf, retryAfterOf, successEnvelope } from './envelope.ts';
import type { RestOptions } from './options.ts';
import { partOf } from './ranges.ts';
import { REVALIDATE } from './revalidation.ts';
import { attachment } from './share-answers.ts';
import { eventStream, type Stream } from './stream.ts';

export type Answer =
  | { readonly detail: unknown; readonly total: number | undefined; readonly weight: number; readonly tag?: string }
  /** The caller already has the answer with this ETag. */
  | { readonly unchanged: string }
  /** `detail` has more about the failure. */
  | { readonly failure: Failure; readonly detail?: unknown };

type Envelope = Exclude<Answer, { readonly unchanged: string }>;

/** The state of a request from its first byte on. */
export type State<Context> = { readonly traceId: string; readonly startedAt: number; context?: Context };

export type Replies<Context> = {
  stateOf(request: FastifyRequest): State<Context>;
  /** Sends the envelope of a request; `httpStatus` overrides the status of the envelope. */
  send(request: FastifyRequest, reply: FastifyReply, answer: Answer, httpStatus?: number): FastifyReply;
  /** Streams an answer; it is logged when it ends. */
  stream(request: FastifyRequest, reply: FastifyReply, stream: Stream): FastifyReply;
};

/** The compiled route of a request, stored in Fastify's `config` so that hooks can read it before the body. */
export const compiledOf = (request: FastifyRequest): CompiledRoute | undefined =>
  (request.routeOptions.config as { compiled?: CompiledRoute }).compiled;

export function createReplies<Context>(options: RestOptions<Context>): Replies<Context> {
  const states = attached<FastifyRequest, State<Context>>('state');
  const stateOf = (request: FastifyRequest): State<Context> => {
    const known = states.get(request);
    if (known !== undefined) return known;
    const state = { traceId: traceIdFrom(request.headers.traceparent), startedAt: performance.now() };
    states.set(request, state);
    return state;
  };
  const note = (request: FastifyRequest, status: 'OK' | Failure['status']) => {
    const { traceId, startedAt, context } = stateOf(request);
    const operation = compiledOf(request)?.operation.name ?? request.routeOptions.url ?? 'unknown route';
    options.onAnswer?.({ operation, status, traceId, durationMs: performance.now() - startedAt, context });
  };
  return {
    stateOf,
    stream(request, reply, stream) {
      const { traceId } = stateOf(request);
      const onEnd = (failure: Failure | undefined) => note(request, failure?.status ?? 'OK');
      reply.header('x-trace-id', traceId).header('cache-control', 'no-store').header('x-accel-buffering', 'no');
      // A connection kept open after its stream would delay the shutdown of the service.
      reply.header('connection', 'close');
      return reply.type('text/event-stream; charset=utf-8').send(eventStream(stream, traceId, onEnd));
    },
    send(request, reply, answer, httpStatus) {
      // Another layer (timeout, shutdown) has already answered and logged this request.
      if (reply.sent) return reply;
      const { traceId } = stateOf(request);
      const sends = compiledOf(request)?.route.sends;
      if (sends === 'file' && 'weight' in answer) {
        const file = openFile(request, reply, answer.detail as File);
        note(request, file.failure?.status ?? 'OK');
        return sendFile(reply, file, traceId);
      }
      const status = 'failure' in answer ? answer.failure.status : 'OK';
      note(request, status);
      if ('unchanged' in answer) return sendUnchanged(reply, answer.unchanged, traceId);
      reply.code(httpStatus ?? httpStatusOf(status, sends === 'feed' ? 'mirror' : options.httpStatus));
      if (reply.statusCode === 401) reply.header('www-authenticate', sends === 'feed' ? FEED_SIGN_IN : CHALLENGE);
      if ('failure' in answer || sends === undefined) return sendEnvelope(reply, answer, traceId);
      return sendFeed(reply, answer, traceId);
    },
  };
}

/** A file as text, with its SHA-256 (`hash`), or as its stored bytes: compressed by zstd, then in base64 (`packed`). */
type File = { readonly file_name: string } & (
  | { readonly content: string | LongText; readonly hash: string }
  | { readonly packed: string }
);

/** What is sent of a file: none of its bytes if the caller has it. */
type OpenFile = { readonly bytes?: Buffer; readonly failure?: Failure };

/**
 * Sets status and headers of a file. It is `application/octet-stream`, so that no browser displays it: users wrote it, so it
 * is not trusted. The ETag is strong and differs for each encoding, so that an interrupted download can be resumed.
 */
function openFile({ method, headers }: FastifyRequest, reply: FastifyReply, file: File): OpenFile {
  const bytes = bytesOf(file);
  // Hashing a large text takes 10 ms, so its hash is read with it.
  const digest = 'hash' in file ? Buffer.from(file.hash, 'hex') : createHash('sha256').update(bytes).digest();
  const tag = `"${digest.toString('base64url')}"`;
  varyByEncoding(reply).header('accept-ranges', 'bytes');
  if (!isExpectedTag(headers['if-match'], tag)) {
    reply.code(412);
    return { failure: otherFile };
  }
  if (isKnown(headers['if-none-match'], tag)) {
    reply.header('etag', tag);
    return {};
  }
  const part = method === 'HEAD' ? 'whole' : partOf(headers, bytes.length, tag);
  if (part === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${bytes.length}`);
    return { failure: { status: 'INVALID_ARGUMENT', message: `Range: the file has ${bytes.length} bytes` } };
  }
  reply.header('etag', tag).header('content-disposition', attachment(file.file_name));
  reply.type('application/octet-stream');
  if ('packed' in file) reply.header('content-encoding', 'zstd');
  if (part === 'whole') return { bytes };
  reply.code(206).header('content-range', `bytes ${part.start}-${part.end - 1}/${bytes.length}`);
  return { bytes: bytes.subarray(part.start, part.end) };
}

function sendFile(reply: FastifyReply, { bytes, failure }: OpenFile, traceId: string): FastifyReply {
  if (failure !== undefined) return sendEnvelope(reply, { failure }, traceId);
  reply.header('x-trace-id', traceId);
  return bytes === undefined ? sendNotModified(reply) : reply.send(bytes);
}

function bytesOf(file: File): Buffer {
  if ('packed' in file) return Buffer.from(file.packed, 'base64');
  return file.content instanceof LongText ? file.content.bytes : Buffer.from(file.content);
}

const otherFile: Failure = {
  status: 'FAILED_PRECONDITION',
  message: 'If-Match: the file or its encoding is not the expected one. Download it as a whole',
};

type Feed = { readonly content: string };

const FEED_SIGN_IN = 'Basic realm="docsvc: any user name, and an API token as the password", charset="UTF-8"';

function sendFeed(
  reply: FastifyReply,
  answer: Extract<Answer, { detail: unknown; weight: number }>,
  traceId: string,
): FastifyReply {
  reply.header('x-trace-id', traceId).header('cache-control', REVALIDATE);
  if (answer.tag !== undefined) tagged(reply, answer.tag);
  return reply.type('application/atom+xml; charset=utf-8').send((answer.detail as Feed).content);
}

/** HTTP 304 has no body, and so no envelope. */
const sendUnchanged = (reply: FastifyReply, tag: string, traceId: string): FastifyReply =>
  sendNotModified(tagged(reply.header('x-trace-id', traceId), tag));

const tagged = (reply: FastifyReply, tag: string): FastifyReply =>
  varyByEncoding(reply).header('cache-control', REVALIDATE).header('etag', tag);

export function sendEnvelope(reply: FastifyReply, answer: Envelope, traceId: string): FastifyReply {
  reply.header('x-trace-id', traceId).header('cache-control', 'no-store').type('application/json; charset=utf-8');
  if ('tag' in answer && answer.tag !== undefined) tagged(reply, answer.tag);
  if ('failure' in answer) {
    const retryAfter = retryAfterOf(answer.failure);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.send(JSON.stringify(failureEnvelope(answer.failure, traceId, answer.detail)));
  }
  const envelope = successEnvelope(answer.detail, answer.total, traceId);
  return reply.send(answer.weight > LARGE_CHARACTERS ? jsonStream(envelope) : JSON.stringify(envelope));
}
