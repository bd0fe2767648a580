/**
 * Copies bytes that are less than half of their ArrayBuffer. A message to another thread copies the whole ArrayBuffer, and
 * small buffers of Node are parts of a shared one of 8 KB or more.
 */
export const inOwnMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.length * 2 < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;

/** Freeing less memory is not worth the call. */
const LARGE_BYTES = 16 * 1024;

/**
 * Frees the memory of large bytes at once. Do not use the bytes afterwards. Bytes that are at most half of their ArrayBuffer
 * share it with others, so it is not freed. Without this, V8 starts a full garbage collection, which takes a core from
 * requests, for each 64 MB of buffers.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isOwn = 2 * byteLength > buffer.byteLength;
  if (isOwn && byteLength > LARGE_BYTES) (buffer as ArrayBuffer).transfer(0);
}
