import type { FastifyReply } from 'fastify';

/** Adds a name to the Vary header (RFC 9110, section 12.5.5), which may already have others, such as Origin. */
export function varyBy(reply: FastifyReply, name: string): FastifyReply {
  const others = reply.getHeader('vary');
  return reply.header('vary', others === undefined ? name : `${others}, ${name}`);
}

export const varyByEncoding = (reply: FastifyReply): FastifyReply => varyBy(reply, 'accept-encoding');
