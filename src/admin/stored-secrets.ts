import type { Pool } from 'pg';
import type { KeyRing } from '../platform/encryption.ts';
import { OperatorError } from '../platform/errors.ts';
import { NIL_ID } from '../platform/ids.ts';

/** The columns with encrypted texts. The id of the row is their associated data. */
export const SECRET_COLUMNS = [
  { table: 'ai_providers', column: 'encrypted_api_key' },
  { table: 'mcp_tokens', column: 'encrypted_secret' },
  { table: 'document_shares', column: 'encrypted_secret' },
  { table: 'webhooks', column: 'encrypted_secret' },
  { table: 'webhooks', column: 'encrypted_previous' },
] as const;

const BATCH = 100;

type Queryable = Pick<Pool, 'query'>;

/** How many stored secrets each key has encrypted. */
export async function countByKid(pool: Queryable): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, column } of SECRET_COLUMNS) {
    const { rows } = await pool.query<{ kid: string; count: number }>(
      `SELECT split_part(${column}, '.', 1) AS kid, count(*)::int AS count FROM ${table}
       WHERE ${column} IS NOT NULL GROUP BY 1`,
    );
    for (const { kid, count } of rows) counts.set(kid, (counts.get(kid) ?? 0) + count);
  }
  return counts;
}

/** Refuses a start with keys that cannot decrypt the stored secrets: reveals and AI calls would fail later. */
export async function requireKeys(pool: Queryable, keyRing: KeyRing): Promise<void> {
  const counts = await countByKid(pool);
  const lacking = [...counts].filter(([kid]) => !keyRing.kids().includes(kid));
  if (lacking.length > 0) {
    const lines = lacking.map(
      ([kid, count]) => `DOCSVC_ENCRYPTION_KEYS lacks the key "${kid}" of ${count} stored secrets`,
    );
    throw new OperatorError(lines.join('\n'));
  }
  for (const [kid, count] of counts) {
    // Some that are damaged do not show that the key is wrong: others have a key of their own.
    const areFew = count <= FEW && counts.size > 1;
    if (!areFew && !(await canDecrypt(pool, keyRing, kid)))
      throw new OperatorError(`DOCSVC_ENCRYPTION_KEYS has another key "${kid}" than the one that stored secrets need`);
  }
}

/** So many unreadable secrets, which `keys reencrypt` left with their key, do not keep the service from its start. */
const FEW = 3;
const TRIED = 10;

type Sealed = { id: string; sealed: string };

/** Tries some stored secrets of a key: one may be damaged. */
async function canDecrypt(pool: Queryable, keyRing: KeyRing, kid: string): Promise<boolean> {
  for (const { table, column } of SECRET_COLUMNS) {
    const { rows } = await pool.query<Sealed>(
      `SELECT id::text, ${column} AS sealed FROM ${table} WHERE split_part(${column}, '.', 1) = $1 LIMIT ${TRIED}`,
      [kid],
    );
    if (rows.some(row => isReadable(keyRing, row))) return true;
    if (rows.length > 0) return false;
  }
  return true;
}

function isReadable(keyRing: KeyRing, { id, sealed }: Sealed): boolean {
  try {
    keyRing.decrypt(sealed, id);
    return true;
  } catch {
    return false;
  }
}

/** The stored secrets that cannot be decrypted, by table and id. */
export async function* unreadableSecrets(pool: Queryable, keyRing: KeyRing): AsyncGenerator<string> {
  for (const { table, column } of SECRET_COLUMNS)
    for await (const row of pages(
      pool,
      `SELECT id::text, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
    ))
      if (!isReadable(keyRing, row)) yield `${table} ${row.id}`;
}

async function* pages(pool: Queryable, select: string, parameters: string[] = []): AsyncGenerator<Sealed> {
  let last = NIL_ID;
  for (;;) {
    const { rows } = await pool.query<Sealed>(`${select} AND id > $1::uuid ORDER BY id LIMIT ${BATCH}`, [
      last,
      ...parameters,
    ]);
    yield* rows;
    if (rows.length < BATCH) return;
    last = (rows.at(-1) as Sealed).id;
  }
}

/**
 * Encrypts all secrets of other keys with the first key. Each row is one statement, so the command may be stopped at any time
 * and run again. Rows that changed meanwhile are skipped. Yields the number of changed rows after each batch. At the end it throws
 * if there are secrets that cannot be decrypted.
 */
export async function* reencrypt(pool: Queryable, keyRing: KeyRing): AsyncGenerator<number> {
  const [kid = ''] = keyRing.kids();
  let done = 0;
  const unreadable: string[] = [];
  for (const { table, column } of SECRET_COLUMNS) {
    const select = `SELECT id::text, ${column} AS sealed FROM ${table}
      WHERE ${column} IS NOT NULL AND split_part(${column}, '.', 1) <> $2`;
    for await (const { id, sealed } of pages(pool, select, [kid])) {
      if (!isReadable(keyRing, { id, sealed })) {
        unreadable.push(`${table} ${id}`);
        continue;
      }
      const renewed = keyRing.encrypt(keyRing.decrypt(sealed, id), id);
      const { rowCount } = await pool.query(
        `UPDATE ${table} SET ${column} = $1 WHERE id = $2::uuid AND ${column} = $3`,
        [renewed, id, sealed],
      );
      done += rowCount ?? 0;
      if (done % BATCH === 0) yield done;
    }
  }
  yield done;
  if (unreadable.length > 0)
    throw new OperatorError(
      `Not encrypted again, because they cannot be decrypted: ${unreadable.slice(0, SHOWN).join(', ')}${unreadable.length > SHOWN ? ` and ${unreadable.length - SHOWN} more` : ''}`,
    );
}

const SHOWN = 20;
