import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const EXPOSED_HEADERS = ['X-Trace-Id', 'Retry-After', 'ETag', 'Content-Disposition', 'Content-Range'];

/** Lets pages of these origins read answers. Call it before the hooks that refuse requests: a page must learn why. */
export async function allowPages(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    // A preflight from another origin gets no CORS headers; the request continues to the handler that refuses it.
    origin: (origin, done) => done(null, origin !== undefined && origins.includes(origin)),
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    credentials: false,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
}

/** The same headers for an answer without routes. */
export function corsHeaders(origins: readonly string[], request: IncomingMessage | undefined): Record<string, string> {
  if (origins.length === 0) return {};
  const origin = request?.headers.origin;
  if (origin === undefined || !origins.includes(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  };
}
