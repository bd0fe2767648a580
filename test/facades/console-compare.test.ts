import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareInParts, type Part } from '../../facades/console/client/editor/compare.ts';

const MOST_CHANGES = 3;

const lines = fc.array(fc.constantFrom('', '  }', 'a', 'b: 1', 'owner: {type: string}', 'مرحبا', '🐈'), {
  maxLength: 40,
});

/** What the text after is by the parts of the text before. */
function apply(before: string, after: string, parts: Part[]): string {
  const texts = parts.map(({ before: one, after: other, changes }) => {
    const [from, to] = [before.slice(one.from, one.to), after.slice(other.from, other.to)];
    let [text, done] = ['', 0];
    for (let at = 0; at < changes.length; at += 4) {
      text += from.slice(done, changes[at]) + to.slice(changes[at + 2], changes[at + 3]);
      done = changes[at + 1] as number;
    }
    return text + from.slice(done);
  });
  return texts.join('\n');
}

describe('two texts compared in parts', () => {
  it('give the one from the other, with the numbers of their lines', () => {
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const [before, after] = [one.join('\n'), other.join('\n')];
        const parts = compareInParts(before, after, MOST_CHANGES);
        expect(apply(before, after, parts)).toBe(after);
        for (const { before: side } of parts)
          expect(side.firstLine).toBe(before.slice(0, side.from).split('\n').length);
      }),
    );
  });

  it('are held together by the lines that both have once, however long they are', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `line ${index}`);
    const other = long.flatMap((line, index) => (index % 1_000 === 500 ? [`new ${index}`, line] : [line]));
    const parts = compareInParts(long.join('\n'), other.join('\n'), 10);
    expect(parts.map(({ changes }) => changes.length / 4)).toEqual([10, 10, 0]);
    expect(apply(long.join('\n'), other.join('\n'), parts)).toBe(other.join('\n'));
  });
});
