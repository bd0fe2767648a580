import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/markdown/render.ts';
import { cpuMsOf } from '../support/cpu-time.ts';
import { findForeign } from './strict-html.ts';

const MIB = 1_048_576;
const filled = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const fenced = (language: string, line: string, size: number): string =>
  filled(`\`\`\`${language}\n${`${filled(line, 390)}\n`.repeat(24)}\`\`\`\n`, size);

const repeated = [
  ...['[', '![', '*[a', '<![CDATA[', '<http://a>', '\u202e', '[a](b)', '\t'],
  ...['> ', '- - - - a\n', '# a\n', '```\n', 'a|b\n-|-\nc|d\n\n', '# a\n# a-1\n'],
];

/** Texts for which some Markdown or language parser needed far more than linear time or memory. */
const shapes: [string, (size: number) => string][] = [
  ...repeated.map((piece): (typeof shapes)[0] => [JSON.stringify(piece), size => filled(piece, size)]),
  ['a wide table', size => `${filled('|a', 2_000)}\n${filled('|-', 2_000)}\n${filled('|\n', size)}`],
  ['lazy lines behind many quotes', size => '> '.repeat(90) + filled('a\n', size)],
  [
    'ever deeper lists',
    size => Array.from({ length: Math.sqrt(2 * size) }, (_, n) => `${' '.repeat(n)}- a\n`).join(''),
  ],
  ['a long address that is used often', size => `[a]: http://${'x'.repeat(size / 2)}\n\n${filled('[a]', size / 2)}`],
  ['an address that is used often', size => `[a]: http://${'x'.repeat(1_900)}\n\n${filled('[a] \n\n', size)}`],
  ['words of C#', size => fenced('csharp', 'int a', size)],
  ['blanks of TypeScript', size => fenced('ts', ' ', size)],
  ['brackets of JSON', size => fenced('json', '[1,', size)],
];

describe('1 MiB of hostile Markdown is bounded in time and size', () => {
  it.each(shapes)('%s', async (_, make) => {
    const text = make(MIB);
    let rendered = { html: '', headings: [] as unknown[] };
    const cpuMs = await cpuMsOf(() => {
      rendered = renderMarkdown(text);
    });
    const { html, headings } = rendered;
    // Measured: at most about a second and a half.
    expect(cpuMs).toBeLessThan(5_000);
    expect(html.length).toBeLessThan(6_100_000);
    expect(headings.length).toBeLessThanOrEqual(1_000);
    expect(findForeign(renderMarkdown(make(10_000)).html)).toEqual([]);
  });
});

describe('text beyond a limit', () => {
  it('of a document is said at its end', () => {
    const paragraph = `${'word '.repeat(200)}\n\n`;
    const { html } = renderMarkdown(filled(paragraph, MIB + 2_000));
    expect(html).toMatch(/<p class="cut">The formatted view ends here[^<]*<\/p>$/);
    expect(renderMarkdown(filled(paragraph, MIB)).html).not.toContain('class="cut"');
  });

  it('of a paragraph is shown as its text', () => {
    expect(renderMarkdown(`*a* ${'x'.repeat(20_000)}`).html).toMatch(/^<p>\*a\* x+<\/p>\n$/);
  });

  it('of a list is shown as its text', () => {
    const { html } = renderMarkdown(`${'- *a*\n'.repeat(20_000)}\n# b\n`);
    expect(html).toMatch(/^<pre><code>- \*a\*\n/);
    expect(html).toMatch(/<h1 id="section.b">b<\/h1>\n$/);
  });

  it('of code is shown in one colour', () => {
    const code = (length: number) => `\`\`\`js\n${'let a;\n'.repeat(length / 7)}\`\`\``;
    expect(renderMarkdown(code(7_000)).html).toContain('hljs-keyword');
    expect(renderMarkdown(code(14_000)).html).not.toContain('hljs');
  });
});
