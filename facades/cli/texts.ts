import { wrongUse } from './outcome.ts';

/**
 * Decodes UTF-8, and keeps a byte order mark, because a draft stores exactly the bytes of the file. Throws if not
 * UTF-8.
 */
export function decoded(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw wrongUse(`${name}: is not UTF-8`);
  }
}
