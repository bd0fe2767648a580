import type { FieldError } from '../src/platform/errors.ts';
import { nearestName } from '../src/platform/nearest.ts';

/** So many unknown keys are named: one mistake is told once, not by the million. */
const MOST_UNKNOWN = 20;
const MOST_CHARACTERS = 100;

/** A key that nobody knows may be a misspelt one: without it the request would mean something else. */
export function unknownKeys(given: Iterable<string>, known: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of given) {
    if (known.includes(key)) continue;
    errors.push({ field: key.slice(0, MOST_CHARACTERS).toWellFormed(), message: unknown(key, known) });
    if (errors.length === MOST_UNKNOWN) break;
  }
  return errors;
}

function unknown(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  return near === undefined
    ? `is not known here; known ${known.length === 1 ? 'is' : 'are'} ${known.join(', ') || 'none'}`
    : `is not known here: did you mean ${near}?`;
}
