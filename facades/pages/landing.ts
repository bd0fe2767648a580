import type { FastifyInstance } from 'fastify';
import { OPENAPI_PATH } from '../rest/route.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = (graphiql: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>docsvc</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; }
</style>
</head>
<body>
<main>
<h1>docsvc</h1>
<p>Review and publishing of OpenAPI and Markdown documents.</p>
<dl>
<dt><a href="/reference">REST reference</a></dt>
<dd>Every route, to read and to try. The document itself: <a href="${OPENAPI_PATH}">openapi.yaml</a>.</dd>
<dt>${graphiql ? '<a href="/graphql">GraphQL</a>' : 'GraphQL: <code>POST /graphql</code>'}</dt>
<dd>${graphiql ? 'The page to try queries on.' : 'The page to try queries on is off: <code>DOCSVC_GRAPHIQL=on</code> turns it on.'}</dd>
<dt>MCP: <code>POST /api/v1/open/mcp</code></dt>
<dd>The tools for software agents.</dd>
<dt><a href="/api/v1/open/health">Health</a></dt>
<dd>The state of the service and its database.</dd>
</dl>
</main>
</body>
</html>
`;

/** `GET /`: where the surfaces of the service are. */
export function landingPage(app: FastifyInstance, { graphiql }: { graphiql: boolean }): void {
  const html = page(graphiql);
  app.get('/', (_, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html),
  );
}
