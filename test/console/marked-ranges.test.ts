import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Range, rangesOf } from '../../facades/console/client/pages/review/marked-ranges.ts';

function marked(before: string, after: string) {
  const ranges = rangesOf(before, after);
  return {
    before: ranges.before.map(([from, to]) => before.slice(from, to)),
    after: ranges.after.map(([from, to]) => after.slice(from, to)),
  };
}

describe('the marks of a rendered text', () => {
  it('are on the words that changed, of each side', () => {
    expect(marked('Feed the pets daily.\n', 'Feed the pets often.\n')).toEqual({ before: ['daily'], after: ['often'] });
  });

  it('are on whole words, also where the new words end alike', () => {
    expect(marked('Feed daily.\n', 'Feed twice a day.\n')).toEqual({ before: ['daily'], after: ['twice a day'] });
  });

  it('are on a whole block that was added or removed between blocks that begin alike', () => {
    const [two, three] = ['Feed the cats.\nFeed the pets.\n', 'Feed the cats.\nFeed the dogs.\nFeed the pets.\n'];
    expect(marked(two, three)).toEqual({ before: [], after: ['Feed the dogs.\n'] });
    expect(marked(three, two)).toEqual({ before: ['Feed the dogs.\n'], after: [] });
  });

  it('are on the words alone of each of many blocks that follow each other', () => {
    const text = (word: string) =>
      Array.from(
        { length: 600 },
        (_, nth) => `Pet ${nth} gets ${(nth * 7919) % 1000} grams of ${word} each day.\n`,
      ).join('');
    const each = (word: string) => Array.from({ length: 600 }, () => word);
    expect(marked(text('food'), text('meat'))).toEqual({ before: each('food'), after: each('meat') });
  });

  it('leave out a block whose end changes when another block follows it', () => {
    const [daily, often] = ['Feed the pets and the cats daily.\n', 'Feed the pets and the cats often.\n'];
    expect(marked(`${daily}End.\n`, `${often}Wash all dogs.\nEnd.\n`)).toEqual({
      before: ['daily'],
      after: ['often', 'Wash all dogs.\n'],
    });
  });

  it('are on a whole item that was added behind an item that changed', () => {
    const [two, three] = ['Feed cats\n#\nWash dogs\n#\n', 'Feed cats;\n#\nBrush all birds\n#\nWash dogs\n#\n'];
    expect(marked(two, three)).toEqual({ before: [], after: [';', 'Brush all birds\n#\n'] });
    expect(marked(three, two)).toEqual({ before: [';', 'Brush all birds\n#\n'], after: [] });
  });

  it.each([
    ['请每天给宠物喂两次食物\n', '请每天给宠物喂三次食物\n', '两次', '三次'],
    ['यह किताब है\n', 'यह कितना है\n', 'किताब', 'कितना'],
    ['a good cafe\u0301\n', 'a good cafe\u0300\n', 'cafe\u0301', 'cafe\u0300'],
  ])('are on words of every script: %s', (before, after, one, other) => {
    expect(marked(before, after)).toEqual({ before: [one], after: [other] });
  });

  it('are on blanks', () => {
    expect(marked('a:\n    b: 1\n', 'a:\n  b: 1\n')).toEqual({ before: ['    '], after: ['  '] });
    expect(marked('rm -rf / tmp\n', 'rm -rf /tmp\n')).toEqual({ before: [' '], after: [] });
  });

  it('are on all of two long texts of other blocks', () => {
    const text = (word: string) => Array.from({ length: 5_000 }, (_, nth) => `${word} ${nth % 7}\n`).join('');
    expect(marked(text('a b c'), text('x y z'))).toEqual({ before: [text('a b c')], after: [text('x y z')] });
  });

  it('leave out only what both texts have, in the same order', () => {
    const lines = fc.array(fc.constantFrom('#', 'a', 'a b', 'b a c', 'a c  b', '', '猫', 'c.', 'a\u2028b', 'a\rb'), {
      maxLength: 30,
    });
    const rest = (text: string, ranges: readonly Range[]) =>
      ranges.reduceRight((left, [from, to]) => left.slice(0, from) + left.slice(to), text);
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const [before, after] = [one, other].map(all => all.map(line => `${line}\n`).join('')) as [string, string];
        const ranges = rangesOf(before, after);
        expect(rest(before, ranges.before)).toBe(rest(after, ranges.after));
      }),
    );
  });

  it('are absent without a change', () => {
    expect(marked('a\n', 'a\n')).toEqual({ before: [], after: [] });
  });
});
