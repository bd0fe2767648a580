import type { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Attached, attached } from '../../src/platform/attached.ts';
import { beginWork } from '../../src/platform/http/progress.ts';
import { jsonStream } from '../../src/platform/json-stream.ts';
import { type Failure, failureOf, internalFailure } from '../execute.ts';
import { ForeignRequest } from '../origin.ts';
import {
  type BodyReader,
  BodyTooLarge,
  declaredBytes,
  isJsonType,
  leaveBodies,
  NOT_JSON,
  parseBody,
} from '../request-body.ts';
import { retryAfter } from '../retry-after.ts';
import { traceIdFrom } from '../trace.ts';
import { type Answered, type Dispatcher, type Reply, refusal, unread } from './dispatcher.ts';
import { RpcError, type RpcId, rpcCode, rpcErrorOf } from './protocol.ts';
import type { Headers } from './protocol-rules.ts';
import type { Caller } from './registry.ts';
import { writeResponse } from './tool-answer-json.ts';

export const MCP_PATH = '/api/v1/open/mcp';

export type McpOptions<Context> = {
  readonly dispatcher: Dispatcher<Context>;
  /** Creates the context of the caller, or rejects with a DomainError (UNAUTHENTICATED, RESOURCE_EXHAUSTED). */
  authenticate(credential: {
    authorization: string | undefined;
    address: string;
    traceId: string;
  }): Promise<Caller<Context>>;
  /** Counts further messages of a batch for the rate limit. Rejects with a DomainError beyond it. */
  countMore(context: Context, count: number): Promise<void>;
  readonly bodies: BodyReader;
  /** The largest body of an authenticated caller. */
  readonly maxBodyBytes: number;
  knownCaller(context: Context): string | undefined;
  readonly deadlineMs: number;
  /** Called after each answer, once for each request in it. */
  onAnswer(answered: Answered & { context: Context | undefined; traceId: string; durationMs: number }): void;
  onUnexpected(error: unknown, traceId: string): void;
};

/** The state of a request before its body is read. */
type State<Context> = {
  readonly traceId: string;
  readonly startedAt: number;
  caller: Caller<Context> | undefined;
  refused: Failure | undefined;
};

type States<Context> = Attached<FastifyRequest, State<Context>>;

/** Depth of the objects around a text: batches, requests, params, arguments. */
const TEXT_DEPTH = 4;

/** Larger answers are serialized in pieces. */
const LARGE_CHARACTERS = 1024 * 1024;

/** Serves the MCP endpoint. */
export function mcpFacade<Context>(scope: FastifyInstance, options: McpOptions<Context>): void {
  const states = attached<FastifyRequest, State<Context>>('state');
  leaveBodies(scope);
  scope.addHook('onRequest', async (request, reply) => {
    const state = stateOf(states, request);
    if (request.method !== 'POST') return send(options, state, reply, refusal(notPost(), state.traceId));
    await admit(options, state, request);
    if (state.refused !== undefined && state.refused.status !== 'UNAUTHENTICATED')
      return send(options, state, reply, refusal(rpcErrorOf(state.refused), state.traceId), state.refused);
  });
  scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const state = stateOf(states, request);
    return send(options, state, reply, refusal(errorOf(options, error, state.traceId), state.traceId));
  });
  scope.route({
    method: scope.supportedMethods,
    url: MCP_PATH,
    handler: async (request, reply) => {
      const state = stateOf(states, request);
      const answer = await answerBody(options, state, request, reply);
      return send(options, state, reply, answer, state.refused);
    },
  });
}

function stateOf<Context>(states: States<Context>, request: FastifyRequest): State<Context> {
  const known = states.get(request);
  if (known !== undefined) return known;
  const traceId = traceIdFrom(request.headers.traceparent);
  const state = { traceId, startedAt: performance.now(), caller: undefined, refused: undefined };
  states.set(request, state);
  return state;
}

const notPost = () => new RpcError(rpcCode.invalidRequest, 'Send JSON-RPC 2.0 by POST', { httpStatus: 405 });

/**
 * Authenticates the caller. A refused caller gets protocol errors first, then the refusal, but only a small body is
 * read from them.
 */
async function admit<Context>(
  options: McpOptions<Context>,
  state: State<Context>,
  request: FastifyRequest,
): Promise<void> {
  const { authorization } = request.headers;
  state.caller = undefined;
  state.refused = undefined;
  try {
    state.caller = await options.authenticate({ authorization, address: request.ip, traceId: state.traceId });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) options.onUnexpected(error, state.traceId);
    state.refused = failure ?? internalFailure;
  }
}

async function answerBody<Context>(
  options: McpOptions<Context>,
  state: State<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reply> {
  const { traceId } = state;
  if (!isJsonType(request.headers['content-type']))
    return refusal(new RpcError(rpcCode.invalidRequest, NOT_JSON, { httpStatus: 415 }), traceId);
  const isReadable = state.caller !== undefined || (declaredBytes(request.raw) ?? 0) <= options.maxBodyBytes;
  if (!isReadable) throw new BodyTooLarge(options.maxBodyBytes, false);
  const bytes = await readBytes(options, state, request, reply);
  const { caller, refused } = state;
  // Rejects anonymous callers before reading more of the body.
  if (bytes === undefined) return refusal(rpcErrorOf(refused ?? internalFailure), traceId);
  const body = await parseBody(bytes, { depth: TEXT_DEPTH });
  if ('errors' in body)
    return refusal(
      new RpcError(rpcCode.parseError, body.errors[0]?.message ?? 'is not JSON', { httpStatus: 400 }),
      traceId,
    );
  const malformed = options.dispatcher.refuse(body.value, traceId);
  if (malformed !== undefined) return malformed;
  if (caller === undefined) return refusal(rpcErrorOf(refused ?? internalFailure), traceId, idOf(body.value));
  if (Array.isArray(body.value)) await countBatch(options, state, caller, body.value.length);
  if (state.refused !== undefined) return refusal(rpcErrorOf(state.refused), traceId);
  beginWork(request.raw, reply.raw);
  return options.dispatcher.dispatch(body.value, request.headers as Headers, caller, options.deadlineMs);
}

/** Counts each message of a batch as a request. The first was counted when the caller was admitted. */
async function countBatch<Context>(
  options: McpOptions<Context>,
  state: State<Context>,
  { context }: Caller<Context>,
  length: number,
): Promise<void> {
  try {
    if (length > 1) await options.countMore(context, length - 1);
  } catch (error) {
    state.refused = failureOf(error);
    if (state.refused === undefined) throw error;
  }
}

async function readBytes<Context>(
  options: McpOptions<Context>,
  state: State<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | undefined> {
  const { caller } = state;
  const sender = {
    caller: caller && options.knownCaller(caller.context),
    admitAgain: () => admit(options, state, request),
  };
  try {
    return await options.bodies.read(request, reply, sender);
  } catch (error) {
    if (caller === undefined && error instanceof BodyTooLarge) return undefined;
    throw error;
  }
}

function idOf(value: unknown): RpcId | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function errorOf<Context>(options: McpOptions<Context>, error: FastifyError, traceId: string): RpcError {
  if (error instanceof ForeignRequest)
    return new RpcError(rpcCode.invalidRequest, error.message, { httpStatus: 403, status: error.status });
  const failure = failureOf(error);
  if (failure !== undefined) return rpcErrorOf(failure);
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new RpcError(rpcCode.invalidRequest, error.message, { httpStatus: error.statusCode });
  options.onUnexpected(error, traceId);
  return rpcErrorOf(internalFailure);
}

/**
 * HTTP requires a challenge with every 401. A scheme of our own, because with Bearer clients would look for an OAuth
 * server.
 */
const CHALLENGE = 'DocsvcMcpToken realm="docsvc MCP"';

function send<Context>(
  options: McpOptions<Context>,
  { traceId, startedAt, caller }: State<Context>,
  reply: FastifyReply,
  answer: Reply,
  refused?: Failure,
): FastifyReply {
  // Another layer (timeout, shutdown) has already answered and logged this request.
  if (reply.sent) return reply;
  const { httpStatus, body, answered } = answer;
  const durationMs = performance.now() - startedAt;
  // Notifications have no answer.
  const known = answered.length > 0 ? answered : [unread('OK')];
  for (const one of known) options.onAnswer({ ...one, context: caller?.context, traceId, durationMs });
  reply.code(httpStatus).header('x-trace-id', traceId).header('cache-control', 'no-store');
  if (httpStatus === 401) reply.header('www-authenticate', CHALLENGE);
  if (httpStatus === 405) reply.header('allow', 'POST');
  if (httpStatus === 429 || httpStatus === 503) reply.header('retry-after', retryAfter(refused?.retryAfterSeconds));
  if (body === undefined) return reply.send();
  return reply.type('application/json').send(bytesOf(answer));
}

function bytesOf({ body, weight, written }: Reply): Readable | Buffer {
  if (weight > LARGE_CHARACTERS) return jsonStream(body);
  const isOne = written !== undefined && body !== undefined && 'result' in body;
  return isOne ? writeResponse(body, written) : Buffer.from(JSON.stringify(body));
}
