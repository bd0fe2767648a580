import { describe, expect, it } from 'vitest';
import { findMarked, type Kind, marksOf } from '../../src/contents/worker/moved-lines.ts';

/** The lines after a change whose text each line had before it, by the text of the line; null for those that are gone. */
const moved = (before: string, after: string, line: number, kind: Kind = 'data'): number | null => {
  const lines = before.split('\n');
  const text = lines[line - 1] as string;
  const marks = marksOf(lines, line - 1, kind);
  const [found = null] = findMarked(after.split('\n'), [{ text, marks }], kind);
  return found === null ? null : found + 1;
};

const properties = (...names: string[]) =>
  ['Order:', '  properties:', ...names.flatMap(name => [`    ${name}:`, '      type: string'])].join('\n');
const typeOf = (nth: number) => 2 * nth + 2;

const PATHS = `paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - description: Most rows
          name: limit
          in: query
        - description: Where to start
          name: offset
          in: query
      responses: {}
  /orders:
    get:
      operationId: listOrders
      responses: {}
`;

const JSON_TEXT = `{
  "paths": {
    "/pets": {
      "description": "All pets there are",
      "get": {}
    },
    "/orders": {
      "description": "All orders there are",
      "get": {}
    }
  }
}`;

const lineOf = (text: string, part: string, nth = 1): number => {
  const found = text.split('\n').flatMap((line, index) => (line.includes(part) ? index + 1 : []));
  return found[nth - 1] as number;
};

describe('a line that others equal', () => {
  const before = properties('id', 'name', 'total');
  it.each([
    ['a property before it', properties('tenant', 'id', 'name', 'total'), typeOf(3)],
    ['a property after it', properties('id', 'name', 'total', 'tax'), typeOf(2)],
    ['another order', properties('name', 'id', 'total'), typeOf(1)],
    ['another indentation', before.replaceAll('  ', '    '), typeOf(2)],
    ['a comment in the first column', before.replace('    name:', '# TODO\n    name:'), typeOf(2) + 1],
    ['another name of the schema', before.replace('Order', 'Purchase'), typeOf(2)],
  ])('moves with %s', (_, after, line) => {
    expect(moved(before, after, typeOf(2))).toBe(line);
  });

  it.each([
    ['its property is removed', properties('id', 'total')],
    ['its property has another name', properties('id', 'title', 'total')],
    ['only its own property is left out of many', properties('id')],
  ])('is gone when %s', (_, after) => {
    expect(moved(before, after, typeOf(2))).toBeNull();
  });

  it.each([
    ['the path is renamed', (text: string) => text.replace('/pets', '/animals')],
    ['the parent has a comment', (text: string) => text.replace('paths:', 'paths: # all')],
    ['a path is added before', (text: string) => text.replace('  /pets:', '  /new:\n    get: {}\n  /pets:')],
  ])('stays in its item of a list when %s', (_, change) => {
    const after = change(PATHS);
    for (const nth of [1, 2])
      expect(moved(PATHS, after, lineOf(PATHS, 'in: query', nth))).toBe(lineOf(after, 'in: query', nth));
  });

  it('is not found in another item when its own is removed', () => {
    const list = 'oneOf:\n  - type: object\n    title: A\n  - type: object\n    title: B\n';
    const withoutA = 'oneOf:\n  - type: object\n    title: B\n';
    expect([moved(list, withoutA, 2), moved(list, withoutA, 4)]).toEqual([null, 2]);
  });
});

describe('a line of JSON', () => {
  it.each([
    ['its path is renamed', JSON_TEXT.replace('/pets', '/animals')],
    ['its parent gets something before it', JSON_TEXT.replace('"/pets": {', '"/pets": {"x-a": 1,')],
    ['it gets a comma', JSON_TEXT],
  ])('is found when %s', (_, after) => {
    const line = lineOf(JSON_TEXT, 'All pets');
    expect(moved(JSON_TEXT, after, line)).toBe(line);
  });

  it('is found with a comma that it did not have', () => {
    expect(moved('{\n  "a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}', 2)).toBe(2);
  });

  it('is the bracket of its own object', () => {
    const after = JSON_TEXT.replace('"paths": {', '"paths": {\n    "/new": {\n      "get": {}\n    },');
    expect(moved(JSON_TEXT, after, lineOf(JSON_TEXT, '    },'))).toBe(lineOf(after, '    },', 2));
    const withoutPets = JSON_TEXT.replace(/ {4}"\/pets"[^}]+\{\}\n {4}\},\n/, '');
    expect(moved(JSON_TEXT, withoutPets, lineOf(JSON_TEXT, '    },'))).toBeNull();
  });
});

describe('a line of Markdown', () => {
  it('that is blank moves with its paragraph', () => {
    expect(moved('# Guide\n\nOne\n\nTwo\n\nThree\n', '# Guide\n\nNew\n\nOne\n\nTwo\n\nThree\n', 4, 'markdown')).toBe(6);
  });

  it('with a sentence is found anywhere, and one with a few words is not', () => {
    const sentence = 'Restart it at the end.';
    expect(moved(`${sentence}\nOne\nTwo\n`, `One\nTwo\n${sentence}\n`, 1, 'markdown')).toBe(3);
    expect(
      moved('# Install\n\nOptional.\n\n# Remove\n', '# Install\n\n# Remove\n\nOptional.\n', 3, 'markdown'),
    ).toBeNull();
    expect(moved('# A\n\n| Port | 80 |\n\n# B\n', '# A\n\n# B\n\n| Port | 80 |\n', 3, 'markdown')).toBeNull();
  });

  it('is in its section, whatever is a comment in a block of code', () => {
    const section = (name: string, ...end: string[]) =>
      [`## ${name}`, '', '```sh', '# install', 'run', '```', '', ...end, ''].join('\n');
    const before = `# Guide\n\n${section('Linux', 'Restart.')}\n${section('Mac')}`;
    const after = `# Guide\n\n${section('Linux')}\n${section('Mac', 'Restart.')}`;
    expect(moved(before, after, lineOf(before, 'Restart.'), 'markdown')).toBeNull();
    expect(moved(before, before, lineOf(before, 'Restart.'), 'markdown')).toBe(lineOf(before, 'Restart.'));
  });
});

describe('a heading of Markdown', () => {
  it.each([
    ['code in a line', '```npm i``` does it\n'],
    ['a longer fence around a shorter one', '````md\n```sh\n# install\n```\n````\n'],
    ['a fence with a language in a block of code', '```\n```sh\n# install\n```\n'],
  ])('is one after %s', (_, code) => {
    const section = (name: string, end = '') => `## ${name}\n\n${code}\n${end}\n`;
    const before = `# Guide\n\n${section('Linux', 'Restart.')}${section('Mac')}`;
    const after = `# Guide\n\n${section('Linux')}${section('Mac', 'Restart.')}`;
    expect(moved(before, after, lineOf(before, 'Restart.'), 'markdown')).toBeNull();
    expect(moved(before, `New\n\n${before}`, lineOf(before, 'Restart.'), 'markdown')).toBe(
      lineOf(before, 'Restart.') + 2,
    );
  });
});

describe.each<[string, Kind, (items: string[]) => string]>([
  [
    'parameters of YAML',
    'data',
    items =>
      `parameters:\n${items.map(name => `  - name: ${name}\n    in: query\n    schema:\n      type: string\n`).join('')}responses: {}`,
  ],
  [
    'parameters of YAML that begin with their place',
    'data',
    items =>
      `parameters:\n${items.map(name => `  - in: query\n    name: ${name}\n    deprecated: true\n`).join('')}x: 1`,
  ],
  [
    'parameters of JSON',
    'data',
    items =>
      JSON.stringify(
        { parameters: items.map(name => ({ name, in: 'query', schema: { type: 'string' } })), x: 1 },
        null,
        2,
      ),
  ],
  [
    'sections of Markdown',
    'markdown',
    items =>
      `# Guide\n\n${items.map(name => `## ${name}\n\nNote: restart.\n\n\`\`\`sh\nrun ${name}\n\`\`\`\n`).join('\n')}`,
  ],
])('%s', (_, kind, textOf) => {
  const NAMES = ['limit', 'offset', 'sort', 'page', 'size', 'order'];
  const lists = [1, 2, 3, 5].map(size => NAMES.slice(0, size));
  const changes = lists.flatMap(
    list =>
      [
        ...list.map((name): [string[], string[]] => [list, list.filter(other => other !== name)]),
        ...list.map((name): [string[], string[]] => [
          list,
          list.flatMap(other => (other === name ? [name, 'new'] : other)),
        ]),
        [list, list.toReversed()],
        [list, ['new', ...list]],
      ] as [string[], string[]][],
  );

  it('take no line for that of another one, and lose few', () => {
    let lost = 0;
    let all = 0;
    for (const [before, after] of changes) {
      const [then, now] = [textOf(before), textOf(after)];
      for (const [index, line] of then.split('\n').entries()) {
        const found = moved(then, now, index + 1, kind);
        const owner = ownerOf(then, index, NAMES);
        if (owner === undefined || line.trim() === '') continue;
        if (found !== null)
          expect([before, after, index, ownerOf(now, found - 1, NAMES)]).toEqual([before, after, index, owner]);
        if (!after.includes(owner)) continue;
        all += 1;
        if (found === null) lost += 1;
      }
    }
    expect(all).toBeGreaterThan(100);
    expect(lost / all).toBeLessThan(0.1);
  });
});

/** The item that a line belongs to: its name is in the line, or in the lines around that are not the next item's. */
function ownerOf(text: string, index: number, names: string[]): string | undefined {
  const items = text.split(/^(?= {2}- |## | {4}\{| {2}\]|responses: |x: )/m);
  let start = 0;
  for (const item of items) {
    const length = item.split('\n').length - 1;
    if (index < start + length) return [...names, 'new'].find(name => new RegExp(`\\b${name}\\b`).test(item));
    start += length;
  }
  return undefined;
}

const parameter = (name: string) => `- in: query\n  required: true\n  name: ${name}\n`;

describe('a text that only one line has', () => {
  it.each([
    ['another schema', 'id:\n  type: string\n  format: uuid\n', 'ownerId:\n  type: string\n  format: uuid\n', 'uuid'],
    [
      'another operation',
      '/users:\n  get:\n    deprecated: true\n    a: 1\n/pets:\n  get:\n    a: 2\n',
      '/users:\n  get:\n    a: 1\n/pets:\n  get:\n    deprecated: true\n    a: 2\n',
      'deprecated',
    ],
    [
      'another parameter',
      '- name: limit\n  in: query\n  schema:\n    maximum: 100\n- name: offset\n  in: query\n  schema:\n    type: integer\n',
      '- name: limit\n  in: query\n  schema:\n    type: integer\n- name: offset\n  in: query\n  schema:\n    maximum: 100\n',
      'maximum',
    ],
    [
      'another list',
      'Pet:\n  required: [id, name, owner]\nOwner:\n  a: 1\n',
      'Pet:\n  a: 1\nOwner:\n  required: [id, name, owner]\n',
      'required',
    ],
    [
      'another list with an item on each line',
      'Pet:\n  required:\n    - id\n    - name\nOrder:\n  required:\n    - code\n',
      'Pet:\n  required:\n    - id\nOrder:\n  required:\n    - code\n    - name\n',
      '- name',
    ],
    [
      'another parameter whose name comes late',
      `${parameter('limit')}  deprecated: true\n${parameter('offset')}`,
      `${parameter('offset')}  deprecated: true\n`,
      'deprecated',
    ],
  ])('is not taken for that of %s', (_, before, after, part) => {
    expect(moved(before, after, lineOf(before, part))).toBeNull();
  });

  it('is found inside of what it was, whatever else changes', () => {
    const before = 'id:\n  type: string\n  format: uuid\n';
    expect(moved(before, 'x: 1\nid:\n  type: integer\n  format: uuid\n', 3)).toBe(4);
  });
});

it('a line of data is not found in what is next to its own when its own is deleted', () => {
  const answer = (status: number) => `    '${status}':\n      content:\n        schema:\n          $ref: Pet\n`;
  const responses = (...all: number[]) => `post:\n  responses:\n${all.map(answer).join('')}  tags: []\n`;
  const before = responses(400, 200);
  expect(moved(before, responses(400), lineOf(before, 'Pet', 2))).toBeNull();
  expect(moved(before, responses(401, 400, 200), lineOf(before, 'Pet', 2))).toBe(14);
});

it('a line that too many others equal has no marks, and the lines of other texts still have', () => {
  const lines = [...Array.from({ length: 100_001 }, () => '}'), 'alone'];
  expect(marksOf(lines, 7, 'data')).toEqual([]);
  const marks = marksOf(['}', 'alone'], 0, 'data');
  const alone = { text: 'alone', marks: marksOf(lines, 100_001, 'data') };
  expect(findMarked(lines, [{ text: '}', marks }, alone], 'data')).toEqual([null, 100_001]);
});
