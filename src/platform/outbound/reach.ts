import type { Config } from '../config.ts';
import { type AddressKind, addressKind, literalAddress, NEVER } from './addresses.ts';

/** Where the service may connect to, besides public addresses over https. */
export type Reach = {
  /** Hosts that may be private or use plain http; all ports if none is given. */
  allowedHosts: readonly { host: string; port?: number }[];
  /** Whether loopback is permitted: true if the service itself is reachable only on this machine. */
  loopback: boolean;
};

/** Returns what the settings permit. `allowedHosts` is the setting of the feature that connects. */
export function reachOf(config: Pick<Config, 'publicUrl' | 'host'>, allowedHosts: Reach['allowedHosts']): Reach {
  const ownHost = config.publicUrl === undefined ? config.host : new URL(config.publicUrl).hostname;
  return { allowedHosts, loopback: isLoopbackHost(ownHost) };
}

/** The addresses that a host may resolve to. Only `public` requires https. */
export type Permission = 'public' | 'loopback' | 'any';

export type CheckedUrl = { ok: true; url: URL } | { ok: false; problem: string };

const MAX_CHARACTERS = 2048;
const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

const refuse = (problem: string): CheckedUrl => ({ ok: false, problem });

/** Checks a URL without DNS. `setting` is the name of the setting with `allowedHosts`, for the message. */
export function checkUrl(text: string, reach: Reach, setting: string): CheckedUrl {
  // The URL parser silently repairs white space, backslashes and empty parts. Refuse them: they are probably mistakes.
  if (text.length > MAX_CHARACTERS) return refuse(`must have at most ${MAX_CHARACTERS} characters`);
  if (/[\s\\\p{Cc}]/u.test(text)) return refuse('must not contain white space, backslashes or control characters');
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return refuse('must be an https:// URL');
  const url = new URL(text);
  if (url.username || url.password || text.split(/[/?#]/)[2]?.includes('@')) return refuse('must not name a user');
  // It is stored and sent in this form, in which one character may be nine.
  if (url.href.length > MAX_CHARACTERS)
    return refuse(`must have at most ${MAX_CHARACTERS} characters when it is percent-encoded`);
  if (text.includes('#')) return refuse('must not have a fragment');
  const literal = literalAddress(url.hostname);
  const kind = literal === undefined ? undefined : addressKind(literal);
  if (kind === 'never') return refuse(`must not be ${NEVER}`);
  const permission = permissionFor(url, reach);
  if (url.protocol === 'http:' && permission === 'public')
    return refuse(`must be https. Plain http is permitted only for hosts in ${setting}`);
  if (kind !== undefined && !permits(permission, kind))
    return refuse(`must be a public address. A private address must be listed in ${setting}`);
  return { ok: true, url };
}

export function permissionFor(url: URL, { allowedHosts, loopback }: Reach): Permission {
  const host = url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  if (allowedHosts.some(allowed => allowed.host === host && (allowed.port ?? port) === port)) return 'any';
  return loopback && isLoopbackHost(host) ? 'loopback' : 'public';
}

export function permits(permission: Permission, kind: AddressKind): boolean {
  if (permission === 'any') return kind !== 'never';
  return kind === permission;
}

/** Whether the host of a URL is this machine, by its name only. */
function isLoopbackHost(hostname: string): boolean {
  const literal = literalAddress(hostname);
  return literal === undefined ? /^(.+\.)?localhost$/i.test(hostname) : addressKind(literal) === 'loopback';
}
