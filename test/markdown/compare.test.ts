import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMarkdown } from '../../src/markdown/compare.ts';
import { normalizeMarkdown } from '../../src/markdown/stable.ts';
import { markWords } from '../../src/markdown/words.ts';

const told = (before: string | null, after: string): string[] =>
  compareMarkdown(before, after).items.map(({ rule, location, message }) => `${rule} ${location} ${message}`);

describe('blocks of Markdown', () => {
  it.each([
    [
      'a paragraph',
      '# A\n\nold words here\n',
      '# A\n\nnew words here\n',
      ['markdown-block-changed /line/3 Paragraph in "A" was changed'],
    ],
    ['a heading', '# A\n', '# A\n\n## B\n', ['markdown-block-added /line/3 Heading "B" was added']],
    ['a list item', '- a\n- b\n- c\n', '- a\n- c\n', ['markdown-block-removed /line/2 List item was removed']],
    ['code', '```js\na\n```\n', '```js\nb\n```\n', ['markdown-block-changed /line/1 Code block was changed']],
    ['a table', '|a|\n|-|\n|1|\n', '|a|\n|-|\n|2|\n', ['markdown-block-changed /line/1 Table was changed']],
    [
      'front matter',
      '---\na: 1\n---\nx\n',
      '---\na: 2\n---\nx\n',
      ['markdown-front-matter-changed /line/1 Front matter `a` was changed'],
    ],
    ['a quote', '> a\n', '> a\n\n> b\n', ['markdown-block-added /line/3 Quote was added']],
    [
      'what has nothing in common',
      'one two\n',
      'three four\n',
      ['markdown-block-removed /line/1 Paragraph was removed', 'markdown-block-added /line/1 Paragraph was added'],
    ],
  ])('%s', (_, before, after, items) => {
    expect(told(before, after)).toEqual(items);
  });

  it('are counted with their lines', () => {
    const { summary } = compareMarkdown('# A\n\nold words here\n\ngone\n', '# A\n\nnew words here\n');
    expect(summary).toEqual({ unchanged: false, addedLines: 1, removedLines: 3, modifiedBlocks: 1 });
  });

  it('are all added in a first version', () => {
    const { summary, items } = compareMarkdown(null, '# A\n\nb\n');
    expect(summary).toEqual({ unchanged: false, addedLines: 3, removedLines: 0, modifiedBlocks: 0 });
    expect(items.map(({ rule }) => rule)).toEqual(['markdown-block-added', 'markdown-block-added']);
  });

  it('carry the texts, cut when long', () => {
    const [item] = compareMarkdown('a b\n', `a ${'c'.repeat(9000)}\n`).items;
    expect(item?.oldValue).toBe('a b');
    expect(String(item?.newValue).length).toBe(2001);
  });
});

const text = fc
  .array(fc.constantFrom('# a', 'b c d', '- e', '- f', '', '```\ng\n```', '|h|\n|-|'), { maxLength: 12 })
  .map(lines => lines.join('\n'));

it('equal stable forms are unchanged, other ones are not', () => {
  expect(compareMarkdown('a  \r\n', 'a\n').summary.unchanged).toBe(true);
  fc.assert(
    fc.property(text, given => {
      expect(compareMarkdown(given, given).summary.unchanged).toBe(true);
    }),
  );
});

it('lines that came and went make up for the difference in length', () => {
  const lineCount = (given: string): number => normalizeMarkdown(given).split('\n').length;
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { addedLines = 0, removedLines = 0 } = compareMarkdown(before, after).summary;
      expect(addedLines - removedLines).toBe(lineCount(after) - lineCount(before));
    }),
  );
});

it('a moved line at the end of a long text costs little', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `paragraph ${index % 100}\n`);
  const { items } = compareMarkdown(lines.join('\n'), [...lines.slice(1), lines[0]].join('\n'));
  expect(items.length).toBe(1);
});

describe('what moved', () => {
  const section = (name: string): string =>
    `## ${name}\n\nWhat ${name} is for.\n\n- first of ${name}\n- second of ${name}\n`;
  const [one, two, three] = ['One', 'Two', 'Three'].map(section) as [string, string, string];

  it('is one change for a whole section', () => {
    const before = `# Top\n\n${one}\n${two}\n${three}`;
    expect(told(before, `# Top\n\n${three}\n${one}\n${two}`)).toEqual([
      'markdown-block-moved /line/3 Section "Three" was moved',
    ]);
  });

  it('tells from where to where', () => {
    expect(told('# A\n\nsome text\n\n# B\n', '# A\n\n# B\n\nsome text\n')).toEqual([
      'markdown-block-moved /line/5 Paragraph was moved from "A" to "B"',
    ]);
  });

  it('and changed besides is told as both', () => {
    expect(told(`${one}\n${two}`, `${two}\n${one.replace('first', 'next')}`).map(line => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['markdown-block-moved']),
    );
  });
});

describe('words', () => {
  const marked = (before: string, after: string): string =>
    (compareMarkdown(before, after).items[0]?.segments ?? [])
      .map(({ kind, text }) => (kind === 'KEPT' ? text : kind === 'ADDED' ? `+${text}+` : `-${text}-`))
      .join('');

  it.each([
    ['a red fox jumps\n', 'a brown fox jumps\n', 'a -red-+brown+ fox jumps'],
    ['costs 5 euros\n', 'costs 5 euros now\n', 'costs 5 euros+ now+'],
    ['one two three four\n', 'one 2 3 four\n', 'one -two three-+2 3+ four'],
  ])('of %j are marked', (before, after, text) => {
    expect(marked(before, after)).toBe(text);
  });

  it('make up both texts', () => {
    const sentence = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '.', 'ü'), { maxLength: 30 })
      .map(list => list.join(''));
    fc.assert(
      fc.property(sentence, sentence, (before, after) => {
        const segments = markWords(before, after);
        const without = (kind: string): string =>
          segments
            .filter(segment => segment.kind !== kind)
            .map(({ text }) => text)
            .join('');
        expect([without('ADDED'), without('REMOVED')]).toEqual([before, after]);
      }),
    );
  });
});

describe('front matter', () => {
  const valuesOf = (before: string, after: string): string[] =>
    compareMarkdown(before, after).items.map(({ rule, message, oldValue, newValue }) =>
      [rule, message, JSON.stringify(oldValue), JSON.stringify(newValue)].join(' | '),
    );
  it('is compared by its keys', () => {
    expect(valuesOf('---\na: 1\nb: [x]\n---\n', '---\nb:\n  - x\nc: {d: 2}\n---\n')).toEqual([
      'markdown-front-matter-removed | Front matter `a` was removed | 1 | ',
      'markdown-front-matter-added | Front matter `c` was added |  | {"d":2}',
    ]);
  });
  it('that is no mapping is compared as text', () => {
    expect(told('---\n- a\n---\n', '---\n- b\n---\n')).toEqual([
      'markdown-block-changed /line/1 Front matter was changed',
    ]);
  });
});
