import type pg from 'pg';
import { presentCaller, requireWanted } from './callers.ts';
import { Turns } from './turns.ts';

type Done = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

/** Of the connections of a pool, one caller uses at most a quarter at once. */
const SHARE = 4;

/** For their turn callers wait longer than for a connection: that they have sent much does not make the server away. */
const TURN_MS = 15_000;

/**
 * Callers take turns at the connections of a pool, statement by statement or transaction by transaction: a caller who
 * sends much waits for themselves. Work that nobody waits for any more gets no connection. Gives those who wait.
 */
export function takeTurns(pool: pg.Pool): Turns {
  const { max, connectionTimeoutMillis } = pool.options;
  const ms = Math.max(connectionTimeoutMillis ?? 0, TURN_MS);
  // What the pool itself says, which database.ts knows.
  const tooLate = () => new Error('timeout exceeded when trying to connect');
  const placesPerCaller = Math.ceil(max / SHARE);
  const turns = new Turns({ places: max, placesPerCaller, yields: true, tooMany: tooLate, tooLate });
  const givers = new WeakMap<pg.PoolClient, () => void>();
  pool.on('release', (_, client) => {
    givers.get(client)?.();
    givers.delete(client);
  });
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const inTurn = async (): Promise<pg.PoolClient> => {
    const caller = presentCaller();
    requireWanted();
    const give = await turns.take(caller, { ms, signal: caller.signal }).catch(error => {
      requireWanted();
      throw error;
    });
    try {
      const client = await connect();
      givers.set(client, give);
      return client;
    } catch (error) {
      give();
      throw error;
    }
  };
  const taking = (done?: Done) => {
    if (done === undefined) return inTurn();
    return void inTurn().then(
      client => done(undefined, client, client.release),
      error => done(error),
    );
  };
  pool.connect = taking as typeof pool.connect;
  return turns;
}
