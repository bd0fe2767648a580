import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorPresenter } from '../../src/graphql/errors.ts';
import type { HttpContext } from '../../src/graphql/http-context.ts';
import { attached } from '../../src/platform/attached.ts';
import { DomainError, statusCode } from '../../src/platform/errors.ts';
import { acceptedTypes, prefersPage, SINGLE, STREAM } from '../../src/platform/http/accepted-types.ts';
import { beginWork } from '../../src/platform/http/progress.ts';
import { CHALLENGE } from '../challenge.ts';
import { goneSignal, hasLeft } from '../gone-callers.ts';
import { GRAPHQL_PATH } from '../open-requests.ts';
import { type BodyReader, isJsonType, leaveBodies, NOT_JSON, parseBody, type Sender } from '../request-body.ts';
import { type StaticFile, sendStatic } from '../static-file.ts';
import { traceIdFrom } from '../trace.ts';
import { varyBy } from '../vary.ts';

type Call = HttpContext['call'];

export type GraphqlAnswered = {
  readonly operation: string;
  readonly context: Call | undefined;
  readonly traceId: string;
  readonly durationMs: number;
  readonly code: string;
};

export type Yoga = {
  handleNodeRequestAndResponse(
    request: IncomingMessage,
    response: ServerResponse,
    context: HttpContext,
  ): Promise<Response> | Response;
};

export type GraphqlOptions = {
  readonly readYoga: () => Promise<Yoga>;
  /** GraphiQL, if the settings allow it. */
  readonly page: StaticFile | undefined;
  /** Authenticates the caller, or rejects with a DomainError (UNAUTHENTICATED, RESOURCE_EXHAUSTED). */
  authenticate(request: FastifyRequest, traceId: string): Promise<Call>;
  knownCaller(call: Call): string | undefined;
  readonly bodies: BodyReader;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
  readonly presentError: ErrorPresenter;
  onAnswer(answered: GraphqlAnswered): void;
};

/** Depth of the objects around a document's text: `variables.input.content`. */
const TEXT_DEPTH = 3;

type State = { readonly traceId: string; readonly startedAt: number; readonly http: Partial<HttpContext> };

/** Serves GraphQL over HTTP: authenticates the caller, then reads the body, then runs Yoga. */
export function graphqlFacade(scope: FastifyInstance, options: GraphqlOptions): void {
  const states = attached<FastifyRequest, State>('state');
  const stateOf = (request: FastifyRequest): State => {
    const traceId = traceIdFrom(request.headers.traceparent);
    const state = states.get(request) ?? { traceId, startedAt: performance.now(), http: {} };
    states.set(request, state);
    return state;
  };
  leaveBodies(scope);
  scope.setErrorHandler<FastifyError>(async (error, request, reply) => refuse(options, stateOf(request), reply, error));
  scope.addHook('onRequest', async (request, reply) => {
    if (ALLOWED.includes(request.method)) return;
    const refusal = new HttpRefusal(405, 'Send GraphQL by POST or GET');
    return refuse(options, stateOf(request), reply.header('allow', ALLOW), refusal);
  });
  scope.options(GRAPHQL_PATH, (_request, reply) => reply.code(204).header('allow', ALLOW).send());
  scope.route({
    url: GRAPHQL_PATH,
    method: scope.supportedMethods.filter(method => method !== 'OPTIONS'),
    handler: (request, reply) => answer(options, stateOf(request), request, reply),
  });
}

const ALLOWED = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const ALLOW = ALLOWED.join(', ');

async function answer(
  options: GraphqlOptions,
  { traceId, startedAt, http }: State,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('x-trace-id', traceId);
  const signal = AbortSignal.any([goneSignal(reply), options.closing]);
  const admit = async () => {
    http.call = { ...(await options.authenticate(request, traceId)), signal };
    return http.call;
  };
  const call = await admit();
  const noteAnswer = () =>
    options.onAnswer({
      operation: http.operation ?? 'none',
      context: http.call,
      traceId,
      durationMs: performance.now() - startedAt,
      code: http.code ?? 'OK',
    });
  if (options.page !== undefined && request.method !== 'POST' && prefersPage(request.headers.accept)) {
    noteAnswer();
    varyBy(reply, 'accept').header('content-security-policy', GRAPHIQL_CSP);
    return sendStatic(options.page, 'no-cache', request, reply);
  }
  http.sentIdempotencyKey = request.headers['idempotency-key']?.toString();
  negotiate(request);
  if (request.method === 'POST')
    http.body = await readBody(options, request, reply, { caller: options.knownCaller(call), admitAgain: admit });
  beginWork(request.raw, reply.raw);
  const yoga = await options.readYoga();
  const response = await yoga.handleNodeRequestAndResponse(asGet(request.raw), reply.raw, http as HttpContext);
  // Another layer (timeout, shutdown) has already answered and logged this request.
  if (reply.sent) return reply;
  if (response.status === 406) throw notAcceptable();
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header('cache-control', 'no-store');
  const type = response.headers.get('content-type') ?? '';
  const isStream = type.startsWith(STREAM);
  if (isStream) reply.header('connection', 'close').header('x-accel-buffering', 'no');
  // A stream may still fail.
  if (isStream) void ended(reply).then(noteAnswer);
  else noteAnswer();
  const body = response.body as unknown as Readable | null;
  // Start the stream: if the caller has disconnected, it is destroyed at once, and only a started stream releases what
  // it holds (a session, a timer).
  body?.read(0);
  if (request.method === 'HEAD') {
    body?.destroy();
    return reply.code(response.status).send(Readable.from([]));
  }
  return reply.code(response.status).send(response.body);
}

/**
 * Presents HEAD to Yoga as GET, because Yoga does not support HEAD. The handler drops the body (RFC 9110, section
 * 9.3.2).
 */
const asGet = (raw: IncomingMessage): IncomingMessage =>
  raw.method === 'HEAD' ? Object.create(raw, { method: { value: 'GET' } }) : raw;

/** Resolves when the answer is sent or the caller has disconnected. */
const ended = ({ raw }: FastifyReply): Promise<void> =>
  new Promise(resolve => (raw.closed ? resolve() : raw.once('close', resolve)));

/**
 * Sorts Accept by weight and refuses it if no answer fits. Yoga ignores weights (`q=`), and would send 406 only after a
 * mutation has run.
 */
function negotiate({ headers }: FastifyRequest): void {
  const types = acceptedTypes(headers.accept);
  if (types.length === 0) throw notAcceptable();
  headers.accept = types.join(', ');
}

async function readBody(
  { bodies }: GraphqlOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  sender: Sender,
): Promise<HttpContext['body']> {
  if (!isGraphqlType(request.headers['content-type'])) throw new HttpRefusal(415, NOT_JSON);
  return parseBody(await bodies.read(request, reply, sender), { depth: TEXT_DEPTH, inBytes: true });
}

/** Refuses a request before GraphQL, because of its method or media types; `statusCode` is the HTTP status. */
class HttpRefusal extends DomainError {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super('INVALID_ARGUMENT', message);
    this.statusCode = statusCode;
  }
}

const notAcceptable = () => new HttpRefusal(406, `Accept ${SINGLE[1]} or ${SINGLE[0]}; for subscriptions, ${STREAM}`);

/** Media types that a browser sends to another origin only after a preflight request. */
const isGraphqlType = (contentType: string | undefined): boolean =>
  isJsonType(contentType) && /^\s*application\/(graphql\+)?json\s*(;|$)/i.test(contentType ?? '');

/** Sends an error that occurred before Yoga ran, in the format of Yoga's answers. */
function refuse(
  options: GraphqlOptions,
  { traceId, startedAt, http }: State,
  reply: FastifyReply,
  error: Refusal,
): FastifyReply {
  if (reply.sent || hasLeft(error, reply)) return reply;
  const { message, extensions } = options.presentError(asDomainError(error), traceId);
  const code = String(extensions.code);
  const durationMs = performance.now() - startedAt;
  options.onAnswer({ operation: 'none', context: http.call, traceId, durationMs, code });
  if (typeof extensions.retryAfterSeconds === 'number') reply.header('retry-after', extensions.retryAfterSeconds);
  const httpStatus = httpStatusOf(error, code);
  if (httpStatus === 401) reply.header('www-authenticate', CHALLENGE);
  return reply
    .code(httpStatus)
    .header('x-trace-id', traceId)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions }] });
}

type Refusal = FastifyError | HttpRefusal;

function asDomainError(error: Refusal): Error {
  const isCallers = error.statusCode !== undefined && error.statusCode < 500;
  return isCallers ? new DomainError('INVALID_ARGUMENT', error.message) : error;
}

const httpStatusOf = (error: Refusal, code: string): number =>
  error.statusCode ?? statusCode[code as keyof typeof statusCode] ?? 500;

const GRAPHIQL_CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'";
