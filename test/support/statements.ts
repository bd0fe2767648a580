import type pg from 'pg';
import type { OpenedDatabase } from '../../src/platform/database.ts';

/** Sign-ins and visits are recorded a moment later, including refused ones. */
const ACTS = "WHERE action !~ '(_failed|\\.login|\\.unlock|\\.visit)$'";

/** A digest that changes when any row of any table changes. */
export async function databaseDigest({ pool }: OpenedDatabase): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const digests = tables.rows.map(
    ({ name }) =>
      `SELECT '${name} ' || count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS line FROM ${name} t${name === 'audit_entries' ? ` ${ACTS}` : ''}`,
  );
  // A named statement is planned once per connection: planning takes far longer than running.
  const { rows } = await pool.query<{ line: string }>({ name: 'digest', text: digests.join(' UNION ALL ') });
  return rows.map(({ line }) => line).join('\n');
}

/** The SQL statements of the service during `work`, without those that begin and end a transaction. */
export async function statementsOf(database: OpenedDatabase, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const restore = watch(database.pool, text => {
    if (!/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET )/i.test(text)) sent.push(text);
  });
  try {
    await work();
  } finally {
    restore();
  }
  return sent;
}

type Query = (...args: unknown[]) => unknown;

/** Records the statements of every existing and new connection of the pool. */
function watch(pool: pg.Pool, tell: (text: string) => void): () => void {
  const clients = new Map<pg.PoolClient, Query>();
  const wrap = (client: pg.PoolClient) => {
    if (clients.has(client)) return;
    const query = client.query as Query;
    clients.set(client, query);
    client.query = ((...args: unknown[]) => {
      const [first] = args;
      tell(typeof first === 'string' ? first : String((first as { text?: string }).text));
      return query.apply(client, args);
    }) as typeof client.query;
  };
  pool.on('acquire', wrap);
  return () => {
    pool.off('acquire', wrap);
    for (const [client, query] of clients) client.query = query as typeof client.query;
  };
}
