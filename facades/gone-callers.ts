import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes before the answer ends. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Whether the caller disconnected before the first byte of a stream. That is not an error, and needs no answer. */
export const hasLeft = (error: Partial<NodeJS.ErrnoException>, { raw }: FastifyReply): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed;
