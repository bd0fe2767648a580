import pg from 'pg';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { retried } from './database.ts';
import { queryOf, type SqlTransaction, wayOf } from './rows.ts';

// Transactions of statements of our own. Those of Prisma cost the server twice as much, and one round trip more.

type Work<T> = (tx: SqlTransaction) => Promise<T>;

/**
 * Runs `work` in a transaction and retries it after a write conflict, as `inTransaction` does. `work` may send statements
 * of our own only, one after the other.
 */
export const inSqlTransaction = <T>(prisma: PrismaClient, work: Work<T>, timeoutMs = 15_000): Promise<T> =>
  retried(() => runOnce(prisma, work, timeoutMs));

async function runOnce<T>(prisma: PrismaClient, work: Work<T>, timeoutMs: number): Promise<T> {
  const way = wayOf(prisma);
  if (way === undefined) throw new Error('This client has no connections of its own');
  const client = await way.pool.connect();
  const endsAt = performance.now() + timeoutMs;
  let [isBegun, isBroken] = [false, false];
  const send = async <Row>(statement: Prisma.Sql): Promise<Row[]> => {
    if (performance.now() > endsAt) throw new Error('A statement was sent on an expired transaction');
    const query = queryOf(way, statement);
    if (isBegun) return (await client.query(query)).rows;
    isBegun = true;
    return begin<Row>(client, query).catch(error => {
      // pg may believe that this connection has prepared the statement.
      isBroken = true;
      throw error;
    });
  };
  try {
    const value = await work({ send });
    // After an error that `work` caught, PostgreSQL answers a commit with a rollback.
    if (isBegun && (await client.query('COMMIT')).command !== 'COMMIT')
      throw new Error('The transaction was rolled back');
    client.release();
    return value;
  } catch (error) {
    if (isBegun && !isBroken) await client.query('ROLLBACK').catch(() => (isBroken = true));
    client.release(isBroken);
    throw error;
  }
}

/**
 * Sends `BEGIN` together with the first statement, up to one Sync: if `BEGIN` fails, PostgreSQL skips the statement.
 */
function begin<Row>(client: pg.PoolClient, config: pg.QueryConfig): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query<Row & pg.QueryResultRow>({ ...config, queryMode: 'extended' } as pg.QueryConfig);
    const submit = query.submit;
    query.submit = connection => {
      connection.stream.cork();
      try {
        const wire = connection as unknown as Wire;
        wire.parse({ text: 'BEGIN' });
        wire.bind({});
        wire.execute({});
        return submit.call(query, connection);
      } finally {
        connection.stream.uncork();
      }
    };
    const done = (error: Error | null, results: { rows: Row[] }[]) =>
      error ? reject(error) : resolve((results.at(-1) as { rows: Row[] }).rows);
    (client.query as (query: unknown, done: unknown) => void)(query, done);
  });
}

/** The messages of the protocol. The types of pg are those of an earlier version. */
type Wire = Record<'parse' | 'bind' | 'execute', (message: object) => void>;
