import type { Comparison } from '../diffs/model.ts';
import { type Block, readBlocks } from './blocks.ts';
import { makeItems } from './items.ts';
import { type Change, findMoves } from './moves.ts';
import { countLines, matchSequences } from './sequences.ts';
import { normalizeMarkdown } from './stable.ts';

/** How much of a text tells whether it is another version of one. */
const MAX_READ = 2_000;

/** Compares two Markdown texts block by block; `before` is null for a first version, in which all is new. */
export const compareMarkdown = (before: string | null, after: string): Comparison => {
  const [old, now] = [before === null ? '' : normalizeMarkdown(before), normalizeMarkdown(after)];
  if (before !== null && old === now) {
    return { summary: { unchanged: true, addedLines: 0, removedLines: 0, modifiedBlocks: 0 }, items: [] };
  }
  const changes = findMoves(matchBlocks(readBlocks(old), readBlocks(now)));
  const modifiedBlocks = changes.filter(({ before, after }) => before && after).length;
  const lines = countLines(old, now);
  const counts = { addedLines: lines.after - lines.common, removedLines: lines.before - lines.common };
  return { summary: { unchanged: false, ...counts, modifiedBlocks }, items: makeItems(changes) };
};

/** Blocks of the same text are the same; what is left between them is changed, removed or added. */
const matchBlocks = (before: Block[], after: Block[]): Change[] => {
  const name = ({ kind, text }: Block): string => `${kind}\n${text}`;
  const matches = matchSequences(before.map(name), after.map(name));
  const changes: Change[] = [];
  let [a, b] = [0, 0];
  for (const [aNext, bNext] of [...matches, [before.length, after.length] as const]) {
    for (const change of pairUp(before.slice(a, aNext), after.slice(b, bNext))) changes.push(change);
    [a, b] = [aNext + 1, bNext + 1];
  }
  return changes;
};

/** How many blocks ahead a counterpart is looked for. */
const LOOK_AHEAD = 8;

const pairUp = (removed: Block[], added: Block[]): Change[] => {
  const changes: Change[] = [];
  let next = 0;
  for (const before of removed) {
    const offset = added.slice(next, next + LOOK_AHEAD).findIndex(after => isSuccessor(before, after));
    if (offset < 0) {
      changes.push({ before });
      continue;
    }
    for (const after of added.slice(next, next + offset)) changes.push({ after });
    changes.push({ before, after: added[next + offset] as Block });
    next += offset + 1;
  }
  for (const after of added.slice(next)) changes.push({ after });
  return changes;
};

const ALWAYS_SUCCEEDS = new Set<Block['kind']>(['front matter', 'table', 'code block', 'rest']);

/** Another text for the same thing: the same kind, and a good part of the words. */
const isSuccessor = (before: Block, after: Block): boolean => {
  if (before.kind !== after.kind) return false;
  if (ALWAYS_SUCCEEDS.has(before.kind)) return true;
  const [old, now] = [wordsOf(before.text), wordsOf(after.text)];
  const common = [...old].filter(word => now.has(word)).length;
  return common * 3 >= Math.min(old.size, now.size) && common > 0;
};

const wordsOf = (text: string): Set<string> => new Set(text.slice(0, MAX_READ).match(/[\p{L}\p{N}]+/gu) ?? []);
