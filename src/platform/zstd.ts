import type { ZstdOptions } from 'node:zlib';

/** The smallest `chunkSize` that zlib takes. */
const LEAST_CHUNK_BYTES = 64;

/**
 * Options to decompress a text of known size into one buffer, several times faster than into a list of small ones. They
 * limit the output, so that a damaged row cannot exhaust memory.
 */
export const intoOneBuffer = (sizeBytes: number): ZstdOptions => ({
  chunkSize: Math.max(LEAST_CHUNK_BYTES, sizeBytes + 1),
  maxOutputLength: Math.max(1, sizeBytes),
});
