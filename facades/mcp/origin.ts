import { isIP } from 'node:net';

/** The names under which the service is reached. */
export type Reach = {
  /** The address that people and agents use, if the settings name one. */
  readonly publicUrl: string | undefined;
  /** The address that the server listens on. */
  readonly host: string;
  /** Exact origins of browser clients. */
  readonly origins: readonly string[];
};

/**
 * Keeps web pages of others out: a page that a browser shows sends its Origin, and a name that was bent to this machine
 * (DNS rebinding) stands in Host. Gives the header that is refused.
 */
export function refusedHeader(
  reach: Reach,
  origin: string | undefined,
  host: string | undefined,
): 'Origin' | 'Host' | undefined {
  if (origin !== undefined && !isOurOrigin(reach, origin)) return 'Origin';
  return host !== undefined && isOurHost(reach, nameIn(host)) ? undefined : 'Host';
}

function isOurOrigin(reach: Reach, origin: string): boolean {
  if (reach.origins.includes(origin)) return true;
  if (reach.publicUrl !== undefined && new URL(reach.publicUrl).origin === origin) return true;
  // Pages of this machine may talk to a service of this machine.
  const isLocal = isLoopback(reach.publicUrl === undefined ? bracketed(reach.host) : hostName(reach.publicUrl));
  const [, host] = /^https?:\/\/(.*)$/.exec(origin) ?? [];
  return isLocal && host !== undefined && isLoopback(nameIn(host));
}

function isOurHost({ publicUrl, host }: Reach, name: string | undefined): boolean {
  if (name === undefined) return false;
  if (isLoopback(name)) return true;
  if (publicUrl !== undefined) return name === hostName(publicUrl);
  // Nobody said the public name: an address is no name that could have been bent.
  return name === bracketed(host).toLowerCase() || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

const isLoopback = (name: string | undefined): boolean =>
  name !== undefined && (name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name));

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const hostName = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);

/** The name in `name:port`; a user, a path or whatever else a URL may hold has no place there. */
const nameIn = (host: string): string | undefined =>
  /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host) ? hostName(`http://${host}`) : undefined;
