import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { type Config, dataPath } from '../platform/config.ts';
import { openDataDir, readSecret, replaceSecret, sha256 } from '../platform/crypto.ts';
import { openDatabase } from '../platform/database.ts';
import { OperatorError } from '../platform/errors.ts';
import { KEY_FILES } from '../platform/key-files.ts';
import { knownMigrations } from '../platform/migrations.ts';
import { UNFINISHED_RESTORE } from '../platform/own-database.ts';
import { openServices } from '../start.ts';
import { DATABASE_FILE, MANIFEST_FILE, type Manifest } from './backup.ts';
import { verify } from './verify.ts';

/** Makes the data folder of a new server from a backup, opens it with this release and checks it. */
export async function* restore(config: Config, folder: string): AsyncGenerator<string> {
  if (config.databaseUrl !== undefined)
    throw new OperatorError('A PostgreSQL database is restored with pg_restore (docs/operations.md)');
  const manifest = await readManifest(folder);
  const files = await readFiles(folder, manifest);
  openDataDir(config);
  const [target, unpacked] = [dataPath(config, 'db'), dataPath(config, UNFINISHED_RESTORE)];
  if (existsSync(target) && !existsSync(unpacked))
    throw new OperatorError(`DOCSVC_DATA_DIR ${config.dataDir} has a database: restore into a folder without one`);
  if (!existsSync(unpacked)) refuseOtherKeys(config, files);
  // While this file exists, the database is incomplete: no server starts on it, and another restore replaces it.
  await writeFile(unpacked, await promisify(zstdDecompress)(files.get(DATABASE_FILE) ?? ''), { mode: 0o600 });
  await rm(target, { recursive: true, force: true });
  for (const [name, bytes] of files) if (name !== DATABASE_FILE) replaceSecret(config, name, textOf(bytes));
  await (await openDatabase({ dataDir: config.dataDir, snapshot: unpacked })).close();
  await rm(unpacked);
  yield `Restored ${config.dataDir} from the backup of ${manifest.madeAt} (version ${manifest.version})`;
  yield 'Sessions, tokens and shares are as they were then: end again those that were ended since';
  const opened = await openServices(config);
  try {
    yield* verify(opened);
  } finally {
    await opened.close();
  }
}

/** Replacing the keys of another database would make its secrets unreadable for good. */
function refuseOtherKeys(config: Config, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of files) {
    const present = name === DATABASE_FILE ? undefined : readSecret(config, name);
    if (present !== undefined && present !== textOf(bytes))
      throw new OperatorError(
        `DOCSVC_DATA_DIR ${config.dataDir} has other keys (${name}) than the backup: restore into an empty folder, and keep these keys`,
      );
  }
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8').trim();

async function readManifest(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8'));
    if (!Array.isArray(manifest.migrations) || Object(manifest.files) !== manifest.files) throw new Error();
  } catch {
    throw new OperatorError(`${folder} is not a backup: it has no readable ${MANIFEST_FILE}`);
  }
  const known = await knownMigrations();
  if (manifest.migrations.some(name => !known.includes(name)))
    throw new OperatorError(
      `${folder} is a backup of a newer release (${manifest.version}): restore it with that release`,
    );
  return manifest;
}

async function readFiles(folder: string, { files }: Manifest): Promise<Map<string, Buffer>> {
  const read = new Map<string, Buffer>();
  const expected: readonly string[] = [DATABASE_FILE, ...Object.values(KEY_FILES)];
  if (files[DATABASE_FILE] === undefined || Object.keys(files).some(name => !expected.includes(name)))
    throw new OperatorError(`${folder} is damaged: ${MANIFEST_FILE} names other files than those of a backup`);
  for (const [name, digest] of Object.entries(files)) {
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    if (sha256(bytes) !== digest)
      throw new OperatorError(`${folder} is damaged: ${name} does not have its SHA-256 in ${MANIFEST_FILE}`);
    read.set(name, bytes);
  }
  return read;
}
