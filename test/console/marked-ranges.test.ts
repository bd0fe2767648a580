import { describe, expect, it } from 'vitest';
import { compareInParts } from '../../facades/console/client/editor/compare.ts';
import { rangesOf } from '../../facades/console/client/pages/review/marked-ranges.ts';

function marked(before: string, after: string) {
  const [whole] = compareInParts(before, after, Number.POSITIVE_INFINITY);
  const ranges = rangesOf(whole?.changes ?? [], before, after);
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

  it('are absent without a change', () => {
    expect(marked('a\n', 'a\n')).toEqual({ before: [], after: [] });
  });
});
