import type { Block } from './blocks.ts';
import { WORDS } from './words.ts';

/** How many characters of a text are compared. */
const MAX_READ = 2_000;
/** Most word look-ups in total. After that, blocks count as replaced instead of changed. */
const MAX_LOOKUPS = 20_000_000;

/** How similar two blocks are. Above 0, `after` counts as an edited version of `before`. */
export type Similarity = (before: Block, after: Block) => number;

/** Kinds whose next block in the same place counts as an edited version, whatever its text. */
const ALWAYS_SUCCEEDS = new Set<Block['kind']>(['front matter', 'table', 'code block', 'html', 'rest']);
const AT_LEAST = 0.05;

/** Caches the words of blocks until `forget` is called. */
export const createSimilarity = (): { similarity: Similarity; forget: () => void } => {
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
