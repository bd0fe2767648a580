import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../src/platform/errors.ts';
import { isLoopback } from '../src/platform/loopback.ts';

/** The names under which the service is reached. */
export type Reach = {
  /** The address that people and agents use, if the settings name one. */
  readonly publicUrl: string | undefined;
  /** The address that the server listens on. */
  readonly host: string;
  /** Exact origins of browser clients. */
  readonly origins: readonly string[];
};

/** The headers that tell where a request comes from, and its method. */
export type Source = {
  readonly method: string;
  readonly origin: string | undefined;
  /** Every Host header of the request. */
  readonly hosts: readonly string[];
  /** Sec-Fetch-Site: browsers set it, pages cannot. */
  readonly fetchSite: string | undefined;
};

/** The request comes from a web page of others, or asks for a host that is not this service. */
export class ForeignRequest extends DomainError {}

/** For the `config` of a route that answers whatever Host is asked for: probes know addresses only. */
export const ANY_HOST = { anyHost: true };

/**
 * Refuses what web pages of others make a browser send: a page tells its Origin, and a name that was bent to this
 * machine (DNS rebinding) stands in Host. X-Forwarded-Host is never believed: such a page can send it.
 */
export function refuseForeignRequests(app: FastifyInstance, reach: Reach): void {
  app.addHook('onRequest', async request => {
    const refused = refusedHeader(reach, sourceOf(request), isOpenToAnyHost(request));
    if (refused !== undefined) throw new ForeignRequest('PERMISSION_DENIED', explain(refused));
  });
}

const explain = (header: 'Origin' | 'Host'): string =>
  `This ${header} is not allowed here: see DOCSVC_PUBLIC_URL${header === 'Origin' ? ' and DOCSVC_CORS_ORIGINS' : ''}`;

const isOpenToAnyHost = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { anyHost?: boolean } | undefined)?.anyHost === true;

function sourceOf({ method, headers, raw }: FastifyRequest): Source {
  const hosts = raw.rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host');
  return { method, origin: headers.origin, hosts, fetchSite: headers['sec-fetch-site']?.toString() };
}

/** The header for which a request is refused. */
export function refusedHeader(
  reach: Reach,
  { method, origin, hosts, fetchSite }: Source,
  anyHost = false,
): 'Origin' | 'Host' | undefined {
  const host = hosts.length === 1 ? hostIn(hosts[0] as string) : undefined;
  if (origin !== undefined && !isOurOrigin(reach, origin, host)) return 'Origin';
  // Browsers that hide the Origin still say that the page is another's; following a link only reads.
  const isElsewhere = fetchSite === 'cross-site' || fetchSite === 'same-site';
  if (origin === undefined && isElsewhere && method !== 'GET' && method !== 'HEAD') return 'Origin';
  if (hosts.length > 1) return 'Host';
  return anyHost || !isHostKnown(reach) || (host !== undefined && isOurHost(reach, host)) ? undefined : 'Host';
}

/** Beyond loopback and without a public URL nobody said under which names the service is reached. */
const isHostKnown = ({ publicUrl, host }: Reach): boolean => publicUrl !== undefined || isLoopback(host);

const isOurHost = ({ publicUrl }: Reach, { name }: Host): boolean =>
  isLoopback(name) || (publicUrl !== undefined && name === hostOf(new URL(publicUrl)).name);

function isOurOrigin({ publicUrl, origins }: Reach, origin: string, asked: Host | undefined): boolean {
  if (origins.includes(origin)) return true;
  const [, scheme = '', authority = ''] = /^(https?):\/\/(.*)$/i.exec(origin) ?? [];
  const from = hostIn(authority);
  if (from === undefined) return false;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  // A page that somebody put on plain http under the name of a service on https is another's.
  const isOtherScheme = own?.protocol !== `${scheme.toLowerCase()}:` && own !== undefined;
  const isPublicName = own !== undefined && from.name === hostOf(own).name;
  if (isPublicName && isOtherScheme) return false;
  const isSame = (other: Host | undefined) =>
    other?.name === from.name && portOf(other, scheme) === portOf(from, scheme);
  return isSame(asked) || (own !== undefined && isSame(hostOf(own)));
}

type Host = { readonly name: string; readonly port: string };

/** The port that is meant where none is named follows from the scheme of the page: TLS may end before the service. */
const portOf = ({ port }: Host, scheme: string): string => port || (scheme.toLowerCase() === 'https' ? '443' : '80');

/** The host in `name:port`; a user, a path or whatever else a URL may hold has no place there. */
function hostIn(text: string): Host | undefined {
  const [, name = '', port = ''] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  return name !== '' && URL.canParse(`http://${name}`)
    ? { name: hostOf(new URL(`http://${name}`)).name, port }
    : undefined;
}

/** Names are lower case and without the dot that may end them. */
const hostOf = ({ hostname, port }: URL): Host => ({ name: hostname.replace(/\.$/, ''), port });
