import type { PrismaClient } from '../generated/prisma/client.ts';

export const TRY_WINDOW_SECONDS = 15 * 60;

/** One try that was granted. A right one does not count: it is given back. */
export type Try = {
  giveBack(): Promise<void>;
  /** Gives back all tries of the name. */
  forget(): Promise<void>;
};

/** No try is granted before so many seconds are over. */
export type NoTry = { retryAfterSeconds: number };

/** Grants tries at something that is guarded by a password, or none when too many were wrong. */
export type TryLimit = { take(name: string): Promise<Try | NoTry> };

export const isGranted = (taken: Try | NoTry): taken is Try => 'giveBack' in taken;

export type TryLimitOptions = {
  /** Names nothing else than this limit in the table of all. */
  prefix: string;
  /** How many tries 15 minutes have. */
  most: number;
  /** After these, one try is granted after 15 seconds, then after twice as long, up to 2 minutes: no lock, a brake. */
  isSlowedAfter?: boolean;
};

const SLOWED = { firstSeconds: 15, mostSeconds: 120 };

/**
 * `most` wrong tries in 15 minutes, then none for 15 minutes. A try is taken before it is judged, by one statement, so
 * that tries sent at once cannot slip through together, whichever processes they reach. The moments of the tries are
 * kept: counters of fixed windows would grant twice as many around the end of one. The database's clock alone is asked.
 * A row that ends later than any row can was written before that clock was set back: it counts as over. The minute
 * beside the 15 is for statements that waited for one another, whose moments are not in order.
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

/** Some of the names whose time is over. Rows that another statement holds are left to it: this one never waits. */
export const forgetTries = (db: PrismaClient): Promise<number> => db.$executeRaw`
  DELETE FROM try_logs WHERE key IN (
    SELECT key FROM try_logs WHERE expire <= now() OR expire > now() + interval '16 minutes'
    LIMIT 20 FOR UPDATE SKIP LOCKED
  )`;

/** Forgets all tries whose names begin so. */
export async function forgetNames(db: PrismaClient, prefix: string, start: string): Promise<void> {
  await db.$executeRaw`DELETE FROM try_logs WHERE starts_with(key, ${`${prefix}:${start}`})`;
}

async function forget(db: PrismaClient, key: string): Promise<void> {
  await db.$executeRaw`DELETE FROM try_logs WHERE key = ${key}`;
}

/** Of tries of the same moment one is given back. */
async function giveBack(db: PrismaClient, key: string, moment: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE try_logs SET tries = tries[:array_position(tries, ${moment}::timestamptz) - 1]
      || tries[array_position(tries, ${moment}::timestamptz) + 1:]
    WHERE key = ${key} AND ${moment}::timestamptz = ANY(tries)`;
}
