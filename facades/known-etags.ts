import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Whether If-None-Match matches the current answer (RFC 9110, section 13.1.2): it lists the ETag, by weak comparison,
 * or is `*`.
 */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || isListed(ifNoneMatch, tag);

/** The same without `*`, for use before the answer is loaded: `*` matches only if an answer exists. */
export const isListed = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some(listed => opaque(listed.trim()) === opaque(tag)) ?? false;

/** Whether If-Match permits the answer (RFC 9110, section 13.1.1): absent, `*`, or with its ETag, in strong comparison. */
export const isExpectedTag = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || ifMatch.trim() === '*' || ifMatch.split(',').some(listed => listed.trim() === tag);

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/**
 * Sends HTTP 304. For HEAD, Fastify would send `Content-Length: 0`, which caches would take for the length of the
 * stored answer (RFC 9110, section 8.6). An empty stream avoids it: Fastify does not know the length of a stream.
 */
export const sendNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);
