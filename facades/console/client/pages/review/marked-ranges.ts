import { diff } from '@codemirror/merge';
import { type Block, blocksOf, type Pair, pairsOf } from './pair-blocks.ts';

/** A range of a text: from and to. */
export type Range = readonly [from: number, to: number];

/** The changed ranges of each text: whole blocks, and words of blocks that are in both. Each line of a text is one block. */
export function rangesOf(before: string, after: string) {
  const ranges: { before: Range[]; after: Range[] } = { before: [], after: [] };
  const add = (side: Range[], from: number, to: number) => {
    const last = side.at(-1);
    if (last?.[1] === from) side[side.length - 1] = [last[0], to];
    else if (from < to) side.push([from, to]);
  };
  let [done, otherDone] = [0, 0];
  for (const pair of pairsOf(blocksOf(before), blocksOf(after))) {
    const [one, other] = pair;
    const { text } = one;
    // Where the text that came or went begins like the block behind it, the same change is one block later.
    if (text === other.text && before.startsWith(text, done) && after.startsWith(text, otherDone)) {
      [done, otherDone] = [done + text.length, otherDone + text.length];
      continue;
    }
    add(ranges.before, done, one.from);
    add(ranges.after, otherDone, other.from);
    for (const { from, to, otherFrom, otherTo } of changedWords(pair)) {
      add(ranges.before, one.from + from, one.from + to);
      add(ranges.after, other.from + otherFrom, other.from + otherTo);
    }
    [done, otherDone] = [one.from + text.length, other.from + other.text.length];
  }
  add(ranges.before, done, before.length);
  add(ranges.after, otherDone, after.length);
  return ranges;
}

/** Beyond this many different words, the comparison is less precise. */
const LIMITS = { scanLimit: 1_000, timeout: 200 } as const;

/** Different words of two blocks: each one gets a character below the surrogates. */
const MOST_WORDS = 0xd000;

type Change = { from: number; to: number; otherFrom: number; otherTo: number };

function changedWords([before, after]: Pair): Change[] {
  if (before.text === after.text) return [];
  const characters = new Map<string, string>();
  const characterOf = (word: string) => {
    const known = characters.get(word) ?? String.fromCharCode(characters.size);
    characters.set(word, known);
    return known;
  };
  const [one, other] = [before, after].map(({ words }) => words.map(characterOf).join('')) as [string, string];
  const [starts, otherStarts] = [startsOf(before), startsOf(after)];
  const changes: Change[] = [];
  let done = 0;
  const found =
    characters.size > MOST_WORDS
      ? [{ fromA: 0, toA: one.length, fromB: 0, toB: other.length }]
      : diff(one, other, LIMITS);
  for (const { fromA, toA, fromB, toB } of found) {
    const change = {
      from: starts[fromA],
      to: starts[toA],
      otherFrom: otherStarts[fromB],
      otherTo: otherStarts[toB],
    } as Change;
    const last = changes.at(-1);
    // One mark for following words, not one for each.
    if (last && before.words.slice(done, fromA).join('').trim() === '')
      changes[changes.length - 1] = { ...change, from: last.from, otherFrom: last.otherFrom };
    else changes.push(change);
    done = toA;
  }
  return changes;
}

/** Where each word of a block starts, and where the last one ends. */
function startsOf({ words }: Block): number[] {
  let end = 0;
  return [0, ...words.map(word => (end += word.length))];
}
