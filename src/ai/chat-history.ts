import type { Db } from '../platform/database.ts';
import type { Prompt } from './provider/provider.ts';

/** Most bytes of earlier messages in a request. */
const HISTORY_BYTES = 18_000;

/** Reads the last messages that fit, starting with a question. Messages that do not fit are not loaded. */
export async function readHistory(db: Db, sessionId: string): Promise<Prompt['messages']> {
  const rows = await db.$queryRaw<{ role: 'user' | 'assistant'; content: string }[]>`
    SELECT lower(role::text) AS role, content FROM (
      SELECT id, role, content, sum(octet_length(content)) OVER (ORDER BY id DESC) AS bytes
      FROM chat_messages WHERE session_id = ${sessionId}::uuid
    ) m WHERE bytes <= ${HISTORY_BYTES} ORDER BY id`;
  return rows.slice(rows[0]?.role === 'assistant' ? 1 : 0);
}
