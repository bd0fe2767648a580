import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createStaticFile, type StaticFile, sendStatic } from '../static-file.ts';
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
};

/** A file of the build, with its Brotli form if the build made one. */
function readFile(file: string): StaticFile {
  const plain = readFileSync(join(built, file));
  const small = join(built, `${file}.br`);
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  return createStaticFile(type, () => plain, existsSync(small) ? { br: readFileSync(small) } : {});
}

/** Cache-Control of assets, whose names contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

let assets: Map<string, StaticFile> | undefined;

/** The scripts and styles of the build by their paths, read once for all apps of a process. */
function readAssets(): Map<string, StaticFile> {
  const names = () => readdirSync(join(built, 'assets')).filter(file => !file.endsWith('.br'));
  assets ??= new Map(names().map(file => [`/assets/${file}`, readFile(`assets/${file}`)]));
  return assets;
}

export type ConsolePageAnswers = {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Whether a path is that of a script or style. */
  isAsset(path: string): boolean;
};

/**
 * The web console: one HTML page for all its addresses. Throws if `npm run generate:client` has not built it.
 * `graphiql` tells the page whether GraphiQL is available.
 */
export function createConsolePage({ graphiql }: { graphiql: boolean }): ConsolePageAnswers {
  const index = join(built, 'index.html');
  if (!existsSync(index)) throw new Error('The console is not built: run "npm run generate:client"');
  const html = readFileSync(index, 'utf8').replace('<html ', `<html data-graphiql="${graphiql ? 'on' : 'off'}" `);
  const page = createStaticFile(TYPES['.html'] as string, () => Buffer.from(html));
  return {
    send: (request, reply) => sendStatic(page, 'no-cache', request, reply.headers(HEADERS)),
    isAsset: path => readAssets().has(path),
  };
}

/** Registers the routes of the page and of its scripts and styles. One route for all of these, because there are a hundred. */
export function consolePage(app: FastifyInstance, page: ConsolePageAnswers): void {
  for (const address of ADDRESSES) app.get(address, page.send);
  const files = readAssets();
  app.get('/assets/:file', async (request, reply) => {
    const file = files.get(pathOf(request));
    if (file === undefined) return reply.callNotFound();
    return sendStatic(file, IMMUTABLE, request, reply.headers(HEADERS));
  });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';
