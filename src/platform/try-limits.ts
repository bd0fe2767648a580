import type { PrismaClient } from '../generated/prisma/client.ts';

const TRY_WINDOW_SECONDS = 15 * 60;

/** A granted attempt. If the password is right, give it back, so that it does not count. */
export type Try = {
  giveBack(): Promise<void>;
  /** Gives back all attempts of the name. */
  forget(): Promise<void>;
};

/** A refused attempt: seconds until the next one may be granted. */
export type NoTry = { retryAfterSeconds: number };

/** Limits attempts at a password: refuses further ones after too many wrong ones. */
export type TryLimit = { take(name: string): Promise<Try | NoTry> };

export const isGranted = (taken: Try | NoTry): taken is Try => 'giveBack' in taken;

export type TryLimitOptions = {
  /** Prefix of this limit's keys in the shared table. Must be unique. */
  prefix: string;
  /** Most attempts in 15 minutes. */
  most: number;
  /** Instead of a lock after `most` attempts: one more after 15 seconds, then doubling waits of up to 2 minutes. */
  isSlowedAfter?: boolean;
};

const SLOWED = { firstSeconds: 15, mostSeconds: 120 };

/**
 * After `most` wrong attempts in 15 minutes, refuses further ones for 15 minutes. An attempt is taken before the check,
 * with one atomic statement, so concurrent attempts cannot pass together, even in different processes. The times of
 * attempts are stored, because counters with fixed windows would permit twice as many around the end of a window. Only
 * the database clock is used. A row that ends later than possible was written before that clock was set back: it counts
 * as expired. One extra minute permits statements that waited for each other, whose times are out of order.
 */
export function createTryLimit(db: PrismaClient, { prefix, most, isSlowedAfter = false }: TryLimitOptions): TryLimit {
  const { firstSeconds, mostSeconds } = SLOWED;
  return {
    async take(name) {
      const key = `${prefix}:${name}`;
      const [row] = await db.$queryRaw<{ moment: Date | null; waitSeconds: number | null }[]>`
        WITH taken AS (
          INSERT INTO try_logs AS log (key, tries, expire)
          VALUES (${key}, ARRAY[now()], now() + interval '15 minutes')
          ON CONFLICT (key) DO UPDATE SET
            tries = ARRAY(
              SELECT t FROM unnest(log.tries) AS t
              WHERE t > now() - interval '15 minutes' AND t < now() + interval '1 minute'
            ) || now(),
            expire = now() + interval '15 minutes'
          WHERE cardinality(log.tries) < ${most} OR log.expire <= now() OR log.expire > now() + interval '16 minutes'
            OR ${isSlowedAfter} AND now() >= log.expire - interval '15 minutes' + make_interval(
              secs => least(${mostSeconds}, ${firstSeconds} * 2 ^ least(9, cardinality(log.tries) - ${most})))
          RETURNING log.tries[cardinality(log.tries)] AS moment
        )
        SELECT moment, NULL::float8 AS "waitSeconds" FROM taken
        UNION ALL
        SELECT NULL, EXTRACT(EPOCH FROM log.expire - now())::float8 - CASE WHEN ${isSlowedAfter}
          THEN 900 - least(${mostSeconds}, ${firstSeconds} * 2 ^ least(9, cardinality(log.tries) - ${most})) ELSE 0 END
        FROM try_logs AS log WHERE log.key = ${key} AND NOT EXISTS (SELECT FROM taken)`;
      const moment = row?.moment;
      if (!moment) return { retryAfterSeconds: atMostTheWindow(row?.waitSeconds ?? TRY_WINDOW_SECONDS) };
      return { giveBack: () => giveBack(db, key, moment), forget: () => forget(db, key) };
    },
  };
}

const atMostTheWindow = (seconds: number): number => Math.min(TRY_WINDOW_SECONDS, Math.max(1, Math.ceil(seconds)));

/** Deletes some expired names. Skips rows that other statements have locked, so it never waits. */
export const forgetTries = (db: PrismaClient): Promise<number> => db.$executeRaw`
  DELETE FROM try_logs WHERE key IN (
    SELECT key FROM try_logs WHERE expire <= now() OR expire > now() + interval '16 minutes'
    LIMIT 20 FOR UPDATE SKIP LOCKED
  )`;

/** Deletes all attempts of one limit whose names start with `start`. */
export async function forgetNames(db: PrismaClient, prefix: string, start: string): Promise<void> {
  await db.$executeRaw`DELETE FROM try_logs WHERE starts_with(key, ${`${prefix}:${start}`})`;
}

async function forget(db: PrismaClient, key: string): Promise<void> {
  await db.$executeRaw`DELETE FROM try_logs WHERE key = ${key}`;
}

/** Of several attempts with the same time, gives back one. */
async function giveBack(db: PrismaClient, key: string, moment: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE try_logs SET tries = tries[:array_position(tries, ${moment}::timestamptz) - 1]
      || tries[array_position(tries, ${moment}::timestamptz) + 1:]
    WHERE key = ${key} AND ${moment}::timestamptz = ANY(tries)`;
}
