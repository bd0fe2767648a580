import { createAlignment } from './align.ts';
import type { Block } from './blocks.ts';
import { compareFrontMatter } from './front-matter.ts';
import { matchNumbers } from './sequences.ts';

/** Matches the blocks of two texts: first equal ones in order, then moved ones, then edited ones. */
export const matchBlocks = (before: Block[], after: Block[]): Matching => {
  const isSameFront = saysTheSame(before[0], after[0]);
  const numbers = new Map<string, Map<string, number>>();
  let distinct = 0;
  const numberOf = (block: Block): number => {
    const group = `${block.kind}${block.frame}`;
    const known = numbers.get(group) ?? new Map<string, number>();
    numbers.set(group, known);
    const text = isSameFront && block.kind === 'front matter' ? '' : inOneLine(block);
    const number = known.get(text) ?? distinct++;
    known.set(text, number);
    return number;
  };
  const names = { before: Int32Array.from(before, numberOf), after: Int32Array.from(after, numberOf) };
  const toAfter = matchNumbers(names.before, names.after, distinct);
  const toBefore = new Int32Array(after.length).fill(-1);
  for (const [index, partner] of toAfter.entries()) if (partner >= 0) toBefore[partner] = index;
  const matching = { before, after, names, toAfter, toBefore, moved: new Uint8Array(before.length) };
  findMoves(matching);
  matchEdited(matching);
  matchRenamed(matching);
  return matching;
};

/** Whether two front matters differ only in order or spelling. */
const saysTheSame = (before?: Block, after?: Block): boolean =>
  before?.kind === 'front matter' &&
  after?.kind === 'front matter' &&
  compareFrontMatter(before.text, after.text)?.length === 0;

const FLOWING = new Set<Block['kind']>(['paragraph', 'list item', 'quote', 'heading']);
/** A line break, unless two spaces or a backslash before it make it a hard break. */
const SOFT_BREAKS = /(?<! {2}|\\)\n[ \t]*/g;

/** Whether line breaks have no meaning in blocks of this kind. */
export const flows = ({ kind }: Block): boolean => FLOWING.has(kind);

const inOneLine = (block: Block): string =>
  flows(block) && block.text.includes('\n') ? block.text.replace(SOFT_BREAKS, ' ') : block.text;

/** Matches edited blocks by their neighbours: next to a moved block, or between two blocks that stayed. */
const matchEdited = (matching: Matching): void => {
  const { before, after, toAfter, toBefore, moved } = matching;
  const align = createAlignment();
  for (let index = 0; index < before.length; index++) {
    if (moved[index] === 0) continue;
    const partner = toAfter[index] as number;
    const pair = (old: Block, now: Block): void => pairUp(matching, old, now, true);
    align(runAfter(before, toAfter, index), runAfter(after, toBefore, partner), pair);
    align(runBefore(before, toAfter, index), runBefore(after, toBefore, partner), pair);
  }
  let [a, b] = [0, 0];
  for (let index = 0; index <= before.length; index++) {
    const partner = index === before.length ? after.length : (toAfter[index] as number);
    if (partner < 0 || moved[index] === 1) continue;
    const removed = before.slice(a, index).filter(block => toAfter[block.index] === -1);
    const added = after.slice(b, partner).filter(block => toBefore[block.index] === -1);
    align(removed, added, (old, now) => pairUp(matching, old, now, false));
    [a, b] = [index + 1, partner + 1];
  }
};

/** The blocks without counterpart directly after a block. */
const runAfter = (blocks: Block[], partners: Int32Array, index: number): Block[] => {
  let end = index + 1;
  while (partners[end] === -1) end++;
  return blocks.slice(index + 1, end);
};

const runBefore = (blocks: Block[], partners: Int32Array, index: number): Block[] => {
  let start = index;
  while (partners[start - 1] === -1) start--;
  return blocks.slice(start, index);
};

/** Matches a heading with the new heading above the same text, even if they have no word in common. */
const matchRenamed = (matching: Matching): void => {
  const { before, after, toAfter, toBefore, moved } = matching;
  for (const [index, heading] of before.entries()) {
    if (heading.kind !== 'heading' || toAfter[index] !== -1) continue;
    const isLast = index + 1 === before.length;
    const place = (isLast ? after.length : (toAfter[index + 1] as number)) - 1;
    const renamed = after[place];
    if (renamed?.kind !== 'heading' || toBefore[place] !== -1 || levelOf(renamed) !== levelOf(heading)) continue;
    pairUp(matching, heading, renamed, !isLast && moved[index + 1] === 1);
  }
};

const levelOf = ({ text }: Block): number => text.indexOf(' ');

/** Whether finding the block elsewhere counts as a move. Blocks that are common everywhere do not. */
const isDistinctive = ({ kind, text }: Block): boolean => kind !== 'rule' && kind !== 'front matter' && text.length > 2;

/** Finds moved blocks: removed in one place and added in another with the same text. */
const findMoves = (matching: Matching): void => {
  const { before, after, names, toAfter, toBefore } = matching;
  const arrivals = new Map<number, Arrivals>();
  for (const block of after) {
    if (toBefore[block.index] !== -1 || !isDistinctive(block)) continue;
    const name = names.after[block.index] as number;
    const alike = arrivals.get(name);
    if (alike === undefined) arrivals.set(name, { blocks: [block], next: 0 });
    else alike.blocks.push(block);
  }
  for (const block of before) {
    if (toAfter[block.index] !== -1) continue;
    const alike = arrivals.get(names.before[block.index] as number);
    const arrival = alike && nextArrival(alike, matching, block);
    if (arrival !== undefined) pairUp(matching, block, arrival, true);
  }
};

type Arrivals = { blocks: Block[]; next: number };

/** Of several blocks with the same text, prefers the one after the target of the previous block. */
const nextArrival = (
  alike: Arrivals,
  { after, names, toAfter, toBefore }: Matching,
  block: Block,
): Block | undefined => {
  const beside = block.index > 0 ? (toAfter[block.index - 1] as number) + 1 : 0;
  const isFree = toBefore[beside] === -1 && names.after[beside] === names.after[alike.blocks[0]?.index as number];
  if (beside > 0 && isFree) return after[beside];
  while (alike.next < alike.blocks.length) {
    const arrival = alike.blocks[alike.next++] as Block;
    if (toBefore[arrival.index] === -1) return arrival;
  }
  return undefined;
};

/** The blocks of two texts. `toAfter` and `toBefore` have the index of each block's counterpart, or -1. */
export type Matching = {
  before: Block[];
  after: Block[];
  toAfter: Int32Array;
  toBefore: Int32Array;
  /** Numbers of the blocks: equal blocks have equal numbers. */
  names: { before: Int32Array; after: Int32Array };
  /** 1 for each block of the old text that moved. */
  moved: Uint8Array;
};

/** Records that a block became another one. */
const pairUp = ({ toAfter, toBefore, moved }: Matching, before: Block, after: Block, isMoved: boolean): void => {
  toAfter[before.index] = after.index;
  toBefore[after.index] = before.index;
  moved[before.index] = Number(isMoved);
};
