import { setTimeout as delay } from 'node:timers/promises';
import type { TestApp } from './app.ts';

/**
 * Runs statements in a separate transaction, which commits once the request waits for its locks. Only on PostgreSQL.
 */
export async function meanwhile<Answer>(
  { database: { pool } }: TestApp,
  statements: readonly string[],
  id: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement, [id]);
    const answer = request();
    await untilSomebodyWaits(pool);
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release(true);
  }
}

/** Waits until a transaction waits for a lock. */
export async function untilSomebodyWaits(pool: TestApp['database']['pool']): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const { rows } = await pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await delay(20);
  }
  throw new Error('the request waits for nobody');
}
