import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { randomToken } from './crypto.ts';
import { DomainError } from './errors.ts';
import { atFirstUse } from './first-use.ts';
import type { Verified } from './password-hashes.ts';
import { createWorkers, WorkerError, type WorkerFailure } from './workers.ts';

export { isOutdatedHash } from './password-hashes.ts';

/**
 * A separate thread pool: with libuv's pool, whose threads take turns, reads waited much longer for a core. It leaves one core
 * free, so that logins cannot starve other work.
 */
const workers = createWorkers({
  file: new URL('./password-hashes.ts', import.meta.url),
  threads: Math.min(4, Math.max(1, availableParallelism() - 1)),
  maxQueue: 256,
  deadlineMs: 30_000,
});

const TOO_BUSY: readonly WorkerFailure[] = ['OVERLOADED', 'DEADLINE'];

async function run<T>(task: string, payload: unknown): Promise<T> {
  try {
    return await workers.run<T>(task, payload);
  } catch (error) {
    if (!(error instanceof WorkerError && TOO_BUSY.includes(error.failure))) throw error;
    throw new DomainError('UNAVAILABLE', 'Too many sign-ins at once. Try again in a few seconds', {
      retryAfterSeconds: 2,
    });
  }
}

/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => run('hashPassword', password);

/** Number of password verifications since the start. Tests and benchmarks read it. */
export const hashingCounts = { verified: 0 };

const decoy = atFirstUse(() => hashPassword(randomToken()));

let typicalVerifyMs = 25;

/** Verifies a password. Without a stored hash, it does the same work and returns false (constant time). */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const decoyHash = await decoy.get();
  const { matches, tookMs } = await run<Verified>('verifyPassword', { storedHash: storedHash ?? decoyHash, password });
  typicalVerifyMs = 0.8 * typicalVerifyMs + 0.2 * tookMs;
  hashingCounts.verified += 1;
  return matches && storedHash !== undefined;
}

/** Waits about as long as a password verification, without its work: for callers who are refused before the check. */
export const waitLikeVerifying = (): Promise<void> => delay(typicalVerifyMs);
