import type { Block } from './blocks.ts';

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
export const pairUp = ({ toAfter, toBefore, moved }: Matching, before: Block, after: Block, isMoved: boolean): void => {
  toAfter[before.index] = after.index;
  toBefore[after.index] = before.index;
  moved[before.index] = Number(isMoved);
};
