import { Prisma } from '../generated/prisma/client.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000] as const;
/** The time after each failed attempt: 11 attempts within a day. */
const BACKOFF_MS = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR, 10 * HOUR],
];
const LONGEST_RETRY_AFTER_MS = HOUR;
/** No attempt is due later than this from now. */
export const LATEST_DUE = Prisma.sql`interval '12 hours'`;

/** How long a process that stops waits for messages that are being sent: another one would send them a second time. */
export const STOP_GRACE_MS = 3_000;

/** SQL for the time when something is due, by the clock of the database. */
export const dueIn = (waitMs = 0): Prisma.Sql => Prisma.sql`now() + make_interval(secs => ${waitMs / 1000})`;

/** Returns the milliseconds until the next attempt; undefined if there is no further attempt. */
export function waitAfter(
  attempts: number,
  { mayRetry, retryAfterMs = 0 }: { mayRetry: boolean; retryAfterMs?: number | undefined },
): number | undefined {
  const usualMs = BACKOFF_MS[attempts - 1];
  if (usualMs === undefined || !mayRetry) return undefined;
  return Math.max(usualMs * (0.9 + 0.2 * Math.random()), Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
}
