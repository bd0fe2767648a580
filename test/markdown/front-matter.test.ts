import { describe, expect, it } from 'vitest';
import { compareMarkdown } from '../../src/markdown/compare.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

const told = (before: string, after: string): string[] => {
  const [old, now] = [before, after].map(yaml => (yaml === '' ? 'text\n' : `---\n${yaml}\n---\n\ntext\n`));
  return compareMarkdown(old as string, now as string).items.map(({ rule, message, oldValue, newValue }) =>
    [rule.replace('markdown-', ''), message.replace('Front matter ', ''), JSON.stringify([oldValue, newValue])].join(
      ' ',
    ),
  );
};

describe('front matter is compared by its keys', () => {
  it.each([
    [
      'of any kind',
      'a: 1\nb: [x]',
      'b:\n  - x\nc: {d: 2}',
      ['front-matter-removed `a` was removed [1,null]', 'front-matter-added `c` was added [null,{"d":2}]'],
    ],
    [
      'in mappings too',
      'seo:\n  title: A\n  image: {url: x, alt: y}',
      'seo:\n  image: {alt: y, url: z}\n  title: A\n  robots: none',
      [
        'front-matter-changed `seo.image.url` was changed ["x","z"]',
        'front-matter-added `seo.robots` was added [null,"none"]',
      ],
    ],
    [
      'with lists as a whole',
      'tags: [a, b]',
      'tags: [a, c]',
      ['front-matter-changed `tags` was changed [["a","b"],["a","c"]]'],
    ],
    ['in lists of mappings', 'a: [{b: 1, c: 2}]', 'a: [{c: 2, b: 1}]', []],
    ['whatever their type became', 'a: 1', 'a: "1"', ['front-matter-changed `a` was changed [1,"1"]']],
    ['when a value became a mapping', 'a: 1', 'a: {b: 1}', ['front-matter-changed `a` was changed [1,{"b":1}]']],
    [
      'where they are what objects inherit',
      '__proto__: 1',
      '__proto__: 2',
      ['front-matter-changed `__proto__` was changed [1,2]'],
    ],
    [
      'with numbers that a double cannot tell apart',
      'id: 12345678901234567890\nb: 1',
      'id: 12345678901234567891\nb: "1"',
      [
        'front-matter-changed `b` was changed [1,"1"]',
        'front-matter-changed `id` was changed ["12345678901234567890","12345678901234567891"]',
      ],
    ],
    ['with what is no number', 'a: .nan\nb: 1', 'a: .nan\nb: 1\n# end', []],
    ['that came at all', '', 'a: 1', ['front-matter-added `a` was added [null,1]']],
    ['that stand indented', '  a: 1', '  a: 2', ['front-matter-changed `a` was changed [1,2]']],
  ])('%s', (_, before, after, items) => {
    expect(told(before, after)).toEqual(items);
  });
});

describe('front matter is compared as text', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...['ab', 'bc', 'cd', 'de', 'ef', 'fg'].map(
      ([above, key]) => `${key}: &${key} [${Array(9).fill(`*${above}`).join()}]`,
    ),
  ].join('\n');
  it.each([
    ['that is no mapping', '- a', '- b'],
    ['that is no YAML', 'a: [1', 'a: [2'],
    ['that has a key twice', 'a: 1\na: 2', 'a: 1\na: 3'],
    ['whose aliases would unfold without end', bomb, `${bomb}\ni: 1`],
    ['that is nested without end', `a: ${'['.repeat(5_000)}`, `a: ${'['.repeat(5_001)}`],
    ['that is too long', `a: ${'x'.repeat(200_000)}`, `a: ${'x'.repeat(200_001)}`],
  ])('%s', async (_, before, after) => {
    const cpuMs = await cpuMsOf(() =>
      expect(told(before, after)).toEqual([expect.stringMatching(/^block-changed was changed/)]),
    );
    expect(cpuMs).toBeLessThan(2_000);
  });
});
