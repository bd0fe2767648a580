import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMarkdown } from '../../src/markdown/compare.ts';

const HEADER = ['Name', 'Type', 'Default'];
const ROWS = [
  ['limit', 'integer', '20'],
  ['offset', 'integer', '0'],
  ['sort', 'string', 'name'],
  ['q', 'string', ''],
];
const table = (rows: string[][], header = HEADER): string =>
  [header, header.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n');

const changes = (before: string, after: string): { said: string; marked: string[] } => {
  const [item] = compareMarkdown(`${before}\n`, `${after}\n`).items;
  const marks = { KEPT: ['', ''], REMOVED: ['[-', '-]'], ADDED: ['{+', '+}'] };
  const text = (item?.segments ?? []).map(({ kind, text }) => marks[kind].join(text)).join('');
  return { said: item?.message.replace('Table was changed: ', '') ?? '', marked: text.split('\n') };
};

describe('of a table', () => {
  it('a changed cell is marked inside', () => {
    const { said, marked } = changes(table(ROWS), table(ROWS.with(0, ['limit', 'integer', '50'])));
    expect(said).toBe('row "limit" changed, "20" became "50"');
    expect(marked[2]).toBe('| limit | integer | [-20-]{+50+} |');
  });

  it.each([
    [
      'a row that came',
      table(ROWS.toSpliced(2, 0, ['page', 'integer', '1'])),
      'row "page" added',
      '{+| page | integer | 1 |',
    ],
    ['rows that went', table(ROWS.slice(0, 2)), '2 rows removed', '[-| sort | string | name |'],
    [
      'rows in another order',
      table([...ROWS.slice(1), ...ROWS.slice(0, 1)]),
      'row "limit" moved',
      '{+| limit | integer | 20 |',
    ],
    [
      'a row under another name',
      table(ROWS.with(3, ['query', 'string', ''])),
      'row "query" changed, "q" became "query"',
      '| [-q-]{+query+} | string |  |',
    ],
    [
      'a column that came',
      table(
        ROWS.map(row => row.toSpliced(2, 0, 'no')),
        HEADER.toSpliced(2, 0, 'Required'),
      ),
      'column "Required" added',
      '| limit | integer |{+ no |+} 20 |',
    ],
    [
      'a removed column, and a cell',
      table(
        ROWS.map(([name = '', , value = '']) => [name, value || 'any']),
        ['Name', 'Default'],
      ),
      'column "Type" removed, row "q" changed',
      '| q |[- string |-] {+any+} |',
    ],
    [
      'a column under another name',
      table(ROWS, HEADER.with(0, 'Field')),
      'column "Name" renamed to "Field"',
      '| [-Name-]{+Field+} | Type | Default |',
    ],
    [
      'a column elsewhere',
      table(
        ROWS.map(([a = '', b = '', c = '']) => [b, a, c]),
        ['Type', 'Name', 'Default'],
      ),
      'column "Name" moved',
      '|[- Name |-] Type |{+ Name |+} Default |',
    ],
    [
      'an alignment',
      table(ROWS).replace('| --- | ---', '| --- | --:'),
      'column "Type" aligned otherwise',
      '| --- | --[---]{+:+} | --- |',
    ],
  ])('%s is reported as such', (_, after, said, line) => {
    const found = changes(table(ROWS), after);
    expect(found.said).toBe(said);
    expect(found.marked).toContain(line);
  });

  it('a bar inside a cell is no border', () => {
    const { said, marked } = changes(table([['a \\| b', 'x', '']]), table([['a \\| b', 'y', '']]));
    expect(said).toBe('row "a \\| b" changed, "x" became "y"');
    expect(marked[2]).toBe('| a \\| b | [-x-]{+y+} |  |');
  });

  it('too many changed rows are reported by their places', () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => [`row ${index}`, 'integer', 'some words about it']);
    const { said, marked } = changes(
      table(rows),
      table(rows.with(1_200, ['row 1200', 'string', 'some words about it'])),
    );
    expect(said).toBe('row "row 1200" changed, "integer" became "string"');
    expect(marked).toContain('| row 1200 | [-integer-]{+string+} | some words about it |');
    expect(marked.join('\n').length).toBeLessThan(1_000);
  });

  it('the marks form both tables', () => {
    const cell = fc.constantFrom('', 'a', 'b', 'a b', 'c \\| d');
    const any = fc
      .integer({ min: 1, max: 4 })
      .chain(width =>
        fc
          .array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 })
          .map(([header = [], ...rows]) => table(rows, header)),
      );
    fc.assert(
      fc.property(any, any, (before, after) => {
        const [item] = compareMarkdown(`${before}\n`, `${after}\n`).items;
        if (item?.segments === undefined) return;
        const without = (kind: string): string =>
          (item.segments ?? [])
            .filter(each => each.kind !== kind)
            .map(({ text }) => text)
            .join('');
        expect([without('ADDED'), without('REMOVED')]).toEqual([`${item.oldValue}\n`, `${item.newValue}\n`]);
      }),
    );
  });
});
