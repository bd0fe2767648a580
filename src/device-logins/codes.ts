import { randomInt } from 'node:crypto';
import type { Call } from '../access/call.ts';
import { hmacSha256 } from '../platform/crypto.ts';

/** Letters that form no words (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** A code that a person types, such as WDJB-MJHT: 34 random bits. */
export function newUserCode(): string {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Hashes a code with each accepted key, that of new codes first. Ignores case, dashes and blanks. */
export function userCodeHashes({ jwtKey, otherJwtKey }: Pick<Call, 'jwtKey' | 'otherJwtKey'>, sent: string): string[] {
  const letters = sent.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return [jwtKey, ...(otherJwtKey ? [otherJwtKey] : [])].map(key => hmacSha256(key, `docsvc user code\n${letters}`));
}
