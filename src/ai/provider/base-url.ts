import { isIP } from 'node:net';
import type { Config } from '../../platform/config.ts';
import { type AddressKind, addressKind } from './addresses.ts';

/** Where the service may connect to beyond public addresses over https. */
export type Reach = {
  /** Hosts that may be private or plain http, all ports of them where none is named. */
  allowedHosts: readonly { host: string; port?: number }[];
  /** The service is one person's, on his own machine: its loopback is his. */
  loopback: boolean;
};

export function reachOf(config: Pick<Config, 'aiAllowedHosts' | 'publicUrl' | 'host'>): Reach {
  const ownHost = config.publicUrl === undefined ? config.host : new URL(config.publicUrl).hostname;
  return { allowedHosts: config.aiAllowedHosts, loopback: isLoopbackHost(ownHost) };
}

/** What a host may resolve to. Only `public` asks for https. */
export type Permission = 'public' | 'loopback' | 'any';

export type CheckedUrl = { ok: true; url: string } | { ok: false; problem: string };

const MOST_CHARACTERS = 2048;
const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

const refuse = (problem: string): CheckedUrl => ({ ok: false, problem });

/**
 * Judges a base URL without asking any name server; gives the one to append paths to, without a final slash. By the
 * convention of OpenAI the base ends in /v1, so one without a path gets it.
 */
export function checkBaseUrl(text: string, reach: Reach): CheckedUrl {
  // The URL parser forgives blanks, tabs, backslashes and empty ends; whoever writes them means something else.
  if (text.length > MOST_CHARACTERS) return refuse(`must have at most ${MOST_CHARACTERS} characters`);
  if (/[\s\\\p{Cc}]/u.test(text)) return refuse('must not hold blanks, backslashes or control characters');
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return refuse('must be an https:// URL');
  const url = new URL(text);
  if (url.username || url.password || text.split('/')[2]?.includes('@')) return refuse('must not name a user');
  if (text.includes('?')) return refuse('must not have a query');
  if (text.includes('#')) return refuse('must not have a fragment');
  const permission = permissionFor(url, reach);
  if (url.protocol === 'http:' && permission === 'public')
    return refuse('must be https; plain http takes a host of DOCSVC_AI_ALLOWED_HOSTS');
  const literal = literalAddress(url.hostname);
  if (literal !== undefined && !permits(permission, addressKind(literal)))
    return refuse('must be a public address; a private one takes an entry in DOCSVC_AI_ALLOWED_HOSTS');
  const path = url.pathname.replace(/\/+$/, '');
  return { ok: true, url: `${url.origin}${path === '' ? '/v1' : path}` };
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

/** Whether a host of a URL is this machine itself, by its name alone. */
export function isLoopbackHost(hostname: string): boolean {
  const literal = literalAddress(hostname);
  return literal === undefined ? /^(.+\.)?localhost$/i.test(hostname) : addressKind(literal) === 'loopback';
}

/** The address that a host of a URL is written as; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) > 0 ? bare : undefined;
}
