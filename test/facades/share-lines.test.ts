import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lines, lineAt, readLines } from '../../facades/share/client/lines.ts';
import { hiddenLines, lineOfRow, textOfRow, topsOf } from '../../facades/share/client/rows.ts';

const rowsOf = (lines: Lines): string[][] =>
  Array.from({ length: lines.count }, (_, line) =>
    Array.from({ length: (lines.rows[line + 1] ?? 0) - (lines.rows[line] ?? 0) }, (_, nth) =>
      textOfRow(lines, line, (lines.rows[line] ?? 0) + nth),
    ),
  );

/** Where each block of a text starts and ends, counted from 1, both included. */
const blocksOf = (text: string): string[] => {
  const { blockEnds } = readLines(text, 80);
  return [...blockEnds].flatMap((end, line) => (end > 0 ? [`${line + 1}-${end}`] : []));
};

describe('a text as the page of a share shows it', () => {
  it('is all there, in rows that fit', () => {
    const text = fc.array(fc.constantFrom('a', ' ', '\n', '{', '- ', 'é', '\t', 'word'), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (pieces, columns) => {
        const given = pieces.join('');
        const lines = readLines(given, columns);
        const rows = rowsOf(lines);
        expect(rows.map(parts => parts.join('')).join('\n')).toBe(given.replace(/\n$/, ''));
        expect(rows.flat().every(row => row.length <= columns)).toBe(true);
        for (let offset = 0; offset < given.length; offset++) {
          const line = lineAt(lines, offset);
          expect(lines.starts[line]).toBeLessThanOrEqual(offset);
          expect(lines.starts[line + 1]).toBeGreaterThan(offset);
        }
        for (let row = 0; row < (lines.rows[lines.count] ?? 0); row++) {
          const line = lineOfRow(lines, row);
          expect([lines.rows[line] ?? 0, row, (lines.rows[line + 1] ?? 0) - 1]).toEqual(
            [lines.rows[line] ?? 0, row, (lines.rows[line + 1] ?? 0) - 1].toSorted((a, b) => a - b),
          );
        }
      }),
    );
  });

  it.each([
    [
      'JSON, with the bracket that closes',
      '{\n  "a": {\n    "b": 1\n  },\n  "c": [\n    2\n  ]\n}',
      ['1-8', '2-4', '5-7'],
    ],
    ['YAML', 'paths:\n  /a:\n    get: x\n  /b:\n    get: y\n', ['1-5', '2-3', '4-5']],
    ['YAML lists at the level of their key', 'tags:\n- name: a\n  text: b\n- name: c\ninfo: d', ['1-4', '2-3']],
    ['empty lines inside, none at the end', 'a:\n  b: 1\n\n  c: 2\n\nd: 3', ['1-4']],
  ])('has blocks to fold: %s', (_, text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });

  it('has rows that are hidden with their block, the first line excepted', () => {
    const lines = readLines('a:\n  b:\n    c: 1\nd: 2', 80);
    expect([...hiddenLines(lines, new Set([0]))]).toEqual([0, 1, 1, 0]);
    expect([...topsOf(lines, hiddenLines(lines, new Set([0])), 1)]).toEqual([0, 2]);
  });

  it('is cut where browsers place nothing any more', () => {
    for (const text of ['\n'.repeat(3_000_000), 'x'.repeat(30_000_000)]) {
      const lines = readLines(text, 20);
      expect(lines.isCut).toBe(true);
      expect(lines.rows[lines.count]).toBeLessThanOrEqual(800_000);
    }
    expect(readLines('a\n'.repeat(1000), 20).isCut).toBe(false);
  });

  it('has no direction control that could show it in another order', () => {
    expect(rowsOf(readLines('a\u202eb\u2066c', 80))).toEqual([['a\ufffdb\ufffdc']]);
  });
});
