import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseLargeJson } from '../../facades/large-json.ts';
import { parseBody } from '../../facades/request-body.ts';
import { JsonBytes } from '../../src/platform/json-bytes.ts';
import { jsonStream, LaterList } from '../../src/platform/json-stream.ts';
import { LongText } from '../../src/platform/long-text.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

const MEGABYTE = 1024 * 1024;

const written = async (value: unknown): Promise<string> =>
  Buffer.concat((await jsonStream(value).toArray()).map(part => Buffer.from(part))).toString();
const read = (text: string): Promise<unknown> => parseLargeJson(Buffer.from(text));

/** Texts that are hard to split: escapes of every length, backslashes, characters of one to four bytes. */
const hard = fc
  .array(fc.constantFrom('a', '\\', '"', '\n', '\u0001', 'é', '→', '😀', '\ud83d', '\\u00', '0', '/'), {
    minLength: 1,
    maxLength: 40,
  })
  .map(parts => parts.join(''));

describe('large JSON', () => {
  it('reads the same as JSON.parse, for every split of a long text', async () => {
    await fc.assert(
      fc.asyncProperty(hard, fc.nat({ max: 20 }), async (unit, offset) => {
        const value = {
          first: 1,
          text: 'x'.repeat(offset) + unit.repeat(Math.ceil(200_000 / unit.length)),
          nested: [['"']],
        };
        expect(await read(JSON.stringify(value))).toEqual(value);
      }),
      { numRuns: 60 },
    );
  });

  it('writes the same as JSON.stringify, for every split of a long text', async () => {
    await fc.assert(
      fc.asyncProperty(hard, fc.nat({ max: 20 }), async (unit, offset) => {
        const text = 'x'.repeat(offset) + unit.repeat(Math.ceil(200_000 / unit.length));
        const value = {
          code: 200,
          detail: { text, none: undefined, n: JSON.rawJSON('1e400'), items: [{ a: [1, null] }] },
        };
        expect(await written(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 60 },
    );
  });

  it('writes a text in bytes like the text, for every split, and gives its memory back', async () => {
    await fc.assert(
      fc.asyncProperty(hard, fc.nat({ max: 20 }), async (unit, offset) => {
        const text = ('x'.repeat(offset) + unit.repeat(Math.ceil(200_000 / unit.length))).toWellFormed();
        const bytes = Buffer.from(new TextEncoder().encode(text).buffer);
        const whole = { text, again: [text] };
        expect(JSON.stringify({ text: new LongText(bytes) })).toBe(JSON.stringify({ text }));
        expect(await written({ text: new LongText(bytes), again: [new LongText(bytes)] })).toBe(JSON.stringify(whole));
        expect(bytes.buffer.detached).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps long texts in bytes, of objects at one depth, unless they have a lone surrogate', async () => {
    const read = (text: string, depth: number) => parseLargeJson(Buffer.from(text), { depth, inBytes: true });
    const inBytes = (text: string) => (text.isWellFormed() ? new LongText(Buffer.from(text)) : text);
    await fc.assert(
      fc.asyncProperty(hard, fc.nat({ max: 20 }), async (unit, offset) => {
        const text = 'x'.repeat(offset) + unit.repeat(Math.ceil(300_000 / unit.length));
        const value = { first: 1, text, short: 'x'.repeat(200_000), inner: { text, list: [{ text }] } };
        const { inner } = value;
        const [top, below] = [await read(JSON.stringify(value), 1), await read(JSON.stringify(value), 2)];
        expect(top).toEqual({ ...value, text: inBytes(text) });
        expect(below).toEqual({ ...value, inner: { ...inner, text: inBytes(text) } });
        expect(JSON.stringify([top, below])).toBe(JSON.stringify([value, value]));
      }),
      { numRuns: 20 },
    );
  });

  it('makes the items of a list only when it writes them', async () => {
    const made: number[] = [];
    const make = (item: number) => {
      made.push(item);
      return { item, none: undefined };
    };
    const value = { items: new LaterList([1, 2, 3], make), count: 3 };
    expect(made).toEqual([]);
    const text = '{"items":[{"item":1},{"item":2},{"item":3}],"count":3}';
    expect(await written(value)).toBe(text);
    expect(JSON.stringify(value)).toBe(text);
    expect(await written(new LaterList([], make))).toBe('[]');
  });

  it('writes JSON that a worker wrote as it is, without parsing it', async () => {
    const [small, large] = ['{"n":1.0,"big":9007199254740993}', `["${'é'.repeat(200_000)}", 1e400]`];
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const value = { a: [new JsonBytes(Buffer.from(small), 3)], b: new JsonBytes(Buffer.from(large), 3), c: 'x' };
    expect(await written(value)).toBe(`{"a":[${small}],"b":${large},"c":"x"}`);
    expect(parse).not.toHaveBeenCalled();
    expect(JSON.stringify(value)).toBe(`{"a":[${small}],"b":${large.replace(', ', ',')},"c":"x"}`);
  });

  it('writes an item with small values at once: a generator for each value would take 40 times as long', async () => {
    const item = { id: 'one', path: '/pets', tags: ['a', 'b'], summary: null, version: { id: 'two', document: { id: 'three' } } };
    const value = { data: { nodes: Array.from({ length: 5_000 }, (_, index) => ({ ...item, index })) } };
    const whole = JSON.stringify(value);
    const stringify = vi.spyOn(JSON, 'stringify');
    onTestFinished(() => stringify.mockRestore());
    expect(await written(value)).toBe(whole);
    // One for each item, and one for each key around them.
    expect(stringify).toHaveBeenCalledTimes(5_000 + 2);
  }); // biome-ignore format: one line an item

  it.each([
    ['after a text', (text: string) => [`{"a": "é",\n "😀": "${text}", "b":`, '}'], 'Expected a value, found "}".'],
    ['between texts', (text: string) => [`{"a": "${text}", `, `b: "${text}"}`], 'Expected a key in double quotes, found "b".'],
    ['in a text', (text: string) => [`{"c": [""], "a": "${text}`, `\n${text}"}`], 'A control character inside a string must be escaped, as in \\n.'],
    ['in a later text', (text: string) => [`{"a": "${text}", "b": "${text}`, '\\x"}'], 'This is not a valid JSON escape: write \\\\ for a backslash.'],
    ['before a text that does not end', (text: string) => ['{"a": ', `"${text}`], 'This string is never closed: add the missing double quote.'],
  ])('finds the mistake %s, and makes no string of the whole body', async (_, make, message) => {
    const [before, after] = make('é😀 x\\n'.repeat(500_000)) as [string, string];
    const bytes = Buffer.from(before + after);
    const lines = before.split('\n');
    const [line, column] = [lines.length, (lines.at(-1) ?? '').length + 1];
    const strings = vi.spyOn(Buffer.prototype, 'toString');
    onTestFinished(() => strings.mockRestore());
    const said = `The body is not valid JSON (line ${line}, column ${column}): ${message}`;
    expect(await parseBody(bytes, { depth: 1, inBytes: true })).toEqual({ errors: [{ message: said, line, column }] });
    expect(Math.max(...strings.mock.results.map(({ value }) => value.length))).toBeLessThan(MEGABYTE);
  }); // biome-ignore format: one line a case

  it('reads escapes only, backslashes only and several long texts', async () => {
    const value = {
      a: '\\'.repeat(300_001),
      b: '\u0002'.repeat(100_000),
      c: '"'.repeat(200_000),
      d: [{ e: 'x'.repeat(100_000) }],
    };
    expect(await read(JSON.stringify(value))).toEqual(value);
    const escaped = `{"a":"${'\\ud83d\\ude00'.repeat(50_000)}"}`;
    expect(await read(escaped)).toEqual({ a: '😀'.repeat(50_000) });
  });

  it('reads keys as they are, however long', async () => {
    const key = 'x'.repeat(100_000);
    const text = `{"${key}" \n:1,"b":"${key}","c":{"${key}":"${key}"}}`;
    for (const depth of [1, 2]) expect(await parseLargeJson(Buffer.from(text), { depth })).toEqual(JSON.parse(text));
  });

  it('refuses millions of brackets, and large bodies without long texts', async () => {
    await expect(read('['.repeat(5_000_000))).rejects.toThrow('must not be nested deeper than 500');
    const many = 'has more than 50000 keys and values';
    await expect(read(`[${'1,'.repeat(3 * MEGABYTE)}1]`)).rejects.toThrow(many);
    const keys = Array.from({ length: 50_001 }, (_, index) => `"${index}":1`).join();
    await expect(read(`{${keys}}`)).rejects.toThrow(many);
    await expect(read(`[${' '.repeat(4 * MEGABYTE)}1]`)).rejects.toThrow(
      'has more than 4194304 bytes beside its texts',
    );
  });

  it.each([
    ['blanks before a colon', `{"a"${' '.repeat(39 * MEGABYTE)}:1}`],
    ['blanks after a long key', `{"${'a'.repeat(70_000)}"${'\n'.repeat(39 * MEGABYTE)}:1}`],
    ['texts full of quotes', `[${Array.from({ length: 800 }, () => `"${'\\"'.repeat(2_400)}"`).join()}]`],
  ])('lets others have their turn in %s', async (_, text) => {
    const bytes = Buffer.from(text);
    const turnsMs: number[] = [];
    // In CPU time of this thread: waiting for a core does not count.
    let [isRead, last] = [false, process.threadCpuUsage()];
    const takeTurn = () => {
      const { user, system } = process.threadCpuUsage(last);
      turnsMs.push((user + system) / 1_000);
      last = process.threadCpuUsage();
      if (!isRead) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    await parseLargeJson(bytes).catch(error => expect(error.message).toMatch(/beside its texts/));
    isRead = true;
    await new Promise(setImmediate);
    const wholeMs = turnsMs.reduce((sum, ms) => sum + ms, 0);
    // A short whole may consist of one pause of this process.
    expect(Math.max(...turnsMs)).toBeLessThan(Math.max(wholeMs / 2, 60));
  });

  it('reads blanks wherever JSON permits them', async () => {
    const blanks = ' \n\t\r'.repeat(10_000);
    const text = JSON.stringify({ a: ['x', 'y'.repeat(100_000)], b: 'z'.repeat(100_000) });
    const spaced = text.replaceAll(/"[xyzab]+"|[[\]{}:,]/g, part => `${blanks}${part}${blanks}`);
    expect(await read(spaced)).toEqual(JSON.parse(text));
  });

  it('reads a long text without an escape as fast as one with escapes', async () => {
    const bestMs = async (unit: string) => {
      const bytes = Buffer.from(JSON.stringify({ text: unit.repeat((32 * MEGABYTE) / unit.length) }));
      const timesMs: number[] = [];
      for (let run = 0; run < 3; run += 1) timesMs.push(await cpuMsOf(() => parseLargeJson(bytes)));
      return Math.min(...timesMs);
    };
    const escaped = await bestMs(`${'x'.repeat(999)}\n`);
    expect(await bestMs('x')).toBeLessThan(2 * escaped);
  });

  it.each(['{"a":"', '{"a":"\\x', '{"a":"\n'])('refuses a long text that is broken: %j', async start => {
    await expect(read(`${start}${'x'.repeat(100_000)}"`)).rejects.toThrow(SyntaxError);
    await expect(read(`${start}${'x'.repeat(100_000)}`)).rejects.toThrow(SyntaxError);
  });
});
