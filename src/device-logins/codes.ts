import { randomInt } from 'node:crypto';
import type { Call } from '../access/call.ts';
import { hmacSha256 } from '../platform/crypto.ts';

/** Letters that form no words (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** A code that a person types, such as WDJB-MJHT: 34 random bits. */
export function newUserCode(): string {
  return inGroups(Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join(''));
}

const inGroups = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/** The code that a person typed, whatever its case, dashes and blanks. Undefined if it can be none. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.replaceAll(/[\s\p{Dash}]/gu, '');
  return /^[A-Za-z]{8}$/.test(letters) ? inGroups(letters.toUpperCase()) : undefined;
}

/** Hashes a code with each accepted key, that of new codes first. */
export const userCodeHashes = ({ jwtKey, otherJwtKey }: Pick<Call, 'jwtKey' | 'otherJwtKey'>, code: string): string[] =>
  [jwtKey, ...(otherJwtKey ? [otherJwtKey] : [])].map(key => hmacSha256(key, `docsvc user code\n${code}`));
