import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { noDevices } from '../no-devices.ts';
import { prefers } from '../static-file.ts';

/** Every address below this prefix returns the same page. */
const PREFIX = '/share/';

const OTHER_METHODS: HTTPMethods[] = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const folder = import.meta.dirname;

export type SharePage = { html: string; headers: Record<string, string> };

/**
 * Assembles the share page: one answer for all ids, built once. The browser accepts only its own script and style; the
 * page reads its data from the REST routes for visitors. `npm run generate:client` bundles the script.
 */
function assemblePage(): SharePage {
  const script = readFileSync(join(folder, 'built/page.js'), 'utf8');
  const style = readFileSync(join(folder, 'page.css'), 'utf8');
  const parts: Record<string, string> = { script, style };
  const html = readFileSync(join(folder, 'page.html'), 'utf8').replace(
    /\/\* (\w+) \*\//g,
    (_, name) => parts[name] ?? '',
  );
  return { html, headers: headersFor(script, style) };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const headersFor = (script: string, style: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types share',
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'origin-agent-cluster': '?1',
  'permissions-policy': noDevices,
});

export type SharePageAnswers = {
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

export function createSharePage(): SharePageAnswers {
  const { html, headers } = assemblePage();
  const plain = Buffer.from(html);
  let small: Buffer | undefined;
  const compressed = () => (small ??= brotliCompressSync(plain, QUALITY));
  return {
    send(request, reply) {
      const isSmall = prefers('br', request.headers['accept-encoding']);
      // Also for malformed addresses, so that the answer shows no headers of other parts of the service.
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
      reply.headers(headers).header('vary', 'accept-encoding');
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return reply.code(405).header('allow', 'GET, HEAD').send();
      if (isSmall) reply.header('content-encoding', 'br');
      return reply
        .code(200)
        .type('text/html; charset=utf-8')
        .send(isSmall ? compressed() : plain);
    },
  };
}

/** `GET /share/{share_id}` for any id, without a look-up, so that the answer does not reveal whether a share exists. */
export function sharePage(app: FastifyInstance, page: SharePageAnswers): void {
  app.route({
    method: ['GET', ...OTHER_METHODS],
    url: `${PREFIX}*`,
    // Before Fastify checks the media type of the request.
    onRequest: async (request, reply) => page.send(request, reply),
    handler: page.send,
  });
}
