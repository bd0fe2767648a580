import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const FORWARDED_FOR = 'x-forwarded-for';

/**
 * Reads the addresses that proxies forward, for Fastify, which takes them as they are. Some proxies add a port, which
 * differs for each connection: limits by address would count nobody twice.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const header = request.raw.headers[FORWARDED_FOR];
    if (header !== undefined) request.raw.headers[FORWARDED_FOR] = addressesIn(String(header)).join(', ');
    done();
  });
}

/** The last addresses. Of what stands before anything else, no proxy is known to have written it. */
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
