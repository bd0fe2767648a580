import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const middleware = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  referrerPolicy: { policy: 'no-referrer' },
});

/** Sets the headers that helmet recommends, which pages may replace. They are the same each time, so helmet builds them once. */
export function setSecurityHeaders(app: FastifyInstance): void {
  const headers = headersOf(middleware);
  app.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    done();
  });
}

function headersOf(setHeaders: typeof middleware): [string, string][] {
  const headers: [string, string][] = [];
  const response = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, error => {
    if (error) throw error;
  });
  return headers;
}
