import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/platform/config.ts';
import { openDataDir } from '../../src/platform/crypto.ts';
import { checkFirstAdmin } from '../../src/users/first-admin.ts';
import { beside, KEY, misspelt, plainSettings, rightSecrets, secretFiles, wrong } from '../support/wrong-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'docsvc-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a second URL of the database requires. */
const databaseOf = (name: string): Record<string, string> =>
  /_(MIGRATION|REPLICA)_URL$/.test(name)
    ? { ...beside.DOCSVC_DATABASE_URL, DOCSVC_DATABASE_URL: 'postgresql://db/docsvc' }
    : {};

const linesFor = (env: Record<string, string>): string[] => {
  try {
    checkFirstAdmin(readConfig(env));
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
};

test('the table has every setting, and the README describes each', () => {
  expect(Object.keys(wrong).sort()).toEqual(plainSettings.toSorted());
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const described = [...readme.matchAll(/`(DOCSVC_[A-Z_]+)`((?:, `_[A-Z]+`\*?)*)/g)].flatMap(([, name = '', more]) => [
    name,
    ...[...(more ?? '').matchAll(/_[A-Z]+/g)].map(([end]) => name.replace(/_[A-Z]+$/, end)),
  ]);
  expect(Object.keys(wrong).filter(name => !described.includes(name))).toEqual([]);
  // A * marks a setting that a file may contain.
  const marked = [...readme.matchAll(/`((?:DOCSVC)?_[A-Z_]+)`\*/g)].map(([, name]) => `${name}_FILE`);
  expect(secretFiles.filter(file => !marked.some(end => file.endsWith(end)))).toEqual([]);
  expect(marked).toHaveLength(secretFiles.length);
});

test('an empty value is none', () => {
  const empty = Object.fromEntries([...plainSettings, ...secretFiles].map(name => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
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
  test.each(secretFiles)(
    '%s refers to a missing file or a folder, or has a wrong value or none, and the line names it',
    name => {
      const value = name.slice(0, -'_FILE'.length);
      const [file, empty] = [join(folder, 'value'), join(folder, 'empty')];
      writeFileSync(file, `${wrong[value]?.[0]}\n`);
      writeFileSync(empty, '\n');
      for (const path of [join(folder, 'none'), folder, file, empty]) {
        const { [value]: _, ...others } = beside[value] ?? {};
        const lines = linesFor({ ...others, [name]: path });
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(new RegExp(`^${name} \\S`));
      }
    },
  );

  test.each(secretFiles)('%s gives the same setting as its value', name => {
    const value = name.slice(0, -'_FILE'.length);
    const right = rightSecrets[value] as string;
    const file = join(folder, 'right');
    writeFileSync(file, `${right}\n`);
    const { [value]: _, ...others } = { ...databaseOf(value), ...beside[value] };
    const config = readConfig({ ...others, [name]: file });
    expect(config).toEqual(readConfig({ ...others, [value]: right }));
    expect(JSON.stringify(config)).toContain('s3cret');
  });

  test.each(secretFiles)('%s is refused beside the setting itself', name => {
    const value = name.slice(0, -'_FILE'.length);
    writeFileSync(join(folder, 'both'), 'x'.repeat(40));
    expect(linesFor({ ...beside[value], [value]: 'x'.repeat(40), [name]: join(folder, 'both') })[0]).toMatch(
      new RegExp(`^${value}\\b`),
    );
  });
});

test('a data folder that cannot be made is refused', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  // Below /proc nobody can make a folder.
  for (const dataDir of [file, join(file, 'below'), '/proc/docsvc', '/proc/docsvc/below'])
    expect(() => openDataDir({ dataDir })).toThrow(
      new RegExp(`^DOCSVC_DATA_DIR ${dataDir} must be a folder that the service may write \\(E[A-Z]+\\)$`),
    );
  const below = join(folder, 'one', 'two');
  openDataDir({ dataDir: below });
  expect(statSync(below).mode & 0o777).toBe(0o700);
});

describe('a setting that there is not', () => {
  test.each(Object.keys(wrong).filter(name => name !== 'DOCSVC_INITIAL_ADMIN_NAME'))('%s misspelt is named', name => {
    expect(linesFor({ [misspelt(name)]: 'x' })).toEqual([`${misspelt(name)} is not a setting: did you mean ${name}?`]);
  });

  it('is named without a nearest one when there is none', () => {
    expect(linesFor({ DOCSVC_QQQQQQQQ: 'x' })).toEqual(['DOCSVC_QQQQQQQQ is not a setting']);
  });

  it('is no mistake when a client reads it', () => {
    const names = ['SERVER', 'TOKEN', 'TOKEN_FILE', 'MCP_TOKEN'];
    expect(linesFor(Object.fromEntries(names.map(name => [`DOCSVC_${name}`, 'x'])))).toEqual([]);
  });

  it('is no mistake when Kubernetes adds it for a Service named docsvc', () => {
    const links = ['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT_8080_TCP', 'PORT_8080_TCP_ADDR'];
    expect(linesFor(Object.fromEntries(links.map(name => [`DOCSVC_${name}`, '10.0.0.7'])))).toEqual([]);
  });
});
