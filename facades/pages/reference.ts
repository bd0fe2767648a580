import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OPENAPI_PATH } from '../rest/route.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST reference · docsvc</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/reference/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The document itself is at ${OPENAPI_PATH}.</noscript>
<script src="/reference/swagger-ui-bundle.js"></script>
<script src="/reference/start.js"></script>
</body>
</html>
`;

// No validator: it would send the address of this server to a third party.
const START = `SwaggerUIBundle({
  url: '${OPENAPI_PATH}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  validatorUrl: null,
});
`;

/** Swagger UI uses inline styles; scripts come from this server only. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const compress = promisify(brotliCompress);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

type Part = { readonly type: string; read(): Promise<Buffer>; small?: Promise<Buffer> };

/** `GET /reference`: the service's own OpenAPI document, to read and try in a browser. */
export function referencePage(app: FastifyInstance): void {
  const require = createRequire(import.meta.url);
  const vendored = (file: string) => () => readFile(require.resolve(`swagger-ui-dist/${file}`));
  const own = (text: string) => async () => Buffer.from(text);
  const script = 'text/javascript; charset=utf-8';
  const html = { type: 'text/html; charset=utf-8', read: own(PAGE) };
  const parts: Record<string, Part> = {
    '/reference': html,
    '/reference/': html,
    '/reference/start.js': { type: script, read: own(START) },
    '/reference/swagger-ui-bundle.js': { type: script, read: vendored('swagger-ui-bundle.js') },
    '/reference/swagger-ui.css': { type: 'text/css; charset=utf-8', read: vendored('swagger-ui.css') },
  };
  for (const [url, part] of Object.entries(parts)) app.get(url, (request, reply) => send(part, request, reply));
}

async function send(part: Part, { headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('content-security-policy', POLICY).header('vary', 'accept-encoding').type(part.type);
  reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex');
  if (!/\bbr\b/.test(String(headers['accept-encoding'] ?? ''))) return reply.send(await part.read());
  // Read and compressed at the first request, not at start: most servers rarely show this page.
  part.small ??= part.read().then(plain => compress(plain, QUALITY));
  return reply.header('content-encoding', 'br').send(await part.small);
}
