import type { Block } from './blocks.ts';
import { type Matching, pairUp } from './matching.ts';

/** Whether finding the block elsewhere counts as a move. Blocks that are common everywhere do not. */
const isDistinctive = ({ kind, text }: Block): boolean => kind !== 'rule' && kind !== 'front matter' && text.length > 2;

/** Finds moved blocks: removed in one place and added in another with the same text. */
export const findMoves = (matching: Matching): void => {
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
