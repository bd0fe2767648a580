/**
 * Bytes that share their memory with others get their own if they are less than half of it: a message to another thread
 * copies the whole memory. Small buffers of Node are parts of one of 8 KB and more.
 */
export const inOwnMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.length * 2 < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;

/** A smaller memory is not worth the call. */
const LARGE_BYTES = 16 * 1024;

/**
 * Gives the memory of large bytes back at once. Nobody may use that memory afterwards; bytes that are at most half of it
 * share it with others, and keep it. V8 starts a full garbage collection, which takes a core from requests, for each 64 MB
 * of buffers.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isOwn = 2 * byteLength > buffer.byteLength;
  if (isOwn && byteLength > LARGE_BYTES) (buffer as ArrayBuffer).transfer(0);
}
