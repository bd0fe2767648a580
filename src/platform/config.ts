import { join, resolve } from 'node:path';
import type { Pooling } from './database.ts';
import { OperatorError } from './errors.ts';
import { isLoopback } from './loopback.ts';
import { type MailSettings, readMail } from './mail-settings.ts';
import { type OidcSettings, readOidc } from './oidc-settings.ts';
import { type Environment, SettingReader } from './setting-reader.ts';
import {
  cidr,
  collectAfter,
  duration,
  encryptionKeys,
  hostAndPort,
  httpUrl,
  jwtSecret,
  list,
  listenHost,
  metricsPlace,
  metricsToken,
  newPassword,
  nonBlank,
  oneOf,
  onOff,
  origin,
  port,
  postgresqlUrl,
  shutdownDelay,
  trueFalse,
  wholeNumber,
} from './setting-values.ts';
import { USUAL_CONTENT_BYTES } from './text-limits.ts';

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

export type Config = Readonly<{
  host: string;
  port: number;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** URL of the same database, as the role that owns its tables. */
  databaseMigrationUrl: string | undefined;
  /** URL of a streaming replica, for reads on which no write or permission depends. */
  databaseReplicaUrl: string | undefined;
  databasePooling: Pooling;
  /** Unneeded texts and comparisons, and ended tokens, are deleted after this time; undefined for never. */
  collectAfterSeconds: number | undefined;
  migrate: boolean;
  allowRegistration: boolean;
  /** The OpenID Connect provider; undefined if people sign in only with passwords. */
  oidc: OidcSettings | undefined;
  /** The SMTP server; undefined if the service sends no e-mail. */
  mail: MailSettings | undefined;
  initialAdmin: { email: string; name: string; password: string } | undefined;
  jwtSecret: string | undefined;
  /** The next or the former JWT secret, accepted beside `jwtSecret`. */
  otherJwtSecret: string | undefined;
  encryptionKeys: string | undefined;
  jwtTtlSeconds: number;
  maxContentBytes: number;
  maxBodyBytes: number;
  corsOrigins: string[];
  trustedProxies: string[];
  rateLimits: boolean;
  /** New contents that a user may send in drafts within a day; 0 for no limit. */
  dailyContentBytes: number;
  /** How long a stopping server still accepts requests while it reports that it is not ready. */
  shutdownDelayMs: number;
  teamCreation: 'any' | 'superadmin';
  /** Hosts of AI providers that may be private or use plain http; all ports if none is given. */
  aiAllowedHosts: { host: string; port?: number }[];
  /** The same for webhooks. */
  webhookAllowedHosts: { host: string; port?: number }[];
  httpStatus: 'envelope' | 'mirror';
  /** What happens to unknown keys in REST bodies and queries. */
  unknownKeys: 'refuse' | 'ignore';
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Where metrics are served: on the service's port, for callers with the token, or on a separate port. */
  metrics: { token: string } | { host: string; port: number } | undefined;
  /** The OTEL_ variables, which OpenTelemetry defines. Its exporters read them themselves, too. */
  openTelemetry: Environment;
  graphiql: boolean;
  /** Who may run GraphQL introspection. */
  introspection: 'any' | 'signed-in';
}>;

export class ConfigError extends OperatorError {}

/**
 * Reads settings from the environment. Throws one ConfigError with a line for every mistake. `needsKeys: false` for migrations,
 * which read no secret.
 */
export function readConfig(env: Environment, { needsKeys = true } = {}): Config {
  const read = new SettingReader(env);
  const openTelemetry = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')));
  const config = { ...readSettings(read, needsKeys), openTelemetry };
  read.refuseUnknown();
  if (read.mistakes.length > 0) throw new ConfigError(read.mistakes.join('\n'));
  return Object.freeze(config);
}

/** The names of all settings, with those of secret files. */
export function settingNames(): string[] {
  const read = new SettingReader({});
  readSettings(read, false);
  return [...read.known];
}

function readSettings(read: SettingReader, needsKeys: boolean): Omit<Config, 'openTelemetry'> {
  const databaseUrl = read.secret('DOCSVC_DATABASE_URL', postgresqlUrl);
  const host = read.value('DOCSVC_HOST', '127.0.0.1', listenHost);
  const config: Omit<Config, 'openTelemetry'> = {
    host,
    port: read.value('DOCSVC_PORT', '8080', port),
    publicUrl: read.optional('DOCSVC_PUBLIC_URL', httpUrl),
    dataDir: read.value('DOCSVC_DATA_DIR', './data', value => resolve(nonBlank(value))),
    databaseUrl,
    databaseMigrationUrl: read.secret('DOCSVC_DATABASE_MIGRATION_URL', postgresqlUrl),
    databaseReplicaUrl: read.secret('DOCSVC_DATABASE_REPLICA_URL', postgresqlUrl),
    databasePooling: read.value('DOCSVC_DATABASE_POOLING', 'session', oneOf('session', 'transaction')),
    collectAfterSeconds: read.value('DOCSVC_COLLECT_AFTER', '90d', collectAfter),
    migrate: read.value('DOCSVC_MIGRATE', 'on', onOff),
    allowRegistration: read.value('DOCSVC_AUTH_ALLOW_REGISTRATION', 'false', trueFalse),
    oidc: readOidc(read),
    mail: readMail(read),
    initialAdmin: initialAdmin(read),
    jwtSecret: read.secret('DOCSVC_JWT_SECRET', jwtSecret),
    otherJwtSecret: read.secret('DOCSVC_JWT_OTHER_SECRET', jwtSecret),
    encryptionKeys: read.secret('DOCSVC_ENCRYPTION_KEYS', encryptionKeys),
    jwtTtlSeconds: read.value('DOCSVC_JWT_TTL', '12h', duration),
    maxContentBytes: read.value('DOCSVC_MAX_CONTENT_BYTES', String(USUAL_CONTENT_BYTES), wholeNumber(1, 256 * MiB)),
    maxBodyBytes: read.value('DOCSVC_MAX_BODY_BYTES', String(40 * MiB), wholeNumber(1024, 512 * MiB)),
    corsOrigins: read.value('DOCSVC_CORS_ORIGINS', '', list(origin)),
    trustedProxies: read.value('DOCSVC_TRUSTED_PROXIES', '', list(cidr)),
    rateLimits: read.value('DOCSVC_RATE_LIMITS', 'on', onOff),
    dailyContentBytes: read.value('DOCSVC_DAILY_CONTENT_BYTES', String(5 * GiB), wholeNumber(0, 1024 * GiB)),
    // Without load balancers, that is, on loopback, a shutdown needs no delay.
    shutdownDelayMs: read.value('DOCSVC_SHUTDOWN_DELAY', isLoopback(host) ? '0s' : '3s', shutdownDelay),
    teamCreation: read.value('DOCSVC_TEAM_CREATION', 'any', oneOf('any', 'superadmin')),
    aiAllowedHosts: read.value('DOCSVC_AI_ALLOWED_HOSTS', '', list(hostAndPort)),
    webhookAllowedHosts: read.value('DOCSVC_WEBHOOK_ALLOWED_HOSTS', '', list(hostAndPort)),
    httpStatus: read.value('DOCSVC_HTTP_STATUS', 'envelope', oneOf('envelope', 'mirror')),
    unknownKeys: read.value('DOCSVC_UNKNOWN_KEYS', 'refuse', oneOf('refuse', 'ignore')),
    logLevel: read.value('DOCSVC_LOG_LEVEL', 'info', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent')),
    metrics: metrics(read),
    graphiql: read.value('DOCSVC_GRAPHIQL', databaseUrl === undefined ? 'on' : 'off', onOff),
    introspection: read.value(
      'DOCSVC_INTROSPECTION',
      databaseUrl === undefined ? 'any' : 'signed-in',
      oneOf('any', 'signed-in'),
    ),
  };
  if (databaseUrl !== undefined && needsKeys) {
    if (config.jwtSecret === undefined) read.mistake('DOCSVC_JWT_SECRET', 'is required with DOCSVC_DATABASE_URL');
    if (config.encryptionKeys === undefined)
      read.mistake('DOCSVC_ENCRYPTION_KEYS', 'is required with DOCSVC_DATABASE_URL');
  }
  if (databaseUrl === undefined) {
    const requires = (name: string) => read.mistake(name, 'requires DOCSVC_DATABASE_URL');
    if (config.databaseMigrationUrl !== undefined) requires('DOCSVC_DATABASE_MIGRATION_URL');
    if (config.databaseReplicaUrl !== undefined) requires('DOCSVC_DATABASE_REPLICA_URL');
    if (config.databasePooling === 'transaction') requires('DOCSVC_DATABASE_POOLING');
  }
  if (config.metrics !== undefined && 'port' in config.metrics && isSamePlace(config.metrics, config))
    read.mistake('DOCSVC_METRICS', 'must have another port than DOCSVC_PORT');
  if (config.oidc !== undefined) checkOidc(read, config);
  // E-mails contain links to the service.
  if (config.mail !== undefined && config.publicUrl === undefined && !isLoopback(host))
    read.mistake('DOCSVC_PUBLIC_URL', 'is required with DOCSVC_SMTP_URL');
  return config;
}

function checkOidc(
  read: SettingReader,
  config: Pick<Config, 'oidc' | 'publicUrl' | 'host' | 'allowRegistration'>,
): void {
  // The provider redirects people back to this URL.
  if (config.publicUrl === undefined && !isLoopback(config.host))
    read.mistake('DOCSVC_PUBLIC_URL', 'is required with DOCSVC_OIDC_ISSUER');
  // Registration does not verify the e-mail address: a sign-in could be linked to an account that somebody else registered.
  if (config.oidc?.linkByEmail && config.allowRegistration)
    read.mistake('DOCSVC_OIDC_LINK_BY_EMAIL', 'cannot be on with DOCSVC_AUTH_ALLOW_REGISTRATION: turn one off');
}

/** The public URL of a service that listens on this port. */
export function publicUrl(config: Config, port = config.port): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${port}`;
}

/** The path of a file or folder in the data directory. */
export const dataPath = (config: Pick<Config, 'dataDir'>, name: string): string => join(config.dataDir, name);

type Listening = Pick<Config, 'host' | 'port'>;

/** Whether two servers cannot listen side by side. A host of all addresses takes the port of each. */
const isSamePlace = (one: Listening, other: Listening): boolean =>
  one.port === other.port && (one.host === other.host || [one.host, other.host].some(host => ALL_ADDRESSES.has(host)));

const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

function metrics(read: SettingReader): Config['metrics'] {
  const mistakes = read.mistakes.length;
  const place = read.value('DOCSVC_METRICS', 'off', metricsPlace);
  const token = read.secret('DOCSVC_METRICS_TOKEN', metricsToken);
  if (place !== 'token' && token !== undefined) read.mistake('DOCSVC_METRICS_TOKEN', 'requires DOCSVC_METRICS=token');
  if (place !== 'token') return place === 'off' ? undefined : place;
  if (token !== undefined) return { token };
  if (read.mistakes.length === mistakes) read.mistake('DOCSVC_METRICS_TOKEN', 'is required with DOCSVC_METRICS=token');
  return undefined;
}

function initialAdmin(read: SettingReader): Config['initialAdmin'] {
  const mistakes = read.mistakes.length;
  const email = read.optional('DOCSVC_INITIAL_ADMIN_EMAIL', nonBlank);
  const name = read.optional('DOCSVC_INITIAL_ADMIN_NAME', nonBlank);
  const password = read.secret('DOCSVC_INITIAL_ADMIN_PASSWORD', newPassword);
  if (email !== undefined && password !== undefined) return { email, name: name ?? email, password };
  if (read.mistakes.length > mistakes) return undefined;
  if (email !== undefined || password !== undefined)
    read.mistake('DOCSVC_INITIAL_ADMIN_EMAIL', 'and DOCSVC_INITIAL_ADMIN_PASSWORD must both be set, or neither');
  else if (name !== undefined)
    read.mistake('DOCSVC_INITIAL_ADMIN_NAME', 'requires DOCSVC_INITIAL_ADMIN_EMAIL and DOCSVC_INITIAL_ADMIN_PASSWORD');
  return undefined;
}
