import { invalidArgument } from '../platform/errors.ts';
import { identifier } from '../platform/fields.ts';
import { PASSWORD_BYTES } from '../platform/text-limits.ts';
import { isOfOneScript } from '../platform/visible-text.ts';

const EMAIL_CHARACTERS = 254;
/** Characters that surround or separate addresses. An address may contain them only in quotes (RFC 5321, section 4.1.2). */
const SPECIAL = /[<>()\\,;"]/;

/** Trims, composes (Unicode NFC) and lower-cases an email, so that each account has one spelling. */
export const foldEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');

/** The spellings with which an account may be stored, that of new accounts first. None if it contains NUL, as no email does. */
export function emailSpellings(email: string): string[] {
  const folded = foldEmail(email);
  const spellings = [folded, folded.normalize('NFD'), email.trim().toLowerCase()];
  return folded.includes('\0') ? [] : [...new Set(spellings)];
}

/** Checks the email of a new account. Existing accounts are not checked again. */
export function email(value: string): string {
  const folded = foldEmail(value);
  const parts = folded.split('@');
  const good = parts.length === 2 && parts.every(part => part !== '') && !/\s/.test(folded);
  if (!good || folded.length > EMAIL_CHARACTERS)
    throw invalidArgument('email', `must be an address with one @ and at most ${EMAIL_CHARACTERS} characters`);
  const special = SPECIAL.exec(folded)?.[0];
  if (special !== undefined)
    throw invalidArgument('email', `must be an address alone, without the character ${special}`);
  return unmistakable(identifier('email', folded));
}

/** Refuses an address that looks like another one (homographs), because people would confuse the accounts. */
function unmistakable(address: string): string {
  if (address.normalize('NFKC') !== address)
    throw invalidArgument(
      'email',
      'must not contain variant forms of letters, such as full-width ones: use the plain letters',
    );
  const mixed = address.split(/[@.+_-]/).find(label => !isOfOneScript(label));
  if (mixed !== undefined)
    throw invalidArgument(
      'email',
      `must not mix letters of several scripts in one word: write "${mixed}" in one script`,
    );
  return address;
}

export function password(value: string, field = 'password'): string {
  const bytes = Buffer.byteLength(value);
  if (bytes < PASSWORD_BYTES.least || bytes > PASSWORD_BYTES.most)
    throw invalidArgument(field, `must have ${PASSWORD_BYTES.least} to ${PASSWORD_BYTES.most} bytes`);
  return value;
}
