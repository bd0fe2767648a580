import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Failure } from '../execute.ts';
import type { Replies } from './reply.ts';

// Answers requests that match no route: an unknown path (404), or an unsupported method (405).

export const PREFIX = '/api/v1';

/** All methods that get a 405 on a path that does not support them. */
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const noRoute: Failure = { status: 'NOT_FOUND', message: 'There is no such route' };

export function noRouteAt(path: string): Failure {
  if (!/\/(\/|$)/.test(path)) return noRoute;
  const reason = path.endsWith('/')
    ? 'the path ends in /, or the id behind it is missing'
    : 'a part of the path is empty';
  return { ...noRoute, message: `${noRoute.message}: ${reason}` };
}

export const wrongMethod = ({ method }: FastifyRequest, declared: readonly string[]): Failure => ({
  status: 'INVALID_ARGUMENT',
  message: `${method} is not allowed here: use ${declared.join(' or ')}`,
});

/** The path of a request or of a row, relative to the prefix. */
export const pathOf = ({ url }: FastifyRequest): string => (url.split(/[?#]/)[0] ?? '').slice(PREFIX.length);
/** A path with an empty id, such as /projects//documents, matches the pattern of a route. */
export const hasEmptyId = ({ params }: FastifyRequest): boolean => Object.values(params as object).includes('');
export const urlOf = (path: string): string => path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, ':$1');

/** The methods of a path: `declared` by rows, `allow` as in the header. */
type PathMethods = {
  readonly url: string;
  readonly pattern: RegExp;
  readonly declared: ReadonlySet<string>;
  readonly allow: string;
};

/** Answers requests that none of these routes match. */
export function refuseUnmatched<Context>(
  scope: FastifyInstance,
  replies: Replies<Context>,
  routes: readonly { method: string; path: string }[],
): void {
  const methods = methodsByPath(routes);
  const answerMethod = answerMethodWith(replies);
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = decodeURI(pathOf(request));
    const known = methods.find(({ pattern }) => pattern.test(path));
    // A path with its own method comes here if an id is longer than the router reads.
    if (known !== undefined && !allows(known, request.method)) return answerMethod(known, request, reply);
    return replies.send(request, reply, { failure: noRouteAt(path) }, 404);
  };
  scope.setNotFoundHandler(answer);
  // Runs before Fastify checks the media type.
  scope.addHook('onRequest', async (request, reply) => {
    if (request.is404) return answer(request, reply);
  });
  for (const known of methods) addOtherMethods(scope, known, othersOf(known, methods), answerMethod);
}

function methodsByPath(forms: readonly { method: string; path: string }[]): PathMethods[] {
  return [...Map.groupBy(forms, ({ path }) => urlOf(path))].map(([url, same]) => {
    const declared = new Set(same.map(({ method }) => method.toUpperCase()));
    const methods = declared.has('GET') ? declared.union(new Set(['HEAD'])) : declared;
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
    return { url, pattern, declared, allow: [...METHODS.filter(method => methods.has(method)), 'OPTIONS'].join(', ') };
  });
}

const allows = ({ allow }: PathMethods, method: string): boolean => allow.split(', ').includes(method);

type AnswerMethod = (known: PathMethods, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** OPTIONS returns the methods of a path. Every other unsupported method gets 405 with the same list. */
const answerMethodWith =
  <Context>(replies: Replies<Context>): AnswerMethod =>
  ({ declared, allow }, request, reply) => {
    reply.header('allow', allow);
    if (request.method === 'OPTIONS')
      return reply.header('x-trace-id', replies.stateOf(request).traceId).code(204).send();
    return replies.send(request, reply, { failure: wrongMethod(request, [...declared]) }, 405);
  };

/**
 * The methods of a path that need a route: without OPTIONS, the CORS plugin would answer it, and without the others of
 * `drafts/promote`, the router would take them to `drafts/:draft_id`. Routes for all others, six for each path, take a tenth of
 * a start.
 */
function othersOf(known: PathMethods, methods: readonly PathMethods[]): readonly HTTPMethods[] {
  const isInside = methods.some(other => other !== known && other.pattern.test(known.url));
  const others = METHODS.filter(method => !allows(known, method));
  return isInside ? [...others, 'OPTIONS'] : ['OPTIONS'];
}

function addOtherMethods(
  scope: FastifyInstance,
  known: PathMethods,
  methods: readonly HTTPMethods[],
  answer: AnswerMethod,
): void {
  const handler = (request: FastifyRequest, reply: FastifyReply) => answer(known, request, reply);
  scope.route({ method: [...methods], url: known.url, exposeHeadRoute: false, handler });
}
