import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../src/platform/errors.ts';
import { hostsOf } from '../src/platform/http/hosts.ts';
import { isLoopback } from '../src/platform/loopback.ts';

/** The names under which clients reach the service. */
export type ServedHosts = {
  /** The address that people and agents use, if configured. */
  readonly publicUrl: string | undefined;
  /** The address that the server listens on. */
  readonly host: string;
  /** Exact origins of browser clients. */
  readonly origins: readonly string[];
};

/** The method of a request and the headers that show where it comes from. */
export type Source = {
  readonly method: string;
  readonly origin: string | undefined;
  /** Every Host header of the request. */
  readonly hosts: readonly string[];
  /** Sec-Fetch-Site: browsers set it, pages cannot. */
  readonly fetchSite: string | undefined;
};

/** A request from a foreign web page, or for a host that is not this service. */
export class ForeignRequest extends DomainError {}

/** For the `config` of a route that accepts any Host: health probes and scrapers use IP addresses. */
export const ANY_HOST = { anyHost: true };

/**
 * Rejects requests that foreign web pages make a browser send. Browsers send the page's Origin; a name that points to
 * this machine (DNS rebinding) appears in Host. X-Forwarded-Host is never trusted, because such a page can send it.
 */
export function refuseForeignRequests(
  app: FastifyInstance,
  served: ServedHosts,
  /** Rejects with RESOURCE_EXHAUSTED when an address sends too many requests. */
  count: (request: FastifyRequest) => Promise<void>,
): void {
  app.addHook('onRequest', async request => {
    const refused = refusedHeader(served, sourceOf(request), isOpenToAnyHost(request));
    if (refused === undefined) return;
    await count(request);
    throw new ForeignRequest('PERMISSION_DENIED', explain(refused));
  });
}

const explain = (header: 'Origin' | 'Host'): string =>
  `This ${header} is not allowed here: see DOCSVC_PUBLIC_URL${header === 'Origin' ? ' and DOCSVC_CORS_ORIGINS' : ''}`;

const isOpenToAnyHost = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { anyHost?: boolean } | undefined)?.anyHost === true;

function sourceOf({ method, headers, raw }: FastifyRequest): Source {
  return { method, origin: headers.origin, hosts: hostsOf(raw), fetchSite: headers['sec-fetch-site']?.toString() };
}

/** Returns the header that causes the refusal. */
export function refusedHeader(
  served: ServedHosts,
  { method, origin, hosts, fetchSite }: Source,
  anyHost = false,
): 'Origin' | 'Host' | undefined {
  const host = hosts.length === 1 ? hostIn(hosts[0] as string) : undefined;
  if (origin !== undefined && !isOurOrigin(served, origin, host)) return 'Origin';
  // Some browsers omit Origin but still send Sec-Fetch-Site. GET and HEAD, such as following a link, only read.
  const isElsewhere = fetchSite === 'cross-site' || fetchSite === 'same-site';
  if (origin === undefined && isElsewhere && method !== 'GET' && method !== 'HEAD') return 'Origin';
  if (hosts.length > 1) return 'Host';
  return anyHost || !isHostKnown(served) || (host !== undefined && isOurHost(served, host)) ? undefined : 'Host';
}

/** Without a public URL, the names of the service are known only on loopback. */
const isHostKnown = ({ publicUrl, host }: ServedHosts): boolean => publicUrl !== undefined || isLoopback(host);

const isOurHost = ({ publicUrl }: ServedHosts, { name }: Host): boolean =>
  isLoopback(name) || (publicUrl !== undefined && name === hostOf(new URL(publicUrl)).name);

function isOurOrigin({ publicUrl, origins }: ServedHosts, origin: string, asked: Host | undefined): boolean {
  if (origins.includes(origin)) return true;
  const [, scheme = '', authority = ''] = /^(https?):\/\/(.*)$/i.exec(origin) ?? [];
  const from = hostIn(authority);
  if (from === undefined) return false;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  // A page on plain HTTP under the name of an HTTPS service is foreign.
  const isOtherScheme = own?.protocol !== `${scheme.toLowerCase()}:` && own !== undefined;
  const isPublicName = own !== undefined && from.name === hostOf(own).name;
  if (isPublicName && isOtherScheme) return false;
  const isSame = (other: Host | undefined) =>
    other?.name === from.name && portOf(other, scheme) === portOf(from, scheme);
  return isSame(asked) || (own !== undefined && isSame(hostOf(own)));
}

type Host = { readonly name: string; readonly port: string };

/** The default port follows from the scheme of the page, because TLS may end at a proxy. */
const portOf = ({ port }: Host, scheme: string): string => port || (scheme.toLowerCase() === 'https' ? '443' : '80');

/** Hosts of recent requests: each has one, mostly the same. */
const parsed = new LRUCache<string, { readonly host: Host | undefined }>({
  maxSize: 64 * 1024,
  sizeCalculation: (_, text) => text.length + 1,
});

function hostIn(text: string): Host | undefined {
  const known = parsed.get(text) ?? { host: parseHost(text) };
  parsed.set(text, known);
  return known.host;
}

/** Parses `name:port`. Users, paths and other parts of a URL are invalid here. */
function parseHost(text: string): Host | undefined {
  const [, name = '', port = ''] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  return name !== '' && URL.canParse(`http://${name}`)
    ? { name: hostOf(new URL(`http://${name}`)).name, port }
    : undefined;
}

/** Names are lower case and without a trailing dot. */
const hostOf = ({ hostname, port }: URL): Host => ({ name: hostname.replace(/\.$/, ''), port });
