import type { Block } from './blocks.ts';
import { createSimilarity, type Similarity } from './similarity.ts';

/** For up to this many pairs, the best alignment of two runs is computed. */
const MAX_PAIRS = 1_024;
/** In longer runs, a counterpart is searched only this many blocks ahead. */
const LOOK_AHEAD = 8;

type Pair = (before: Block, after: Block) => void;

/** Pairs the blocks of two runs, in order, where one is an edited version of the other. */
export const createAlignment = (): ((removed: Block[], added: Block[], pair: Pair) => void) => {
  const { similarity, forget } = createSimilarity();
  return (removed, added, pair) => {
    if (removed.length === 0 || added.length === 0) return;
    if (removed.length * added.length <= MAX_PAIRS) alignBest(removed, added, similarity, pair);
    else alignAhead(removed, added, similarity, pair, forget);
    forget();
  };
};

/** Finds the alignment with the greatest sum of similarities (dynamic programming). */
const alignBest = (removed: Block[], added: Block[], similarity: Similarity, pair: Pair): void => {
  const width = added.length + 1;
  const best = new Float64Array((removed.length + 1) * width);
  const alike = new Float64Array(best.length);
  for (let a = removed.length - 1; a >= 0; a--) {
    for (let b = added.length - 1; b >= 0; b--) {
      const at = a * width + b;
      alike[at] = similarity(removed[a] as Block, added[b] as Block);
      const paired = alike[at] > 0 ? alike[at] + (best[at + width + 1] as number) : 0;
      best[at] = Math.max(paired, best[at + width] as number, best[at + 1] as number);
    }
  }
  for (let [a, b] = [0, 0]; a < removed.length && b < added.length; ) {
    const at = a * width + b;
    const likeness = alike[at] as number;
    if (likeness > 0 && best[at] === likeness + (best[at + width + 1] as number)) {
      pair(removed[a++] as Block, added[b++] as Block);
    } else if (best[at] === best[at + width]) a++;
    else b++;
  }
};

/** Pairs each block with the most similar of the next few blocks. */
const alignAhead = (removed: Block[], added: Block[], similarity: Similarity, pair: Pair, forget: () => void): void => {
  let next = 0;
  for (const [index, before] of removed.entries()) {
    if (index % 1_000 === 999) forget();
    let [best, likeness] = [-1, 0];
    for (let b = next; b < Math.min(next + LOOK_AHEAD, added.length); b++) {
      const alike = similarity(before, added[b] as Block);
      if (alike > likeness) [best, likeness] = [b, alike];
    }
    if (best < 0) continue;
    pair(before, added[best] as Block);
    next = best + 1;
  }
};
