import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESSES } from './addresses.ts';

const built = join(import.meta.dirname, 'built');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types console console-worker',
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  vary: 'accept-encoding',
};

/** One file of the build, and the same compressed with Brotli. */
type Part = { readonly type: string; readonly plain: Buffer; readonly small: Buffer | undefined };

const readPart = (file: string): Part => ({
  type: TYPES[extname(file)] ?? 'application/octet-stream',
  plain: readFileSync(join(built, file)),
  small: existsSync(join(built, `${file}.br`)) ? readFileSync(join(built, `${file}.br`)) : undefined,
});

let parts: Map<string, Part> | undefined;

/** The files of the build, read once for all apps of a process. */
function readParts(): Map<string, Part> {
  if (!existsSync(join(built, 'index.html')))
    throw new Error('The console is not built: run "npm run generate:client"');
  const assets = readdirSync(join(built, 'assets')).filter(file => !file.endsWith('.br'));
  parts ??= new Map(['index.html', ...assets.map(file => `assets/${file}`)].map(file => [file, readPart(file)]));
  return parts;
}

/**
 * The web console: one page for all its addresses. Its scripts and styles are files whose names hold a hash of their
 * content; `npm run generate:client` builds them.
 */
export function consolePage(app: FastifyInstance, { graphiql }: { graphiql: boolean }): void {
  const files = readParts();
  const html = (files.get('index.html') as Part).plain.toString();
  const page: Part = {
    type: TYPES['.html'] as string,
    plain: Buffer.from(html.replace('<html ', `<html data-graphiql="${graphiql ? 'on' : 'off'}" `)),
    small: undefined,
  };
  for (const address of ADDRESSES) app.get(address, (request, reply) => send(page, 'no-cache', request, reply));
  for (const [file, part] of files)
    if (file !== 'index.html')
      app.get(`/${file}`, (request, reply) => send(part, 'public, max-age=31536000, immutable', request, reply));
}

function send({ type, plain, small }: Part, caching: string, { headers }: FastifyRequest, reply: FastifyReply) {
  reply.headers(HEADERS).header('cache-control', caching).type(type);
  if (small === undefined || !/\bbr\b(?!;\s*q=0(?![.\d]*[1-9]))/.test(String(headers['accept-encoding'] ?? '')))
    return reply.send(plain);
  return reply.header('content-encoding', 'br').send(small);
}
