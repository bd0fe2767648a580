import type { Block } from './blocks.ts';
import { WORDS } from './words.ts';

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

/** How many characters of a text are compared. */
const MAX_READ = 2_000;
/** Most word look-ups in total. After that, blocks count as replaced instead of changed. */
const MAX_LOOKUPS = 20_000_000;

/** How similar two blocks are. Above 0, `after` counts as an edited version of `before`. */
type Similarity = (before: Block, after: Block) => number;

/** Kinds whose next block in the same place counts as an edited version, whatever its text. */
const ALWAYS_SUCCEEDS = new Set<Block['kind']>(['front matter', 'table', 'code block', 'html', 'rest']);
const AT_LEAST = 0.05;

/** Caches the words of blocks until `forget` is called. */
const createSimilarity = (): { similarity: Similarity; forget: () => void } => {
  const known = new Map<Block, Set<string>>();
  const wordsOf = (block: Block): Set<string> => {
    const words = known.get(block) ?? new Set(block.text.slice(0, MAX_READ).match(WORDS) ?? []);
    known.set(block, words);
    return words;
  };
  let left = MAX_LOOKUPS;
  const share = (before: Block, after: Block): number => {
    const [old, now] = [wordsOf(before), wordsOf(after)];
    const [fewer, more] = old.size < now.size ? [old, now] : [now, old];
    left -= fewer.size + 1;
    let common = 0;
    if (left > 0) for (const word of fewer) if (more.has(word)) common++;
    return common * 3 < fewer.size ? 0 : (2 * common) / (fewer.size + more.size || 1);
  };
  const similarity: Similarity = (before, after) => {
    if (before.kind !== after.kind) return 0;
    if (before.text === after.text) return 2;
    if (before.kind === 'link definition') return labelOf(before) === labelOf(after) ? 1 : 0;
    return (ALWAYS_SUCCEEDS.has(before.kind) ? AT_LEAST : 0) + share(before, after);
  };
  return { similarity, forget: () => known.clear() };
};

/** The label of a link definition. Case does not matter. */
const labelOf = ({ text }: Block): string => text.slice(0, text.indexOf(']:')).toLowerCase();
