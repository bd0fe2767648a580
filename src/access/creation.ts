import { createHmac } from 'node:crypto';
import { preparedKey } from '../platform/crypto.ts';
import { LongText } from '../platform/long-text.ts';

/** A creation that its caller named with a key, so that they can send it again. */
export type NamedCreation = {
  key: string;
  /** Method and path: elsewhere the same key names something else. */
  route: string;
  bodyHash: string;
  /** The hash that a server with the other JWT key writes. */
  otherBodyHash?: string;
};

/** What was sent may hold a password: of such a text a hash without a key could be guessed. */
export function nameCreation(
  { jwtKey, otherJwtKey }: { jwtKey: Uint8Array; otherJwtKey?: Uint8Array | undefined },
  { key, route, sent }: { key: string; route: string; sent: Readonly<Record<string, unknown>> },
): NamedCreation {
  const bodyHash = hashSent(jwtKey, sent);
  return { key, route, bodyHash, ...(otherJwtKey && { otherBodyHash: hashSent(otherJwtKey, sent) }) };
}

function hashSent(jwtKey: Uint8Array, sent: Readonly<Record<string, unknown>>): string {
  const hash = createHmac('sha256', preparedKey(jwtKey)).update('docsvc creation\n');
  for (const [name, given] of Object.entries(sent)) {
    const value = given instanceof LongText ? given.toString() : given;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    hash.update(`${JSON.stringify(name)} ${typeof value} ${text.length} `).update(text);
  }
  return hash.digest('base64url');
}
