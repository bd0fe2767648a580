import type pg from 'pg';
import { Batch } from '../../src/platform/batches.ts';
import type { OpenedDatabase } from '../../src/platform/database.ts';

/** Excludes audit rows of sign-ins and visits, because they are written with a delay, also for refused requests. */
const ACTS = "WHERE action !~ '(_failed|\\.login|\\.unlock|\\.visit)$'";

/**
 * A digest that changes when a row of any table is written, because each write changes `ctid` and `xmin` of the row.
 */
export async function databaseDigest({ pool }: OpenedDatabase): Promise<string> {
  const text = digestTexts.get(pool) ?? (await digestText(pool));
  digestTexts.set(pool, text);
  // A named statement is planned once per connection: planning takes far longer than running.
  const { rows } = await pool.query<{ line: string }>({ name: 'digest', text });
  return rows.map(({ line }) => line).join('\n');
}

const digestTexts = new WeakMap<OpenedDatabase['pool'], string>();

async function digestText(pool: OpenedDatabase['pool']): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const digests = tables.rows.map(
    ({ name }) =>
      `SELECT '${name} ' || count(*) || ' ' || coalesce(sum(hash_record_extended((ctid, xmin), 0)), 0) AS line FROM ${name}${name === 'audit_entries' ? ` ${ACTS}` : ''}`,
  );
  return digests.join(' UNION ALL ');
}

/** The SQL statements of the service during `work`, without those that control transactions. */
export const statementsOf = async (database: OpenedDatabase, work: () => Promise<unknown>): Promise<string[]> =>
  (await queriesOf(database, work)).map(({ text }) => text);

/** Removes statements that write delayed audit rows in batches, because they belong to earlier requests. */
export const withoutLaterRows = (statements: readonly string[]): string[] =>
  statements.filter(text => !/INSERT INTO audit_entries .*json_populate_recordset/s.test(text));

/** The tables that statements during `work` read by a sequential scan, according to their PostgreSQL plans. */
export async function scannedTables(database: OpenedDatabase, work: () => Promise<unknown>): Promise<string[]> {
  const plans = await plansOf(database, work);
  return [...new Set([...plans.join('\n').matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table as string))];
}

/** The PostgreSQL plans of the SELECT statements during `work`. With ANALYZE, they also have what was read. */
export async function plansOf(
  database: OpenedDatabase,
  work: () => Promise<unknown>,
  explain: 'EXPLAIN' | 'EXPLAIN ANALYZE' = 'EXPLAIN',
): Promise<string[]> {
  const reads = (await queriesOf(database, work)).filter(({ text }) => /^\s*(SELECT|WITH)\b/.test(text));
  const plans: string[] = [];
  for (const { text, values } of reads) {
    const { rows } = await database.pool.query<Record<string, string>>({ text: `${explain} ${text}`, values });
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}

type Sent = { text: string; values: unknown[] };

async function queriesOf(database: OpenedDatabase, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const restore = watch(database.pool, query => {
    if (!/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET )/i.test(query.text)) sent.push(query);
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
function watch(pool: pg.Pool, tell: (query: Sent) => void): () => void {
  const clients = new Map<pg.PoolClient, Query>();
  const wrap = (client: pg.PoolClient) => {
    if (clients.has(client)) return;
    const query = client.query as Query;
    clients.set(client, query);
    client.query = ((...args: unknown[]) => {
      const [first, second] = args;
      const queries =
        first instanceof Batch
          ? first.statements
          : [typeof first === 'string' ? { text: first } : (first as Partial<Sent>)];
      for (const { text, values = second } of queries)
        tell({ text: String(text), values: Array.isArray(values) ? values : [] });
      return query.apply(client, args);
    }) as typeof client.query;
  };
  pool.on('acquire', wrap);
  return () => {
    pool.off('acquire', wrap);
    for (const [client, query] of clients) client.query = query as typeof client.query;
  };
}
