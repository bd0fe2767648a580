import { MARKDOWN_RULES } from '../src/diffs/rule-ids.ts';
import { MAX_BLOCKS } from '../src/markdown/blocks.ts';
import { compareMarkdown } from '../src/markdown/compare.ts';
import { MAX_ITEMS } from '../src/markdown/items.ts';
import { MAX_BLOCK, MAX_READ } from '../src/markdown/structure.ts';
import { cell } from './table-cell.ts';

/** Paragraphs in which every third word is this one: with more changed words than are marked. */
const manyWords = (third: string): string =>
  Array.from({ length: 140 }, (_, block) =>
    Array.from({ length: 800 }, (_, at) => (at % 3 === 0 ? third : (block + at).toString(36))).join(' '),
  ).join('\n\n');

const PAIRS: readonly [before: string, after: string][] = [
  ['---\na: 1\nb: {c: 2}\n---\n', '---\nb: {c: 3}\nd: 4\n---\n'],
  ['# Use\n\nGone.\n\n- Call it.\n', '# Use\n\n- Call it.\n\n```\nnew\n```\n'],
  ['# Use\n\n| Name |\n|---|\n| a |\n', '# Use\n\n| Name | Type |\n|---|---|\n| a | b |\n'],
  ['# Use\n\nDo not call it & wait.\n', '# Use\n\nDo call it &amp; wait.\n'],
  ['# Use\n\n## Old\n\nText.\n\n## New\n', '# Use\n\n## New\n'],
  ['# One\n\nSome text.\n\n# Two\n', '# One\n\n# Two\n\nSome text.\n'],
  ['- - - a\n', '- b\n  - c\n    - a\n'],
  ['---\n\n# One\n\na\n\n---\n', '---\n\n# One\n\nb\n\n---\n'],
  ['x\n\n4. # a\n\n   |b|\n   |-|\n', 'x\n\n- # a\n\n|b|\n|-|\n'],
  [manyWords('old'), manyWords('new')],
];

const many = (count: number): string => count.toLocaleString('en');

const TEXT = `No change of a text breaks a client: the level is info under every profile. What a reader does not see is no change:
empty lines, where the lines of a paragraph end, another way to write a heading, a list, a table or a line across, the
order of keys in front matter.

A block is a heading, a paragraph, an item of a list, a table, code, HTML, a link definition or a line across; front matter
is compared key by key, a table by columns, rows and cells. Blocks that moved side by side are one change, and what was
edited in them besides is reported too. A block of more than ${many(MAX_BLOCK)} lines, and what follows after ${many(MAX_BLOCKS)} blocks or
${many(MAX_READ)} lines, is compared as a whole: the message calls it a long part of the text. The last of ${many(MAX_ITEMS)}
changes says how many more there are.
`;

/** Compares the pairs above in both directions. */
export const tryMarkdown = () =>
  PAIRS.flatMap(([before, after]) => [compareMarkdown(before, after), compareMarkdown(after, before)]);

/** The rules of Markdown, each with a message from the pairs above. */
export function markdownSection(): string {
  const items = tryMarkdown().flatMap(({ items }) => items);
  const rows = MARKDOWN_RULES.map(rule => {
    const item = items.find(item => item.rule === rule);
    return `| \`${rule}\` | ${cell(item?.message ?? '')} | ${item?.changeType.toLowerCase().replaceAll('_', ' ')} | info |`;
  });
  return `## Markdown\n\n${TEXT}\n| Rule | Message | Change type | Level |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}
