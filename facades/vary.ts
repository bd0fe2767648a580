import type { FastifyReply } from 'fastify';

const ENCODING = 'accept-encoding';

/**
 * Adds Accept-Encoding to the Vary header (RFC 9110, section 12.5.5), which may already have other names, such as
 * Origin.
 */
export function varyByEncoding(reply: FastifyReply): FastifyReply {
  const others = reply.getHeader('vary');
  return reply.header('vary', others === undefined ? ENCODING : `${others}, ${ENCODING}`);
}
