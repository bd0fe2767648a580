import { Prisma } from '../generated/prisma/client.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import { fewAtOnce } from './few-at-once.ts';
import { loadPacked, oneOf } from './texts.ts';
import type { PackedText } from './worker/packed.ts';

/** Most bytes, in stored form, of the texts that one statement loads: all of them stay in memory until the work ends. */
const TOGETHER_BYTES = 1024 * 1024;

/**
 * Does the work once for each text, with all its keys, for a few texts at a time. Small texts are loaded with one
 * statement, each of the others only when its work begins.
 */
export async function forEachText<Key>(
  db: Sender,
  keys: readonly Key[],
  hashOf: (key: Key) => string,
  work: (text: PackedText, keys: Key[]) => Promise<void>,
): Promise<void> {
  const byText = Map.groupBy(keys, hashOf);
  const small = byText.size > 1 ? await loadSmall(db, [...byText.keys()]) : undefined;
  await fewAtOnce(byText, async ([hash, keysOfText]) =>
    work(small?.get(hash) ?? (await loadPacked(db, hash)), keysOfText),
  );
}

/** The smallest of the texts, by digest: as many as fit together. */
async function loadSmall(db: Sender, hashes: readonly string[]): Promise<Map<string, PackedText>> {
  const rows = await readRows<PackedText>(
    db,
    Prisma.sql`
      SELECT s.hash, s.size_bytes AS "sizeBytes", s.body FROM (
        SELECT t.hash, t.size_bytes, t.body,
          sum(octet_length(t.body)) OVER (ORDER BY octet_length(t.body), t.hash) AS total
        FROM texts t WHERE t.hash ${oneOf(hashes)}
      ) AS s WHERE s.total <= ${TOGETHER_BYTES}::int`,
  );
  return new Map(rows.map(text => [text.hash, text]));
}
