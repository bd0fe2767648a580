import { chmod, copyFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { COMMIT } from '../platform/commit.ts';
import { dataPath } from '../platform/config.ts';
import { makeFolder, sha256 } from '../platform/crypto.ts';
import { OperatorError } from '../platform/errors.ts';
import { KEY_FILES } from '../platform/key-files.ts';
import { VERSION } from '../platform/version.ts';
import type { AdminContext } from './context.ts';

export const DATABASE_FILE = 'db.tar.zst';
export const MANIFEST_FILE = 'manifest.json';

/** Files are written to this folder inside the backup first. The backup folder may be a mount, which cannot be renamed. */
const UNFINISHED = 'unfinished';

/** The release and the migrations of the backed-up database, and the SHA-256 of each file of the backup. */
export type Manifest = {
  version: string;
  commit: string;
  madeAt: string;
  migrations: string[];
  files: Record<string, string>;
};

/**
 * Writes the embedded database and the generated keys to a new folder. The copy is made between two statements. It is like
 * the files after a power failure: opening it restores everything that was committed before.
 */
export async function* backup(
  { services, database }: AdminContext,
  [folder = '']: readonly string[],
): AsyncGenerator<string> {
  if (database.kind !== 'embedded')
    throw new OperatorError('A PostgreSQL database is backed up with pg_dump (docs/operations.md)');
  const unfinished = join(folder, UNFINISHED);
  await prepareFolder(folder, unfinished);
  try {
    const { rows } = await database.pool.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    );
    const copied = await database.snapshot();
    const packed = await promisify(zstdCompress)(copied);
    await writeDurably(join(unfinished, DATABASE_FILE), packed);
    for (const name of await keyFiles(services.config.dataDir))
      await copyFile(dataPath(services.config, name), join(unfinished, name));
    const manifest: Manifest = {
      version: VERSION,
      commit: COMMIT,
      madeAt: new Date().toISOString(),
      migrations: rows.map(({ name }) => name),
      files: await digests(unfinished),
    };
    await writeDurably(join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    // The manifest last: a folder without it is no backup.
    for (const name of [...Object.keys(manifest.files), MANIFEST_FILE])
      await rename(join(unfinished, name), join(folder, name));
    yield `Wrote ${folder} (${(packed.byteLength / 1024 / 1024).toFixed(1)} MiB): ${Object.keys(manifest.files).join(', ')}`;
    if (services.config.encryptionKeys !== undefined)
      yield 'The encryption keys come from the settings: keep them beside the backup, which is of no use without them.';
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function prepareFolder(folder: string, unfinished: string): Promise<void> {
  try {
    makeFolder(folder);
    const others = (await readdir(folder)).filter(name => name !== UNFINISHED);
    if (others.length > 0) throw Object.assign(new Error(), { code: 'ENOTEMPTY' });
    // Fails if the folder is a mount of another user. Only the owner of the files can read them in any case.
    await chmod(folder, 0o700).catch(() => undefined);
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(`${folder} must be a new or empty folder that the service may write (${code})`);
  }
}

const keyFiles = async (dataDir: string): Promise<string[]> => {
  const names: readonly string[] = Object.values(KEY_FILES);
  return (await readdir(dataDir)).filter(name => names.includes(name));
};

async function digests(folder: string): Promise<Record<string, string>> {
  const digest = async (name: string) => [name, sha256(await readFile(join(folder, name)))] as const;
  return Object.fromEntries(await Promise.all((await readdir(folder)).sort().map(digest)));
}

async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
