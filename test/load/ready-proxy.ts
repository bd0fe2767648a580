import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_MS = 100;

/** A small load balancer on loopback: it sends each request to the newest server that says that it is ready. */
export async function startReadyProxy() {
  const backends = new Map<string, { isReady: boolean; agent: Agent }>();
  const looking = setInterval(() => {
    for (const [base, backend] of backends) {
      const look = request(`${base}/api/v1/open/health/ready`, { timeout: 1_000 }, answer => {
        backend.isReady = answer.statusCode === 200;
        answer.resume();
      });
      look.on('timeout', () => look.destroy());
      look.on('error', () => {
        backend.isReady = false;
      });
      look.end();
    }
  }, LOOK_MS);

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', chunk => chunks.push(chunk)).on('end', () => pass(incoming, outgoing, Buffer.concat(chunks)));
  });

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const [base, backend] = [...backends].findLast(([, { isReady }]) => isReady) ?? [];
    if (base === undefined || backend === undefined) {
      outgoing.writeHead(502).end('no backend is ready');
      return;
    }
    const { connection: _, ...headers } = incoming.headers;
    const options = { method: incoming.method, headers, agent: backend.agent };
    const passed = request(`${base}${incoming.url}`, options, answer => {
      const { connection: __, 'keep-alive': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    passed.once('error', error => outgoing.writeHead(502).end(`${(error as NodeJS.ErrnoException).code} from ${base}`));
    passed.end(body);
  }

  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(base: string): void {
      backends.set(base, { isReady: true, agent: new Agent({ keepAlive: true }) });
    },
    remove(base: string): void {
      backends.get(base)?.agent.destroy();
      backends.delete(base);
    },
    close(): void {
      clearInterval(looking);
      for (const base of backends.keys()) this.remove(base);
      server.closeAllConnections();
      server.close();
    },
  };
}
