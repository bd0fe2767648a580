import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/openapi/document.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

const problemsOf = (text: string) => parseDocument(text).problems;
const jsonOf = (text: string): string => {
  const { document, problems } = parseDocument(text);
  expect(problems).toEqual([]);
  return JSON.stringify(document);
};

describe('syntax errors', () => {
  it.each([
    ['{"a": 1,}', 1, 8, 'Remove the comma before "}": JSON allows no trailing comma.'],
    ['{\n  "a" 1\n}', 2, 7, 'Expected ":" after the key, found "1".'],
    ['{"a": [1 2]}', 1, 10, 'Expected "," or "]", found "2".'],
    ['{"a": 01}', 1, 8, 'Expected "," or "}", found "1".'],
    ['{"a":\r\n\r\n  nope}', 3, 3, 'Expected a value, found "n".'],
    ['{"a": "x', 1, 7, 'This string is never closed: add the missing double quote.'],
    ['{"a": "\\x"}', 1, 8, 'This is not a valid JSON escape: write \\\\ for a backslash.'],
    ['{"a": 1} b', 1, 10, 'Unexpected "b" after the end of the JSON value.'],
    ['{"a":', 1, 6, 'The text ends where a value should follow.'],
    ['{"a":1, b: 2}', 1, 9, 'Expected a key in double quotes, found "b".'],
  ])('of JSON have a place: %j', (text, line, column, message) => {
    expect(problemsOf(text)).toEqual([{ message, line, column, rule: 'syntax' }]);
  });

  it.each([
    ['a: [1, 2', 1, 9],
    ['a: 1\n b: 2', 2, 3],
    ['a: "x', 1, 6],
    ['a: b\n\tc: d', 2, 1],
    ['a: *missing', 1, 4],
  ])('of YAML have a place: %j', (text, line, column) => {
    expect(problemsOf(text)).toEqual([expect.objectContaining({ line, column, rule: 'syntax' })]);
  });

  it.each(['', '   \n', '# only a comment', '\uFEFF'])('refuses an empty document: %j', text => {
    expect(problemsOf(text)).toEqual([expect.objectContaining({ message: 'The document is empty.' })]);
  });
});

describe('keys', () => {
  it('refuses each duplicate key of JSON at its second place', () => {
    expect(problemsOf('{"a": 1,\n "b": {"c": 1, "\\u0063": 2},\n "a": 3}')).toEqual([
      {
        message: 'Duplicate key "c": keep only one of them.',
        pointer: '/b/c',
        line: 2,
        column: 16,
        rule: 'duplicate-key',
      },
      {
        message: 'Duplicate key "a": keep only one of them.',
        pointer: '/a',
        line: 3,
        column: 2,
        rule: 'duplicate-key',
      },
    ]);
  });

  it('refuses duplicate keys of YAML, also when only one is quoted', () => {
    expect(problemsOf('a:\n  - 200: x\n    "200": y\n')).toEqual([
      {
        message: 'Duplicate key "200": keep only one of them.',
        pointer: '/a/0/200',
        line: 3,
        column: 5,
        rule: 'duplicate-key',
      },
    ]);
  });

  it('reports at most a hundred duplicates', () => {
    expect(problemsOf(`{${'"a":1,'.repeat(1000)}"b":2}`)).toHaveLength(100);
  });

  it.each(['{"__proto__":{"a":1},"constructor":2}', '__proto__: {a: 1}\nconstructor: 2'])(
    'keeps odd keys as data: %j',
    text => {
      expect(jsonOf(text)).toBe('{"__proto__":{"a":1},"constructor":2}');
      expect(({} as { a?: number }).a).toBeUndefined();
    },
  );

  it.each([
    ['JSON', (name: string, inner: string) => `{"${name}": {${inner}}}`],
    ['YAML', (name: string, inner: string) => `'${name}': {${inner}}`],
  ])('reports duplicates of %s below a very long key with short pointers', (_name, write) => {
    const text = write('k'.repeat(1_000_000), Array.from({ length: 101 }, () => '"a": 1').join(', '));
    const { problems } = parseDocument(text);
    expect(problems).toHaveLength(100);
    expect(problems[0]).toMatchObject({ pointer: expect.stringMatching(/^\/k+…$/), rule: 'duplicate-key' });
    expect(JSON.stringify(problems).length).toBeLessThan(500_000);
  });

  it('keeps the keys of YAML as written', () => {
    expect(jsonOf('200: a\ntrue: b\nnull: c\n1.10: d\n')).toBe('{"200":"a","true":"b","null":"c","1.10":"d"}');
  });

  it.each(['? [a]\n: 1', '? {a: 1}\n: 1', ': 1', '~: 1', 'a: &a [1]\n*a : 2'])(
    'refuses a key that is no text: %j',
    text => {
      expect(problemsOf(text)).toEqual([expect.objectContaining({ rule: 'no-json' })]);
    },
  );
});

describe('YAML values', () => {
  it('keeps numbers exactly', () => {
    const yaml = '[0x1F, 0o17, +1, .5, -.5, 1., 007, 1e5, -0, 9007199254740993, 1.0, 1e400, 0xffffffffffffffffff]';
    expect(jsonOf(`a: ${yaml}`)).toBe(
      '{"a":[31,15,1,0.5,-0.5,1.0,7,1e5,-0,9007199254740993,1.0,1e400,4722366482869645213695]}',
    );
  });

  it('follows the core schema of YAML 1.2: no dates, no yes and no, no octal by a leading zero', () => {
    expect(jsonOf('[2001-01-01, yes, No, on, 1_000, 12:30:45, 010, TRUE, Null, ~, "1"]')).toBe(
      '["2001-01-01","yes","No","on","1_000","12:30:45",10,true,null,null,"1"]',
    );
  });

  it('honours the tags of the core schema', () => {
    expect(jsonOf('[!!str 1, !!int "1", !!float 1.50, !!bool "true", !!null "", ! 12, !!map {}, !!seq []]')).toBe(
      '["1",1,1.50,true,null,"12",{},[]]',
    );
  });

  it.each([
    '!!binary aGk=',
    '!custom x',
    '!!set {a}',
    '!!int x',
    '!!timestamp 2001-01-01',
    '!foo {a: 1}',
    '.inf',
    '-.INF',
    '.nan',
  ])('refuses values that JSON cannot represent: %s', value => {
    expect(problemsOf(`a: ${value}`)).toEqual([expect.objectContaining({ rule: 'no-json', line: 1 })]);
  });

  it('is YAML too when its first key is quoted or in braces', () => {
    expect(jsonOf('"a": 1\nb: 2')).toBe('{"a":1,"b":2}');
    expect(jsonOf("{a: 1, 'b': 2}")).toBe('{"a":1,"b":2}');
    expect(jsonOf('"text"')).toBe('"text"');
  });

  it('refuses a second document', () => {
    expect(problemsOf('a: 1\n---\nb: 2')).toEqual([expect.objectContaining({ line: 3, column: 1 })]);
    expect(jsonOf('--- \na: 1\n...\n')).toBe('{"a":1}');
  });

  it('expands aliases into copies and merge keys into fields', () => {
    const text = 'base: &b {x: 1, y: 1}\nother: &o {y: 2, z: 2}\na: *b\nc: {<<: [*b, *o], x: 3}\nd: {"<<": 1}\n';
    expect(jsonOf(text)).toBe(
      '{"base":{"x":1,"y":1},"other":{"y":2,"z":2},"a":{"x":1,"y":1},"c":{"x":3,"y":1,"z":2},"d":{"<<":1}}',
    );
    const { document } = parseDocument('a: &x {n: 1}\nb: *x');
    expect((document as { a: object }).a).not.toBe((document as unknown as { b: object }).b);
  });

  it('takes a merge key with its tag', () => {
    expect(jsonOf('a: &a {x: 1}\nb:\n  !!merge <<: *a\nc: {!<tag:yaml.org,2002:merge> <<: *a, y: 2}\n')).toBe(
      '{"a":{"x":1},"b":{"x":1},"c":{"y":2,"x":1}}',
    );
  });

  it.each([
    ['{: 1}', ''],
    ['a:\n  ~: 1', '/a'],
    ['a:\n  b:\n    !!merge x: 1', '/a/b'],
    ['a:\n  !!merge "<<": {b: 1}', '/a'],
  ])('refuses the key in %j, with the pointer of its object', (text, pointer) => {
    expect(problemsOf(text)).toEqual([expect.objectContaining({ rule: 'no-json', pointer })]);
  });

  it('lets an alias refer to the nearest anchor of its name before it', () => {
    expect(jsonOf('a: &x 1\nb: *x\nc: &x 2\nd: *x')).toBe('{"a":1,"b":1,"c":2,"d":2}');
    expect(jsonOf('a: &x {b: &x 1, c: *x}\nd: *x')).toBe('{"a":{"b":1,"c":1},"d":1}');
    expect(jsonOf('a: &x [&x [1]]\nb: *x')).toBe('{"a":[[1]],"b":[1]}');
  });

  it.each(['a: &x [*x]', 'a: &x {b: {c: *x}}', 'a: {<<: 5}'])('refuses %s', text => {
    expect(problemsOf(text)).toEqual([expect.objectContaining({ rule: 'no-json' })]);
  });
});

describe('characters', () => {
  it('drops a byte order mark', () => {
    expect(jsonOf('\uFEFF{"a":1}')).toBe('{"a":1}');
    expect(parseDocument('\uFEFFa:\n  b: 1').locate('/a/b')).toEqual({ line: 2, column: 3 });
  });

  it.each([
    ['{"a":\n "x\0"}', 2, 4],
    ['{"a":\n "x\\u0000"}', 1, 2],
    ['b: 1\na: "x\\0"', 2, 1],
  ])('refuses NUL, plain or escaped: %j', (text, line, column) => {
    expect(problemsOf(text)).toEqual([expect.objectContaining({ rule: 'nul', line, column })]);
  });

  it('reads an escaped backslash before u0000 as text', () => {
    expect(jsonOf('{"pattern":"^[^\\\\u0000]*$"}')).toBe('{"pattern":"^[^\\\\u0000]*$"}');
  });
});

describe('locate', () => {
  const json = '{\n  "paths": {\n    "/a~b": {\n      "get": [1,\n 22, {"x": [[3]]}]\n    }\n  }\n}';
  const yaml = 'paths:\n  /a~b:\n    get:\n      - 1\n      - 22\n      - x: [[3]]\n';

  it.each([
    ['', 1, 1],
    ['/paths', 2, 3],
    ['/paths/~1a~0b', 3, 5],
    ['/paths/~1a~0b/get/1', 5, 2],
    ['/paths/~1a~0b/get/2/x/0/0', 5, 14],
    ['/paths/~1a~0b/post', 3, 5],
    ['/nothing/here', 1, 1],
  ])('finds %s in JSON', (pointer, line, column) => {
    expect(parseDocument(json).locate(pointer)).toEqual({ line, column });
  });

  it.each([
    ['', 1, 1],
    ['/paths', 1, 1],
    ['/paths/~1a~0b', 2, 3],
    ['/paths/~1a~0b/get/1', 5, 9],
    ['/paths/~1a~0b/get/2/x/0/0', 6, 14],
    ['/paths/~1a~0b/post', 2, 3],
  ])('finds %s in YAML', (pointer, line, column) => {
    expect(parseDocument(yaml).locate(pointer)).toEqual({ line, column });
  });
});

describe('budgets', () => {
  const laughs = `a: &a [${'x,'.repeat(10)}]\n${[...'bcdefghi'].map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(10)}]\n`).join('')}`;
  const hostile: [string, string][] = [
    ['400,000 brackets of JSON', '['.repeat(400_000)],
    ['400,000 brackets of YAML', `a: ${'['.repeat(400_000)}`],
    ['400,000 nested block lists', '- '.repeat(400_000)],
    ['YAML indented 600 times', Array.from({ length: 600 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')],
    ['billion laughs', laughs],
    ['aliases that nest deeper and deeper', nestedAliases()],
    ['4,000,000 numbers of JSON', `[${'1,'.repeat(4_000_000)}1]`],
    ['4,000,000 numbers of YAML', `a: [${'1,'.repeat(4_000_000)}1]`],
  ];

  it.each(hostile)('refuses %s with one problem and soon', async (_name, text) => {
    const refused = [expect.objectContaining({ rule: 'budget', line: expect.any(Number) })];
    expect(await cpuMsOf(() => expect(problemsOf(text)).toEqual(refused))).toBeLessThan(2_000);
  });

  it('accepts 500 levels and refuses 501', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (depth: number) => `${open.repeat(depth)}${open === '[' ? '' : '1'}${close.repeat(depth)}`;
      expect(problemsOf(nested(500))).toEqual([]);
      expect(problemsOf(nested(501))).toHaveLength(1);
      expect(problemsOf(`# YAML\n${nested(500).replaceAll('"a":', 'a: ')}`)).toEqual([]);
      expect(problemsOf(`# YAML\n${nested(501).replaceAll('"a":', 'a: ')}`)).toHaveLength(1);
    }
  });

  it('accepts 2,000,000 values and refuses one more', () => {
    const values = (count: number) => `[${'1,'.repeat(count - 2)}1]`;
    expect(problemsOf(values(2_000_000))).toEqual([]);
    expect(problemsOf(values(2_000_001))).toHaveLength(1);
  });

  it('accepts 10,000 values from aliases and refuses more', () => {
    const aliases = (count: number) => `a: &a [${'1,'.repeat(99)}]\nb: [${'*a,'.repeat(count)}]`;
    expect(problemsOf(aliases(100))).toEqual([]);
    expect(problemsOf(aliases(101))).toMatchObject([{ rule: 'budget', line: 2, pointer: '/b/100' }]);
  });

  it('reads a map of 40,000 keys in linear time', async () => {
    const text = Array.from({ length: 40_000 }, (_, index) => `key${index}: ${index}\n`).join('');
    expect(await cpuMsOf(() => expect(problemsOf(text)).toEqual([]))).toBeLessThan(1_000);
  });
});

function nestedAliases(): string {
  const lines = ['a0: &a0 [1]'];
  for (let level = 1; level < 120; level++)
    lines.push(`a${level}: &a${level} ${'['.repeat(20)}*a${level - 1}${']'.repeat(20)}`);
  return lines.join('\n');
}
