import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_MS = 100;

type Backend = { base: string; isReady: boolean; agent: Agent };

/**
 * A small load balancer on loopback. It sends each request to the newest server that says that it is ready. With
 * `spreads`, it sends requests to all of them in turn, and does what proxies can be told to do (deploy/Caddyfile): it
 * sends a request again to the next server if the connection was refused, or if it broke before the answer of a request
 * that is safe to repeat.
 */
export async function startReadyProxy({ spreads = false } = {}) {
  const backends = new Map<string, Backend>();
  const counts = { repeated: 0 };
  let turn = 0;
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
    incoming
      .on('data', chunk => chunks.push(chunk))
      .on('end', () => pass(incoming, outgoing, Buffer.concat(chunks), candidates()));
  });

  function candidates(): Backend[] {
    const ready = [...backends.values()].filter(({ isReady }) => isReady);
    if (!spreads) return ready.slice(-1);
    turn += 1;
    return ready.map((_, index) => ready[(index + turn) % ready.length] as Backend);
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, [backend, ...others]: Backend[]) {
    if (backend === undefined) {
      outgoing.writeHead(502).end('no backend is ready');
      return;
    }
    const { connection: _, ...headers } = incoming.headers;
    const options = { method: incoming.method, headers, agent: backend.agent };
    const passed = request(`${backend.base}${incoming.url}`, options, answer => {
      const { connection: __, 'keep-alive': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    passed.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) return;
      if (spreads) backend.isReady = false;
      if (others.length === 0 || !(error.code === 'ECONNREFUSED' || isSafe(incoming)))
        outgoing.writeHead(502).end(`${error.code} from ${backend.base}`);
      else {
        counts.repeated += 1;
        pass(incoming, outgoing, body, others);
      }
    });
    passed.end(body);
  }

  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    add(base: string): void {
      backends.set(base, { base, isReady: true, agent: new Agent({ keepAlive: true }) });
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

const isSafe = ({ method = '', headers }: IncomingMessage): boolean =>
  ['GET', 'HEAD'].includes(method) || headers['idempotency-key'] !== undefined;
