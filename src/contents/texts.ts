import { decompress } from '../platform/crypto.ts';
import type { Db } from '../platform/database.ts';
import type { PackedText } from './tasks.ts';

/** Stores texts under their hashes. Storing what is there already changes nothing, so it needs no transaction. */
export async function storeTexts(db: Db, texts: PackedText[]): Promise<void> {
  const distinct = new Map(texts.map(text => [text.hash, text]));
  const known = await db.text.findMany({ where: { hash: { in: [...distinct.keys()] } }, select: { hash: true } });
  for (const { hash } of known) distinct.delete(hash);
  const data = [...distinct.values()].map(({ hash, sizeBytes, body }) => ({
    hash,
    sizeBytes,
    body: Uint8Array.from(body),
  }));
  if (data.length > 0) await db.text.createMany({ data, skipDuplicates: true });
}

/** A text in its stored form, for a worker. */
export async function loadPacked(db: Db, hash: string): Promise<PackedText> {
  const { sizeBytes, body } = await db.text.findUniqueOrThrow({ where: { hash } });
  return { hash, sizeBytes, body };
}

/** Refuses texts that are too much for one reader, before they are read. */
export type Budget = { take(bytes: number): void };

export async function loadText(db: Db, hash: string, budget?: Budget): Promise<{ text: string; sizeBytes: number }> {
  if (budget)
    budget.take((await db.text.findUniqueOrThrow({ where: { hash }, select: { sizeBytes: true } })).sizeBytes);
  const { body, sizeBytes } = await db.text.findUniqueOrThrow({ where: { hash } });
  return { text: await decompress(body, sizeBytes), sizeBytes };
}

/** Many texts in two statements, in the order of the hashes. */
export async function loadTexts(db: Db, hashes: string[], budget: Budget): Promise<string[]> {
  const where = { hash: { in: hashes } };
  for (const { sizeBytes } of await db.text.findMany({ where, select: { sizeBytes: true } })) budget.take(sizeBytes);
  const rows = await db.text.findMany({ where });
  const texts = await Promise.all(
    rows.map(async row => [row.hash, await decompress(row.body, row.sizeBytes)] as const),
  );
  const byHash = new Map(texts);
  return hashes.map(hash => byHash.get(hash) ?? missing(hash));
}

function missing(hash: string): never {
  throw new Error(`The text ${hash} is not stored`);
}
