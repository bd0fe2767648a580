/**
 * Bytes that share their memory with others get their own if they are less than half of it: a message to another thread
 * copies the whole memory. Small buffers of Node are parts of one of 8 KB and more.
 */
export const inOwnMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.length * 2 < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;
