import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/platform/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'docsvc-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mistakes = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the settings', () => {
  test('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: undefined,
      allowRegistration: false,
      jwtTtlSeconds: 12 * 3600,
      maxContentBytes: 16 * 1024 * 1024,
      maxBodyBytes: 40 * 1024 * 1024,
      corsOrigins: [],
      trustedProxies: [],
      rateLimits: true,
      dailyContentBytes: 5 * 1024 ** 3,
      shutdownDelayMs: 0,
      teamCreation: 'any',
      aiAllowedHosts: [],
      httpStatus: 'envelope',
      logLevel: 'info',
      graphiql: true,
    });
  });

  test.each([
    ['DOCSVC_PORT', '70000', 'DOCSVC_PORT must be a whole number from 0 to 65535'],
    ['DOCSVC_AUTH_ALLOW_REGISTRATION', 'yes', 'DOCSVC_AUTH_ALLOW_REGISTRATION must be one of true, false'],
    ['DOCSVC_JWT_TTL', '12', 'DOCSVC_JWT_TTL must be a duration such as 30m, 12h or 7d'],
    ['DOCSVC_SHUTDOWN_DELAY', '301s', 'DOCSVC_SHUTDOWN_DELAY must be a number of seconds from 0s to 300s'],
    ['DOCSVC_SHUTDOWN_DELAY', '1m', 'DOCSVC_SHUTDOWN_DELAY must be a number of seconds from 0s to 300s'],
    ['DOCSVC_HTTP_STATUS', 'both', 'DOCSVC_HTTP_STATUS must be one of envelope, mirror'],
    ['DOCSVC_CORS_ORIGINS', 'https://a.example/x', 'DOCSVC_CORS_ORIGINS must list exact origins (https://host)'],
    [
      'DOCSVC_AI_ALLOWED_HOSTS',
      'http://models.internal',
      'DOCSVC_AI_ALLOWED_HOSTS must list hosts, each host or host:port',
    ],
    [
      'DOCSVC_AI_ALLOWED_HOSTS',
      'models.internal:70000',
      'DOCSVC_AI_ALLOWED_HOSTS must list hosts, each host or host:port',
    ],
    ['DOCSVC_TRUSTED_PROXIES', '10.0.0.0/33', 'DOCSVC_TRUSTED_PROXIES must list addresses or CIDR ranges'],
    ['DOCSVC_JWT_SECRET', 'short', 'DOCSVC_JWT_SECRET must have at least 32 bytes'],
    ['DOCSVC_DATABASE_URL', 'mysql://x', 'DOCSVC_DATABASE_URL must be a postgresql:// URL'],
    ['DOCSVC_DATABASE_MIGRATION_URL', 'mysql://x', 'DOCSVC_DATABASE_MIGRATION_URL must be a postgresql:// URL'],
    ['DOCSVC_PUBLIC_URL', 'ftp://x', 'DOCSVC_PUBLIC_URL must be an http:// or https:// URL'],
    [
      'DOCSVC_ENCRYPTION_KEYS',
      'k1:AAAA',
      'DOCSVC_ENCRYPTION_KEYS has a key "k1" of 3 bytes: make one of 32 bytes with: openssl rand -base64 32',
    ],
  ])('%s=%s stops the start with a line that names it', (name, value, line) => {
    expect(mistakes({ [name]: value })).toContain(line);
  });

  test('read the hosts of model servers as a URL has them, with a port or for all', () => {
    const { aiAllowedHosts } = readConfig({
      DOCSVC_AI_ALLOWED_HOSTS: 'Models.Internal.:8000, 127.1,[::1]:443 ,bücher.example',
    });
    expect(aiAllowedHosts).toEqual([
      { host: 'models.internal', port: 8000 },
      { host: '127.0.0.1' },
      { host: '[::1]', port: 443 },
      { host: 'xn--bcher-kva.example' },
    ]);
  });

  test('take an IPv6 address to listen on in the brackets of a URL too', () => {
    const hostOf = (host: string) => readConfig({ DOCSVC_HOST: host }).host;
    expect(['[::1]', '::1', '0.0.0.0', 'docsvc'].map(hostOf)).toEqual(['::1', '::1', '0.0.0.0', 'docsvc']);
  });

  test('trust proxies in private networks of any size', () => {
    const ranges = ['10.0.0.0/8', '::ffff:10.0.0.0/104', '::ffff:10.0.0.7', 'fc00::/7', 'fe80::/10', '::1'];
    expect(readConfig({ DOCSVC_TRUSTED_PROXIES: ranges.join(', ') }).trustedProxies).toEqual(ranges);
  });

  test('give load balancers time to see that a server stops, where there may be any', () => {
    const delayOf = (env: Record<string, string>) => readConfig(env).shutdownDelayMs;
    expect(delayOf({ DOCSVC_HOST: '::1' })).toBe(0);
    expect(delayOf({ DOCSVC_HOST: '0.0.0.0' })).toBe(3_000);
    expect(delayOf({ DOCSVC_HOST: '0.0.0.0', DOCSVC_SHUTDOWN_DELAY: '0s' })).toBe(0);
    expect(delayOf({ DOCSVC_SHUTDOWN_DELAY: '15s' })).toBe(15_000);
  });

  test('report all mistakes together, one line each', () => {
    expect(mistakes({ DOCSVC_PORT: 'x', DOCSVC_LOG_LEVEL: 'loud' }).split('\n')).toHaveLength(2);
  });

  test('demand both secrets beside a database URL and never repeat it', () => {
    const message = mistakes({ DOCSVC_DATABASE_URL: 'postgresql://docsvc:hunter2@db/docsvc' });
    expect(message.split('\n')).toEqual([
      'DOCSVC_JWT_SECRET is required with DOCSVC_DATABASE_URL',
      'DOCSVC_ENCRYPTION_KEYS is required with DOCSVC_DATABASE_URL',
    ]);
    expect(message).not.toContain('hunter2');
  });

  test('refuse the URL of an owner without that of the service', () => {
    const message = 'DOCSVC_DATABASE_MIGRATION_URL requires DOCSVC_DATABASE_URL';
    expect(mistakes({ DOCSVC_DATABASE_MIGRATION_URL: 'postgresql://owner@db/docsvc' })).toBe(message);
  });

  test('take a secret from the file that NAME_FILE names', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${'s'.repeat(40)}\n`);
    expect(readConfig({ DOCSVC_JWT_SECRET_FILE: file }).jwtSecret).toBe('s'.repeat(40));
    expect(mistakes({ DOCSVC_JWT_SECRET_FILE: join(folder, 'none') })).toBe(
      'DOCSVC_JWT_SECRET_FILE names a file that cannot be read',
    );
    expect(mistakes({ DOCSVC_JWT_SECRET_FILE: file, DOCSVC_JWT_SECRET: 'x'.repeat(32) })).toContain('set only one');
  });

  test('want the email and the password of the first admin together', () => {
    expect(mistakes({ DOCSVC_INITIAL_ADMIN_EMAIL: 'a@b.c' })).toContain('must both be set, or neither');
    const nameAlone = mistakes({ DOCSVC_INITIAL_ADMIN_NAME: 'Ada' });
    expect(nameAlone).toBe(
      'DOCSVC_INITIAL_ADMIN_NAME requires DOCSVC_INITIAL_ADMIN_EMAIL and DOCSVC_INITIAL_ADMIN_PASSWORD',
    );
    expect(
      readConfig({ DOCSVC_INITIAL_ADMIN_EMAIL: 'a@b.c', DOCSVC_INITIAL_ADMIN_PASSWORD: 'long enough' }).initialAdmin,
    ).toEqual({
      email: 'a@b.c',
      name: 'a@b.c',
      password: 'long enough',
    });
  });
});
