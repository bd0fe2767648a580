import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForVisitors, SHARES } from './rest/share-answers.ts';
import { PREFIX } from './rest/unmatched-requests.ts';

/**
 * Answers a request whose path the router cannot read: it has a wrong escape, or a part that is too long. Call it as Fastify's
 * `frameworkErrors`, for which no hooks run: the router gets another path of the same part of the service, so that the request is
 * counted and logged and has the headers of that part.
 */
export function routeUnreadablePath(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  request.raw.url = similarPath(request);
  app.routing(request.raw, reply.raw);
}

/** A path that no route has, or that has the page of all paths which begin like it. */
function similarPath(request: FastifyRequest): string {
  if (isForVisitors(request)) return `${SHARES}/-/-`;
  if (request.url.startsWith(`${PREFIX}/`)) return `${PREFIX}/-`;
  return `${/^\/[\w-]+/.exec(request.url)?.[0] ?? ''}/-`;
}
