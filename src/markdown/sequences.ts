/**
 * Which elements of two sequences belong together, in order. Elements that occur once on both sides are anchors
 * (patience diff); between them Myers' algorithm finds the shortest edit, as long as it is short. Past its budget the
 * rest counts as replaced, so that hostile texts cost linear time.
 */
export type Match = [indexBefore: number, indexAfter: number];

type Range = { a: number; aEnd: number; b: number; bEnd: number; level: number };

const MAX_EDITS = 400;
const MAX_LEVEL = 24;
const MAX_STEPS = 30_000_000;

export const matchSequences = (before: string[], after: string[]): Match[] => {
  const numberOf = interning();
  const matches: Match[] = [];
  const [a, b] = [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
  visitMatches(a, b, (indexBefore, indexAfter) => matches.push([indexBefore, indexAfter]));
  return matches.sort((left, right) => left[0] - right[0]);
};

/** How many lines two texts have, and how many of them belong together; a text may have millions of lines. */
export const countLines = (before: string, after: string): { before: number; after: number; common: number } => {
  const numberOf = interning();
  const [a, b] = [numberLines(before, numberOf), numberLines(after, numberOf)];
  let common = 0;
  visitMatches(a, b, () => common++);
  return { before: a.length, after: b.length, common };
};

const interning = (): ((text: string) => number) => {
  const numbers = new Map<string, number>();
  return text => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
};

/** Without an array of all lines, which would weigh many times the text. */
const numberLines = (text: string, numberOf: (line: string) => number): Int32Array => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  const numbers = new Int32Array(count);
  let start = 0;
  for (let index = 0; index < count; index++) {
    const end = text.indexOf('\n', start);
    numbers[index] = numberOf(text.slice(start, end));
    start = end + 1;
  }
  return numbers;
};

type Visit = (indexBefore: number, indexAfter: number) => void;

const visitMatches = (a: Int32Array, b: Int32Array, visit: Visit): void => {
  const budget = { steps: MAX_STEPS };
  const pending: Range[] = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length, level: 0 }];
  for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
    trim(a, b, range, visit);
    if (range.a === range.aEnd || range.b === range.bEnd) continue;
    const anchors = range.level < MAX_LEVEL ? findAnchors(a, b, range) : [];
    if (anchors.length > 0) for (const part of between(range, anchors)) pending.push(part);
    const found = anchors.length > 0 ? anchors : shortestEdit(a, b, range, budget);
    for (const [indexBefore, indexAfter] of found) visit(indexBefore, indexAfter);
  }
};

/** Takes what is alike at both ends out of the range. */
const trim = (a: Int32Array, b: Int32Array, range: Range, visit: Visit): void => {
  while (range.a < range.aEnd && range.b < range.bEnd && a[range.a] === b[range.b]) {
    visit(range.a++, range.b++);
  }
  while (range.a < range.aEnd && range.b < range.bEnd && a[range.aEnd - 1] === b[range.bEnd - 1]) {
    visit(--range.aEnd, --range.bEnd);
  }
};

const between = (range: Range, anchors: Match[]): Range[] => {
  const ranges: Range[] = [];
  let { a, b } = range;
  for (const [aNext, bNext] of [...anchors, [range.aEnd, range.bEnd] as Match]) {
    ranges.push({ a, aEnd: aNext, b, bEnd: bNext, level: range.level + 1 });
    [a, b] = [aNext + 1, bNext + 1];
  }
  return ranges;
};

/** Positions of the elements that occur exactly once; -1 marks those that occur again. */
const positions = (list: Int32Array, from: number, to: number): Map<number, number> => {
  const found = new Map<number, number>();
  for (let index = from; index < to; index++) {
    const element = list[index] as number;
    found.set(element, found.has(element) ? -1 : index);
  }
  return found;
};

const findAnchors = (a: Int32Array, b: Int32Array, range: Range): Match[] => {
  const inA = positions(a, range.a, range.aEnd);
  const inB = positions(b, range.b, range.bEnd);
  const candidates: Match[] = [];
  for (const [element, index] of inA) {
    const other = inB.get(element) ?? -1;
    if (index >= 0 && other >= 0) candidates.push([index, other]);
  }
  return longestRise(candidates);
};

/** The longest run of candidates that rises on both sides, by patience sorting. */
const longestRise = (candidates: Match[]): Match[] => {
  const piles: number[] = [];
  const previous = new Int32Array(candidates.length).fill(-1);
  for (const [index, [, position]] of candidates.entries()) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((candidates[piles[middle] as number]?.[1] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = piles[low - 1] as number;
    piles[low] = index;
  }
  const rise: Match[] = [];
  for (let index = piles.at(-1) ?? -1; index >= 0; index = previous[index] as number) {
    rise.push(candidates[index] as Match);
  }
  return rise.reverse();
};

/** Myers' greedy algorithm; nothing when more than MAX_EDITS edits would be needed. */
const shortestEdit = (a: Int32Array, b: Int32Array, range: Range, budget: { steps: number }): Match[] => {
  const [n, m] = [range.aEnd - range.a, range.bEnd - range.b];
  const limit = Math.min(MAX_EDITS, n + m);
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit && budget.steps > 0; edits++) {
    trace.push(furthest.slice());
    for (let k = -edits; k <= edits; k += 2) {
      const at = k + limit + 1;
      const [left, right] = [furthest[at - 1] as number, furthest[at + 1] as number];
      let x = k === -edits || (k !== edits && left < right) ? right : left + 1;
      const from = x;
      while (x < n && x - k < m && x - k >= 0 && a[range.a + x] === b[range.b + x - k]) x++;
      budget.steps -= x - from + 1;
      furthest[at] = x;
      if (x >= n && x - k >= m) return walkBack(trace, range, limit, n, m);
    }
  }
  return [];
};

const walkBack = (trace: Int32Array[], range: Range, limit: number, n: number, m: number): Match[] => {
  const matches: Match[] = [];
  let [x, y] = [n, m];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] as Int32Array;
    const k = x - y;
    const [left, right] = [furthest[k + limit] as number, furthest[k + limit + 2] as number];
    const down = k === -edits || (k !== edits && left < right);
    const fromX = edits === 0 ? 0 : down ? right : left;
    const fromY = edits === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    const [startX, startY] = edits === 0 ? [0, 0] : down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > startX && y > startY) matches.push([range.a + --x, range.b + --y]);
    [x, y] = [fromX, fromY];
  }
  return matches;
};
