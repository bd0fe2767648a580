import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from './http/node-http.ts';
import type { Metrics } from './metrics.ts';
import { refuseListening } from './start-failures.ts';

/** Serves metrics on a port of their own, which only the scraper should reach. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'read' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await metrics.read();
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  // Rejects with the error event.
  await once(server.listen(port, host), 'listening').catch(error => refuseListening(error, 'DOCSVC_METRICS'));
  return server.unref();
}
