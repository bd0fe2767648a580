import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareMarkdown } from '../../src/markdown/compare.ts';
import { renderMarkdown } from '../../src/markdown/render.ts';

// If a diff shows no change, the page must look the same.

const line = fc.constantFrom(
  ...[
    '# a',
    '## b',
    'a',
    'b',
    'a b  ',
    'a\\',
    '\\',
    '&amp;',
    '===',
    '---',
    '***',
    '',
    '',
    '',
    '\tq',
    '   x',
    '    code',
  ],
  ...[
    '- a',
    '- b',
    '* a',
    '  - b',
    '    - c',
    '  c',
    '1. a',
    '2. b',
    '3. c',
    '1) a',
    '-',
    '+',
    '1.',
    '- [ ] t',
    '- [x] t',
  ],
  ...['> a', '> - b', '>', '> > z', '- > y', '> ```', '```', '```js', '~~~', '|a|b|', '|-|-|', '|-|:-:|', '|1|2|'],
  ...['[r]: /u', '[r]: /v', '[r][]', '[^1]: n', '*a*', '`a`'],
);

/** A text with some lines removed and others added. */
const edit = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 9 }), fc.nat(9), fc.nat(2), fc.array(line, { maxLength: 2 }))
  .map(([lines, at, count, added]) => [lines.join('\n'), lines.toSpliced(at, count, ...added).join('\n')] as const);

/** The visible content. Space between blocks does not count, nor two adjacent lists or quotes instead of one. */
const seen = (text: string): string => {
  const code: string[] = [];
  const html = renderMarkdown(text).html.replace(/<pre>.*?<\/pre>/gs, found => {
    code.push(found.replace(/<[^>]*>/g, '').trimEnd());
    return '<pre>';
  });
  const dense = html.replace(/<\/?p>|\s+/g, ' ').replace(/ *(<[^>]*>) */g, '$1');
  return [joinBesides(dense).trim(), ...code].join('\n');
};

const joinBesides = (html: string): string => {
  const joined = html.replace(/<\/(ul|blockquote)><\1>/g, '');
  return joined === html ? html : joinBesides(joined);
};

it('an unchanged block is rendered the same', () => {
  let unchanged = 0;
  fc.assert(
    fc.property(edit, ([before, after]) => {
      const { summary, items } = compareMarkdown(before, after);
      expect(items.length === 0).toBe(summary.unchanged);
      if (!summary.unchanged) return;
      unchanged++;
      expect(seen(after)).toBe(seen(before));
    }),
    { numRuns: 3_000 },
  );
  expect(unchanged).toBeGreaterThan(100);
});

it('each change has a key of its own', () => {
  fc.assert(
    fc.property(edit, ([before, after]) => {
      const keys = compareMarkdown(before, after).items.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});
