import type { Comparison } from '../openapi-diff/model.ts';
import { readBlocks } from './blocks.ts';
import { changesOf } from './changes.ts';
import { makeItems } from './items.ts';
import { countLines } from './lines.ts';
import { matchBlocks } from './match.ts';
import { normalizeMarkdown } from './stable.ts';

/**
 * Compares two Markdown texts block by block. `before` is null for a first version: then everything is new. If only
 * line breaks changed, the result is `unchanged`, with the counts of lines.
 */
export const compareMarkdown = (before: string | null, after: string): Comparison => {
  const [old, now] = [before === null ? '' : normalizeMarkdown(before), normalizeMarkdown(after)];
  if (old === now) {
    return { summary: { unchanged: true, addedLines: 0, removedLines: 0, modifiedBlocks: 0 }, items: [] };
  }
  const changes = changesOf(matchBlocks(readBlocks(old), readBlocks(now)));
  const modifiedBlocks = changes.filter(({ before, after }) => before && after).length;
  const lines = countLines(old, now);
  const counts = { addedLines: lines.after - lines.common, removedLines: lines.before - lines.common };
  const unchanged = before !== null && changes.length === 0;
  return { summary: { unchanged, ...counts, modifiedBlocks }, items: makeItems(changes) };
};
