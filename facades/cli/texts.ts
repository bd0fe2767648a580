import { wrongUse } from './outcome.ts';

/**
 * Decodes UTF-8, and keeps a byte order mark, because a draft stores exactly the bytes of the file. Throws if not
 * UTF-8, or longer than a string can be.
 */
export function decoded(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    const isMalformed = (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    throw wrongUse(`${name}: is ${isMalformed ? 'not UTF-8' : 'too large'}`);
  }
}
