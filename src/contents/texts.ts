import type { Db } from '../platform/database.ts';
import { decompress } from '../platform/crypto.ts';
import type { PackedText } from './tasks.ts';

/** Stores texts under their hashes. Storing what is there already changes nothing, so it needs no transaction. */
export async function storeTexts(db: Db, texts: PackedText[]): Promise<void> {
  const distinct = new Map(texts.map(text => [text.hash, text]));
  const known = await db.text.findMany({ where: { hash: { in: [...distinct.keys()] } }, select: { hash: true } });
  for (const { hash } of known) distinct.delete(hash);
  const data = [...distinct.values()].map(({ hash, sizeBytes, body }) => ({ hash, sizeBytes, body: Uint8Array.from(body) }));
  if (data.length > 0) await db.text.createMany({ data, skipDuplicates: true });
}

/** A text in its stored form, for a worker. */
export async function loadPacked(db: Db, hash: string): Promise<PackedText> {
  const { sizeBytes, body } = await db.text.findUniqueOrThrow({ where: { hash } });
  return { hash, sizeBytes, body };
}

export async function loadText(db: Db, hash: string): Promise<{ text: string; sizeBytes: number }> {
  const { body, sizeBytes } = await db.text.findUniqueOrThrow({ where: { hash } });
  return { text: await decompress(body, sizeBytes), sizeBytes };
}
