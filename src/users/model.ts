import { invalidArgument } from '../platform/errors.ts';
import { identifier } from '../platform/fields.ts';
import { isOfOneScript } from '../platform/visible-text.ts';

const EMAIL_CHARACTERS = 254;
const PASSWORD_BYTES = { least: 8, most: 1024 };

/** Trimmed, composed (Unicode NFC) and lower-cased, so that one person has one spelling. */
export const foldEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');

/** Checked for a new account only: accounts that are there already keep signing in. */
export function email(value: string): string {
  const folded = foldEmail(value);
  const parts = folded.split('@');
  const good = parts.length === 2 && parts.every(part => part !== '') && !/\s/.test(folded);
  if (!good || folded.length > EMAIL_CHARACTERS)
    throw invalidArgument('email', `must be an address with one @ and at most ${EMAIL_CHARACTERS} characters`);
  return unmistakable(identifier('email', folded));
}

/** An address that looks like another one is refused: it would be taken for that person. */
function unmistakable(address: string): string {
  if (address.normalize('NFKC') !== address)
    throw invalidArgument(
      'email',
      'must not hold other forms of letters, such as full-width ones: use the plain letters',
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
