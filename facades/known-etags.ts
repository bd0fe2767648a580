import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Whether If-None-Match names the current answer (RFC 9110, section 13.1.2): by its ETag, in weak comparison, or by `*`, which
 * stands for whatever there is.
 */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.trim() === '*' || isListed(ifNoneMatch, tag);

/** The same without `*`, before it is known that there is an answer. */
export const isListed = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some(listed => opaque(listed.trim()) === opaque(tag)) ?? false;

/** Whether If-Match permits the answer (RFC 9110, section 13.1.1): absent, `*`, or with its ETag, in strong comparison. */
export const isExpectedTag = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || ifMatch.trim() === '*' || ifMatch.split(',').some(listed => listed.trim() === tag);

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/**
 * Sends HTTP 304. For HEAD, Fastify would write the Content-Length of an empty body, which caches would take for the length of
 * the answer that they have (RFC 9110, section 8.6). That of a stream it does not know.
 */
export const sendNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);
