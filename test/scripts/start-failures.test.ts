import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/platform/config.ts';
import { replaceSecret } from '../../src/platform/crypto.ts';
import { OperatorError } from '../../src/platform/errors.ts';
import { readKeys } from '../../src/platform/key-files.ts';
import { openOwnDatabase } from '../../src/platform/own-database.ts';
import { explainFailure, refuseListening } from '../../src/platform/start-failures.ts';

const root = join(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'docsvc-failures-'));
const server: Server = createServer(socket => socket.destroy());
let taken = 0;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  taken = (server.address() as AddressInfo).port;
  await writeFile(join(folder, 'file'), '');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

type Ended = { code: number | null; out: string; err: string };

async function run(script: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, DOCSVC_PORT: '0', DOCSVC_DATA_DIR: join(folder, 'data'), ...env },
  });
  const ended = { code: null as number | null, out: '', err: '' };
  child.stdout.on('data', chunk => (ended.out += chunk));
  child.stderr.on('data', chunk => (ended.err += chunk));
  child.stdin.end();
  [ended.code] = await once(child, 'close');
  return ended;
}

const postgresql = (place: string) => ({
  DOCSVC_DATABASE_URL: `postgresql://docsvc:hunter2@${place}/docsvc`,
  DOCSVC_JWT_SECRET: 'x'.repeat(32),
  DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
});

const start = (env: Record<string, string>) => run('scripts/start.js', [], env);

it('a start that cannot succeed ends with code 1 and one line for each setting, without a stack', async () => {
  const [settings, away, admin] = await Promise.all([
    start({ DOCSVC_LOG_LEVEL: 'loud', DOCSVC_JWT_SECRET: 'short', DOCSVC_POORT: '1' }),
    start(postgresql('127.0.0.1:1')),
    run('scripts/admin.ts', ['reset-password', 'a@example.com'], {
      DOCSVC_INITIAL_ADMIN_EMAIL: 'a@example.com',
      DOCSVC_INITIAL_ADMIN_PASSWORD: 'hunter2 and more',
    }),
  ]);
  for (const { code, out, err } of [settings, away, admin]) {
    expect(`${code}${out}`).toBe('1');
    expect(err).not.toMatch(/\n {4}at |hunter2/);
  }
  expect(settings.err.split('\n')).toEqual([
    expect.stringMatching(/^DOCSVC_JWT_SECRET must/),
    expect.stringMatching(/^DOCSVC_LOG_LEVEL must/),
    'DOCSVC_POORT is not a setting: did you mean DOCSVC_PORT?',
    '',
  ]);
  expect(away.err).toBe('DOCSVC_DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1\n');
  expect(admin.err).toMatch(/^password must have[^\n]+\n$/);
  expect(existsSync(join(folder, 'data/db'))).toBe(false);
});

it('a command of the administration makes no database where there is none', async () => {
  const dataDir = join(folder, 'none');
  const commands = [['verify'], ['keys', 'status'], ['backup', join(folder, 'backup')]];
  const ended = await Promise.all(commands.map(args => run('scripts/admin.ts', args, { DOCSVC_DATA_DIR: dataDir })));
  const refused = {
    code: 1,
    out: '',
    err: `DOCSVC_DATA_DIR ${dataDir} has no database: name the data folder of the server\n`,
  };
  expect(ended).toEqual(commands.map(() => refused));
  expect(existsSync(dataDir)).toBe(false);
});

const opening = (env: Record<string, string>) =>
  openOwnDatabase(readConfig(env)).then(
    () => 'opened',
    (error: Error) => [error instanceof OperatorError, error.message],
  );

it('a database or a folder that cannot be used is named with the reason', async () => {
  expect(await opening(postgresql(`127.0.0.1:${taken}`))).toEqual([
    true,
    expect.stringMatching(/^DOCSVC_DATABASE_URL cannot be used: \S.+$/),
  ]);
  expect(await opening(postgresql('no-such-host.invalid'))).toEqual([
    true,
    expect.stringMatching(/^DOCSVC_DATABASE_URL cannot be used: getaddrinfo .+$/),
  ]);
  const file = join(folder, 'file');
  expect(await opening({ DOCSVC_DATA_DIR: file })).toEqual([
    true,
    `DOCSVC_DATA_DIR ${file} must be a folder that the service may write (EEXIST)`,
  ]);
});

it('a data folder with a path that is too long for the socket in it is named', async () => {
  const dataDir = join(folder, 'x'.repeat(120));
  expect(await opening({ DOCSVC_DATA_DIR: dataDir })).toEqual([
    true,
    expect.stringMatching(/^DOCSVC_DATA_DIR \S+ must be \d+ bytes shorter, for the socket admin\.sock in it$/),
  ]);
  expect(existsSync(dataDir)).toBe(false);
});

it('a key that is a folder, as container engines make of a mount whose file is missing, is named', async () => {
  const dataDir = join(folder, 'folders');
  const key = join(dataDir, 'jwt-secret');
  await mkdir(key, { recursive: true });
  expect(() => readKeys(readConfig({ DOCSVC_DATA_DIR: dataDir }))).toThrow(
    new ConfigError(`DOCSVC_DATA_DIR has ${key}, which the service cannot read as a file (EISDIR)`),
  );
});

// Root may use all files.
it.skipIf(process.getuid?.() === 0)('a file in the data folder that belongs to another user is named', async () => {
  const dataDir = join(folder, 'foreign');
  const lock = join(dataDir, 'db.lock');
  await mkdir(dataDir);
  await writeFile(lock, '', { mode: 0o444 });
  expect(await opening({ DOCSVC_DATA_DIR: dataDir })).toEqual([
    true,
    `DOCSVC_DATA_DIR has ${lock}, which the service may not read and write (EACCES)`,
  ]);
});

it('an embedded database of another release of PostgreSQL is named', async () => {
  const dataDir = join(folder, 'older');
  await mkdir(join(dataDir, 'db'), { recursive: true });
  await writeFile(join(dataDir, 'db', 'PG_VERSION'), '17\n');
  expect(await opening({ DOCSVC_DATA_DIR: dataDir })).toEqual([
    true,
    expect.stringMatching(/^DOCSVC_DATA_DIR has an embedded database that cannot be opened: .+ PostgreSQL 17, /),
  ]);
});

const listening = (port: number, host: string) =>
  new Promise((resolve, reject) => {
    createServer()
      .once('error', reject)
      .listen(port, host, () => resolve('listening'));
  }).catch(error => refuseListening(error));

it('a port in use and an address of another machine are named', async () => {
  await expect(listening(0, '192.0.2.1')).rejects.toThrow('DOCSVC_HOST is not an address of this machine');
  await expect(listening(taken, '127.0.0.1')).rejects.toThrow('DOCSVC_PORT is in use by another program');
});

const scripts: [file: string, ...before: string[]][] = [
  ['scripts/start.js'],
  ['scripts/compare.js'],
  ...['dev', 'migrate', 'admin', 'migration', 'generate', 'print-schema', 'diff-rules'].map((name): [string] => [
    `scripts/${name}.ts`,
  ]),
  ...['check', 'generate', 'test'].map((name): [string, string] => ['scripts/steps.ts', name]),
  ['bench/run.ts'],
  ['test/load/run.ts'],
];

it('every command answers --help with its usage and does nothing else', async () => {
  const env = { DOCSVC_DATA_DIR: join(folder, 'untouched'), DOCSVC_LOG_LEVEL: 'loud' };
  const answers = await Promise.all(scripts.map(([file, ...before]) => run(file, [...before, '--help'], env)));
  for (const [index, { code, out, err }] of answers.entries()) {
    expect([scripts[index], code, err]).toEqual([scripts[index], 0, '']);
    expect(out).toMatch(/^(Usage: |\S.*\n+Usage:)/);
  }
});

it('npm run bench names the benchmarks of the README, and nothing else', async () => {
  const { out } = await run('bench/run.ts', ['--help'], {});
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const table = readme.slice(readme.indexOf('| Name | Measures |')).split('\n\n')[0] as string;
  const described = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(out.trim()).toBe(`Usage: npm run bench -- ${described.toSorted().join('|')}`);
});

it('a command without arguments refuses them', async () => {
  const { code, err } = await run('scripts/migrate.ts', ['--dry-run'], {});
  expect(code).toBe(2);
  expect(err).toMatch(/^There is no argument --dry-run\nUsage: npm run migrate\n/);
});

it('a limit of open files that is too low is named, without a stack', () => {
  const error = Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' });
  expect(explainFailure(error)).toMatch(/^The limit of open files is too low: raise it.*ulimit -n 1024/);
});

it('a full disk is named, without a stack', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(explainFailure(error)).toBe('The disk is full (ENOSPC: no space left on device, write)');
});

it('a secret that cannot be written leaves no other file in the data folder', async () => {
  const dataDir = join(folder, 'unwritten');
  await mkdir(join(dataDir, 'jwt-secret', 'in the way'), { recursive: true });
  expect(() => replaceSecret({ dataDir }, 'jwt-secret', 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await readdir(dataDir)).toEqual(['jwt-secret']);
});
