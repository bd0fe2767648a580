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
export const pathOf = ({ url }: FastifyRequest): string => (url.split('?')[0] ?? '').slice(PREFIX.length);
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
  const refuseMethod = wrongMethodOf(replies);
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    // Fastify does not route rare methods: they arrive here.
    const known = methods.find(({ pattern }) => pattern.test(pathOf(request)));
    if (known !== undefined) return refuseMethod(known, request, reply);
    return replies.send(request, reply, { failure: noRouteAt(pathOf(request)) }, 404);
  };
  scope.setNotFoundHandler(refuse);
  // Runs before Fastify checks the media type of a QUERY request.
  scope.addHook('onRequest', async (request, reply) => {
    if (request.is404) return refuse(request, reply);
  });
  for (const known of methods) addOtherMethods(scope, known, refuseMethod);
}

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
    const failure = wrongMethod(request, [...declared]);
    return replies.send(request, reply.header('allow', allow), { failure }, 405);
  };

/** OPTIONS returns the methods of a path. Every other unsupported method gets 405 with the same list. */
function addOtherMethods(scope: FastifyInstance, known: PathMethods, refuse: RefuseMethod): void {
  const { url, allow } = known;
  const method = [...METHODS.filter(candidate => !allow.split(', ').includes(candidate)), 'OPTIONS'];
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    request.method === 'OPTIONS' ? reply.code(204).header('allow', allow).send() : refuse(known, request, reply);
  scope.route({ method, url, exposeHeadRoute: false, handler });
}
