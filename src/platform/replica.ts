import { setTimeout as delay } from 'node:timers/promises';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { requireNotAborted } from './callers.ts';
import { isDatabaseUnavailable, type OpenedDatabase } from './database.ts';
import { OperatorError } from './errors.ts';
import type { Log } from './logging.ts';

/** For reads on which no write or permission depends, outside of transactions. */
export type Replica = {
  /**
   * Reads from the replica if it has everything that was committed before this call, so a caller sees their own writes
   * whichever process made them. Reads from the primary if the replica does not answer or lags behind.
   */
  read<T>(work: (db: PrismaClient) => PromiseLike<T>): Promise<T>;
  close(): Promise<void>;
};

/** Without a replica, everything is read from the primary. */
export const noReplica = ({ prisma }: Pick<OpenedDatabase, 'prisma'>): Replica => ({
  read: async work => work(prisma),
  close: async () => {},
});

/** How long a replica is not used after a failure. */
const PAUSE_MS = 5_000;
/** LAG_MS: how long a read waits for a replica that lags. LOOK_MS: interval of checks. ANSWER_MS: timeout of the checks. */
const LAG_MS = 50;
const LOOK_MS = 5;
const ANSWER_MS = 500;

export function createReplica(
  primary: OpenedDatabase,
  replica: OpenedDatabase,
  log: Pick<Log, 'warn'>,
  pauseMs = PAUSE_MS,
): Replica {
  let pausedUntil = 0;

  function pause(error: unknown): void {
    if (pausedUntil <= now()) log.warn({ err: error }, 'the replica of the database is not used for a while');
    pausedUntil = now() + pauseMs;
  }

  async function isCurrent(): Promise<boolean> {
    if (pausedUntil > now()) return false;
    const { rows } = await primary.pool.query<{ lsn: string | null }>(FLUSHED);
    const lsn = rows[0]?.lsn ?? null;
    if (lsn === null) return false;
    const tooLate = delay(ANSWER_MS, undefined, { ref: false }).then(() => {
      // A caller who waits for their own reads says nothing about the replica.
      if (replica.isCallerWaiting()) return false;
      throw new Error(`The replica did not answer within ${ANSWER_MS} ms`);
    });
    try {
      return await Promise.race([hasReplayed(replica, lsn), tooLate]);
    } catch (error) {
      // Nor does one who has disconnected.
      requireNotAborted();
      pause(error);
      return false;
    }
  }

  return {
    async read(work) {
      if (!(await isCurrent())) return work(primary.prisma);
      try {
        return await work(replica.prisma);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        pause(error);
        return work(primary.prisma);
      }
    },
    close: replica.close,
  };
}

/** Null on a server in recovery, which the URL of the primary may lead to after a failover: it has no WAL of its own. */
const FLUSHED = 'SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_flush_lsn()::text END AS lsn';

const REPLAYED =
  'SELECT coalesce(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS "isCurrent"';

async function hasReplayed({ pool }: OpenedDatabase, lsn: string): Promise<boolean> {
  for (const until = now() + LAG_MS; ; await delay(LOOK_MS)) {
    const { rows } = await pool.query<{ isCurrent: boolean }>(REPLAYED, [lsn]);
    if (rows[0]?.isCurrent) return true;
    if (now() >= until) return false;
  }
}

type Identity = { isReplica: boolean; system: string; name: string };

const IDENTITY = `SELECT pg_is_in_recovery() AS "isReplica", current_database()::text AS name,
  (SELECT system_identifier::text FROM pg_control_system()) AS system`;

/** Refuses a database that is not a streaming replica of the primary. Accepts one that does not answer: it may come back. */
export async function checkReplica(primary: OpenedDatabase, replica: OpenedDatabase): Promise<void> {
  const [one, other] = await Promise.all(
    [primary, replica].map(({ pool }) => pool.query<Identity>(IDENTITY).then(({ rows }) => rows[0])),
  ).catch(error => {
    if (isDatabaseUnavailable(error)) return [];
    throw new OperatorError(`DOCSVC_DATABASE_REPLICA_URL cannot be used: ${error.message}`, { cause: error });
  });
  if (one && other && !(other.isReplica && other.system === one.system && other.name === one.name))
    throw new OperatorError(
      'DOCSVC_DATABASE_REPLICA_URL names no streaming replica of the database of DOCSVC_DATABASE_URL',
    );
}

const now = (): number => performance.now();
