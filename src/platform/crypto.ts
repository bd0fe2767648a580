import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { hash, verify } from 'argon2';
import { presentCaller } from './callers.ts';
import { type Config, dataPath } from './config.ts';
import { DomainError } from './errors.ts';
import { Turns } from './turns.ts';

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

export const hmacSha256 = (key: string | Uint8Array, data: string): string =>
  createHmac('sha256', key).update(data).digest('base64url');

export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Compares two texts in a time that does not tell where they differ. */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_WAITING = 256;

const tooMany = () =>
  new DomainError('UNAVAILABLE', 'Too many sign-ins at once, try again shortly', { retryAfterSeconds: 2 });

/** argon2id runs on libuv's threads, a few at a time, so that logins cannot starve everything else. */
const hashing = new Turns({
  places: Math.max(1, availableParallelism() - 1),
  maxWaiting: MAX_WAITING,
  tooMany,
  tooLate: tooMany,
});

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  const give = await hashing.take(presentCaller(), {});
  try {
    return await work();
  } finally {
    give();
  }
}

export const hashPassword = (password: string): Promise<string> => bounded(() => hash(password, ARGON2));

/** How many passwords were compared with a hash since the start: what guessing costs, and what it may find. */
export const hashingCounts = { verified: 0 };

let decoy: Promise<string> | undefined;

/** Verifies a password; without a stored hash it burns the same work and answers false. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomToken());
  const instead = await decoy;
  const matches = await bounded(() => timed(() => verify(storedHash ?? instead, password)));
  hashingCounts.verified += 1;
  return matches && storedHash !== undefined;
}

let typicalVerifyMs = 25;

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  typicalVerifyMs = 0.8 * typicalVerifyMs + 0.2 * (performance.now() - started);
  return result;
}

/** Takes about as long as verifying a password and none of its work: for who is refused before he is judged. */
export const waitLikeVerifying = (): Promise<void> => delay(typicalVerifyMs);

const zstd = promisify(zstdCompress);
const unzstd = promisify(zstdDecompress);

export const compress = (text: string): Promise<Buffer> => zstd(Buffer.from(text));

/** `sizeBytes` bounds what is produced: a damaged or hostile row cannot fill the memory. */
export const decompress = async (body: Uint8Array, sizeBytes: number): Promise<string> =>
  (await unzstd(body, { maxOutputLength: Math.max(1, sizeBytes) })).toString('utf8');

/** Makes the folder of the embedded database and the generated keys, readable by its owner alone. */
export function openDataDir(config: Pick<Config, 'dataDir'>): void {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  chmodSync(config.dataDir, 0o700);
}

/** Reads a secret kept in the data folder, or makes it there; of several processes that make it, one wins for all. */
export function keptSecret(config: Pick<Config, 'dataDir'>, name: string, make: () => string): string {
  const path = dataPath(config, name);
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}.${randomToken(4)}`;
    writeFileSync(draft, `${make()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(path, 'utf8').trim();
}
