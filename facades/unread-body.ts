import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { awaitsContinue } from '../src/platform/http/progress.ts';
import { ANONYMOUS_BYTES, declaredBytes } from './request-body.ts';

/**
 * How long a client may take to read the answer, and how much of its body is discarded meanwhile. Enough for clients
 * that send a small body before they read; more would take capacity from others.
 */
const LINGER_MS = 1_000;
const LINGER_BYTES = 128 * 1024;

/**
 * Closes the connection of a request that was answered before its body was read. The answer is sent first and the
 * connection stays half open for a moment, because closing it at once would reset it before the client reads the
 * answer.
 */
export function closeUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => closeIfUnread(request, reply));
}

function closeIfUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!isUnread(raw)) return;
  reply.header('connection', 'close');
  if (raw.socket instanceof Socket) linger(raw, raw.socket);
}

/** Whether too many bytes are unread. A small rest is read and discarded, so that the connection can be reused. */
function isUnread(raw: IncomingMessage): boolean {
  if (raw.complete || raw.readableEnded) return false;
  const declared = declaredBytes(raw);
  return declared === undefined || declared > ANONYMOUS_BYTES || awaitsContinue(raw);
}

function linger(raw: IncomingMessage, socket: Socket): void {
  let left = LINGER_BYTES;
  const throwAway = (chunk: Buffer) => {
    left -= chunk.length;
    if (left <= 0) raw.pause();
  };
  raw.on('error', () => socket.destroy());
  raw.on('data', throwAway);
  // Node calls this after the last answer of a connection.
  socket.destroySoon = () => {
    socket.end();
    raw.once('end', () => socket.destroy());
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
