import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** `GET /cli.tgz`: the command line client as a package, for `npx <service>/cli.tgz`. */
export function clientPackage(app: FastifyInstance): void {
  const bytes = readFileSync(join(import.meta.dirname, 'built/cli.tgz'));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  app.get('/cli.tgz', (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache').header('x-robots-tag', 'noindex');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/gzip').send(bytes);
  });
}
