import { createHmac } from 'node:crypto';
import { preparedKey } from '../platform/crypto.ts';
import { LongText } from '../platform/long-text.ts';

/** An idempotency key, which makes retries safe, with the creation that it was sent with. */
export type IdempotencyKey = {
  key: string;
  /** Method and path. Keys are unique only within a route. */
  route: string;
  bodyHash: string;
  /** The same hash, as a server with the other JWT key computes it. */
  otherBodyHash?: string;
};

/** Uses a keyed hash, because the body may contain a password, which could be guessed from a hash without a key. */
export function bindIdempotencyKey(
  { jwtKey, otherJwtKey }: { jwtKey: Uint8Array; otherJwtKey?: Uint8Array | undefined },
  { key, route, sent }: { key: string; route: string; sent: Readonly<Record<string, unknown>> },
): IdempotencyKey {
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
