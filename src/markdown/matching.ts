import type { Block } from './blocks.ts';

/** The blocks of two texts, with the place of the counterpart of each, or -1. */
export type Matching = {
  before: Block[];
  after: Block[];
  toAfter: Int32Array;
  toBefore: Int32Array;
  /** Names of the blocks as numbers: blocks that read the same have the same. */
  names: { before: Int32Array; after: Int32Array };
  /** By the place before: went to another place. */
  moved: Uint8Array;
};

/** Notes that a block became another one. */
export const pairUp = ({ toAfter, toBefore, moved }: Matching, before: Block, after: Block, isMoved: boolean): void => {
  toAfter[before.index] = after.index;
  toBefore[after.index] = before.index;
  moved[before.index] = Number(isMoved);
};
