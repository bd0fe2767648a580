import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, indexLines, lineAt } from '../../src/markdown/lines.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'ab', '', 'é', 'x y'), { maxLength: 12 })
  .map(lines => lines.map(line => `${line}\n`).join(''));

it('lines are separated by line breaks', () => {
  fc.assert(
    fc.property(text, fc.nat(15), (given, most) => {
      const lines = indexLines(given, most + 1);
      const all = given.split('\n').slice(0, most + 1);
      expect(Array.from({ length: lines.count }, (_, line) => lineAt(lines, line))).toEqual(all);
    }),
  );
});

describe('lines that two texts have in common', () => {
  const longestCommon = (a: string[], b: string[]): number => {
    const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
    for (let i = a.length - 1; i >= 0; i--)
      for (let j = b.length - 1; j >= 0; j--)
        (best[i] as number[])[j] =
          a[i] === b[j] ? 1 + (best[i + 1]?.[j + 1] ?? 0) : Math.max(best[i + 1]?.[j] ?? 0, best[i]?.[j + 1] ?? 0);
    return best[0]?.[0] ?? 0;
  };
  const linesOf = (given: string): string[] => given.split('\n').slice(0, -1);

  it('are counted, and no more than there can be', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [a, b] = [linesOf(before), linesOf(after)];
        const counted = countLines(before, after);
        expect([counted.before, counted.after]).toEqual([a.length, b.length]);
        expect(counted.common).toBeLessThanOrEqual(longestCommon(a, b));
      }),
    );
  });

  it('are all counted where only few were changed', () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `${index * 7}\n`);
    const [before, after] = [lines.join(''), lines.with(10, 'x\n').toSpliced(40_000, 1).join('')];
    expect(countLines(before, after)).toEqual({ before: 50_000, after: 49_999, common: 49_998 });
    expect(countLines(before, before)).toEqual({ before: 50_000, after: 50_000, common: 50_000 });
    expect(countLines('', before)).toEqual({ before: 0, after: 50_000, common: 0 });
    expect(countLines('ab\n', 'b\n').common).toBe(0);
  });
});
