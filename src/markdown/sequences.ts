/**
 * Matches the elements of two sequences, in order. Elements that occur once on both sides are anchors (patience diff).
 * Between them, Myers' algorithm finds the shortest edit, if it is short. When the budget is used up, the rest counts
 * as replaced, so that hostile texts take linear time.
 */
type Range = { a: number; aEnd: number; b: number; bEnd: number; level: number };
type Visit = (indexBefore: number, indexAfter: number) => void;

const MAX_EDITS = 400;
const MAX_LEVEL = 24;
const MAX_STEPS = 30_000_000;

/** For each element of `before`, the index of its counterpart in `after`, or -1. */
export const matchSequences = (before: string[], after: string[]): Int32Array => {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known === undefined) numbers.set(text, numbers.size);
    return known ?? numbers.size - 1;
  };
  return matchNumbers(Int32Array.from(before, numberOf), Int32Array.from(after, numberOf), numbers.size);
};

/** Like `matchSequences`, for elements given as numbers below `distinct`. Equal elements have equal numbers. */
export const matchNumbers = (before: Int32Array, after: Int32Array, distinct: number): Int32Array => {
  const partners = new Int32Array(before.length).fill(-1);
  visitMatches(before, after, distinct, (indexBefore, indexAfter) => {
    partners[indexBefore] = indexAfter;
  });
  return partners;
};

/** Calls `visit` once for each pair of matched elements, in no particular order. */
export const visitMatches = (a: Int32Array, b: Int32Array, distinct: number, visit: Visit): void => {
  const budget = { steps: MAX_STEPS };
  const findAnchors = anchorFinder(a, b, distinct);
  const pending: Range[] = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length, level: 0 }];
  for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
    trim(a, b, range, visit);
    if (range.a === range.aEnd || range.b === range.bEnd) continue;
    const anchors = range.level < MAX_LEVEL ? findAnchors(range) : [];
    if (anchors.length === 0) shortestEdit(a, b, range, budget, visit);
    for (const index of anchors) visit(index, findAnchors.partnerOf(index));
    if (anchors.length > 0) pushBetween(pending, range, anchors, findAnchors.partnerOf);
  }
};

/** Removes equal elements from both ends of the range. */
const trim = (a: Int32Array, b: Int32Array, range: Range, visit: Visit): void => {
  while (range.a < range.aEnd && range.b < range.bEnd && a[range.a] === b[range.b]) {
    visit(range.a++, range.b++);
  }
  while (range.a < range.aEnd && range.b < range.bEnd && a[range.aEnd - 1] === b[range.bEnd - 1]) {
    visit(--range.aEnd, --range.bEnd);
  }
};

type PartnerOf = (indexBefore: number) => number;

/** Queues the ranges between anchors. If one side is empty, there is nothing left to match. */
const pushBetween = (pending: Range[], range: Range, anchors: Int32Array | number[], partnerOf: PartnerOf): void => {
  let { a, b } = range;
  const push = (aEnd: number, bEnd: number): void => {
    if (a < aEnd && b < bEnd) pending.push({ a, aEnd, b, bEnd, level: range.level + 1 });
  };
  for (const index of anchors) {
    const partner = partnerOf(index);
    push(index, partner);
    [a, b] = [index + 1, partner + 1];
  }
  push(range.aEnd, range.bEnd);
};

const UNSEEN = -1;
const REPEATED = -2;

/** Records the position of each number in a range. Allocated once, so that each range costs only its own length. */
const positions = (list: Int32Array, distinct: number) => {
  const places = new Int32Array(distinct).fill(UNSEEN);
  return {
    placeOf: (element: number): number => places[element] as number,
    note: (from: number, to: number): void => {
      for (let index = from; index < to; index++) {
        const element = list[index] as number;
        places[element] = places[element] === UNSEEN ? index : REPEATED;
      }
    },
    forget: (from: number, to: number): void => {
      for (let index = from; index < to; index++) places[list[index] as number] = UNSEEN;
    },
  };
};

/** Finds elements that occur once in both ranges: as many as are in the same order. */
const anchorFinder = (a: Int32Array, b: Int32Array, distinct: number) => {
  const [inA, inB] = [positions(a, distinct), positions(b, distinct)];
  const partners = new Int32Array(a.length);
  const find = (range: Range): number[] => {
    inA.note(range.a, range.aEnd);
    inB.note(range.b, range.bEnd);
    const candidates: number[] = [];
    for (let index = range.a; index < range.aEnd; index++) {
      const element = a[index] as number;
      const partner = inB.placeOf(element);
      if (inA.placeOf(element) !== index || partner < 0) continue;
      partners[index] = partner;
      candidates.push(index);
    }
    inA.forget(range.a, range.aEnd);
    inB.forget(range.b, range.bEnd);
    return longestRise(candidates, partners);
  };
  return Object.assign(find, { partnerOf: (index: number): number => partners[index] as number });
};

/** The longest increasing subsequence of partners, by patience sorting. */
const longestRise = (candidates: number[], partners: Int32Array): number[] => {
  const piles: number[] = [];
  const previous = new Int32Array(candidates.length).fill(-1);
  const partnerAt = (place: number): number => partners[candidates[place] as number] as number;
  for (let place = 0; place < candidates.length; place++) {
    const partner = partnerAt(place);
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (partnerAt(piles[middle] as number) < partner) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[place] = piles[low - 1] as number;
    piles[low] = place;
  }
  const rise: number[] = [];
  for (let place = piles.at(-1) ?? -1; place >= 0; place = previous[place] as number) {
    rise.push(candidates[place] as number);
  }
  return rise.reverse();
};

/** Myers' greedy algorithm. Finds nothing if more than MAX_EDITS edits are needed. */
const shortestEdit = (a: Int32Array, b: Int32Array, range: Range, budget: { steps: number }, visit: Visit): void => {
  const [n, m] = [range.aEnd - range.a, range.bEnd - range.b];
  const limit = Math.min(MAX_EDITS, n + m);
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit && budget.steps > 0; edits++) {
    trace.push(furthest.slice(limit - edits, limit + edits + 3));
    for (let k = -edits; k <= edits; k += 2) {
      const at = k + limit + 1;
      const [left, right] = [furthest[at - 1] as number, furthest[at + 1] as number];
      let x = k === -edits || (k !== edits && left < right) ? right : left + 1;
      const from = x;
      while (x < n && x - k < m && x - k >= 0 && a[range.a + x] === b[range.b + x - k]) x++;
      budget.steps -= x - from + 1;
      furthest[at] = x;
      if (x < n || x - k < m) continue;
      walkBack(trace, range, n, m, visit);
      return;
    }
  }
};

/** Follows the trace back. For each number of edits, it has the furthest x of the diagonals -edits - 1 to edits + 1. */
const walkBack = (trace: Int32Array[], range: Range, n: number, m: number, visit: Visit): void => {
  let [x, y] = [n, m];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] as Int32Array;
    const k = x - y;
    const [left, right] = [furthest[k + edits] as number, furthest[k + edits + 2] as number];
    const down = k === -edits || (k !== edits && left < right);
    const fromX = edits === 0 ? 0 : down ? right : left;
    const fromY = edits === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    const [startX, startY] = edits === 0 ? [0, 0] : down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > startX && y > startY) visit(range.a + --x, range.b + --y);
    [x, y] = [fromX, fromY];
  }
};
