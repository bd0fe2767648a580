import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { migratedDatabaseIn } from '../support/database.ts';
import { petstore31Yaml, petstoreNext } from '../support/documents.ts';
import {
  adminSettings,
  makeDocument,
  publishVersion,
  type Resource,
  type SignedIn,
  signIn,
  succeed,
} from '../support/http-client.ts';
import { type ServerProcess, startServer } from '../support/process.ts';

const root = join(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'docsvc-admin-'));
const dataDir = join(folder, 'data');
await mkdir(dataDir, { mode: 0o700 });
await migratedDatabaseIn(dataDir);

const servers: ServerProcess[] = [];
const start = async (data: string): Promise<ServerProcess> => {
  const server = await startServer({ ...adminSettings, DOCSVC_DATA_DIR: data, DOCSVC_LOG_LEVEL: 'error' });
  servers.push(server);
  return server;
};
afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

type Ended = { code: number | null; out: string; err: string };

async function command(args: string[], { input = '', data = dataDir, isRead = true, env = {} } = {}): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/admin.ts', ...args], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, DOCSVC_DATA_DIR: data, ...env },
  });
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', chunk => (ended.out += chunk));
  child.stderr.on('data', chunk => (ended.err += chunk));
  if (!isRead) child.stdout.destroy();
  child.stdin.end(input);
  [ended.code] = await once(child, 'close');
  return ended;
}

/** Repeats calls, one after the other, until it is stopped. */
function repeat(call: () => Promise<void>): { stop(): Promise<number> } {
  let isOn = true;
  const running = (async () => {
    let count = 0;
    for (; isOn; count += 1) await call();
    return count;
  })();
  running.catch(() => undefined);
  return {
    stop() {
      isOn = false;
      return running;
    },
  };
}

let client: SignedIn;
let token: { id: string; token: string };
const reads: string[] = [];

/** Publishes a few versions, and notes everything that there is to read of them. */
async function publish(): Promise<void> {
  const { document, branches, project } = await makeDocument(client.rest);
  const send = <T = Resource>(method: string, path: string, body?: object) =>
    succeed(client.rest<T>(method, `${document}${path}`, body));
  const versions: Resource[] = [];
  for (const [index, content] of [petstore31Yaml, petstoreNext, petstore31Yaml].entries()) {
    const upload = { branch_id: branches.dev, version_name: `${index}`, schema_content: content };
    versions.push(await publishVersion(client.rest, document, upload));
  }
  const shared = await send('POST', '/shares', { branch_id: branches.dev });
  reads.push(
    `/private/projects/${project}`,
    ...['', '/overview', '/branches', '/drafts', '/versions', '/diffs', '/shares'].map(path => document + path),
  );
  const diffs = await send<Resource[]>('GET', '/diffs');
  for (const { id } of diffs) reads.push(`${document}/diffs/${id}`, `${document}/diffs/${id}/summary`);
  for (const { id, draft_id } of versions) {
    reads.push(`${document}/versions/${id}`, `${document}/versions/${id}/endpoints`);
    for (const kind of ['raw', 'normalized']) reads.push(`${document}/versions/${id}/content/${kind}`);
    reads.push(`${document}/drafts/${draft_id}`, `${document}/drafts/${draft_id}/reviews`);
    for (const endpoint of await send<Resource[]>('GET', `/versions/${id}/endpoints`))
      reads.push(`${document}/versions/${id}/endpoints/${endpoint.id}`);
  }
  expect(shared.id).toBeDefined();
}

/** An answer but for the moment of the request. */
async function bytesOf(base: string, path: string, jwt: string): Promise<string> {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const answer = await fetch(`${base}/api/v1${path}`, { headers: { authorization: jwt, traceparent } });
  return (await answer.text()).replace(/,"timestamp":\d+/, '');
}

beforeAll(async () => {
  client = await signIn((await start(dataDir)).base);
  token = await succeed(client.rest<typeof token>('POST', '/private/mcp-tokens', { name: 'agent', scopes: [1] }));
  for (let round = 0; round < 2; round += 1) await publish();
  const lists = reads.filter(path => /\/(branches|drafts|versions|diffs|shares|endpoints)$/.test(path));
  for (const path of lists)
    for (const offset of [0, 1, 2, 3, 4, 5, 6, 7]) reads.push(`${path}?page_size=1&offset=${offset}`);
});

describe('admin commands beside a server that uses the embedded database', () => {
  it('rotate keys and encrypt secrets again while they are revealed, without a failed request', async () => {
    const reveals = repeat(async () => {
      const { status, detail } = await client.rest<typeof token>('GET', `/private/mcp-tokens/${token.id}`);
      expect([status, detail.token]).toEqual(['OK', token.token]);
    });
    for (const args of [
      ['keys', 'rotate'],
      ['keys', 'reencrypt'],
      ['keys', 'rotate'],
      ['keys', 'reencrypt'],
    ])
      expect(await command(args)).toMatchObject({ code: 0, err: '' });
    expect(await reveals.stop()).toBeGreaterThan(10);
    const { out } = await command(['keys', 'status']);
    expect(out).toMatch(/^k3\t\d+ secrets\tencrypts\nk2\t0 secrets\tdecrypts\nk1\t0 secrets\tdecrypts\nSessions: two/);
    expect((await stat(join(dataDir, 'encryption-keys'))).mode & 0o777).toBe(0o600);
  });

  it('refuse what they do not know with the usage, and code 1', async () => {
    expect(await command(['keys', 'rotat'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('keys with one of'),
    });
    expect(await command(['unknown'])).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) });
    expect(await command(['backup', dataDir])).toMatchObject({ code: 1, err: expect.stringContaining('ENOTEMPTY') });
    expect(await command(['restore', join(folder, 'none')])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^DOCSVC_DATA_DIR /),
    });
  });

  it('finish, with their code, when nobody reads what they print', async () => {
    expect(await command(['verify'], { isRead: false })).toEqual({ code: 0, out: '', err: '' });
    const wrong = await command(['keys', 'rotat'], { isRead: false });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('keys with one of')]);
  });

  it('set a password, which ends sessions', async () => {
    const input = `${adminSettings.DOCSVC_INITIAL_ADMIN_PASSWORD}\n`;
    const { DOCSVC_INITIAL_ADMIN_EMAIL: email } = adminSettings;
    expect(await command(['reset-password', email], { input })).toMatchObject({ code: 0, err: '' });
    expect((await client.rest('GET', '/private/identity/me')).status).toBe('UNAUTHENTICATED');
    client = await signIn(client.base);
  });

  it('back up a busy database, which restored elsewhere gives the same answers, byte for byte', async () => {
    const { rest } = client;
    const work = repeat(async () => {
      await succeed(rest('POST', '/private/teams', { name: 'Meanwhile' }));
    });
    const backup = join(folder, 'backup');
    expect(await command(['backup', backup])).toMatchObject({ code: 0, err: '' });
    expect(await work.stop()).toBeGreaterThan(0);
    expect((await stat(backup)).mode & 0o777).toBe(0o700);

    const elsewhere = join(folder, 'elsewhere');
    const restored = await command(['restore', backup], { data: elsewhere });
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).not.toContain('WRONG');
    const copy = await start(elsewhere);
    expect(reads.length).toBeGreaterThanOrEqual(200);
    for (const path of [...reads, `/private/mcp-tokens/${token.id}`]) {
      const [here, there] = await Promise.all([
        bytesOf(client.base, path, client.token),
        // The session is from before the backup: the keys are the same too.
        bytesOf(copy.base, path, client.token),
      ]);
      expect(there, path).toBe(here);
    }
  });

  it('back up into an empty folder that is there, which may be a mount, named from where npm was called', async () => {
    const env = { INIT_CWD: folder, npm_lifecycle_event: 'admin' };
    const backup = join(folder, 'mounted');
    await mkdir(backup, { mode: 0o755 });
    const { ino } = await stat(backup);
    expect(await command(['backup', 'mounted'], { env })).toMatchObject({ code: 0, err: '' });
    const { ino: kept, mode } = await stat(backup);
    expect([kept, mode & 0o777]).toEqual([ino, 0o700]);
    const names = ['db.tar.zst', 'encryption-keys', 'jwt-secret', 'jwt-secret-other', 'manifest.json'];
    expect((await readdir(backup)).sort()).toEqual(names);
    const restored = await command(['restore', 'mounted'], { data: join(folder, 'fifth'), env });
    expect(restored).toMatchObject({ code: 0, err: '' });
  });

  it.runIf(process.platform === 'linux')('refuse a folder that cannot be made', async () => {
    expect(await command(['backup', '/proc/backup'])).toMatchObject({
      code: 1,
      err: '/proc/backup must be a new or empty folder that the service may write (ENOENT)\n',
    });
  });

  it('refuse a restore that would replace the keys of another database', async () => {
    const [data, backup] = [join(folder, 'keys-of-another'), join(folder, 'backup')];
    await mkdir(data, { mode: 0o700 });
    const keys = `k9:${Buffer.alloc(32, 9).toString('base64')}`;
    await writeFile(join(data, 'encryption-keys'), keys, { mode: 0o600 });
    expect(await command(['restore', backup], { data })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/has other keys \(encryption-keys\) than the backup: restore into an empty folder/),
    });
    expect(await readFile(join(data, 'encryption-keys'), 'utf8')).toBe(keys);
  });

  it('refuse a folder in which a restore was interrupted, until it is restored again', async () => {
    const [data, backup] = [join(folder, 'interrupted'), join(folder, 'backup')];
    await mkdir(join(data, 'db'), { recursive: true, mode: 0o700 });
    await writeFile(join(data, 'restoring.tar'), 'the first part');
    expect(await command(['verify'], { data })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^DOCSVC_DATA_DIR .* interrupted: restore again\n$/),
    });
    expect(await command(['restore', backup], { data })).toMatchObject({ code: 0, err: '' });
    expect(await command(['verify'], { data })).toMatchObject({ code: 0, err: '' });
  });

  it('back up a database that a newer release would migrate, refuse all else with it, and leave it as it is', async () => {
    const data = join(folder, 'older');
    await mkdir(data, { mode: 0o700 });
    await migratedDatabaseIn(data);
    const migrations = async (change = '') => {
      const database = await openDatabase({ dataDir: data });
      await database.pool.query(change);
      const { rows } = await database.pool.query<{ name: string }>(
        'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
      );
      await database.close();
      return rows.map(({ name }) => name);
    };
    const older = await migrations(
      'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
    );
    const refused = expect.stringMatching(/^The database lacks 1 migration\(s\): \w+\. Run: npm run migrate\n$/);
    for (const args of [['verify'], ['keys', 'status'], ['keys', 'rotate'], ['reset-password', 'a@example.com']])
      expect(await command(args, { data, input: 'a new password' })).toEqual({ code: 1, out: '', err: refused });
    const backup = join(folder, 'backup-of-older');
    expect(await command(['backup', backup], { data })).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')).migrations).toEqual(older);
    expect(await migrations()).toEqual(older);
  });

  it('refuse a backup that names files elsewhere', async () => {
    const manifest = join(folder, 'backup', 'manifest.json');
    const written = await readFile(manifest, 'utf8');
    await writeFile(manifest, written.replace('"encryption-keys"', '"../encryption-keys"'));
    const restored = await command(['restore', join(folder, 'backup')], { data: join(folder, 'fourth') });
    await writeFile(manifest, written);
    expect(restored).toMatchObject({ code: 1, err: expect.stringContaining(' is damaged: manifest.json names other') });
  });

  it.each(['null', '{}', '{"migrations": []}', '{"migrations": [], "files": null}', '[', '"db.tar.zst"'])(
    'refuse a backup with the manifest %s',
    async manifest => {
      const backup = await mkdtemp(join(folder, 'other-'));
      await writeFile(join(backup, 'manifest.json'), manifest);
      expect(await command(['restore', backup], { data: join(folder, 'sixth') })).toMatchObject({
        code: 1,
        err: `${backup} is not a backup: it has no readable manifest.json\n`,
      });
    },
  );

  it('refuse a damaged backup', async () => {
    const file = join(folder, 'backup', 'encryption-keys');
    await writeFile(file, `${await readFile(file, 'utf8')}x`);
    const restored = await command(['restore', join(folder, 'backup')], { data: join(folder, 'third') });
    expect(restored).toMatchObject({ code: 1, err: expect.stringMatching(/ is damaged: encryption-keys /) });
  });
});
