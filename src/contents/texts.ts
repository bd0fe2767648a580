import type { Services } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { type DocumentType, Prisma } from '../generated/prisma/client.ts';
import { type Batch, batched, prime } from '../lists/batch.ts';
import { decompress, decompressBytes } from '../platform/crypto.ts';
import type { LongText } from '../platform/long-text.ts';
import { readRows, type Sender } from '../platform/rows.ts';
import type { PackedText } from './worker/packed.ts';

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
 * the event loop for 100 ms and more. A stored text is not sent again: 9 MB are copied three times on their way.
 */
export async function insertText({ pool }: Services, { hash, sizeBytes, body }: PackedText): Promise<void> {
  const { rowCount } = await pool.query('SELECT FROM texts WHERE hash = $1', [hash]);
  if (rowCount !== 0) return;
  await pool.query('INSERT INTO texts (hash, size_bytes, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    hash,
    sizeBytes,
    body,
  ]);
}

/** SQL: one of these digests. A condition on an array is planned each time, because the plan depends on its length. */
export const oneOf = (digests: readonly string[]): Prisma.Sql =>
  digests.length > 0 && digests.length <= MAX_LISTED
    ? Prisma.sql`IN (${Prisma.join(digests)})`
    : Prisma.sql`= ANY(${[...digests]}::char(64)[])`;

/** Each length of a list is another prepared statement. */
const MAX_LISTED = 2;

/** A text in its stored form, for a worker. */
export async function loadPacked(db: Sender, hash: string): Promise<PackedText> {
  const [packed] = await loadAllPacked(db, [hash]);
  return packed as PackedText;
}

/** Several texts in their stored form, in the order of the digests. */
export async function loadAllPacked(db: Sender, hashes: readonly string[]): Promise<PackedText[]> {
  const rows = await readRows<PackedText>(
    db,
    Prisma.sql`
      SELECT t.hash, t.size_bytes AS "sizeBytes", t.body FROM texts t WHERE t.hash ${oneOf(hashes)}`,
  );
  const byHash = new Map(rows.map(row => [row.hash, row]));
  return hashes.map(hash => byHash.get(hash) ?? missing(hash));
}

/** How many bytes of texts a caller may still read. */
type Budget = {
  readonly left: number;
  /** Throws if `bytes` exceed what is left. */
  take(bytes: number): void;
};

export type LoadedText = { text: string; sizeBytes: number };
export type LoadedBytes = { bytes: Buffer<ArrayBuffer>; sizeBytes: number };

/** Loads a text for the service itself: it counts towards no caller's budget. */
export async function loadText(db: Sender, hash: string): Promise<LoadedText> {
  const found = await findTexts(db, textsOf([hash]));
  return found.get(hash) ?? missing(hash);
}

/** The size of a text in UTF-8, in bytes. */
export const sizeOfHash: Batch<string, number> = {
  async load({ db }, hashes) {
    const sizes = Prisma.sql`SELECT hash, size_bytes AS "sizeBytes" FROM texts WHERE hash ${oneOf(hashes)}`;
    const rows = await readRows<Omit<PackedText, 'body'>>(db, sizes);
    const byHash = new Map(rows.map(({ hash, sizeBytes }) => [hash, sizeBytes]));
    return hashes.map(hash => byHash.get(hash) ?? missing(hash));
  },
};

/** Loads a text in UTF-8, together with all other texts that the execution requests. */
export const bytesOfHash: Batch<string, LoadedBytes> = {
  load: ({ replica, texts }, hashes) =>
    replica.read(async db => {
      const read = async ({ key, body, sizeBytes }: PackedRow) =>
        [key, { bytes: await decompressBytes(body, sizeBytes), sizeBytes }] as const;
      const found = new Map(await Promise.all((await findPacked(db, textsOf(hashes), texts)).map(read)));
      return hashes.map(hash => found.get(hash) ?? missing(hash));
    }),
};

/** Like `bytesOfHash`, in stored form, compressed by zstd. */
export const packedOfHash: Batch<string, Uint8Array> = {
  load: ({ replica, texts }, hashes) =>
    replica.read(async db => {
      const rows = await findPacked(db, textsOf(hashes), texts);
      const byHash = new Map(rows.map(({ key, body }) => [key, body]));
      return hashes.map(hash => byHash.get(hash) ?? missing(hash));
    }),
};

const SMALL_BYTES = 256 * 1024;

/** Loads a text of up to 256 KiB; null for a larger one. */
export const smallTextOfHash: Batch<string, string | null> = {
  async load({ db, texts }, hashes) {
    const small = Prisma.sql`
      SELECT hash AS key, hash FROM texts WHERE hash ${oneOf(hashes)} AND size_bytes <= ${SMALL_BYTES}`;
    const found = await findTexts(db, small, texts);
    return hashes.map(hash => found.get(hash)?.text ?? null);
  },
};

/** Keeps a text that the caller has just sent, if it is small, for the answer. */
export function keepSmallText(context: Context, hash: string, text: string | LongText): void {
  if (typeof text === 'string' && Buffer.byteLength(text) <= SMALL_BYTES) prime(context, smallTextOfHash, hash, text);
}

/** A stored text, with its stored form if that is already loaded. */
export type TextAtHand = { hash: string; packed: PackedText | undefined };

/** Loads texts in UTF-8, with one statement for all that are not loaded yet. */
export const bytesAtHand: Batch<TextAtHand, LoadedBytes> = {
  idOf: ({ hash }) => hash,
  load: (context, asked) =>
    Promise.all(
      asked.map(async ({ hash, packed }) => {
        if (packed === undefined) return batched(context, bytesOfHash, hash);
        context.texts.take(packed.sizeBytes);
        return { bytes: await decompressBytes(packed.body, packed.sizeBytes), sizeBytes: packed.sizeBytes };
      }),
    ),
};

const textsOf = (hashes: readonly string[]): Prisma.Sql =>
  Prisma.sql`SELECT hash AS key, hash FROM texts WHERE hash ${oneOf(hashes)}`;

/** A content, analyzed as a document of one type. Analysis results are stored for this pair. */
export type JudgedContent = { contentHash: string; documentType: DocumentType };

/** The warnings about a content, as JSON text. */
export const warningsOfContent: Batch<JudgedContent, LoadedText> = {
  idOf: keyOf,
  load({ db, texts }, contents) {
    const keys = contents.map(keyOf);
    const warnings = Prisma.sql`
      SELECT asked.key, a.warnings_hash AS hash FROM unnest(${keys}::text[]) AS asked(key)
      JOIN analyses a ON a.content_hash = split_part(asked.key, ' ', 1)::char(64)
        AND a.document_type = split_part(asked.key, ' ', 2)::"DocumentType"`;
    return selectTexts(db, keys, warnings, texts);
  },
};

function keyOf({ contentHash, documentType }: JudgedContent): string {
  return `${contentHash} ${documentType}`;
}

type PackedRow = { key: string; sizeBytes: number; body: Uint8Array };
type TextRow = Omit<PackedRow, 'body'> & { body: Uint8Array | null };

/**
 * Loads texts with one statement, in the order of the keys. If the total exceeds the budget, throws without reading
 * them.
 */
async function selectTexts(
  db: Sender,
  keys: readonly string[],
  hashes: Prisma.Sql,
  budget: Budget,
): Promise<LoadedText[]> {
  const found = await findTexts(db, hashes, budget);
  return keys.map(key => found.get(key) ?? missing(key));
}

async function findTexts(db: Sender, hashes: Prisma.Sql, budget?: Budget): Promise<Map<string, LoadedText>> {
  const read = async ({ key, body, sizeBytes }: PackedRow) =>
    [key, { text: await decompress(body, sizeBytes), sizeBytes }] as const;
  return new Map(await Promise.all((await findPacked(db, hashes, budget)).map(read)));
}

async function findPacked(db: Sender, hashes: Prisma.Sql, budget?: Budget): Promise<PackedRow[]> {
  const mostBytes = budget?.left ?? Number.MAX_SAFE_INTEGER;
  const rows = await readRows<TextRow>(
    db,
    Prisma.sql`
    SELECT found.key, found.size_bytes AS "sizeBytes",
      CASE WHEN found.total <= ${mostBytes}::bigint THEN found.body END AS body
    FROM (
      SELECT asked.key, t.size_bytes, t.body, sum(t.size_bytes) OVER () AS total
      FROM (${hashes}) AS asked JOIN texts t ON t.hash = asked.hash
    ) AS found`,
  );
  for (const { sizeBytes } of rows) budget?.take(sizeBytes);
  return rows.map(row => ({ ...row, body: row.body ?? missing(row.key) }));
}

function missing(name: string): never {
  throw new Error(`The text ${name} is not stored`);
}
