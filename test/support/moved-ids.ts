import type { OpenedDatabase } from '../../src/platform/database.ts';
import { firstIdAt } from '../../src/platform/ids.ts';

/** The id as a server whose clock is a minute ahead would have made it. */
export function idAhead(id: string): string {
  const createdAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return `${firstIdAt(createdAt + 60_000).slice(0, 14)}${id.slice(14)}`;
}

/** Changes rows without triggers and foreign keys. */
export async function withoutRules({ pool }: Pick<OpenedDatabase, 'pool'>, sql: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET session_replication_role = replica; ${sql}`);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}
