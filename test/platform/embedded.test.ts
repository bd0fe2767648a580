import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { isDatabaseUnavailable, openDatabase } from '../../src/platform/database.ts';
import { startEmbedded } from '../../src/platform/embedded.ts';
import { FolderInUseError } from '../../src/platform/folder-lock.ts';
import { emptyDatabase, emptyDatabaseIn } from '../support/database.ts';

const root = await mkdtemp(join(tmpdir(), 'docsvc-embedded-'));
afterAll(() => rm(root, { recursive: true }));

/** A process that inserts rows; `lines` is what it printed. */
function startInserting(dataDir: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./embedded-process.ts', import.meta.url)), dataDir]);
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', line => lines.push(line));
  return {
    lines,
    async printed(count: number) {
      for await (const _ of on(output, 'line', { close: ['close'] })) if (lines.length >= count) return;
    },
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    exited: once(child, 'exit'),
  };
}

test('a folder survives kill -9 under load, again and again, with every acknowledged row', async () => {
  const dataDir = join(root, 'killed');
  await emptyDatabaseIn(dataDir);
  for (let round = 1; round <= 3; round++) {
    const child = startInserting(dataDir);
    await child.printed(round * 60);
    await child.kill();
    const last = Number(child.lines.at(-1));
    const { pool, close } = await openDatabase({ dataDir });
    const { rows } = await pool.query('SELECT count(*)::int AS count, max(id)::int AS last FROM rows');
    expect(rows[0].last).toBeGreaterThanOrEqual(last);
    expect(rows[0].count).toBe(rows[0].last);
    expect((await pool.query('SELECT id FROM rows WHERE length(body) <> 5000')).rows).toEqual([]);
    await close();
  }
});

test('a second process is refused while the first lives, and let in after kill -9', async () => {
  const dataDir = join(root, 'locked');
  await emptyDatabaseIn(dataDir);
  const first = startInserting(dataDir);
  await first.printed(1);
  const second = startInserting(dataDir);
  expect(await second.exited).toEqual([1, null]);
  expect(second.lines).toHaveLength(1);
  expect(second.lines[0]).toMatch(/^DOCSVC_DATA_DIR .*locked is in use by another process \(pid \d+\)$/);
  await expect(openDatabase({ dataDir })).rejects.toThrow(FolderInUseError);
  await first.kill();
  await (await openDatabase({ dataDir })).close();
});

test('a folder may not be opened twice in one process, and again after close', async () => {
  const dataDir = join(root, 'twice');
  const first = await openDatabase({ dataDir });
  await expect(openDatabase({ dataDir })).rejects.toThrow(FolderInUseError);
  await first.close();
  await (await openDatabase({ dataDir })).close();
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('a first start that was killed while it created the database starts over', async () => {
  const dataDir = join(root, 'unfinished');
  await mkdir(join(dataDir, 'db.unfinished', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'db.unfinished', 'PG_VERSION'), '18\n');
  const { pool, close } = await openDatabase({ dataDir });
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await close();
  expect(existsSync(join(dataDir, 'db.unfinished'))).toBe(false);
});

test('a folder of another PostgreSQL is refused with a clear line', async () => {
  const dataDir = join(root, 'older');
  await mkdir(join(dataDir, 'db'), { recursive: true });
  await writeFile(join(dataDir, 'db', 'PG_VERSION'), '17\n');
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /db was written by PostgreSQL 17, but this server contains PostgreSQL 18$/,
  );
});

test('a thread that does not answer is ended, its requests fail as unavailable, and the next ones are served', async () => {
  const dataDir = join(root, 'hanging');
  await emptyDatabaseIn(dataDir);
  const { pool, prisma, close } = await openDatabase({ dataDir, answerTimeoutMs: 500 });
  await pool.query('CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
  const endless = prisma.$transaction(async tx => {
    await tx.$executeRawUnsafe('INSERT INTO kept VALUES (2)');
    await tx.$queryRawUnsafe('SELECT count(*) FROM generate_series(1, 1000000000000)');
  });
  const behind = prisma.$queryRawUnsafe('SELECT id FROM kept');
  const error = await endless.then(
    () => undefined,
    error => error as Error,
  );
  expect(isDatabaseUnavailable(error), String(error)).toBe(true);
  expect(await behind).toEqual([{ id: 1 }]);
  expect((await pool.query('SELECT id FROM kept')).rows).toEqual([{ id: 1 }]);
  await close();
});

test('a database that ends itself, as on a full disk, makes its requests unavailable until it can be opened again', async () => {
  const dataDir = join(root, 'panicked');
  await emptyDatabaseIn(dataDir);
  const { pool, close } = await openDatabase({ dataDir });
  await pool.query('CREATE TABLE rows (id int)');
  const insert = () => pool.query('INSERT INTO rows VALUES (1)');
  const failureOf = async (work: Promise<unknown>) => {
    const error: Error = await work.then(
      () => new Error('none'),
      error => error,
    );
    expect(isDatabaseUnavailable(error), String(error)).toBe(true);
    return error.message;
  };
  await insert();
  // Without its folder, PostgreSQL cannot begin the next file of its log.
  const [log, away] = [join(dataDir, 'db', 'pg_wal'), join(dataDir, 'away')];
  await rename(log, away);
  await pool.query('SELECT pg_switch_wal()');
  expect(await failureOf(insert())).toMatch(/^The embedded database ended: could not create file "pg_wal/);
  expect(await failureOf(pool.query('SELECT 1'))).toBe('required WAL directory "pg_wal" does not exist');
  await rename(away, log);
  await insert();
  expect((await pool.query('SELECT count(*)::int FROM rows')).rows).toEqual([{ count: 2 }]);
  await close();
});

test('the event loop continues while the database works', async () => {
  const { prisma, pool, close } = await openDatabase(await emptyDatabase());
  await pool.query('CREATE TABLE large (id int, body bytea)');
  const body = randomBytes(8 * 1024 * 1024);
  const insert = () => prisma.$executeRaw`INSERT INTO large VALUES (1, ${body})`;
  await insert();
  // In CPU time of this thread: waiting for a core does not count.
  let held = 0;
  let last = process.threadCpuUsage();
  const probe = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    held = Math.max(held, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 1);
  await insert();
  await pool.query('SELECT count(*) FROM generate_series(1, 3000000)');
  clearInterval(probe);
  // 30 ms on an idle machine. The insert takes two seconds inside PGlite, and blocks only its thread.
  expect(held).toBeLessThan(250);
  await close();
});

test('a backup is whole or fails, also when the database is closed meanwhile', async () => {
  const dataDir = join(root, 'closed meanwhile');
  await emptyDatabaseIn(dataDir);
  const before = await startEmbedded({ dataDir });
  const backup = before.snapshot();
  await before.close();
  expect((await backup).byteLength).toBeGreaterThan(1_000_000);
  expect(await wasShutDown(dataDir)).toBe(true);
  const after = await startEmbedded({ dataDir });
  const closed = after.close();
  await expect(after.snapshot()).rejects.toThrow('The embedded database is closed');
  await closed;
});

/** Whether PostgreSQL noted that it shut down, so that the next start restores nothing from the write-ahead log. */
async function wasShutDown(dataDir: string): Promise<boolean> {
  const control = await readFile(join(dataDir, 'db', 'global', 'pg_control'));
  return control.readInt32LE(16) === 1;
}

test('backups leave no listeners', async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => void warnings.push(message);
  process.on('warning', warned);
  const { snapshot, close } = await openDatabase(await emptyDatabase());
  for (let count = 0; count < 12; count++) await snapshot();
  await close();
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});

test('memory does not grow with the number of answers', async () => {
  const { pool, close } = await openDatabase(await emptyDatabase());
  const read = async (times: number) => {
    for (let i = 0; i < times; i++) await pool.query(`SELECT repeat('x', 1000000)`);
    return process.memoryUsage().rss / 1e6;
  };
  const before = await read(50);
  expect((await read(400)) - before).toBeLessThan(200);
  await close();
});
