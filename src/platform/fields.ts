import { type FieldError, invalidArgument } from './errors.ts';
import { isId } from './ids.ts';

/** Checks of single input fields. Each takes the field's wire name, for the error, and gives the value to keep. */

const NAME_CHARACTERS = 200;
const DESCRIPTION_CHARACTERS = 4000;

/** Counts what a person would call characters: code points. */
const characters = (text: string): number => [...text].length;

export function storable(field: string, value: string): string {
  if (value.includes('\0')) throw invalidArgument(field, 'must not hold a NUL character');
  if (!value.isWellFormed()) throw invalidArgument(field, 'must be valid Unicode, without lone surrogates');
  return value;
}

export function text(field: string, value: string, most: number): string {
  const isTooLong = value.length > 2 * most || (value.length > most && characters(value) > most);
  if (isTooLong) throw invalidArgument(field, `must have at most ${most} characters`);
  return storable(field, value);
}

export function label(field: string, value: string | null | undefined, most: number): string {
  const trimmed = (value ?? '').trim();
  if (trimmed === '') throw invalidArgument(field, 'must not be blank');
  return text(field, trimmed, most);
}

/** A name: trimmed, 1 to 200 characters. */
export const name = (value: string | null | undefined, field = 'name'): string => label(field, value, NAME_CHARACTERS);

/** A description: up to 4000 characters; blank means none. */
export const description = (value: string | null | undefined): string | null =>
  optionalText('description', value, DESCRIPTION_CHARACTERS);

export function optionalText(field: string, value: string | null | undefined, most: number): string | null {
  return value === null || value === undefined || value.trim() === '' ? null : text(field, value, most);
}

/** An id inside a body that must name an existing thing. */
export function reference(field: string, value: string): string {
  if (!isId(value)) throw invalidArgument(field, 'must be the id (UUID) of an existing resource');
  return value;
}

/** A PATCH that names nothing to change is a mistake of the caller. */
export function requireChange(input: Record<string, unknown>, fields: string[]): void {
  if (fields.some(field => input[field] !== undefined)) return;
  throw invalidArgument('body', 'names nothing to change');
}

export type { FieldError };
