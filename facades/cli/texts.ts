import { wrongUse } from './outcome.ts';

/** The text as it is, also with a byte order mark: a draft has the text that was sent. */
export function decoded(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw wrongUse(`${name}: is not UTF-8`);
  }
}
