import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { readable } from '../../openapi/ingest.ts';
import { type JsonObject, parseScannedJson, scanJson } from '../../platform/json.ts';
import { freeMemory, inOwnMemory } from '../../platform/own-memory.ts';
import { intoOneBuffer, ofKnownSize } from '../../platform/zstd.ts';

/** A text in its stored form. */
export type PackedText = { hash: string; sizeBytes: number; body: Uint8Array };

export function pack(text: string | Buffer): PackedText {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    body: inOwnMemory(zstdCompressSync(bytes, ofKnownSize(bytes.length))),
  };
}

export function unpack({ body, sizeBytes }: PackedText): string {
  const bytes = zstdDecompressSync(body, intoOneBuffer(sizeBytes));
  const text = bytes.toString('utf8');
  freeMemory(bytes);
  return text;
}

const CACHED_DOCUMENT_BYTES = 48 * 1024 * 1024;

/** Least memory of a value in a parsed document. */
const VALUE_BYTES = 32;

/** Parsed documents of this thread by the digest of their canonical text. Sizes are estimated from text and values. */
const documents = new LRUCache<string, JsonObject>({ maxSize: CACHED_DOCUMENT_BYTES });

/** The parsed canonical text, with references that can be followed from its root. It may be cached for later tasks: do not change it. */
export function parse(packed: PackedText): JsonObject {
  const cached = documents.get(packed.hash);
  if (cached) return cached;
  const text = unpack(packed);
  const scan = scanJson(text);
  const document = readable(parseScannedJson(text, scan) as JsonObject, text);
  documents.set(packed.hash, document, { size: Math.max(1, packed.sizeBytes, scan.values * VALUE_BYTES) });
  return document;
}

/** Hands buffers over to the main thread without a copy. */
export const moved = <T>(value: T, buffers: ArrayBufferLike[]): T =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: value } as never) as T;
