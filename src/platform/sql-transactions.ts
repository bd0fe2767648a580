import type pg from 'pg';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { Batch } from './batches.ts';
import { retried } from './database.ts';
import { type SqlTransaction, statementOf, wayOf } from './rows.ts';

// Transactions of our own SQL. Transactions of Prisma cost twice as much CPU time, and one more round trip.

type Work<T> = (tx: SqlTransaction) => Promise<T>;

/**
 * Runs `work` in a transaction and retries it after a write conflict, as `inTransaction` does. `work` may send
 * only our own SQL, one call after the other.
 */
export const inSqlTransaction = <T>(prisma: PrismaClient, work: Work<T>, timeoutMs = 15_000): Promise<T> =>
  retried(() => runOnce(prisma, work, timeoutMs));

async function runOnce<T>(prisma: PrismaClient, work: Work<T>, timeoutMs: number): Promise<T> {
  const way = wayOf(prisma);
  if (way === undefined) throw new Error('This client has no connections of its own');
  const client = await way.pool.connect();
  const endsAt = performance.now() + timeoutMs;
  let state: 'before' | 'open' | 'ended' = 'before';
  let isBroken = false;
  const sendAll = async (statements: Prisma.Sql[], commits = false): Promise<unknown[][]> => {
    if (performance.now() > endsAt) throw new Error('A statement was sent on an expired transaction');
    if (state === 'ended') throw new Error('A statement was sent after the last one of its transaction');
    const begins = state === 'before';
    state = 'open';
    const batch = new Batch(
      statements.map(statement => statementOf(way, statement)),
      { begins, commits },
    );
    const results = await sendBatch(client, batch);
    if (commits) state = 'ended';
    return results;
  };
  const tx: SqlTransaction = {
    send: async <Row>(statement: Prisma.Sql) => (await sendAll([statement]))[0] as Row[],
    sendBoth: async <First, Second>(...both: [Prisma.Sql, Prisma.Sql]) => (await sendAll(both)) as [First[], Second[]],
    sendLast: async <Row>(statement: Prisma.Sql) => (await sendAll([statement], true))[0] as Row[],
  };
  const isOpen = () => state === 'open';
  try {
    const value = await work(tx);
    // After an error that `work` caught, PostgreSQL answers a commit with a rollback.
    if (isOpen() && (await client.query('COMMIT')).command !== 'COMMIT')
      throw new Error('The transaction was rolled back');
    client.release();
    return value;
  } catch (error) {
    if (isOpen()) await client.query('ROLLBACK').catch(() => (isBroken = true));
    client.release(isBroken);
    throw error;
  }
}

const sendBatch = (client: pg.PoolClient, batch: Batch): Promise<unknown[][]> =>
  new Promise((resolve, reject) => {
    const done = (error: unknown, results: unknown[][]) => (error ? reject(error) : resolve(results));
    (client.query as (batch: unknown, done: unknown) => void)(batch, done);
  });
