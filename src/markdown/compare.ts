import type { Comparison } from '../diffs/model.ts';
import { normalizeMarkdown } from './stable.ts';

/** Compares two Markdown texts block by block; `before` is null for a first version. */
export const compareMarkdown = (before: string | null, after: string): Comparison => {
  const unchanged = before !== null && normalizeMarkdown(before) === normalizeMarkdown(after);
  return { summary: { unchanged, addedLines: 0, removedLines: 0, modifiedBlocks: 0 }, items: [] };
};
