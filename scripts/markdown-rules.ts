import { MARKDOWN_RULES } from '../src/diffs/rule-ids.ts';
import { compareMarkdown } from '../src/markdown/compare.ts';
import { cell } from './rule-catalogue.ts';

const PAIRS: readonly [before: string, after: string][] = [
  ['---\na: 1\nb: {c: 2}\n---\n', '---\nb: {c: 3}\nd: 4\n---\n'],
  ['# Use\n\nGone.\n\n- Call it.\n', '# Use\n\n- Call it.\n\n```\nnew\n```\n'],
  ['# Use\n\n| Name |\n|---|\n| a |\n', '# Use\n\n| Name | Type |\n|---|---|\n| a | b |\n'],
  ['# One\n\nSome text.\n\n# Two\n', '# One\n\n# Two\n\nSome text.\n'],
];

/** The rules of Markdown, each with what the engine says about one of the pairs above. */
export function markdownSection(): string {
  const items = PAIRS.flatMap(([before, after]) => compareMarkdown(before, after).items);
  const rows = MARKDOWN_RULES.map(rule => {
    const item = items.find(item => item.rule === rule);
    return `| \`${rule}\` | ${cell(item?.message ?? '')} | ${item?.changeType.toLowerCase().replaceAll('_', ' ')} | info |`;
  });
  const text = 'No change of a text breaks a client: the level is info under every profile.';
  return `## Markdown\n\n${text}\n\n| Rule | Message | Change type | Level |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}
