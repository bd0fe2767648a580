import type { FieldError } from '../src/platform/errors.ts';

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
  const near = nearestKey(key, known);
  return near === undefined
    ? `is not known here; known ${known.length === 1 ? 'is' : 'are'} ${known.join(', ') || 'none'}`
    : `is not known here: did you mean ${near}?`;
}

/** The known key that the caller may have meant: at most half of it is written otherwise. */
function nearestKey(key: string, known: readonly string[]): string | undefined {
  const sent = plain(key);
  const ranked = known.map(name => ({ name, distance: nearness(sent, plain(name)) }));
  const [nearest] = ranked.sort((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= Math.max(2, Math.floor(sent.length / 2))
    ? nearest.name
    : undefined;
}

const plain = (key: string): string =>
  key
    .slice(0, MOST_CHARACTERS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** One key that begins with the other is nearer than their letters tell. */
const nearness = (a: string, b: string): number =>
  a.length > 2 && b.length > 2 && (a.startsWith(b) || b.startsWith(a)) ? 1 : editDistance(a, b);

/** Levenshtein's distance: how many letters are added, taken away or changed. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, changed));
    }
    row = next;
  }
  return row[b.length] as number;
}
