import type pg from 'pg';
import { currentCaller, requireNotAborted } from './callers.ts';
import { FairQueue } from './fair-queue.ts';

type Done = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

/** One caller may use at most a quarter of the connections in a pool (1/SHARE) at a time. */
const SHARE = 4;

/**
 * Callers wait longer for their slot than for a connection: many requests of one caller do not mean that the server is
 * down.
 */
const SLOT_TIMEOUT_MS = 15_000;

/**
 * Shares the connections of a pool fairly between callers, by statement or transaction: a caller with many requests
 * waits for itself. Aborted work gets no connection. Returns the queue.
 */
export function shareFairly(pool: pg.Pool): FairQueue {
  const { max, connectionTimeoutMillis } = pool.options;
  const ms = Math.max(connectionTimeoutMillis ?? 0, SLOT_TIMEOUT_MS);
  // The message of pg's pool, which `isDatabaseUnavailable` recognises.
  const tooLate = () => new Error('timeout exceeded when trying to connect');
  const slotsPerCaller = Math.ceil(max / SHARE);
  const queue = new FairQueue({ slots: max, slotsPerCaller, yields: true, tooMany: tooLate, tooLate });
  const releases = new WeakMap<pg.PoolClient, () => void>();
  pool.on('release', (_, client) => {
    releases.get(client)?.();
    releases.delete(client);
  });
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connectFairly = async (): Promise<pg.PoolClient> => {
    const caller = currentCaller();
    requireNotAborted();
    const release = await queue.acquire(caller, { ms, signal: caller.signal }).catch(error => {
      requireNotAborted();
      throw error;
    });
    try {
      const client = await connect();
      releases.set(client, release);
      return client;
    } catch (error) {
      release();
      throw error;
    }
  };
  const connectWithCallback = (done?: Done) => {
    if (done === undefined) return connectFairly();
    return void connectFairly().then(
      client => done(undefined, client, client.release),
      error => done(error),
    );
  };
  pool.connect = connectWithCallback as typeof pool.connect;
  return queue;
}
