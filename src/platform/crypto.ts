import {
  createHash,
  createHmac,
  createSecretKey,
  hash as digest,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { type Config, ConfigError, dataPath } from './config.ts';
import { freeMemory } from './own-memory.ts';
import { intoOneBuffer } from './zstd.ts';

export const sha256 = (data: string | Buffer): string => digest('sha256', data, 'hex');

const prepared = new WeakMap<Uint8Array, KeyObject>();

/** The KeyObject of a key. It is cached: creating it takes longer than signing a short text. */
export function preparedKey(key: Uint8Array): KeyObject {
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const made = createSecretKey(key);
  prepared.set(key, made);
  return made;
}

export const hmacSha256 = (key: Uint8Array, data: string): string =>
  createHmac('sha256', preparedKey(key)).update(data).digest('base64url');

export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Compares two texts in constant time. */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

const unzstd = promisify(zstdDecompress);

/** A text of up to this size is decompressed in 0.1 ms. Handing it to another thread takes longer. */
const SMALL_BYTES = 64 * 1024;
/** How many small texts are decompressed in one turn of the event loop. The threads of libuv do the rest. */
const SMALL_AT_ONCE = 8;
let smallLeft = SMALL_AT_ONCE;

function takesSmall(): boolean {
  if (smallLeft === SMALL_AT_ONCE)
    setImmediate(() => {
      smallLeft = SMALL_AT_ONCE;
    });
  smallLeft -= 1;
  return smallLeft >= 0;
}

/** Decompresses a text of `sizeBytes`, in UTF-8. */
export async function decompressBytes(body: Uint8Array, sizeBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (sizeBytes <= SMALL_BYTES && takesSmall()) return zstdDecompressSync(body, intoOneBuffer(sizeBytes));
  return unzstd(body, intoOneBuffer(sizeBytes));
}

export async function decompress(body: Uint8Array, sizeBytes: number): Promise<string> {
  const bytes = await decompressBytes(body, sizeBytes);
  const text = bytes.toString('utf8');
  freeMemory(bytes);
  return text;
}

/** The socket of `npm run admin` in the data folder. */
export const ADMIN_SOCKET = 'admin.sock';

/** The longest path of a socket in bytes (sun_path in unix(7)). */
const MAX_SOCKET_BYTES = process.platform === 'linux' ? 108 : 104;

/** Creates the data folder, readable only by its owner. */
export function openDataDir({ dataDir }: Pick<Config, 'dataDir'>): void {
  const tooManyBytes = Buffer.byteLength(dataPath({ dataDir }, ADMIN_SOCKET)) - MAX_SOCKET_BYTES;
  if (tooManyBytes > 0 && process.platform !== 'win32')
    throw new ConfigError(
      `DOCSVC_DATA_DIR ${dataDir} must be ${tooManyBytes} bytes shorter, for the socket ${ADMIN_SOCKET} in it`,
    );
  try {
    makeFolder(dataDir);
    keepToOwner(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DOCSVC_DATA_DIR ${dataDir} must be a folder that the service may write (${code})`);
  }
  for (const path of DATABASE_FILES.map(name => dataPath({ dataDir }, name))) requireWritable(path);
}

/** A volume may belong to another user, with rights for a group of the service: it is used if others have no access. */
function keepToOwner(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700);
  } catch (error) {
    const isOpenToOthers = (statSync(dataDir).mode & 0o007) !== 0;
    if ((error as NodeJS.ErrnoException).code !== 'EPERM' || isOpenToOthers) throw error;
  }
}

const DATABASE_FILES = ['db', 'db.lock', 'db.pid'];

/** A start as another user, such as root, leaves files that the service may not use. */
function requireWritable(path: string): void {
  try {
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DOCSVC_DATA_DIR has ${path}, which the service may not read and write (${code})`);
  }
}

/** Node's own recursive way never ends where no folder can be made, as below /proc. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Reads a secret from the data folder, or creates it. If several processes create it at once, all use the same one. */
export function readOrCreateSecret(config: Pick<Config, 'dataDir'>, name: string, make: () => string): string {
  const path = dataPath(config, name);
  if (!existsSync(path)) {
    try {
      writeSecret(path, make(), linkSync);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readSecretFile(path);
}

/** Writes a secret to a file beside its path, which `place` then puts there at once. A failure leaves no such file. */
function writeSecret(path: string, secret: string, place: (draft: string, path: string) => void): void {
  const draft = `${path}.${process.pid}.${randomToken(4)}`;
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    place(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DOCSVC_DATA_DIR has ${path}, which the service cannot read as a file (${code})`);
  }
}

/** Reads a secret from the data folder; undefined if the file does not exist. */
export function readSecret(config: Pick<Config, 'dataDir'>, name: string): string | undefined {
  const path = dataPath(config, name);
  return existsSync(path) ? readSecretFile(path) : undefined;
}

/** Replaces a secret in the data folder at once: a reader sees the old or the new one. */
export function replaceSecret(config: Pick<Config, 'dataDir'>, name: string, secret: string): void {
  writeSecret(dataPath(config, name), secret, renameSync);
}
