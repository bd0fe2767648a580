import { zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Compared } from '../../src/contents/worker/compare.ts';
import type { PackedText } from '../../src/contents/worker/packed.ts';
import { compareMarkdown } from '../../src/markdown/compare.ts';
import { normalizeMarkdown } from '../../src/markdown/stable.ts';
import { createWorkers } from '../../src/platform/workers.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

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
    [
      'marks of code of ever shorter length',
      `&amp; ${Array.from({ length: 1_000 }, (_, at) => `${'`'.repeat(1_000 - at)} a `).join('')}${'b '.repeat(1e6)}`,
      'c',
    ],
  ])('%s', async (_, before, after) => {
    const [one, other] = [filled(before), filled(after)];
    const cpuMs = await cpuMsOf(() => expect(compareMarkdown(one, other).summary.unchanged).toBe(false));
    expect(cpuMs).toBeLessThan(8_000);
  });
});

it('a text beyond the limits keeps its blanks, and stays stable', () => {
  const text = filled('a \n\n```\nb  \n```\n', 6_000_000);
  const stable = normalizeMarkdown(text);
  expect(normalizeMarkdown(stable)).toBe(stable);
});

/** The largest accepted content, in a worker as for comparisons, with half of its memory. */
describe('texts of 16 MiB are compared in little memory, soon', () => {
  const workers = createWorkers({
    file: new URL('../../src/contents/worker/tasks.ts', import.meta.url),
    threads: 1,
    memoryMb: 256,
    deadlineMs: 200_000,
  });
  afterAll(() => workers.close());
  const LARGEST = 16 * 1024 * 1024;
  const pack = (text: string): PackedText => ({ hash: '', sizeBytes: text.length, body: zstdCompressSync(text) });
  const numbered = (line: (index: number) => string): string => {
    const lines: string[] = [];
    for (let length = 0; length < LARGEST; length += lines.at(-1)?.length ?? 0) lines.push(line(lines.length));
    return lines.join('');
  };

  it.each<[string, () => [before: string, after: string]]>([
    ['lists in lists', () => [filled('- - - - a\n', LARGEST), filled('- - - - b\n', LARGEST)]],
    ['lines that are all different', () => [numbered(index => `${index}\n`), numbered(index => `x${index}\n`)]],
    [
      'tables with a thousand columns',
      () => {
        const rows = (cell: string): string =>
          ['a', '-', ...Array(20).fill(cell)].map(one => `${`|${one}`.repeat(1_000)}|\n`).join('');
        return [filled(`${rows('1')}\n`, LARGEST), filled(`${rows('2')}\n`, LARGEST)];
      },
    ],
    ['lines that end in CR LF', () => [filled('a\r\n\r\n', LARGEST), filled('b\r\n\r\n', LARGEST)]],
  ])('%s', async (_, make) => {
    const [before, after] = make().map(pack);
    const pair = { documentType: 'MARKDOWN', before, after, day: '2026-01-01' };
    const cpuMs = await cpuMsOf(async () => {
      const compared = await workers.run<Compared>('compare', pair);
      expect(compared).toMatchObject({ summary: { unchanged: false } });
    }, 'process');
    expect(cpuMs).toBeLessThan(20_000);
  });
});
