import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusCode } from '../src/platform/errors.ts';
import { failureOf, internalFailure } from './execute.ts';
import { MCP_PATH } from './mcp/handler.ts';
import { bodyFailure } from './request-body.ts';
import { compiledOf, sendEnvelope } from './rest/reply.ts';
import { noRoute } from './rest/unmatched-requests.ts';
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
    // Fastify checks the media type before it says that there is no route.
    if (request.is404 && error.code?.startsWith('FST_')) return answerNoRoute(request, reply);
    const traceId = traceIdFrom(request.headers.traceparent);
    const failure = failureOf(error) ?? bodyFailure(error) ?? internalFailure;
    if (failure === internalFailure) onUnexpected(error, traceId);
    return sendEnvelope(reply.code(statusCode[failure.status]), { failure }, traceId);
  });
}

/** Answers a request outside of the REST paths that matches no route. */
export const answerNoRoute = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendEnvelope(reply.code(404), { failure: noRoute }, traceIdFrom(request.headers.traceparent));

/** Whether the route authenticates its caller, which also counts the request. */
const countsCaller = (request: FastifyRequest): boolean =>
  compiledOf(request) !== undefined || [MCP_PATH, GRAPHQL_PATH].includes(request.routeOptions.url ?? '');
