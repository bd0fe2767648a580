import { invalidArgument } from '../platform/errors.ts';
import { storable } from '../platform/fields.ts';

const EMAIL_CHARACTERS = 254;
const PASSWORD_BYTES = { least: 8, most: 1024 };

/** Trimmed and lower-cased, so that one person has one spelling. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

export function email(value: string): string {
  const folded = foldEmail(value);
  const parts = folded.split('@');
  const good = parts.length === 2 && parts.every(part => part !== '') && !/\s/.test(folded);
  if (!good || folded.length > EMAIL_CHARACTERS)
    throw invalidArgument('email', `must be an address with one @ and at most ${EMAIL_CHARACTERS} characters`);
  return storable('email', folded);
}

export function password(value: string, field = 'password'): string {
  const bytes = Buffer.byteLength(value);
  if (bytes < PASSWORD_BYTES.least || bytes > PASSWORD_BYTES.most)
    throw invalidArgument(field, `must have ${PASSWORD_BYTES.least} to ${PASSWORD_BYTES.most} bytes`);
  return value;
}
