import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import packageJson from '../../package.json' with { type: 'json' };
import { type OpenedDatabase, openDatabase } from './database.ts';
import { migrate, readMigrations } from './migrations.ts';

const folder = join(import.meta.dirname, '../../prisma/first-database');

/**
 * Returns the path of a file with an embedded database: the tables of this release, without rows. Loading it makes the first
 * start of a server two seconds faster than creating the tables. Undefined after `npm ci --ignore-scripts`.
 */
export async function firstDatabase(): Promise<string | undefined> {
  const file = await fileOfRelease();
  return existsSync(file) ? file : undefined;
}

/** Writes that file if it does not exist, and removes the files of other releases. */
export async function writeFirstDatabase(): Promise<void> {
  const file = await fileOfRelease();
  if (existsSync(file)) return;
  const database = await openDatabase({});
  try {
    await migrate(database, { mode: 'apply' });
    await dropTemplates(database);
    await database.pool.query('CHECKPOINT');
    const packed = await promisify(zstdCompress)(await database.snapshot());
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(`${file}.unfinished`, packed);
    await rename(`${file}.unfinished`, file);
  } finally {
    await database.close();
  }
}

/** Only `CREATE DATABASE` needs the templates. They are two thirds of the files that a first start writes. */
async function dropTemplates({ pool }: OpenedDatabase): Promise<void> {
  await pool.query('UPDATE pg_database SET datistemplate = false WHERE datistemplate');
  for (const name of ['template0', 'template1']) await pool.query(`DROP DATABASE ${name}`);
}

/** The name depends on what the file has, on the migrations and on the PGlite version, whose file format may differ. */
async function fileOfRelease(): Promise<string> {
  const hash = createHash('sha256').update('no templates').update(packageJson.dependencies['@electric-sql/pglite']);
  for (const { name, checksum } of await readMigrations()) hash.update(name).update(checksum);
  return join(folder, `${hash.digest('hex').slice(0, 16)}.tar.zst`);
}
