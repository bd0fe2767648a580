import { describe, expect, it } from 'vitest';
import { compareMarkdown } from '../../src/markdown/compare.ts';
import { normalizeMarkdown } from '../../src/markdown/stable.ts';

const filled = (piece: string, characters = 4_000_000): string => piece.repeat(Math.floor(characters / piece.length));

describe('a long text of one kind is compared soon', () => {
  it.each([
    ['paragraphs', 'a\n\n', 'b\n\n'],
    ['list items', '- a b\n', '- a c\n'],
    ['nested quotes', `${'> '.repeat(50)}a\n`, `${'> '.repeat(50)}b\n`],
    ['tables', '|a|b|\n|-|-|\n|1|2|\n\n', '|a|b|\n|-|-|\n|1|3|\n\n'],
    ['headings', '# a\n## b\n', '## b\n# a\n'],
    ['lines with blanks at the end', 'a  \nb \n', 'a  \nc \n'],
    ['brackets', '[', '[x'],
  ])('%s', (_, before, after) => {
    const start = performance.now();
    expect(compareMarkdown(filled(before), filled(after)).summary.unchanged).toBe(false);
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});

it('a text past the limits keeps its blanks where they were, and stays stable', () => {
  const text = filled('a \n\n```\nb  \n```\n', 6_000_000);
  const stable = normalizeMarkdown(text);
  expect(normalizeMarkdown(stable)).toBe(stable);
});
