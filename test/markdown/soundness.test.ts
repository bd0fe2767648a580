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

const RUNS = Number(process.env.RUNS ?? 3_000);

/** A text with some lines removed and others added. */
const edit = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 9 }), fc.nat(9), fc.nat(2), fc.array(line, { maxLength: 2 }))
  .map(([lines, at, count, added]) => [lines.join('\n'), lines.toSpliced(at, count, ...added).join('\n')] as const);

/**
 * The visible content. Space between blocks does not count, nor two adjacent lists or quotes instead of one, nor
 * comments of the front matter, which is compared by its keys.
 */
const seen = (text: string): string => {
  const code: string[] = [];
  const html = withoutComments(renderMarkdown(text).html).replace(/<pre>.*?<\/pre>/gs, found => {
    code.push(found.replace(/<[^>]*>/g, '').trimEnd());
    return '<pre>';
  });
  return [joinBesides(html.replace(/(<\/?p>|\s)+/g, ' ')).trim(), ...code].join('\n');
};

const withoutComments = (html: string): string =>
  html.replace(/^<details>.*?<\/details>/s, front => {
    const yaml = front.replace(/<summary>.*?<\/summary>|<[^>]*>/gs, '').replace(/^ *#.*$/gm, '');
    return yaml.trim() === '' ? '' : front;
  });

const joinBesides = (html: string): string => {
  const dense = html.replace(/ *(<[^>]*>) */g, '$1');
  const joined = dense.replace(/<\/(ul|blockquote)><\1>/g, ' ');
  return joined === dense ? dense : joinBesides(joined);
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
    { numRuns: RUNS },
  );
  expect(unchanged).toBeGreaterThan(100);
});

it('comments of the front matter are no change', () => {
  expect(compareMarkdown('---\n---\n# a', '---\n# a\n---\n# a').items).toEqual([]);
});

it('each change has a key of its own', () => {
  fc.assert(
    fc.property(edit, ([before, after]) => {
      const keys = compareMarkdown(before, after).items.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});
