import type { Services } from '../access/call.ts';
import { type DocumentType, Prisma } from '../generated/prisma/client.ts';
import type { Batch } from '../lists/batch.ts';
import { decompress } from '../platform/crypto.ts';
import type { Db } from '../platform/database.ts';
import type { PackedText } from './tasks.ts';

/**
 * SQL that inserts texts under their digests and keeps existing ones. The rows are sorted by digest, so that two
 * statements with the same texts cannot deadlock.
 */
export function insertTexts(texts: readonly PackedText[]): Prisma.Sql {
  const distinct = new Map(texts.map(text => [text.hash, text]));
  const rows = [...distinct.values()]
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ hash, sizeBytes, body }) => Prisma.sql`(${hash}, ${sizeBytes}::int, ${Uint8Array.from(body)}::bytea)`);
  return Prisma.sql`INSERT INTO texts (hash, size_bytes, body) VALUES ${Prisma.join(rows)} ON CONFLICT DO NOTHING`;
}

/**
 * Inserts a text that may be large, outside of transactions. Prisma would encode its bytes as base64 in JSON, which blocks
 * the event loop for 100 ms and more.
 */
export const insertText = ({ pool }: Services, { hash, sizeBytes, body }: PackedText): Promise<unknown> =>
  pool.query('INSERT INTO texts (hash, size_bytes, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    hash,
    sizeBytes,
    body,
  ]);

/** A text in its stored form, for a worker. */
export async function loadPacked(db: Db, hash: string): Promise<PackedText> {
  const { sizeBytes, body } = await db.text.findUniqueOrThrow({ where: { hash } });
  return { hash, sizeBytes, body };
}

/** How many bytes of texts a caller may still read. */
export type Budget = {
  readonly left: number;
  /** Throws if `bytes` exceed what is left. */
  take(bytes: number): void;
};

export type LoadedText = { text: string; sizeBytes: number };

export async function loadText(db: Db, hash: string, budget?: Budget): Promise<LoadedText> {
  const [loaded] = await loadTexts(db, [hash], budget);
  return loaded ?? missing(hash);
}

/** Loads a text together with all other texts that the execution requests. */
export const textOfHash: Batch<string, LoadedText> = {
  load: ({ replica, texts }, hashes) => replica.read(db => loadTexts(db, hashes, texts)),
};

const SMALL_BYTES = 256 * 1024;

/** Loads a text of up to 256 KiB; null for a larger one. */
export const smallTextOfHash: Batch<string, string | null> = {
  async load({ db, texts }, hashes) {
    const small = Prisma.sql`
      SELECT hash AS key, hash FROM texts WHERE hash = ANY(${[...hashes]}::char(64)[]) AND size_bytes <= ${SMALL_BYTES}`;
    const found = await findTexts(db, small, texts);
    return hashes.map(hash => found.get(hash)?.text ?? null);
  },
};

const loadTexts = (db: Db, hashes: readonly string[], budget?: Budget): Promise<LoadedText[]> =>
  selectTexts(
    db,
    hashes,
    Prisma.sql`SELECT hash AS key, hash FROM unnest(${[...hashes]}::char(64)[]) AS asked(hash)`,
    budget,
  );

/** A content, analyzed as a document of one type. Analysis results are stored for this pair. */
export type JudgedContent = { contentHash: string; documentType: DocumentType };

/** The warnings about a content, as JSON text. */
export const warningsOfContent: Batch<JudgedContent, LoadedText> = {
  idOf: keyOf,
  load({ db, texts }, contents) {
    const keys = contents.map(keyOf);
    return selectTexts(db, keys, findings('warnings_hash', keys), texts);
  },
};

/** Loads the endpoints of a content, as JSON text. */
export async function loadEndpointsText(db: Db, content: JudgedContent): Promise<string> {
  const keys = [keyOf(content)];
  const [loaded] = await selectTexts(db, keys, findings('endpoints_hash', keys));
  return (loaded ?? missing(`endpoints of ${content.contentHash}`)).text;
}

function keyOf({ contentHash, documentType }: JudgedContent): string {
  return `${contentHash} ${documentType}`;
}

function findings(column: 'warnings_hash' | 'endpoints_hash', keys: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT asked.key, a.${Prisma.raw(column)} AS hash FROM unnest(${[...keys]}::text[]) AS asked(key)
    JOIN analyses a ON a.content_hash = split_part(asked.key, ' ', 1)::char(64)
      AND a.document_type = split_part(asked.key, ' ', 2)::"DocumentType"`;
}

type TextRow = { key: string; sizeBytes: number; body: Uint8Array | null };

/**
 * Loads texts with one statement, in the order of the keys. If the total exceeds the budget, throws without reading
 * them.
 */
async function selectTexts(
  db: Db,
  keys: readonly string[],
  hashes: Prisma.Sql,
  budget?: Budget,
): Promise<LoadedText[]> {
  const found = await findTexts(db, hashes, budget);
  return keys.map(key => found.get(key) ?? missing(key));
}

async function findTexts(db: Db, hashes: Prisma.Sql, budget?: Budget): Promise<Map<string, LoadedText>> {
  const mostBytes = budget?.left ?? Number.MAX_SAFE_INTEGER;
  const rows = await db.$queryRaw<TextRow[]>`
    SELECT found.key, found.size_bytes AS "sizeBytes",
      CASE WHEN found.total <= ${mostBytes}::bigint THEN found.body END AS body
    FROM (
      SELECT asked.key, t.size_bytes, t.body, sum(t.size_bytes) OVER () AS total
      FROM (${hashes}) AS asked JOIN texts t ON t.hash = asked.hash
    ) AS found`;
  for (const { sizeBytes } of rows) budget?.take(sizeBytes);
  const read = async ({ key, body, sizeBytes }: TextRow) =>
    [key, { text: await decompress(body ?? missing(key), sizeBytes), sizeBytes }] as const;
  return new Map(await Promise.all(rows.map(read)));
}

function missing(name: string): never {
  throw new Error(`The text ${name} is not stored`);
}
