import type { FastifyReply } from 'fastify';

const ENCODING = 'accept-encoding';

/**
 * Tells caches that the answer differs by the encodings that a caller accepts (RFC 9110, section 12.5.5), beside what differs
 * already, such as the origin.
 */
export function varyByEncoding(reply: FastifyReply): FastifyReply {
  const others = reply.getHeader('vary');
  return reply.header('vary', others === undefined ? ENCODING : `${others}, ${ENCODING}`);
}
