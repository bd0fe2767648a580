import type { FieldError } from '../src/platform/errors.ts';
import { nearestName } from '../src/platform/nearest.ts';

/** At most this many unknown keys are reported, so that an error message stays short. */
const MAX_REPORTED = 20;
const MAX_CHARACTERS = 100;

/**
 * Rejects unknown keys: an unknown key may be a misspelled one, and ignoring it would change the meaning of the
 * request.
 */
export function unknownKeys(given: Iterable<string>, known: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of given) {
    if (known.includes(key)) continue;
    errors.push({ field: key.slice(0, MAX_CHARACTERS).toWellFormed(), message: unknown(key, known) });
    if (errors.length === MAX_REPORTED) break;
  }
  return errors;
}

function unknown(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  return near === undefined
    ? `is not known here; known ${known.length === 1 ? 'is' : 'are'} ${known.join(', ') || 'none'}`
    : `is not known here: did you mean ${near}?`;
}
