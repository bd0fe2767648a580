import type { PrismaClient } from '../generated/prisma/client.ts';

/** One try that was granted. A right one does not count: it is given back. */
export type Try = { giveBack(): Promise<void> };

/** Grants tries at something that is guarded by a password, or nothing when too many were wrong. */
export type TryLimit = { take(name: string): Promise<Try | undefined> };

/**
 * `most` wrong tries in 15 minutes, then none for 15 minutes. A try is taken before it is judged, by one statement, so
 * that tries sent at once cannot slip through together, whichever processes they reach. The moments of the tries are
 * kept: counters of fixed windows would grant twice as many around the end of one.
 */
export function createTryLimit(db: PrismaClient, prefix: string, most: number): TryLimit {
  return {
    async take(name) {
      const key = `${prefix}:${name}`;
      const [granted] = await db.$queryRaw<{ moment: Date }[]>`
        INSERT INTO try_logs AS log (key, tries, expire)
        VALUES (${key}, ARRAY[now()], now() + interval '15 minutes')
        ON CONFLICT (key) DO UPDATE SET
          tries = ARRAY(SELECT t FROM unnest(log.tries) AS t WHERE t > now() - interval '15 minutes') || now(),
          expire = now() + interval '15 minutes'
        WHERE cardinality(log.tries) < ${most} OR log.expire <= now()
        RETURNING log.tries[cardinality(log.tries)] AS moment`;
      return granted && { giveBack: () => giveBack(db, key, granted.moment) };
    },
  };
}

/** Some of the names whose time is over. Rows that another statement holds are left to it: this one never waits. */
export const forgetTries = (db: PrismaClient): Promise<number> => db.$executeRaw`
  DELETE FROM try_logs WHERE key IN (
    SELECT key FROM try_logs WHERE expire <= now() LIMIT 20 FOR UPDATE SKIP LOCKED
  )`;

/** Of tries of the same moment one is given back. */
async function giveBack(db: PrismaClient, key: string, moment: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE try_logs SET tries = tries[:array_position(tries, ${moment}::timestamptz) - 1]
      || tries[array_position(tries, ${moment}::timestamptz) + 1:]
    WHERE key = ${key} AND ${moment}::timestamptz = ANY(tries)`;
}
