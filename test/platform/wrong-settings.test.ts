import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { ConfigError, readConfig, settingNames } from '../../src/platform/config.ts';
import { checkFirstAdmin } from '../../src/users/first-admin.ts';

const folder = mkdtempSync(join(tmpdir(), 'docsvc-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const linesFor = (env: Record<string, string>): string[] => {
  try {
    checkFirstAdmin(readConfig(env));
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
};

const KEY = Buffer.alloc(32, 7).toString('base64');
const PROJECT = '01980000-0000-7000-8000-000000000001';
const oidc = { DOCSVC_OIDC_ISSUER: 'https://sso.example.com', DOCSVC_OIDC_CLIENT_ID: 'docsvc' };
const admin = { DOCSVC_INITIAL_ADMIN_EMAIL: 'a@example.com', DOCSVC_INITIAL_ADMIN_PASSWORD: 'long enough' };

/** Setting → invalid values, each for another reason. */
const wrong: Record<string, string[]> = {
  DOCSVC_HOST: [' '],
  DOCSVC_PORT: ['http', '-1', '65536', '80.5', ' 8080', '0x50', 'tcp://10.0.0.7:8080'],
  DOCSVC_PUBLIC_URL: ['docs.example.com', 'ftp://x', 'https://', 'https://u:p@x', 'https://x?q', 'https://x#f', ' '],
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
  DOCSVC_CORS_ORIGINS: ['*', 'null', 'a.example', 'https://a.example/', 'https://a.example,https://B.example'],
  DOCSVC_TRUSTED_PROXIES: ['10.0.0.0/33', '10.0.0', 'proxy', '::1/129', '10.0.0.1/'],
  DOCSVC_RATE_LIMITS: ['false', 'Off'],
  DOCSVC_SHUTDOWN_DELAY: ['3', '301s', '1m', '-1s', '1.5s'],
  DOCSVC_TEAM_CREATION: ['all', 'superAdmin'],
  DOCSVC_AI_ALLOWED_HOSTS: ['http://x', 'x:0', 'x:70000', 'x/y', 'u@x'],
  DOCSVC_WEBHOOK_ALLOWED_HOSTS: ['http://x', 'x:0'],
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
  DOCSVC_METRICS: ['on', '70000', 'http://x:1', '[::1]', 'x:'],
  DOCSVC_METRICS_TOKEN: ['s3cret', 'sixteen characters with blanks'],
  DOCSVC_GRAPHIQL: ['true'],
  DOCSVC_INTROSPECTION: ['on', 'none'],
};

/** Other settings that are needed, so that only one setting is wrong. */
const beside: Record<string, Record<string, string>> = {
  ...Object.fromEntries(Object.keys(wrong).flatMap(name => (name.startsWith('DOCSVC_OIDC_') ? [[name, oidc]] : []))),
  DOCSVC_METRICS_TOKEN: { DOCSVC_METRICS: 'token' },
  DOCSVC_DATABASE_URL: { DOCSVC_JWT_SECRET: 'x'.repeat(32), DOCSVC_ENCRYPTION_KEYS: `k1:${KEY}` },
  DOCSVC_INITIAL_ADMIN_EMAIL: admin,
  DOCSVC_INITIAL_ADMIN_NAME: admin,
  DOCSVC_INITIAL_ADMIN_PASSWORD: admin,
};

const isFile = (name: string) => name.endsWith('_FILE');
const secrets = settingNames().filter(isFile);

test('the table has every setting, and the README describes each', () => {
  expect(Object.keys(wrong).sort()).toEqual(
    settingNames()
      .filter(name => !isFile(name))
      .sort(),
  );
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const described = [...readme.matchAll(/`(DOCSVC_[A-Z_]+)`((?:, `_[A-Z]+`\*?)*)/g)].flatMap(([, name = '', more]) => [
    name,
    ...[...(more ?? '').matchAll(/_[A-Z]+/g)].map(([end]) => name.replace(/_[A-Z]+$/, end)),
  ]);
  expect(Object.keys(wrong).filter(name => !described.includes(name))).toEqual([]);
});

describe('a wrong value is one line that begins with the setting and shows no secret', () => {
  test.each(Object.entries(wrong).flatMap(([name, values]) => values.map(value => [name, value] as const)))(
    '%s=%j',
    (name, value) => {
      const lines = linesFor({ ...beside[name], [name]: value });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(new RegExp(`^${name} \\S`));
      expect(lines[0]).not.toContain('s3cret');
      expect(lines[0]).not.toContain(KEY);
    },
  );
});

describe('a secret in a file', () => {
  test.each(secrets)('%s refers to a missing file or a folder, or has a wrong value', name => {
    const value = name.slice(0, -'_FILE'.length);
    const file = join(folder, 'value');
    writeFileSync(file, `${wrong[value]?.[0]}\n`);
    for (const path of [join(folder, 'none'), folder, file]) {
      const { [value]: _, ...others } = beside[value] ?? {};
      const lines = linesFor({ ...others, [name]: path });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(new RegExp(`^(${name}|${value}) \\S`));
    }
  });

  test.each(secrets)('%s is refused beside the setting itself', name => {
    const value = name.slice(0, -'_FILE'.length);
    writeFileSync(join(folder, 'both'), 'x'.repeat(40));
    expect(linesFor({ ...beside[value], [value]: 'x'.repeat(40), [name]: join(folder, 'both') })[0]).toMatch(
      new RegExp(`^${value}\\b`),
    );
  });
});

describe('a setting that there is not', () => {
  test.each(Object.keys(wrong).filter(name => name !== 'DOCSVC_INITIAL_ADMIN_NAME'))('%s misspelt is named', name => {
    const misspelt = `${name.slice(0, -2)}${name.at(-1)}`;
    expect(linesFor({ [misspelt]: 'x' })).toEqual([`${misspelt} is not a setting: did you mean ${name}?`]);
  });

  it('is named without a nearest one when there is none', () => {
    expect(linesFor({ DOCSVC_QQQQQQQQ: 'x' })).toEqual(['DOCSVC_QQQQQQQQ is not a setting']);
  });

  it('is no mistake when Kubernetes adds it for a Service named docsvc', () => {
    const links = ['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT_8080_TCP', 'PORT_8080_TCP_ADDR'];
    expect(linesFor(Object.fromEntries(links.map(name => [`DOCSVC_${name}`, '10.0.0.7'])))).toEqual([]);
  });
});
