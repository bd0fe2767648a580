import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusCode } from '../src/platform/errors.ts';
import { failureOf, internalFailure } from './execute.ts';
import { MCP_PATH } from './mcp/handler.ts';
import { bodyFailure } from './request-body.ts';
import { compiledOf, sendEnvelope } from './rest/reply.ts';
import { hasEmptyId, noRoute, wrongMethod } from './rest/unmatched-requests.ts';
import { traceIdFrom } from './trace.ts';

export const GRAPHQL_PATH = '/graphql';

export type OpenRequestOptions = {
  /** Rejects with RESOURCE_EXHAUSTED when an address sends too many requests. */
  count(address: string): Promise<void>;
  onUnexpected(error: unknown, traceId: string): void;
};

/** Counts requests on routes without authentication: health, pages, other methods, unknown paths. */
export function countOpenRequests(app: FastifyInstance, { count, onUnexpected }: OpenRequestOptions): void {
  app.addHook('onRequest', async request => {
    if (!countsCaller(request)) await count(request.ip);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const traceId = traceIdFrom(request.headers.traceparent);
    const failure = failureOf(error) ?? bodyFailure(error) ?? internalFailure;
    if (failure === internalFailure) onUnexpected(error, traceId);
    return sendEnvelope(reply.code(statusCode[failure.status]), { failure }, traceId);
  });
}

/**
 * Answers requests outside of the REST paths that match no route. Call it before the pages and files are added. `isFile` tells
 * whether a path under a parameter has a file.
 */
export function answerOtherRequests(app: FastifyInstance, isFile: (path: string) => boolean): void {
  const pages: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET' && !url.includes(':')) pages.push(url);
  });
  const isPage = (path: string) =>
    isFile(path) || pages.some(page => (page.endsWith('*') ? path.startsWith(page.slice(0, -1)) : path === page));
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    isPage(request.url.split('?')[0] ?? '') ? refuseMethod(request, reply) : answerNoRoute(request, reply);
  app.setNotFoundHandler(answer);
  // Runs before Fastify checks the media type.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return answer(request, reply);
  });
}

const answerNoRoute = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendEnvelope(reply.code(404), { failure: noRoute }, traceIdFrom(request.headers.traceparent));

/** OPTIONS returns the methods of a page or file. Every other method gets 405 with the same list. */
function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('allow', 'GET, HEAD, OPTIONS');
  if (request.method === 'OPTIONS') return reply.code(204).send();
  const failure = wrongMethod(request, ['GET']);
  return sendEnvelope(reply.code(405), { failure }, traceIdFrom(request.headers.traceparent));
}

/**
 * Whether the route authenticates its caller, which also counts the request. Other methods, and paths with an empty id, are
 * answered before that.
 */
export const countsCaller = (request: FastifyRequest): boolean =>
  (compiledOf(request) !== undefined && !hasEmptyId(request)) ||
  AUTHENTICATED[request.routeOptions.url ?? '']?.includes(request.method) === true;

const AUTHENTICATED: Record<string, readonly string[]> = {
  [MCP_PATH]: ['POST'],
  [GRAPHQL_PATH]: ['GET', 'HEAD', 'POST'],
};
