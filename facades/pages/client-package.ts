import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isKnown, sendNotModified } from '../known-etags.ts';

/** `GET /cli.tgz`: the command line client as a package, for `npx <service>/cli.tgz`. */
export function clientPackage(app: FastifyInstance): void {
  const bytes = readFileSync(join(import.meta.dirname, '../cli/built/cli.tgz'));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  app.get('/cli.tgz', (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache').header('x-robots-tag', 'noindex');
    if (isKnown(request.headers['if-none-match'], etag)) return sendNotModified(reply);
    return reply.type('application/gzip').send(bytes);
  });
}
