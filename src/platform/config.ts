import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { isLoopback } from './loopback.ts';

const MiB = 1024 * 1024;

export type Config = Readonly<{
  host: string;
  port: number;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** URL of the same database, as the role that owns its tables. */
  databaseMigrationUrl: string | undefined;
  migrate: boolean;
  allowRegistration: boolean;
  initialAdmin: { email: string; name: string; password: string } | undefined;
  jwtSecret: string | undefined;
  encryptionKeys: string | undefined;
  jwtTtlSeconds: number;
  maxContentBytes: number;
  maxBodyBytes: number;
  corsOrigins: string[];
  trustedProxies: string[];
  rateLimits: boolean;
  /** How long a stopping server still accepts requests while it reports that it is not ready. */
  shutdownDelayMs: number;
  teamCreation: 'any' | 'superadmin';
  /** Hosts of AI providers that may be private or use plain http; all ports if none is given. */
  aiAllowedHosts: { host: string; port?: number }[];
  httpStatus: 'envelope' | 'mirror';
  /** What happens to unknown keys in REST bodies and queries. */
  unknownKeys: 'refuse' | 'ignore';
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  graphiql: boolean;
  /** Who may run GraphQL introspection. */
  introspection: 'any' | 'signed-in';
}>;

export type Environment = Record<string, string | undefined>;

export class ConfigError extends Error {}

/** Reads settings from the environment. Throws one ConfigError with a line for every mistake. */
export function readConfig(env: Environment): Config {
  const read = new SettingReader(env);
  const databaseUrl = read.secret('DOCSVC_DATABASE_URL', postgresqlUrl);
  const config: Config = {
    host: read.value('DOCSVC_HOST', '127.0.0.1', nonBlank),
    port: read.value('DOCSVC_PORT', '8080', wholeNumber(0, 65_535)),
    publicUrl: read.optional('DOCSVC_PUBLIC_URL', httpUrl),
    dataDir: read.value('DOCSVC_DATA_DIR', './data', value => resolve(nonBlank(value))),
    databaseUrl,
    databaseMigrationUrl: read.secret('DOCSVC_DATABASE_MIGRATION_URL', postgresqlUrl),
    migrate: read.value('DOCSVC_MIGRATE', 'on', onOff),
    allowRegistration: read.value('DOCSVC_AUTH_ALLOW_REGISTRATION', 'false', trueFalse),
    initialAdmin: initialAdmin(read),
    jwtSecret: read.secret('DOCSVC_JWT_SECRET', value =>
      Buffer.byteLength(value) >= 32 ? value : fail('must have at least 32 bytes'),
    ),
    encryptionKeys: read.secret('DOCSVC_ENCRYPTION_KEYS', encryptionKeys),
    jwtTtlSeconds: read.value('DOCSVC_JWT_TTL', '12h', duration),
    maxContentBytes: read.value('DOCSVC_MAX_CONTENT_BYTES', String(16 * MiB), wholeNumber(1, 256 * MiB)),
    maxBodyBytes: read.value('DOCSVC_MAX_BODY_BYTES', String(40 * MiB), wholeNumber(1024, 512 * MiB)),
    corsOrigins: read.value('DOCSVC_CORS_ORIGINS', '', list(origin)),
    trustedProxies: read.value('DOCSVC_TRUSTED_PROXIES', '', list(cidr)),
    rateLimits: read.value('DOCSVC_RATE_LIMITS', 'on', onOff),
    shutdownDelayMs: read.value('DOCSVC_SHUTDOWN_DELAY', isLocal(read) ? '0s' : '3s', shutdownDelay),
    teamCreation: read.value('DOCSVC_TEAM_CREATION', 'any', oneOf('any', 'superadmin')),
    aiAllowedHosts: read.value('DOCSVC_AI_ALLOWED_HOSTS', '', list(hostAndPort)),
    httpStatus: read.value('DOCSVC_HTTP_STATUS', 'envelope', oneOf('envelope', 'mirror')),
    unknownKeys: read.value('DOCSVC_UNKNOWN_KEYS', 'refuse', oneOf('refuse', 'ignore')),
    logLevel: read.value('DOCSVC_LOG_LEVEL', 'info', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent')),
    graphiql: read.value('DOCSVC_GRAPHIQL', databaseUrl === undefined ? 'on' : 'off', onOff),
    introspection: read.value(
      'DOCSVC_INTROSPECTION',
      databaseUrl === undefined ? 'any' : 'signed-in',
      oneOf('any', 'signed-in'),
    ),
  };
  if (databaseUrl !== undefined) {
    if (config.jwtSecret === undefined) read.mistake('DOCSVC_JWT_SECRET', 'is required with DOCSVC_DATABASE_URL');
    if (config.encryptionKeys === undefined)
      read.mistake('DOCSVC_ENCRYPTION_KEYS', 'is required with DOCSVC_DATABASE_URL');
  } else if (config.databaseMigrationUrl !== undefined) {
    read.mistake('DOCSVC_DATABASE_MIGRATION_URL', 'requires DOCSVC_DATABASE_URL');
  }
  if (read.mistakes.length > 0) throw new ConfigError(read.mistakes.join('\n'));
  return Object.freeze(config);
}

/** The public URL of a service that listens on this port. */
export function publicUrl(config: Config, port = config.port): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${port}`;
}

/** The path of a file or folder in the data directory. */
export const dataPath = (config: Pick<Config, 'dataDir'>, name: string): string => join(config.dataDir, name);

class SettingReader {
  readonly mistakes: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  mistake(name: string, message: string): void {
    this.mistakes.push(`${name} ${message}`);
  }

  value<T>(name: string, fallback: string, parse: (value: string) => T): T {
    return this.#parse(name, this.#env[name] || fallback, parse, fallback);
  }

  optional<T>(name: string, parse: (value: string) => T): T | undefined {
    const value = this.#env[name];
    return value ? this.#parse(name, value, parse) : undefined;
  }

  /** Reads a secret from NAME, or from the file in NAME_FILE. Error messages never contain it. */
  secret<T>(name: string, parse: (value: string) => T): T | undefined {
    const file = this.#env[`${name}_FILE`];
    if (!file) return this.optional(name, parse);
    if (this.#env[name]) this.mistake(name, `and ${name}_FILE are both set: set only one`);
    try {
      return this.#parse(name, readFileSync(file, 'utf8').replace(/\r?\n$/, ''), parse);
    } catch {
      this.mistake(`${name}_FILE`, 'names a file that cannot be read');
      return undefined;
    }
  }

  #parse<T>(name: string, value: string, parse: (value: string) => T, fallback?: string): T {
    try {
      return parse(value);
    } catch (error) {
      this.mistake(name, (error as Error).message);
      return fallback === undefined ? (undefined as T) : parse(fallback);
    }
  }
}

function fail(message: string): never {
  throw new Error(message);
}

const nonBlank = (value: string): string => value.trim() || fail('must not be blank');

const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on';

const trueFalse = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

function oneOf<const T extends string>(...allowed: T[]): (value: string) => T {
  return value => allowed.find(candidate => candidate === value) ?? fail(`must be one of ${allowed.join(', ')}`);
}

function wholeNumber(least: number, most: number): (value: string) => number {
  return value => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : fail(`must be a whole number from ${least} to ${most}`);
  };
}

function duration(value: string): number {
  const match = /^(\d{1,9})(s|m|h|d)$/.exec(value) ?? fail('must be a duration such as 30m, 12h or 7d');
  const seconds = Number(match[1]) * { s: 1, m: 60, h: 3600, d: 86_400 }[match[2] as 's' | 'm' | 'h' | 'd'];
  return seconds >= 1 && seconds <= 366 * 86_400 ? seconds : fail('must be between 1s and 366d');
}

/** Without load balancers, that is, on loopback, a shutdown needs no delay. */
const isLocal = (read: SettingReader): boolean => isLoopback(read.value('DOCSVC_HOST', '127.0.0.1', nonBlank));

function shutdownDelay(value: string): number {
  const seconds = Number(/^(\d{1,3})s$/.exec(value)?.[1]);
  return seconds <= 300 ? seconds * 1000 : fail('must be a number of seconds from 0s to 300s');
}

const postgresqlUrl = (value: string): string =>
  /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value) ? value : fail('must be a postgresql:// URL');

function httpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : fail('must be an http:// or https:// URL');
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    fail('must be an http:// or https:// URL without query, fragment and user');
  return value.replace(/\/+$/, '');
}

function origin(value: string): string {
  return URL.canParse(value) && new URL(value).origin === value
    ? value
    : fail('must list exact origins (https://host)');
}

function hostAndPort(value: string): { host: string; port?: number } {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+?)\.?(?::(\d{1,5}))?$/i.exec(value);
  const url = `http://${match?.[1]}`;
  const port = Number(match?.[2] ?? 1);
  if (!match || !URL.canParse(url) || port < 1 || port > 65_535) fail('must list hosts, each host or host:port');
  return { host: new URL(url).hostname, ...(match?.[2] && { port }) };
}

function cidr(value: string): string {
  const [address = '', bits] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] as number;
  const good = most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
  return good ? value : fail('must list addresses or CIDR ranges');
}

function list<T>(parse: (value: string) => T): (value: string) => T[] {
  return value =>
    value
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(parse);
}

function encryptionKeys(value: string): string {
  const good = value.split(',').every(entry => {
    const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry.trim());
    return match?.[2] !== undefined && Buffer.from(match[2], 'base64').length === 32;
  });
  return good ? value : fail('must be kid:base64key[,kid:base64key…], each key of 32 bytes');
}

function initialAdmin(read: SettingReader): Config['initialAdmin'] {
  const email = read.optional('DOCSVC_INITIAL_ADMIN_EMAIL', nonBlank);
  const name = read.optional('DOCSVC_INITIAL_ADMIN_NAME', nonBlank);
  const password = read.secret('DOCSVC_INITIAL_ADMIN_PASSWORD', value => value);
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    read.mistake('DOCSVC_INITIAL_ADMIN_EMAIL', 'and DOCSVC_INITIAL_ADMIN_PASSWORD must both be set, or neither');
    return undefined;
  }
  return { email, name: name ?? email, password };
}
