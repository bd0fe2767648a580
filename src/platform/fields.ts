import { isDeepStrictEqual } from 'node:util';
import { DomainError, invalidArgument } from './errors.ts';
import { LongText } from './long-text.ts';
import { CHARACTERS } from './text-limits.ts';
import { isSeen, misleadingInText, unseenInIdentifier, unseenInName } from './visible-text.ts';

/** Checks of single input fields. Each takes the field's wire name, for the error, and returns the value to store. */

/** The wire name of a GraphQL name: `versionName` becomes `version_name`. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** Counts code points, which is what people call characters. */
const characters = (text: string): number => [...text].length;

/** Whether a text has nothing but blanks. `trim` would look at all blanks at the end of a text of 16 MiB. */
export const isBlank = (text: string | LongText): boolean =>
  text instanceof LongText ? text.pieces().every(isBlank) : text.trimStart() === '';

export function storable<Text extends string | LongText>(field: string, value: Text): Text {
  const characters: string | Buffer = value instanceof LongText ? value.bytes : value;
  if (characters.includes('\0')) throw invalidArgument(field, 'must not contain a NUL character');
  if (typeof characters === 'string' && !characters.isWellFormed())
    throw invalidArgument(field, 'must be valid Unicode, without lone surrogates');
  return value;
}

export function text(field: string, value: string, most: number): string {
  const isTooLong = value.length > 2 * most || (value.length > most && characters(value) > most);
  if (isTooLong) throw invalidArgument(field, `must have at most ${most} characters`);
  return storable(field, value);
}

export function label(field: string, value: string | null | undefined, most: number): string {
  const trimmed = (value ?? '').trim();
  if (!isSeen(trimmed)) throw invalidArgument(field, 'must not be blank');
  return text(field, trimmed, most);
}

/** Checks a one-line text that identifies something: trimmed, in Unicode NFC, without invisible characters. */
export function title(field: string, value: string | null | undefined, most: number): string {
  const composed = label(field, value, most).normalize('NFC');
  refuseUnseen(field, unseenInName(composed));
  return text(field, composed, most);
}

/** Checks a name: a title of 1 to 200 characters. */
export const name = (value: string | null | undefined, field = 'name'): string => title(field, value, CHARACTERS.name);

/**
 * The uniqueness key of a path: paths that differ only in case or Unicode form are the same path. Σ has two lower-case letters, and
 * `toLowerCase` chooses one by the letters around it.
 */
export const relativePathKey = (path: string): string => path.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');

/** Checks an identifier for invisible characters. It is stored as written. */
export function identifier(field: string, value: string): string {
  refuseUnseen(field, unseenInIdentifier(storable(field, value)));
  return value;
}

function refuseUnseen(field: string, character: string | undefined): void {
  if (character === undefined) return;
  throw invalidArgument(
    field,
    `must not contain control, zero-width or direction characters: remove the invisible character ${character}`,
  );
}

/** Checks a text of several lines. Refuses characters that make it look like another text. */
export function prose(field: string, value: string, most: number): string {
  const character = misleadingInText(text(field, value, most));
  if (character === undefined) return value;
  throw invalidArgument(
    field,
    `must not contain control characters other than tabs and line ends, or characters that change the writing direction: remove ${character}`,
  );
}

/** Checks a description: prose of up to 4000 characters. Blank means none. */
export const description = (value: string | null | undefined): string | null =>
  optionalText('description', value, CHARACTERS.description);

export function optionalText(field: string, value: string | null | undefined, most: number): string | null {
  if (value === null || value === undefined || isBlank(value)) return null;
  const written = prose(field, value, most);
  return isSeen(written) ? written : null;
}

/**
 * Refuses an update without any change. A null changes a field only if the field is optional and has a value: pass the
 * current values of such fields in `present`.
 */
export function requireChange(
  input: Record<string, unknown>,
  fields: string[],
  present: Record<string, unknown> = {},
): void {
  const changes = (field: string) => {
    const value = input[field] ?? null;
    return value !== null || (input[field] === null && (present[field] ?? null) !== null);
  };
  if (fields.some(changes)) return;
  const message = 'Provide at least one field to change';
  throw new DomainError('INVALID_ARGUMENT', message, { errors: [{ field: 'input', message }] });
}

/** The names of the fields whose values a change would replace by others. */
export const differing = <Row extends object>(present: Row, change: object): string[] =>
  Object.entries(change)
    .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, present[name as keyof Row]))
    .map(([name]) => name);

export const isIdempotencyKey = (key: string): boolean => /^[\x20-\x7e]{1,255}$/.test(key);
export const IDEMPOTENCY_KEY_RULE = 'must have 1 to 255 printable ASCII characters';
