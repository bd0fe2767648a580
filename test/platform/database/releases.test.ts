import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommand } from '../../../src/admin/commands.ts';
import { type OpenedDatabase, openDatabase } from '../../../src/platform/database.ts';
import { migrate } from '../../../src/platform/migrations.ts';
import { overDatabase, type TestApp } from '../../support/app.ts';
import { emptyDatabase } from '../../support/database.ts';
import { adminSettings } from '../../support/http-client.ts';
import { runSql } from '../../support/postgresql.ts';
import { type Expected, RELEASES, releaseSettings } from '../../support/releases.ts';

const unpack = async (file: string): Promise<Buffer> => promisify(zstdDecompress)(await readFile(file));
const folder = await mkdtemp(join(tmpdir(), 'docsvc-releases-'));
afterAll(() => rm(folder, { recursive: true }));

async function openStored(release: string): Promise<OpenedDatabase> {
  if (inject('database').kind === 'embedded') {
    const snapshot = join(folder, `${release}.tar`);
    await writeFile(snapshot, await unpack(join(RELEASES, release, 'embedded.tar.zst')));
    return openDatabase({ snapshot });
  }
  const { url = '' } = await emptyDatabase();
  await runSql(url, (await unpack(join(RELEASES, release, 'postgresql.sql.zst'))).toString());
  return openDatabase({ url });
}

const releases = (await readdir(RELEASES)).sort();

describe.each(releases)('the stored database of release %s', release => {
  let app: TestApp;
  let expected: Expected;
  let token: string;

  beforeAll(async () => {
    expected = JSON.parse(await readFile(join(RELEASES, release, 'expected.json'), 'utf8'));
    const database = await openStored(release);
    afterAll(() => database.close());
    await migrate(database, { mode: 'apply' });
    const { DOCSVC_JWT_SECRET, DOCSVC_ENCRYPTION_KEYS } = releaseSettings;
    app = await overDatabase(database, { DOCSVC_JWT_SECRET, DOCSVC_ENCRYPTION_KEYS });
    const body = {
      email: adminSettings.DOCSVC_INITIAL_ADMIN_EMAIL,
      password: adminSettings.DOCSVC_INITIAL_ADMIN_PASSWORD,
    };
    const { detail } = await app.rest<{ token: string }>('POST', '/open/auth/login', { body });
    ({ token } = detail);
  });

  async function read<Detail>(path: string, method = 'GET'): Promise<Detail> {
    const { code, message, detail } = await app.rest<Detail>(method, path, { token });
    expect(`${code} ${message}`, path).toMatch(/^200 /);
    return detail;
  }

  it('is opened and upgraded by this one, which reads every text, operation, diff, draft and secret', async () => {
    for (const [path, text] of Object.entries(expected.contents))
      expect((await read<{ content: string }>(path)).content, path).toBe(text);
    for (const [path, operations] of Object.entries(expected.endpoints)) {
      const endpoints = await read<{ method: string; path: string }[]>(path);
      expect(endpoints.map(one => `${one.method} ${one.path}`)).toEqual(operations);
    }
    for (const [path, versions] of Object.entries(expected.diffs)) expect(await read(path)).toMatchObject(versions);
    for (const [path, name] of Object.entries(expected.drafts))
      expect(await read(path)).toMatchObject({ version_name: name });
    for (const [request, secret] of Object.entries(expected.secrets)) {
      const [method, path = ''] = request.split(' ');
      expect(JSON.stringify(await read(path, method))).toContain(secret);
    }
  });

  it('is whole', async () => {
    const { services, database } = app;
    for await (const line of runCommand({ services, database }, ['verify'], '')) expect(line).toMatch(/^ok /);
  });
});
