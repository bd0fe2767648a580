import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import pg from 'pg';
import { addressKind, literalAddress, NEVER } from './outbound/addresses.ts';
import { PASSWORD_BYTES } from './text-limits.ts';

/** Parsers of settings. Each throws an error whose message continues the name of the setting. */

export function fail(message: string): never {
  throw new Error(message);
}

export const nonBlank = (value: string): string => value.trim() || fail('must not be blank');

export const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on';

export const trueFalse = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

export function oneOf<const T extends string>(...allowed: T[]): (value: string) => T {
  return value => allowed.find(candidate => candidate === value) ?? fail(`must be one of ${allowed.join(', ')}`);
}

export function wholeNumber(least: number, most: number): (value: string) => number {
  return value => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : fail(`must be a whole number from ${least} to ${most}`);
  };
}

export function port(value: string): number {
  if (value.startsWith('tcp://'))
    fail('was set by Kubernetes for a Service named docsvc: set it in the container, or enableServiceLinks to false');
  return wholeNumber(0, 65_535)(value);
}

/** Returns the host without the brackets that an IPv6 address has in a URL. */
export function listenHost(value: string): string {
  const host = nonBlank(value).replace(/^\[([^\]]*:[^\]]*)\]$/, '$1');
  return isIP(host) > 0 || /^[^\s:/?#@[\]\\]+$/.test(host) ? host : fail('must be a host without port or scheme');
}

/** The password of a new account. */
export function newPassword(value: string): string {
  const { least, most } = PASSWORD_BYTES;
  const bytes = Buffer.byteLength(value);
  return bytes >= least && bytes <= most ? value : fail(`must have ${least} to ${most} bytes`);
}

/** Returns the duration in seconds. */
export function duration(value: string): number {
  const match = /^(\d{1,9})(s|m|h|d)$/.exec(value) ?? fail('must be a duration such as 30m, 12h or 7d');
  const seconds = Number(match[1]) * { s: 1, m: 60, h: 3600, d: 86_400 }[match[2] as 's' | 'm' | 'h' | 'd'];
  return seconds >= 1 && seconds <= 366 * 86_400 ? seconds : fail('must be between 1s and 366d');
}

/** Returns seconds; undefined for `off`. At least a day, so that nothing is deleted that a running request has stored. */
export function collectAfter(value: string): number | undefined {
  if (value === 'off') return undefined;
  const seconds = /^\d{1,9}(s|m|h|d)$/.test(value) ? duration(value) : 0;
  return seconds >= 86_400 ? seconds : fail('must be off, or a duration from 1d to 366d');
}

/** Returns the delay in milliseconds. */
export function shutdownDelay(value: string): number {
  const seconds = Number(/^(\d{1,3})s$/.exec(value)?.[1]);
  return seconds <= 300 ? seconds * 1000 : fail('must be a number of seconds from 0s to 300s');
}

export function postgresqlUrl(value: string): string {
  if (!/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value)) fail('must be a postgresql:// URL');
  try {
    // Reads the files that the URL names, such as certificates.
    new pg.Client({ connectionString: value });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    fail(code === undefined ? `cannot be read: ${message}` : `names a file that cannot be read (${code})`);
  }
  return value;
}

export function httpUrl(value: string): string {
  const form = 'must be an http:// or https:// URL';
  // The URL parser silently repairs white space, backslashes and missing slashes. Links begin with the text as it is.
  if (!/^https?:\/\/[^/\s\\][^\s\\]*$/i.test(value) || !URL.canParse(value)) fail(form);
  if (/[?#]/.test(value) || value.split('/')[2]?.includes('@')) fail(`${form} without query, fragment and user`);
  if (new URL(value).hostname.includes('*')) fail(`${form} without wildcards`);
  return value.replace(/\/+$/, '');
}

export function origin(value: string): string {
  return /^https?:[^*]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value
    ? value
    : fail('must list exact origins (https://host)');
}

export function hostAndPort(value: string): { host: string; port?: number } {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\*]+?)\.?(?::(\d{1,5}))?$/i.exec(value);
  const url = `http://${match?.[1]}`;
  const port = Number(match?.[2] ?? 1);
  if (!match || !URL.canParse(url) || port < 1 || port > 65_535) fail('must list hosts, each host or host:port');
  const host = new URL(url).hostname;
  const address = literalAddress(host);
  if (address !== undefined && addressKind(address) === 'never') fail(`must not list ${NEVER}`);
  return { host, ...(match?.[2] && { port }) };
}

/** The widest ranges of private addresses: 10.0.0.0/8 and fc00::/7. */
const WIDEST = { ipv4: 8, ipv6: 7 };

export function cidr(value: string): string {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] as number;
  if (most < 0 || Number(bits ?? most) > most) fail('must list addresses or CIDR ranges');
  // An IPv4-mapped IPv6 range (::ffff:0:0/96) is one of IPv4 addresses.
  const kind = ipaddr.process(address).kind();
  const width = Number(bits ?? most) - (kind === 'ipv4' ? most - 32 : 0);
  if (width < WIDEST[kind])
    fail(
      `must not contain ranges wider than /${WIDEST.ipv4} (IPv4) or /${WIDEST.ipv6} (IPv6): anybody could claim any address`,
    );
  return value;
}

export function list<T>(parse: (value: string) => T): (value: string) => T[] {
  return value =>
    value
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(parse);
}

export const jwtSecret = (value: string): string =>
  Buffer.byteLength(value) >= 32
    ? value
    : fail('must have at least 32 bytes, such as the output of: openssl rand -base64 48');

const KEY_BYTES = 32;

export function encryptionKeys(value: string): string {
  const kids = value.split(',').map(entry => {
    const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry.trim());
    const [, kid, key] = match ?? fail(`must be kid:base64key[,kid:base64key…], each key of ${KEY_BYTES} bytes`);
    const { length } = Buffer.from(key as string, 'base64');
    if (length !== KEY_BYTES)
      fail(
        `has a key "${kid}" of ${length} bytes: make one of ${KEY_BYTES} bytes with: openssl rand -base64 ${KEY_BYTES}`,
      );
    return kid;
  });
  const twice = kids.find((kid, index) => kids.indexOf(kid) !== index);
  return twice === undefined ? value : fail(`has two keys named "${twice}": give each key its own name`);
}

export function metricsPlace(value: string): 'off' | 'token' | { host: string; port: number } {
  if (value === 'off' || value === 'token') return value;
  const [, host = '127.0.0.1', port = ''] = /^(?:(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+):)?(\d{1,5})$/i.exec(value) ?? [];
  if (Number(port) === 0 || Number(port) > 65_535) fail('must be off, token, a port, or host:port');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export const metricsToken = (value: string): string =>
  /^[\x21-\x7e]{16,512}$/.test(value) ? value : fail('must have 16 to 512 printable characters without blanks');
