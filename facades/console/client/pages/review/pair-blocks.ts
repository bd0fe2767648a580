import { linesInBoth } from '../../editor/compare.ts';

/** A line of a text, with its line end, and all that is in it: words, blanks and other characters. */
export type Block = { from: number; text: string; words: string[] };

export type Pair = readonly [before: Block, after: Block];

/** Not /\b/: it finds no words in Chinese and Thai, and cuts letters that have marks. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

export function blocksOf(text: string): Block[] {
  let from = 0;
  return (text.match(/[^\n]*\n|[^\n]+/g) ?? []).map(line => {
    const block = { from, text: line, words: Array.from(segmenter.segment(line), ({ segment }) => segment) };
    from += line.length;
    return block;
  });
}

/**
 * The blocks of one text that are in the other one too, perhaps changed: those that occur exactly once in both, and
 * between them those that share most words. Each text is the blocks in their order.
 */
export function pairsOf(before: readonly Block[], after: readonly Block[]): Pair[] {
  const pairs: Pair[] = [];
  const [places, others] = [placesOf(before), placesOf(after)];
  let [done, otherDone] = [0, 0];
  const end = { before: -1, after: -1 };
  for (const kept of [...linesInBoth(joined(before), joined(after)), end]) {
    const [place = before.length, other = after.length] = [places.get(kept.before), others.get(kept.after)];
    for (const pair of pairsBetween(before.slice(done, place), after.slice(otherDone, other))) pairs.push(pair);
    const [one, another] = [before[place], after[other]];
    if (one && another) pairs.push([one, another]);
    [done, otherDone] = [place + 1, other + 1];
  }
  return pairs;
}

const joined = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join('');
const placesOf = (blocks: readonly Block[]) => new Map(blocks.map(({ from }, place) => [from, place]));

function pairsBetween(before: readonly Block[], after: readonly Block[]): Pair[] {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start]?.text === after[start]?.text) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end)?.text === after.at(-1 - end)?.text) end += 1;
  const pair = (from: number, to: number, shift: number): Pair[] =>
    before.slice(from, to).map((block, nth) => [block, after[from + nth + shift] as Block]);
  return [
    ...pair(0, start, 0),
    ...alike(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...pair(before.length - end, before.length, after.length - before.length),
  ];
}

/** Of more comparisons of one block with another, each half of a text is compared only with that half of the other. */
const MOST_COMPARED = 500_000;

function alike(before: readonly Block[], after: readonly Block[]): Pair[] {
  if (before.length === 0 || after.length === 0) return [];
  if (before.length * after.length <= MOST_COMPARED) return mostAlike(before, after);
  const [half, other] = [before.length >> 1, after.length >> 1];
  return [...alike(before.slice(0, half), after.slice(0, other)), ...alike(before.slice(half), after.slice(other))];
}

/** The pairs, in the order of both texts, that have most in common altogether. */
function mostAlike(before: readonly Block[], after: readonly Block[]): Pair[] {
  const likeness = likenessOf(before, after);
  const width = after.length + 1;
  /** For each place in both texts, what the rest has in common. */
  const rest = new Float32Array((before.length + 1) * width);
  const restAt = (one: number, other: number) => rest[one * width + other] as number;
  for (let one = before.length - 1; one >= 0; one -= 1)
    for (let other = after.length - 1; other >= 0; other -= 1) {
      const least = Math.max(restAt(one + 1, other), restAt(one, other + 1));
      const alike = likeness(one, other);
      rest[one * width + other] = alike === 0 ? least : Math.max(least, alike + restAt(one + 1, other + 1));
    }
  const pairs: Pair[] = [];
  for (let [one, other] = [0, 0]; one < before.length && other < after.length; )
    if (restAt(one, other) === restAt(one + 1, other)) one += 1;
    else if (restAt(one, other) === restAt(one, other + 1)) other += 1;
    else pairs.push([before[one++] as Block, after[other++] as Block]);
  return pairs;
}

/** Blocks that have less in common, of 1, are different blocks. */
const LEAST_ALIKE = 0.3;
/** Of equal blocks without words, such as the end of a list item. They tell little about their place. */
const WORDLESS = 0.1;

/** How much two blocks have in common, from 0 to 1. */
function likenessOf(before: readonly Block[], after: readonly Block[]) {
  const ids = new Map<string, number>();
  const sorted = ({ words }: Block) =>
    Uint32Array.from(
      words.filter(word => /[\p{L}\p{N}]/u.test(word)),
      word => ids.get(word) ?? ids.set(word, ids.size).size - 1,
    ).sort();
  const [ones, others] = [before.map(sorted), after.map(sorted)];
  return (one: number, other: number): number => {
    const [words, otherWords] = [ones[one] as Uint32Array, others[other] as Uint32Array];
    const all = words.length + otherWords.length;
    if (all === 0) return before[one]?.text === after[other]?.text ? WORDLESS : 0;
    const most = (2 * Math.min(words.length, otherWords.length)) / all;
    if (most < LEAST_ALIKE) return 0;
    const found = (2 * countShared(words, otherWords)) / all;
    return found < LEAST_ALIKE ? 0 : found;
  };
}

function countShared(one: Uint32Array, other: Uint32Array): number {
  let shared = 0;
  for (let [at, otherAt] = [0, 0]; at < one.length && otherAt < other.length; ) {
    const difference = (one[at] as number) - (other[otherAt] as number);
    if (difference === 0) shared += 1;
    if (difference <= 0) at += 1;
    if (difference >= 0) otherAt += 1;
  }
  return shared;
}
