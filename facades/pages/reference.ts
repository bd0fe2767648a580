import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { OPENAPI_PATH } from '../rest/route.ts';
import { createStaticFile, sendStatic } from '../static-file.ts';

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

/** `GET /reference`: the service's own OpenAPI document, to read and try in a browser. */
export function referencePage(app: FastifyInstance): void {
  const require = createRequire(import.meta.url);
  const vendored = (file: string) => () => readFile(require.resolve(`swagger-ui-dist/${file}`));
  const own = (text: string) => () => Buffer.from(text);
  const script = 'text/javascript; charset=utf-8';
  const html = createStaticFile('text/html; charset=utf-8', own(PAGE));
  const files = {
    '/reference': html,
    '/reference/': html,
    '/reference/start.js': createStaticFile(script, own(START)),
    '/reference/swagger-ui-bundle.js': createStaticFile(script, vendored('swagger-ui-bundle.js')),
    '/reference/swagger-ui.css': createStaticFile('text/css; charset=utf-8', vendored('swagger-ui.css')),
  };
  for (const [url, file] of Object.entries(files))
    app.get(url, (request, reply) => {
      reply.header('content-security-policy', POLICY).header('x-robots-tag', 'noindex');
      return sendStatic(file, 'no-cache', request, reply);
    });
}
