import { presentableDiff } from '@codemirror/merge';

/** Four offsets for each change: from and to in the text before, from and to in the text after. */
type Changes = number[];

type Side = { from: number; to: number; firstLine: number };

/** A range of whole lines in both texts. The offsets of its changes are relative to the start of the part. */
export type Part = { before: Side; after: Side; changes: Changes };

/** Compares two texts, and splits them at line ends into parts of about `mostChanges` changes. */
export function compareInParts(before: string, after: string, mostChanges: number): Part[] {
  const changes = changesBetween(before, after);
  const parts: Part[] = [];
  let part: Part = { before: begin(before, 0, 1), after: begin(after, 0, 1), changes: [] };
  for (let at = 0; at < changes.length; at += 4) {
    const [from, to, otherFrom, otherTo, next = before.length] = changes.slice(at, at + 5) as [
      number,
      number,
      number,
      number,
    ];
    const { before: one, after: other } = part;
    part.changes.push(from - one.from, to - one.from, otherFrom - other.from, otherTo - other.from);
    // Until the next change, both texts are equal, so the same line end closes the part in both.
    const end = before.indexOf('\n', to);
    if (part.changes.length < 4 * mostChanges || end === -1 || end >= next) continue;
    one.to = end;
    other.to = otherTo + end - to;
    parts.push(part);
    part = { before: following(before, one), after: following(after, other), changes: [] };
  }
  return [...parts, part];
}

const begin = (text: string, from: number, firstLine: number): Side => ({ from, to: text.length, firstLine });

function following(text: string, { from, to, firstLine }: Side): Side {
  let line = firstLine + 1;
  for (let end = text.indexOf('\n', from); end !== -1 && end < to; end = text.indexOf('\n', end + 1)) line += 1;
  return begin(text, to + 1, line);
}

/** Shorter texts are compared by characters only. */
const SHORT = 20_000;

/** Limits of the comparison by characters: beyond them its result is less precise. `timeout` in milliseconds. */
const LIMITS = { scanLimit: 3_000, timeout: 200 } as const;

/** A line that both texts contain: its offsets and its length. */
type Kept = { before: number; after: number; length: number };

/**
 * The changes between two texts. Aligns the lines that occur exactly once in each text (patience diff), and compares
 * the text between them recursively.
 */
function changesBetween(before: string, after: string, beforeAt = 0, afterAt = 0): Changes {
  if (before === after) return [];
  const kept = before.length < SHORT && after.length < SHORT ? [] : linesInBoth(before, after);
  if (kept.length === 0)
    return presentableDiff(before, after, LIMITS).flatMap(({ fromA, toA, fromB, toB }) => [
      fromA + beforeAt,
      toA + beforeAt,
      fromB + afterAt,
      toB + afterAt,
    ]);
  const changes: Changes[] = [];
  let [doneBefore, doneAfter] = [0, 0];
  for (const line of [...kept, { before: before.length, after: after.length, length: 0 }]) {
    const between = [before.slice(doneBefore, line.before), after.slice(doneAfter, line.after)] as const;
    changes.push(changesBetween(...between, beforeAt + doneBefore, afterAt + doneAfter));
    [doneBefore, doneAfter] = [line.before + line.length, line.after + line.length];
  }
  return changes.flat();
}

/** The offsets of the lines that occur exactly once in a text. */
function uniqueLines(text: string): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  let from = 0;
  for (const line of text.split('\n')) {
    if (places.has(line)) repeated.add(line);
    places.set(line, from);
    from += line.length + 1;
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** The lines that occur exactly once in each text, as many as have the same order in both. */
export function linesInBoth(before: string, after: string): Kept[] {
  const others = uniqueLines(after);
  const found: Kept[] = [];
  for (const [line, place] of uniqueLines(before)) {
    const other = others.get(line);
    if (other !== undefined && line !== '') found.push({ before: place, after: other, length: line.length });
  }
  return longestRising(found.sort((one, other) => one.before - other.before));
}

/** The longest subsequence of lines with the same order in both texts. `lines` are sorted by `before`. */
function longestRising(lines: readonly Kept[]): Kept[] {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, { after }] of lines.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lines[ends[middle] as number] as Kept).after < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1];
    ends[low] = index;
  }
  const rising: Kept[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) rising.push(lines[index] as Kept);
  return rising.reverse();
}
