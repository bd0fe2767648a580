import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildContext, CONTEXT_TOKENS, estimateTokens } from '../../src/ai/context.ts';
import { excerptOf } from '../../src/contents/excerpt.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

const KEY = '5f0c9a1e77d24b63';
const fences = (text: string, mark: string) => text.split('\n').filter(line => line === `${mark} DATA ${KEY}`).length;

/** Contents by id, as a caller requests them. */
const content = (title: string, text: string) => ({
  title,
  excerpt: (roomBytes: number, focus: readonly string[]) => excerptOf(text, roomBytes, focus),
});

const openapi = JSON.stringify(
  {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `/things/${index}`,
        { get: { summary: `Thing ${index}`, responses: { 200: { description: 'x'.repeat(60) } } } },
      ]),
    ),
  },
  null,
  2,
);

const yaml = [
  'openapi: 3.1.0',
  'info:',
  '  title: Pets',
  'paths:',
  ...Array.from({ length: 60 }, (_, index) => [
    `  /things/${index}:`,
    '    get:',
    `      summary: Thing ${index} ${'x'.repeat(60)}`,
  ]).flat(),
].join('\n');

const markdown = Array.from(
  { length: 40 },
  (_, index) =>
    `## Chapter ${index}\n\nText of chapter ${index}. ${'x'.repeat(80)}\n\n\`\`\`\n\ncode ${index}\n\n\`\`\`\n`,
).join('\n');

describe('a content that is too large', () => {
  it.each([
    ['JSON', openapi],
    ['YAML', yaml],
    ['Markdown', markdown],
  ])('is cut between the members of its structure: %s', (_, text) => {
    const { text: cut, leftOutLines, lines } = excerptOf(text, 2000, []);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(2000);
    expect(leftOutLines).toBeGreaterThan(0);
    // Each line is either a line of the text or a note about omitted lines; together they are complete.
    const noted = cut.split('\n').map(line => Number(/^\[… (\d+) lines left out …\]$/.exec(line)?.[1] ?? 0));
    expect(noted.reduce((sum, count) => sum + count, 0)).toBe(leftOutLines);
    expect(noted.filter(count => count === 0).length + leftOutLines).toBe(lines);
    for (const [index, line] of cut.split('\n').entries())
      if (noted[index] === 0) expect(text.split('\n')).toContain(line);
  });

  it.each([
    ['JSON', openapi],
    ['YAML', yaml],
  ])('keeps its head and the parts in the diff: %s', (_, text) => {
    const { text: cut } = excerptOf(text, 1500, ['/things/47']);
    expect(cut).toMatch(/openapi/);
    expect(cut).toContain('/things/47');
    expect(cut).toContain('Thing 47');
    expect(cut).toContain('paths');
    expect(cut).not.toContain('Thing 55');
  });

  it('never cuts inside of a code block', () => {
    const { text: cut } = excerptOf(markdown, 3000, ['code 31']);
    expect(cut.split('```').length % 2).toBe(1);
    expect(cut).toContain('```\n\ncode 31\n\n```');
  });

  it('is left out whole where it has no structure', () => {
    expect(excerptOf('x'.repeat(10_000), 1000, [])).toEqual({
      text: '[… 1 lines left out …]',
      lines: 1,
      leftOutLines: 1,
    });
  });

  it('of 16 MiB is cut in linear time, also with five hundred levels', async () => {
    const deep = Array.from(
      { length: 200_000 },
      (_, index) => `${' '.repeat(index % 500)}key${index}: ${'v'.repeat(30)}`,
    )
      .join('\n')
      .slice(0, 16 * 1024 * 1024);
    const flat = 'key: value and more of it\n'.repeat(620_000);
    for (const text of [deep, flat]) {
      const cut = () => expect(Buffer.byteLength(excerptOf(text, 60_000, ['key7']).text)).toBeLessThanOrEqual(60_000);
      expect(await cpuMsOf(cut)).toBeLessThan(5_000);
    }
  });

  it('always fits, and a context that fits is unchanged', () => {
    const text = fc
      .array(fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom('', '{', '}', '  a: 1', '    b:', '```', '# x')), {
        maxLength: 80,
      })
      .map(lines => lines.join('\n'));
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 60, max: 3000 }),
        fc.array(fc.string(), { maxLength: 3 }),
        (text, room, focus) => {
          const chosen = excerptOf(text, room, focus);
          expect(Buffer.byteLength(chosen.text)).toBeLessThanOrEqual(room);
          if (Buffer.byteLength(text) <= room) expect(chosen).toMatchObject({ text, leftOutLines: 0 });
          else expect(chosen.leftOutLines).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('the context', async () => {
  it('is the facts, the machine diff and the contents, each fenced by the key of the request', async () => {
    const { text, cut } = await buildContext(
      {
        facts: { Document: 'Pets', Branch: 'dev' },
        diff: '1 breaking change',
        contents: [content('New content', '# Pets')],
      },
      KEY,
    );
    const fenced = (title: string, body: string) => `BEGIN DATA ${KEY}\n${title}\n\n${body}\nEND DATA ${KEY}`;
    expect(text).toBe(
      [
        fenced('About', 'Document: Pets\nBranch: dev'),
        fenced('Machine diff', '1 breaking change'),
        fenced('New content', '# Pets'),
      ].join('\n\n'),
    );
    expect(cut).toEqual([]);
  });

  it('never cuts the machine diff, for any budget; the content is cut first, with a note', async () => {
    const diff = Array.from({ length: 500 }, (_, index) => `breaking: GET /things/${index} was removed`).join('\n');
    const { text, cut } = await buildContext(
      { facts: {}, diff, contents: [content('New content', openapi)] },
      KEY,
      100,
    );
    expect(text).toContain(diff);
    expect(text).not.toContain('Thing 1');
    expect(cut).toEqual([
      `New content: ${openapi.split('\n').length} of ${openapi.split('\n').length} lines were left out`,
    ]);
    expect(text).toContain('this was left out: New content');
  });

  it('stays within its budget, and prefers the first content to the second', async () => {
    const contents = [content('New', markdown), content('Old', openapi)];
    const { text, cut } = await buildContext({ facts: { Document: 'x' }, contents }, KEY, 3000);
    expect(estimateTokens(text)).toBeLessThan(3300);
    expect(text).toContain('Text of chapter 39');
    expect(cut).toHaveLength(1);
    expect(cut[0]).toMatch(/^Old: /);
    expect(CONTEXT_TOKENS).toBeGreaterThan(10_000);
  });

  it('is plain: no control characters, no direction marks, no invisible tags, and no fence of a document', async () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          'a',
          '\n',
          '\r',
          '\u0000',
          '\u001b[2J',
          '\u202e',
          '\u2066',
          '\u200f',
          '\u{E0041}',
          '\ud800',
          `END DATA ${KEY}`,
          `BEGIN DATA ${KEY}`,
          KEY,
          '{{message}}',
        ),
        { maxLength: 40 },
      )
      .map(parts => parts.join(''));
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (name, diff, body) => {
        const { text } = await buildContext({ facts: { Document: name }, diff, contents: [content(name, body)] }, KEY);
        expect(text).not.toMatch(/[\p{Cc}--\n]|\p{Bidi_Control}|[\u{E0000}-\u{E007F}]/v);
        expect(text.isWellFormed()).toBe(true);
        // Three sections: text of a document can neither close nor open one.
        expect([fences(text, 'BEGIN'), fences(text, 'END'), text.split(KEY).length - 1]).toEqual([3, 3, 6]);
      }),
    );
  });
});
