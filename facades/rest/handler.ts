import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteHandlerMethod,
} from 'fastify';
import { DomainError, statusCode } from '../../src/platform/errors.ts';
import { beginWork } from '../../src/platform/http/progress.ts';
import { inTime, tooLate } from '../deadline.ts';
import { type Failure, failureOf, internalFailure } from '../execute.ts';
import type { Operations } from '../load.ts';
import { ANY_HOST } from '../origin.ts';
import { BodyTooLarge, leaveBodies } from '../request-body.ts';
import { traceIdFrom } from '../trace.ts';
import { answerRoute, beginStream, type ReadRequest } from './answer.ts';
import type { CompiledRoute } from './compiled.ts';
import { refusalBefore } from './gate.ts';
import type { RestOptions } from './options.ts';
import { compiledOf, createReplies, type Replies, sendEnvelope } from './reply.ts';
import { specials } from './routes.ts';
import { isForVisitors, shareHeaders, UNLOCK_HEADER } from './share-answers.ts';
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
      leaveBodies(scope);
      scope.addHook('onRequest', async (request, reply) => {
        if (isForVisitors(request)) reply.headers(shareHeaders);
        // An id of no letters fits the pattern of a route; a visitor is told what every wrong link tells.
        else if (Object.values(request.params as object).includes(''))
          return replies.send(request, reply, { failure: noRouteAt(pathOf(request)) }, 404);
        const compiled = compiledOf(request);
        if (compiled !== undefined) await admit(options, replies, compiled, request, reply);
      });
      const own = specials.filter(isOwn);
      const methods = methodsByPath([...compiled, ...own]);
      const refuseMethod = wrongMethodOf(replies);
      scope.setNotFoundHandler((request, reply) => {
        // Methods that few routes of any service know are not routed: they come here.
        const known = methods.find(({ pattern }) => pattern.test(pathOf(request)));
        if (known !== undefined) return refuseMethod(known, request, reply);
        return replies.send(request, reply, { failure: noRouteAt(pathOf(request)) }, 404);
      });
      scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
        if (isForVisitors(request)) reply.headers(shareHeaders);
        const failure = await explain(options, replies, operations, error, request);
        return replies.send(request, reply, { failure }, isDeclared(request) ? undefined : statusCode[failure.status]);
      });
      for (const route of compiled) addRoute(scope, options, replies, operations, route);
      for (const special of own) addSpecial(scope, options, replies, special, yaml);
      for (const known of methods) addOtherMethods(scope, known, refuseMethod);
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

const isDeclared = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { declared?: boolean } | undefined)?.declared === true;

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

function noRouteAt(path: string): Failure {
  if (!/\/(\/|$)/.test(path)) return noRoute;
  const reason = path.endsWith('/')
    ? 'the path ends in /, or the id behind it is missing'
    : 'a part of the path is empty';
  return { ...noRoute, message: `${noRoute.message}: ${reason}` };
}

const pathOf = ({ url }: FastifyRequest): string => (url.split('?')[0] ?? '').slice(PREFIX.length);

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
    const read: ReadRequest = {
      request,
      bytes:
        compiled.source === 'body'
          ? await options.bodies.read(request, reply, options.knownCaller(context))
          : undefined,
    };
    beginWork(request.raw, reply.raw);
    if (compiled.stream !== undefined && takesEvents(request.headers.accept)) {
      const begun = await beginStream(options, operations, compiled, read, context);
      return 'failure' in begun ? replies.send(request, reply, begun) : replies.stream(request, reply, begun);
    }
    const work = answerRoute(options, operations, compiled, read, context);
    return replies.send(request, reply, (await inTime(work, options.deadlineMs)) ?? { failure: tooLate });
  };
  add(scope, method, path, { compiled }, handler);
}

function addSpecial<Context>(
  scope: FastifyInstance,
  options: RestOptions<Context>,
  replies: Replies<Context>,
  special: HealthSpecial,
  yaml: string,
): void {
  add(scope, 'GET', special.path, special.answer === 'openapi' ? {} : ANY_HOST, async (request, reply) => {
    if (special.answer === 'openapi') {
      reply.header('x-trace-id', replies.stateOf(request).traceId);
      return reply.type('application/yaml; charset=utf-8').send(yaml);
    }
    const work = answerSpecial(special.answer, options);
    return replies.send(request, reply, (await inTime(work, options.deadlineMs)) ?? { failure: tooLate });
  });
}

function add(scope: FastifyInstance, method: string, path: string, config: object, handler: RouteHandlerMethod): void {
  scope.route({ method: method as HTTPMethods, url: urlOf(path), config: { ...config, declared: true }, handler });
}

/** What a path is asked for: `declared` by rows, `allow` as the header lists it. */
type PathMethods = {
  readonly url: string;
  readonly pattern: RegExp;
  readonly declared: ReadonlySet<string>;
  readonly allow: string;
};

function methodsByPath(forms: readonly { method: string; path: string }[]): PathMethods[] {
  return [...Map.groupBy(forms, ({ path }) => urlOf(path))].map(([url, same]) => {
    const declared = new Set(same.map(({ method }) => method.toUpperCase()));
    const methods = declared.has('GET') ? declared.union(new Set(['HEAD'])) : declared;
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
    return { url, pattern, declared, allow: [...METHODS.filter(method => methods.has(method)), 'OPTIONS'].join(', ') };
  });
}

type RefuseMethod = (known: PathMethods, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const wrongMethodOf =
  <Context>(replies: Replies<Context>): RefuseMethod =>
  ({ declared, allow }, request, reply) => {
    const message = `${request.method} is not allowed here: use ${[...declared].join(' or ')}`;
    return replies.send(
      request,
      reply.header('allow', allow),
      { failure: { status: 'INVALID_ARGUMENT', message } },
      405,
    );
  };

/** OPTIONS tells the methods of a path; every other method that it does not know gets 405 and the same list. */
function addOtherMethods(scope: FastifyInstance, known: PathMethods, refuse: RefuseMethod): void {
  const { url, allow } = known;
  const method = METHODS.filter(candidate => !allow.split(', ').includes(candidate));
  scope.route({ method, url, exposeHeadRoute: false, handler: (request, reply) => refuse(known, request, reply) });
  scope.options(url, (_request, reply) => reply.code(204).header('allow', allow).send());
}

const urlOf = (path: string): string => path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, ':$1');

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
  const failure = bodyFailure(error);
  if (failure === undefined) {
    options.onUnexpected(error, traceId);
    return internalFailure;
  }
  const compiled = compiledOf(request);
  if (compiled === undefined || context === undefined) return failure;
  const params = request.params as Readonly<Record<string, unknown>>;
  return (await refusalBefore(options.engine, operations, compiled.route, params, context)) ?? failure;
}

function bodyFailure(error: FastifyError): Failure | undefined {
  if (error instanceof BodyTooLarge) return { status: 'INVALID_ARGUMENT', message: error.message };
  const callers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return callers ? { status: 'INVALID_ARGUMENT', message: error.message } : undefined;
}
