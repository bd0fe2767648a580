import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteHandlerMethod,
} from 'fastify';
import { DomainError } from '../../src/platform/errors.ts';
import { type Failure, failureOf, internalFailure } from '../execute.ts';
import type { Operations } from '../load.ts';
import { traceIdFrom } from '../trace.ts';
import { answerRoute, beginStream, type CompiledRoute } from './compiled.ts';
import { refusalBefore } from './gate.ts';
import type { RestOptions } from './options.ts';
import { compiledOf, createReplies, type Replies, sendEnvelope } from './reply.ts';
import { specials } from './routes.ts';
import { isForVisitors, shareHeaders, UNLOCK_HEADER, VISITOR_BODY_BYTES } from './share-answers.ts';
import { answerSpecial, type HealthSpecial, isOwn } from './special.ts';
import { goneSignal, takesEvents } from './stream.ts';

const PREFIX = '/api/v1';

/** Every method that a path is asked for and may not know. */
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Registers every REST route on a Fastify instance. */
export async function restFacade<Context>(app: FastifyInstance, options: RestOptions<Context>): Promise<void> {
  const { compiled, operations, yaml } = options.api;
  const replies = createReplies(options);
  await app.register(
    async scope => {
      takeRawBodies(scope, options.maxBodyBytes);
      scope.addHook('onRequest', async (request, reply) => {
        if (isForVisitors(request)) reply.headers(shareHeaders);
        const compiled = compiledOf(request);
        if (compiled !== undefined) await admit(options, replies, compiled, request, reply);
      });
      scope.setNotFoundHandler((request, reply) => replies.send(request, reply, { failure: noRoute }, 404));
      scope.setErrorHandler<FastifyError>(async (error, request, reply) =>
        replies.send(request, reply, { failure: await explain(options, replies, operations, error, request) }),
      );
      for (const route of compiled) addRoute(scope, options, replies, operations, route);
      const own = specials.filter(isOwn);
      for (const special of own) addSpecial(scope, options, replies, special, yaml);
      addOtherMethods(scope, replies, [...compiled, ...own]);
    },
    { prefix: PREFIX },
  );
}

/** For Fastify's `frameworkErrors`: a path that is no URL finds no route, before any route could answer. */
export function answerFrameworkError(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const traceId = traceIdFrom(request.headers.traceparent);
  if (isForVisitors(request)) reply.headers(shareHeaders);
  sendEnvelope(reply.code(404), { failure: noRoute }, traceId);
}

/** The body stays bytes until the caller is known and the handler reads it. */
function takeRawBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
}

/** Before the body is read: who asks. What is open to anyone does not look at credentials. */
async function admit<Context>(
  options: RestOptions<Context>,
  replies: Replies<Context>,
  { route, stream }: CompiledRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const state = replies.stateOf(request);
  const open = route.who === 'anyone';
  const kind = route.who === 'visitor' ? 'share' : 'session';
  const authorization = open ? undefined : request.headers.authorization || undefined;
  const unlockProof = kind === 'share' ? request.headers[UNLOCK_HEADER]?.toString() : undefined;
  const { ip: address } = request;
  const signal = stream === undefined ? undefined : goneSignal(reply);
  const { traceId } = state;
  state.context = await options.authenticate({ kind, authorization, unlockProof, address, traceId, signal });
  if (!open && kind === 'session' && authorization === undefined) throw new DomainError('UNAUTHENTICATED', SIGN_IN);
}

const SIGN_IN = 'Sign in: send the token of a login in the Authorization header, without a Bearer prefix';

const noRoute: Failure = { status: 'NOT_FOUND', message: 'There is no such route' };
const wrongMethod: Failure = { status: 'INVALID_ARGUMENT', message: 'This route does not know the method' };
const tooLate: Failure = { status: 'DEADLINE_EXCEEDED', message: 'The request took too long' };

function addRoute<Context>(
  scope: FastifyInstance,
  options: RestOptions<Context>,
  replies: Replies<Context>,
  operations: Operations,
  compiled: CompiledRoute,
): void {
  const { method, path } = compiled;
  const handler: RouteHandlerMethod = async (request, reply) => {
    const context = replies.stateOf(request).context as Context;
    if (compiled.stream !== undefined && takesEvents(request.headers.accept)) {
      const begun = await beginStream(options, operations, compiled, request, context);
      return 'failure' in begun ? replies.send(request, reply, begun) : replies.stream(request, reply, begun);
    }
    const work = answerRoute(options, operations, compiled, request, context);
    return replies.send(request, reply, (await inTime(work, options.deadlineMs)) ?? { failure: tooLate });
  };
  add(scope, method, path, { compiled }, handler, bodyBytesOf(compiled));
}

const bodyBytesOf = (compiled: CompiledRoute | undefined): number | undefined =>
  compiled?.route.who === 'visitor' ? VISITOR_BODY_BYTES : undefined;

function addSpecial<Context>(
  scope: FastifyInstance,
  options: RestOptions<Context>,
  replies: Replies<Context>,
  special: HealthSpecial,
  yaml: string,
): void {
  add(scope, 'GET', special.path, {}, async (request, reply) => {
    if (special.answer === 'openapi') {
      reply.header('x-trace-id', replies.stateOf(request).traceId);
      return reply.type('application/yaml; charset=utf-8').send(yaml);
    }
    const work = answerSpecial(special.answer, options);
    return replies.send(request, reply, (await inTime(work, options.deadlineMs)) ?? { failure: tooLate });
  });
}

function add(
  scope: FastifyInstance,
  method: string,
  path: string,
  config: object,
  handler: RouteHandlerMethod,
  bodyLimit?: number,
): void {
  const limit = bodyLimit === undefined ? {} : { bodyLimit };
  scope.route({ method: method as HTTPMethods, url: urlOf(path), config, handler, ...limit });
}

/** OPTIONS tells the methods of a path; every other method that it does not know gets 405 and the same list. */
function addOtherMethods<Context>(
  scope: FastifyInstance,
  replies: Replies<Context>,
  forms: readonly { method: string; path: string }[],
): void {
  const known = Map.groupBy(forms, ({ path }) => urlOf(path));
  for (const [url, same] of known) {
    const methods = new Set(same.map(({ method }) => method.toUpperCase()));
    if (methods.has('GET')) methods.add('HEAD');
    const allow = [...METHODS.filter(method => methods.has(method)), 'OPTIONS'].join(', ');
    const method = METHODS.filter(candidate => !methods.has(candidate));
    scope.route({
      method,
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => replies.send(request, reply.header('allow', allow), { failure: wrongMethod }, 405),
    });
    scope.options(url, (_request, reply) => reply.code(204).header('allow', allow).send());
  }
}

const urlOf = (path: string): string => path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, ':$1');

/** Undefined when the time is over first; what still runs then ends for nobody. */
async function inTime<T>(work: Promise<T>, deadlineMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>(resolve => {
    timer = setTimeout(resolve, deadlineMs);
  });
  try {
    return (await Promise.race([work, end])) ?? undefined;
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** What was thrown, as the caller sees it: a refusal on purpose, a body Fastify could not take, or nobody's intent. */
async function explain<Context>(
  options: RestOptions<Context>,
  replies: Replies<Context>,
  operations: Operations,
  error: FastifyError,
  request: FastifyRequest,
): Promise<Failure> {
  const { context, traceId } = replies.stateOf(request);
  const meant = failureOf(error);
  if (meant !== undefined) return meant;
  const failure = bodyFailure(error, bodyBytesOf(compiledOf(request)) ?? options.maxBodyBytes);
  if (failure === undefined) {
    options.onUnexpected(error, traceId);
    return internalFailure;
  }
  const compiled = compiledOf(request);
  if (compiled === undefined || context === undefined) return failure;
  const params = request.params as Readonly<Record<string, unknown>>;
  return (await refusalBefore(options.engine, operations, compiled.route, params, context)) ?? failure;
}

function bodyFailure(error: FastifyError, maxBodyBytes: number): Failure | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { status: 'INVALID_ARGUMENT', message: `The body is larger than ${maxBodyBytes} bytes` };
  const callers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return callers ? { status: 'INVALID_ARGUMENT', message: error.message } : undefined;
}
