import type { ZstdOptions } from 'node:zlib';

/** The smallest `chunkSize` that zlib accepts. */
const LEAST_CHUNK_BYTES = 64;

/**
 * Options to decompress a text of known size into one buffer, which is several times faster than into many small ones. They
 * limit the output, so that a damaged row cannot exhaust memory.
 */
export const intoOneBuffer = (sizeBytes: number): ZstdOptions => ({
  chunkSize: Math.max(LEAST_CHUNK_BYTES, sizeBytes + 1),
  maxOutputLength: Math.max(1, sizeBytes),
});

/** The largest buffer for compressed bytes: the default of zlib. */
const MOST_CHUNK_BYTES = 16 * 1024;

/** Options to compress a text of known size: a small text then takes less memory and half the time. */
export const ofKnownSize = (sizeBytes: number): ZstdOptions => ({
  chunkSize: Math.min(MOST_CHUNK_BYTES, LEAST_CHUNK_BYTES + sizeBytes),
  pledgedSrcSize: sizeBytes,
});
