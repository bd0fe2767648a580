import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMarkdown } from '../../src/markdown/compare.ts';
import { normalizeMarkdown } from '../../src/markdown/stable.ts';
import { markWords } from '../../src/markdown/words.ts';

const told = (before: string | null, after: string): string[] =>
  compareMarkdown(before, after).items.map(({ rule, location, message }) => `${rule} ${location} ${message}`);

describe('the words that changed are quoted', () => {
  it.each([
    [
      'one that was lost',
      'You must not call it.\n',
      'You must call it.\n',
      '"You must call it." was changed: "not" removed',
    ],
    ['one in a table', '|a|b|\n|-|-|\n|c|not d|\n', '|a|b|\n|-|-|\n|c|d|\n', 'row "c" changed, "not" removed'],
    ['one beside the mark of a task', '- [ ] do not\n', '- [x] do\n', 'the task is done, "not" removed'],
    ['the first of many', 'a 1 b 2 c 3 d 4 e 5\n', 'a b c d e\n', '"1" removed, "2" removed, "3" removed, 2 more'],
  ])('%s', (_, before, after, words) => {
    expect(told(before, after)).toEqual([expect.stringContaining(words)]);
  });
});

it('a removed section is one item with its content', () => {
  const section = '## A\n\nText.\n\n- one\n\n### Inner\n\nMore.\n\n';
  const { items } = compareMarkdown(`# T\n\n${section}## B\n\nb\n`, '# T\n\n## B\n\nb\n');
  expect(items).toMatchObject([
    { message: 'Section "A" was removed, with its 5 blocks', oldValue: '## A\n\nText.\n\none\n\n### Inner\n\nMore.' },
  ]);
  expect(told('# T\n\n## A\n\nText.\n\nKept.\n', '# T\n\nKept.\n')).toHaveLength(2);
});

it('an ampersand may be written as a character reference', () => {
  const texts = ['Q & A, `a & b`', '- Q & A', '# Q & A', '|Q & A|\n|-|\n|b & c|', '[a](b?c=1&d=2)'];
  for (const text of texts) {
    const written = text.replaceAll(/&(?! b`)/g, '&amp;');
    expect(compareMarkdown(`${text}\n`, `${written}\n`).summary.unchanged, written).toBe(true);
  }
  for (const [before, after] of [
    ['`a & b`', '`a &amp; b`'],
    ['a &lt; b', 'a &amp;lt; b'],
  ] as const)
    expect(told(`${before}\n`, `${after}\n`)).toHaveLength(1);
});

describe('blocks of Markdown', () => {
  it.each([
    [
      'a paragraph',
      '# A\n\nold words here\n',
      '# A\n\nnew words here\n',
      ['markdown-block-changed /line/3 Paragraph "new words here" in "A" was changed: "old" became "new"'],
    ],
    ['a heading', '# A\n', '# A\n\n## B\n', ['markdown-block-added /line/3 Heading "B" was added']],
    ['a list item', '- a\n- b\n- c\n', '- a\n- c\n', ['markdown-block-removed /line/2 List item "b" was removed']],
    [
      'code',
      '```js\na\n```\n',
      '```js\nb\n```\n',
      ['markdown-block-changed /line/1 Code block was changed: "a" became "b"'],
    ],
    [
      'a table',
      '|a|b|\n|-|-|\n|1|x|\n',
      '|a|b|\n|-|-|\n|2|x|\n',
      ['markdown-block-changed /line/1 Table was changed: row "2" changed, "1" became "2"'],
    ],
    [
      'a quote in a quote',
      '> a b\n',
      '> > a b\n',
      ['markdown-block-changed /line/1 Quote "a b" was changed: in 2 quotes now'],
    ],
    [
      'a link that is defined elsewhere',
      'See [a].\n\n[a]: https://a.example/1\n',
      'See [a].\n\n[a]: https://a.example/2\n',
      ['markdown-block-changed /line/3 Link definition "a" was changed: "1" became "2"'],
    ],
    [
      'a footnote',
      'a[^1]\n\n[^1]: one note\n',
      'a[^1]\n\n[^1]: two note\n',
      ['markdown-block-changed /line/3 Paragraph "[^1]: two note" was changed: "one" became "two"'],
    ],
    ['HTML', '<!-- a -->\n', '<!-- b -->\n', ['markdown-block-changed /line/1 HTML was changed: "a" became "b"']],
    [
      'a link with the same text',
      '[a](b)\n',
      '[a](c)\n',
      ['markdown-block-changed /line/1 Paragraph "[a](c)" was changed: "b" became "c"'],
    ],
    ['emphasis', '**a** b\n', 'a b\n', ['markdown-block-changed /line/1 Paragraph "a b" was changed: "**" removed']],
    [
      'the language of code',
      '```js\na\n```\n',
      '```ts\na\n```\n',
      ['markdown-block-changed /line/1 Code block was changed: language "js" to "ts"'],
    ],
    [
      'only white space changed',
      '```py\nif a:\n  b\nc\n```\n\n<pre>\na\n b\n</pre>\n\nc `d  e`\n',
      '```py\nif a:\n  b\n  c\n```\n\n<pre>\na\n  b\n</pre>\n\nc `d e`\n',
      [
        'markdown-block-changed /line/1 Code block was changed: only white space',
        'markdown-block-changed /line/7 HTML was changed: only white space',
        'markdown-block-changed /line/12 Paragraph "c `d e`" was changed: only white space',
      ],
    ],
    [
      'the level of a heading',
      '# A\n\n## B c\n',
      '# A\n\n### B c\n',
      ['markdown-block-changed /line/3 Heading "B c" was changed: level 2 to 3'],
    ],
    [
      'a heading that is called otherwise',
      '# A\n\n## B\n\ntext\n',
      '# A\n\n## C\n\ntext\n',
      ['markdown-block-changed /line/3 Heading "C" was changed: it was "B"'],
    ],
    [
      'a hard line break',
      'a  \nb\n',
      'a\nb\n',
      ['markdown-block-changed /line/1 Paragraph "a b" was changed: only white space'],
    ],
    [
      'the entry of a changelog',
      '# C\n\n## 1\n\n### Fixed\n\n- Bugs\n',
      '# C\n\n## 2\n\n### Fixed\n\n- Bugs\n\n## 1\n\n### Fixed\n\n- Bugs\n',
      [
        'markdown-block-added /line/3 Heading "2" was added',
        'markdown-block-added /line/5 Heading "Fixed" was added',
        'markdown-block-added /line/7 List item "Bugs" in "C › 2 › Fixed" was added',
      ],
    ],
    [
      'what is nested too deep to be looked into',
      `${'>'.repeat(120)} old text\n`,
      `${'>'.repeat(120)} new text\n`,
      ['markdown-block-changed /line/1 Code block was changed: "old" became "new"'],
    ],
    [
      'what follows a list that is nested too deep',
      `${'- '.repeat(60)}deep\n\nold text\n`,
      `${'- '.repeat(60)}deep\n\nnew text\n`,
      ['markdown-block-changed /line/3 Paragraph "new text" was changed: "old" became "new"'],
    ],
    [
      'front matter',
      '---\na: 1\n---\nx\n',
      '---\na: 2\n---\nx\n',
      ['markdown-front-matter-changed /line/1 Front matter `a` was changed'],
    ],
    ['a quote', '> a\n', '> a\n\n> b\n', ['markdown-block-added /line/3 Quote "b" was added']],
    [
      'what has nothing in common',
      'one two\n',
      'three four\n',
      [
        'markdown-block-removed /line/1 Paragraph "one two" was removed',
        'markdown-block-added /line/1 Paragraph "three four" was added',
      ],
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

describe('list items', () => {
  const item = (text: string, detail: string): string =>
    `markdown-block-changed /line/2 List item "${text}" was changed${detail}`;
  it.each([
    ['a level', '- aa\n- bb\n', '- aa\n  - bb\n', [item('bb', ': level 1 to 2')]],
    ['a task', '- [x] a\n- [ ] b\n', '- [x] a\n- [x] b\n', [item('[x] b', ': the task is done')]],
    ['a task', '- [x] a\n- [X] b\n', '- [x] a\n- [ ] b\n', [item('[ ] b', ': the task is open again')]],
    ['an item of its own', '- a b\n\n  c d\n', '- a b\n- c d\n', [item('c d', ': an item of its own now')]],
    [
      'a number',
      'x\n1. a b\n',
      'x\n\n4. a b\n',
      ['markdown-block-changed /line/3 List item "a b" was changed: numbered from 4 now'],
    ],
    [
      'the kind of list',
      '- a b\n',
      '1. a b\n',
      ['markdown-block-changed /line/1 List item "a b" was changed: numbered now'],
    ],
    [
      'an order',
      '- a b\n- c d\n- e f\n',
      '- e f\n- a b\n- c d\n',
      ['markdown-block-moved /line/1 List item "e f" was moved'],
    ],
    ['an empty one', '- a\n-\n- b\n', '- a\n- b\n', ['markdown-block-removed /line/2 List item was removed']],
    [
      'the most alike',
      '- the quick brown fox\n- the lazy dog sleeps\n',
      '- the new cat\n- the quick red fox\n- the lazy dog sleeps\n',
      [
        'markdown-block-added /line/1 List item "the new cat" was added',
        item('the quick red fox', ': "brown" became "red"'),
      ],
    ],
  ])('%s', (_, before, after, items) => {
    expect(told(before, after)).toEqual(items);
  });
});

describe('where a block stands in lists and quotes', () => {
  const table = (indent = '') => `${indent}|a|\n${indent.replaceAll('-', ' ')}|-|\n`;
  it.each([
    ['an item that starts two others', '- b\n  - c\n    - a\n', '- - - a\n', '"a"', 'first in 2 items around it now'],
    ['an item that starts one other', '- b\n  - a\n', '- - a\n', '"a"', 'first in 1 item around it now'],
    ['an item below another one', '- - a\n', '- b\n  - a\n', '"a"', 'no longer first in the item around it'],
    ['an item of an inner list', '- - a\n', '- a\n', '"a"', 'level 2 to 1'],
    ['another number', 'x\n\n4. a\n', 'x\n\n1. a\n', '"a"', 'numbered from 1 now'],
    ['another kind of list with another number', 'x\n\n- a\n', 'x\n\n4. a\n', '"a"', 'numbered from 4 now'],
    ['another kind of list without a number', 'x\n\n4. a\n', 'x\n\n- a\n', '"a"', 'bulleted now'],
    ['a table that left its list', table('- '), table(), 'Table', 'in no list now'],
    ['a table that left its item', `- x\n\n${table('  ')}`, `- x\n\n${table()}`, 'Table', 'in no list now'],
    ['a table in a list', table(), table('- '), 'Table', 'in a bulleted list now'],
    [
      'a table in an item',
      `- x\n\n${table()}`,
      `- x\n\n${table('  ')}`,
      'Table',
      'in a bulleted list now, part of the item above now',
    ],
    ['a quote in a list', '> - a\n', '- > a\n', '"a"', 'in other lists or quotes now'],
    ['an outer list of another kind', '- x\n  - a\n', '1. x\n   - a\n', '"a"', 'in other lists or quotes now'],
    ['a heading that left its quote', '> # a\n', '# a\n', 'Heading "a"', 'in no quote now'],
    ['a heading of another list', '- # a\n', '- - # a\n', '"a"', 'list level 1 to 2, first in 1 item around it now'],
    ['code in a list', '```js\na\n```\n', '1. ```js\n   a\n   ```\n', 'Code block', 'in a numbered list now'],
  ])('%s', (_, before, after, name, detail) => {
    expect(told(before, after)).toContainEqual(expect.stringMatching(new RegExp(`${name} was changed: ${detail}$`)));
  });
});

it('counts the changes that are too many', () => {
  const many = Array.from({ length: 10_001 }, (_, n) => `a${n}\n`);
  const last = (texts: string[]) => compareMarkdown('', texts.join('\n')).items.at(-1)?.message;
  expect(last(many)).toMatch(/ … and 1 more change\.$/);
  expect(last([...many, 'b\n'])).toMatch(/ … and 2 more changes\.$/);
});

describe('invisible differences are no change', () => {
  it.each([
    ['another way to write headings', 'A\n===\n\nB\n---\n', '# A\n\n## B ##\n'],
    ['line ends', 'a\r\n\r\nb\r\n', 'a\n\nb\n'],
    ['blanks and empty lines', 'a \n\n\n- b\t\n', 'a\n\n- b\n'],
    ['where lines of a paragraph end', 'one two\nthree four\n', 'one two three\nfour\n'],
    ['numbers that Markdown counts itself', '1. a\n1. b\n', '1. a\n2. b\n'],
    ['other marks of a list', '- a\n- b\n', '* a\n* b\n'],
    ['room between list items', '- a\n- b\n', '- a\n\n- b\n'],
    ['another line across', 'a\n\n***\n', 'a\n\n- - -\n'],
    ['another fence', '~~~js\na\n~~~\n', '````js\na\n````\n'],
    ['code that is indented', '    a\n', '```\na\n```\n'],
    ['a table in line', '|a|b|\n|-|:-:|\n|1|\n', '| a  | b   |\n| -- | :-: |\n| 1  |     |\n'],
    ['keys of front matter in another order', '---\na: 1\nb: [x]\n---\n', '---\n# of two\nb:\n  - "x"\na: 1\n---\n'],
  ])('%s', (_, before, after) => {
    const { summary, items } = compareMarkdown(before, after);
    expect([summary.unchanged, items]).toEqual([true, []]);
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

it('the counts of added and removed lines match the difference in length', () => {
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

describe('a moved block', () => {
  const section = (name: string): string =>
    `## ${name}\n\nWhat ${name} is for.\n\n- first of ${name}\n- second of ${name}\n`;
  const [one, two, three] = ['One', 'Two', 'Three'].map(section) as [string, string, string];

  it('is one change for a whole section', () => {
    const before = `# Top\n\n${one}\n${two}\n${three}`;
    expect(told(before, `# Top\n\n${three}\n${one}\n${two}`)).toEqual([
      'markdown-block-moved /line/3 Section "Three" was moved',
    ]);
  });

  it('reports the old and the new place', () => {
    expect(told('# A\n\nsome text\n\n# B\n', '# A\n\n# B\n\nsome text\n')).toEqual([
      'markdown-block-moved /line/5 Paragraph "some text" was moved from "A" to "B"',
    ]);
  });

  it('and also changed is reported as both', () => {
    const changed = three.replace('What Three', 'All that Three').replace('- second', '- between\n- second');
    expect(told(`# Top\n\n${one}\n${two}\n${three}`, `# Top\n\n${changed}\n${one}\n${two}`)).toEqual([
      'markdown-block-moved /line/3 Section "Three" was moved',
      'markdown-block-changed /line/5 Paragraph "All that Three is for." in "Top › Three" was changed: "What" became "All that"',
      'markdown-block-added /line/8 List item "between" in "Top › Three" was added',
    ]);
  });

  it('may be called otherwise now', () => {
    const renamed = three.replace('## Three', '## Last');
    expect(told(`# Top\n\n${one}\n${two}\n${three}`, `# Top\n\n${renamed}\n${one}\n${two}`)).toEqual([
      'markdown-block-moved /line/3 Section "Last" was moved',
      'markdown-block-changed /line/3 Heading "Last" was changed: it was "Three"',
    ]);
  });

  it('is counted in sections', () => {
    const rest = section('Four') + section('Five') + section('Six');
    expect(told(`# Top\n\n${one}\n${two}\n${rest}`, `# Top\n\n${rest}\n${one}\n${two}`)).toEqual([
      'markdown-block-moved /line/22 Section "One" and 1 more section were moved',
    ]);
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
    ['one two three\nfour five\n', 'one two\nthree 4 five\n', 'one two\nthree -four-+4+ five'],
    ['```\na  b\n```\n', '```\na\nb\n```\n', '\na-  -+\n+b\n'],
    ['这是一个文档\n', '这是一个新文档\n', '这是一个+新+文档'],
  ])('of %j are marked', (before, after, text) => {
    expect(marked(before, after)).toBe(text);
  });

  it('are marked anywhere in a long text, with their context', () => {
    const middle = 'word '.repeat(3_000);
    expect(marked(`old ${middle}was\n`, `new ${middle}is\n`)).toMatch(
      /^-old-\+new\+ (word ){5,}.*….*( word){5,} -was-\+is\+$/,
    );
    const code = `\`\`\`\n${'a line of code\n'.repeat(5_000)}`;
    expect(marked(`${code}end\n\`\`\`\n`, `${code}stop\n\`\`\`\n`)).toMatch(/^….{20,}-end-\+stop\+\n$/s);
    const other = compareMarkdown('x'.repeat(90_000), `x ${'y z '.repeat(30_000)}`).items[0]?.segments ?? [];
    expect(JSON.stringify(other).length).toBeLessThan(10_000);
  });

  it('are marked in 100,000 parts of a text; further blocks show both texts', () => {
    const paragraph = (block: number) =>
      Array.from({ length: 800 }, (_, at) => String.fromCharCode(0x4e00 + ((block * 7919 + at * 104_729) % 20_000)));
    const before = Array.from({ length: 200 }, (_, block) => paragraph(block));
    const after = before.map(characters => characters.map((one, at) => (at % 3 === 0 ? '的' : one)));
    const text = (blocks: string[][]) => blocks.map(characters => characters.join('')).join('\n\n');
    const { items } = compareMarkdown(text(before), text(after));
    const parts = items.map(({ segments }) => segments?.length ?? 0);
    expect(parts.reduce((sum, count) => sum + count)).toBeLessThan(101_000);
    expect(parts.filter(count => count > 0).length).toBeGreaterThan(100);
    expect(items.at(-1)).toMatchObject({ oldValue: before.at(-1)?.join(''), newValue: after.at(-1)?.join('') });
    expect(items.at(-1)).not.toHaveProperty('segments');
  });

  it('form both texts', () => {
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
