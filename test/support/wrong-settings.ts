import { settingNames } from '../../src/platform/config.ts';

/** Invalid values of every setting. The tests read them in process; the load run starts a server with each. */

export const KEY = Buffer.alloc(32, 7).toString('base64');
const PROJECT = '01980000-0000-7000-8000-000000000001';
const oidc = { DOCSVC_OIDC_ISSUER: 'https://sso.example.com', DOCSVC_OIDC_CLIENT_ID: 'docsvc' };
const admin = { DOCSVC_INITIAL_ADMIN_EMAIL: 'a@example.com', DOCSVC_INITIAL_ADMIN_PASSWORD: 'long enough' };

/** Setting → invalid values, each for another reason. */
export const wrong: Record<string, string[]> = {
  DOCSVC_HOST: [' ', '127.0.0.1:80', 'http://127.0.0.1', '[::1]:80', '[localhost]', 'docs example'],
  DOCSVC_PORT: ['http', '-1', '65536', '80.5', ' 8080', '0x50', 'tcp://10.0.0.7:8080'],
  DOCSVC_PUBLIC_URL: [
    ...['docs.example.com', 'ftp://x', 'https://', 'https://u:p@x', 'https://x?q', 'https://x#f', ' '],
    ...[' https://x', 'https://x ', 'https:x', 'https:///x', 'https:\\\\x', 'https://:s3cret@x'],
    ...['https://x?', 'https://x#', 'https://*.example.com'],
  ],
  DOCSVC_DATA_DIR: [' '],
  DOCSVC_DATABASE_URL: ['mysql://x', 'postgresql://', 'db:5432', 'postgresql://u:s3cret@[x/d'],
  DOCSVC_DATABASE_MIGRATION_URL: ['mysql://x', 'postgresql://u:s3cret@db/d'],
  DOCSVC_DATABASE_REPLICA_URL: ['mysql://x', 'postgresql://u:s3cret@db/d'],
  DOCSVC_DATABASE_POOLING: ['statement', 'transaction'],
  DOCSVC_COLLECT_AFTER: ['0', '23h', '367d', 'never', '90'],
  DOCSVC_MIGRATE: ['true', 'ON', 'no'],
  DOCSVC_AUTH_ALLOW_REGISTRATION: ['yes', 'on', 'TRUE', '1'],
  DOCSVC_INITIAL_ADMIN_EMAIL: ['nobody', 'a@b@c', ' ', 'a b@example.com', 'a\u200Bb@example.com'],
  DOCSVC_INITIAL_ADMIN_NAME: [' ', 'a\u202Eb', 'x'.repeat(201)],
  DOCSVC_INITIAL_ADMIN_PASSWORD: ['short', 'x'.repeat(1025)],
  DOCSVC_JWT_SECRET: ['short-s3cret', 'ä'.repeat(15)],
  DOCSVC_JWT_OTHER_SECRET: ['short-s3cret'],
  DOCSVC_ENCRYPTION_KEYS: ['s3cret', 'k1:AAAA', `k 1:${KEY}`, `k1:${KEY},k1:${KEY}`, `k1:${KEY},`, `k1:${KEY}x==`],
  DOCSVC_JWT_TTL: ['12', '0s', '367d', '1w', '-1h', '1.5h'],
  DOCSVC_MAX_CONTENT_BYTES: ['0', '1e6', '16MiB', '268435457'],
  DOCSVC_MAX_BODY_BYTES: ['1023', '40 MiB', '536870913'],
  DOCSVC_CORS_ORIGINS: [
    ...['*', 'null', 'a.example', 'https://a.example/', 'https://a.example,https://B.example'],
    ...['https://*.example.com', 'ws://a', 'ftp://x'],
  ],
  DOCSVC_TRUSTED_PROXIES: [
    ...['10.0.0.0/33', '10.0.0', 'proxy', '::1/129', '10.0.0.1/', '10.0.0.0/8/16'],
    ...['0.0.0.0/0', '::/0', '0.0.0.0/1', '128.0.0.0/1', '10.0.0.0/7'],
    ...['2000::/3', '::ffff:0:0/96', '::ffff:10.0.0.0/103'],
  ],
  DOCSVC_RATE_LIMITS: ['false', 'Off'],
  DOCSVC_DAILY_CONTENT_BYTES: ['-1', 'off', '5GiB', '1099511627777'],
  DOCSVC_SHUTDOWN_DELAY: ['3', '301s', '1m', '-1s', '1.5s'],
  DOCSVC_TEAM_CREATION: ['all', 'superAdmin'],
  DOCSVC_AI_ALLOWED_HOSTS: ['http://x', 'x:0', 'x:70000', 'x/y', 'u@x', '*', '*.internal', '169.254.169.254'],
  DOCSVC_WEBHOOK_ALLOWED_HOSTS: ['http://x', 'x:0', 'x,[fe80::1]:443', '0xa9fea9fe'],
  DOCSVC_HTTP_STATUS: ['both', 'Mirror'],
  DOCSVC_UNKNOWN_KEYS: ['allow'],
  DOCSVC_LOG_LEVEL: ['loud', 'INFO', 'trace'],
  DOCSVC_OIDC_ISSUER: ['sso.example.com', 'http://sso.example.com', 'https://u:p@x', 'https://x?q', 'ftp://localhost'],
  DOCSVC_OIDC_CLIENT_ID: [' '],
  DOCSVC_OIDC_CLIENT_SECRET: [' '],
  DOCSVC_OIDC_NAME: [' ', 'x'.repeat(61), 'a\u202Eb'],
  DOCSVC_OIDC_SCOPES: ['email profile'],
  DOCSVC_OIDC_GROUPS_CLAIM: [' '],
  DOCSVC_OIDC_ROLES: ['pets', 'pets=owner', '=superadmin', 'pets=project:1:reader', `pets=team:${PROJECT}:owner`],
  DOCSVC_OIDC_CREATE_USERS: ['true'],
  DOCSVC_OIDC_LINK_BY_EMAIL: ['yes'],
  DOCSVC_OIDC_TRUST_EMAILS: ['1'],
  DOCSVC_SMTP_URL: [
    ...['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://u@mail.example.com', 'smtp://h/path'],
    ...['smtp://u:%s3cret@mail.example.com', 'smtp://u:s3cret@h?tls=off'],
  ],
  DOCSVC_MAIL_FROM: ['docsvc', 'a@b@c', 'Docs <a@example.com', 'a@example.com>', 'D\r\nBcc: b@c.org <a@example.com>'],
  DOCSVC_METRICS: ['on', '0', '8080', '70000', 'http://x:1', '[::1]', 'x:'],
  DOCSVC_METRICS_TOKEN: ['s3cret', 'sixteen characters with blanks'],
  DOCSVC_GRAPHIQL: ['true'],
  DOCSVC_INTROSPECTION: ['on', 'none'],
};

/** Further settings that a setting requires, so that only one setting is invalid. */
export const beside: Record<string, Record<string, string>> = {
  ...Object.fromEntries(Object.keys(wrong).flatMap(name => (name.startsWith('DOCSVC_OIDC_') ? [[name, oidc]] : []))),
  DOCSVC_METRICS_TOKEN: { DOCSVC_METRICS: 'token' },
  DOCSVC_SMTP_URL: { DOCSVC_MAIL_FROM: 'docs@example.com' },
  DOCSVC_MAIL_FROM: { DOCSVC_SMTP_URL: 'smtp://mail.example.com' },
  DOCSVC_DATABASE_URL: { DOCSVC_JWT_SECRET: 'x'.repeat(32), DOCSVC_ENCRYPTION_KEYS: `k1:${KEY}` },
  DOCSVC_INITIAL_ADMIN_EMAIL: admin,
  DOCSVC_INITIAL_ADMIN_NAME: admin,
  DOCSVC_INITIAL_ADMIN_PASSWORD: admin,
};

/** Valid values of the settings that a file may contain. */
export const rightSecrets: Record<string, string> = {
  DOCSVC_DATABASE_URL: 'postgresql://docsvc:s3cret@db/docsvc',
  DOCSVC_DATABASE_MIGRATION_URL: 'postgresql://owner:s3cret@db/docsvc',
  DOCSVC_DATABASE_REPLICA_URL: 'postgresql://docsvc:s3cret@replica/docsvc',
  DOCSVC_INITIAL_ADMIN_PASSWORD: 'a long s3cret',
  DOCSVC_JWT_SECRET: 's3cret'.padEnd(32, 'x'),
  DOCSVC_JWT_OTHER_SECRET: 's3cret'.padEnd(32, 'y'),
  DOCSVC_ENCRYPTION_KEYS: `s3cret:${KEY}`,
  DOCSVC_OIDC_CLIENT_SECRET: 'a long s3cret',
  DOCSVC_SMTP_URL: 'smtp://u:s3cret@mail.example.com',
  DOCSVC_METRICS_TOKEN: 's3cret'.padEnd(32, 'z'),
};

const isFile = (name: string) => name.endsWith('_FILE');

/** The settings that name a file with a secret. */
export const secretFiles = settingNames().filter(isFile);

/** All other settings. */
export const plainSettings = settingNames().filter(name => !isFile(name));

/** A misspelt name: without its second to last letter. */
export const misspelt = (name: string): string => `${name.slice(0, -2)}${name.at(-1)}`;
