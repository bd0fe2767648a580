import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const FORWARDED_FOR = 'x-forwarded-for';

/**
 * Removes ports from the addresses in X-Forwarded-For. Fastify uses the addresses as they are. Some proxies add the port,
 * which differs for each connection: each connection would then count as another caller for rate limits.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const header = request.raw.headers[FORWARDED_FOR];
    if (header !== undefined) request.raw.headers[FORWARDED_FOR] = addressesIn(String(header)).join(', ');
    done();
  });
}

/** The addresses after the last entry that is not an address. Entries before it may come from the caller, not from a proxy. */
function addressesIn(header: string): string[] {
  const named = header.split(',').map(hop => hop.trim());
  const hops = named.filter(hop => hop !== '').map(addressIn);
  return hops.slice(hops.lastIndexOf(undefined) + 1) as string[];
}

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

function addressIn(hop: string): string | undefined {
  const [, ipv6, ipv4] = WITH_PORT.exec(hop) ?? [];
  const address = ipv6 ?? ipv4 ?? hop;
  return isIP(address) === 0 ? undefined : address;
}
