import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeMarkdown } from '../../src/markdown/stable.ts';

describe('the stable form', () => {
  it.each([
    ['has LF line ends', 'a\r\nb\rc', 'a\nb\nc\n'],
    ['has LF line ends, wherever the text is long', `${'x'.repeat(65_535)}\r\r\nb`, `${'x'.repeat(65_535)}\n\nb\n`],
    ['ends in one newline', 'a\n\n\n', 'a\n'],
    ['is composed (NFC)', 'e\u0301', 'é\n'],
    ['has no byte order mark', '\uFEFFa', 'a\n'],
    ['has no blanks at the end of lines', '# a  \n\nb \t\nc \n', '# a\n\nb\nc\n'],
    ['keeps a hard break as two spaces', 'a     \nb  \n', 'a  \nb\n'],
    ['keeps a hard break in a list', '- a   \n  b   \n', '- a  \n  b\n'],
    ['keeps blanks in fenced code', '```  \na  \n \n```\n', '```  \na  \n \n```\n'],
    ['keeps blanks in indented code', 'x\n\n    a  \n\n    b \n', 'x\n\n    a  \n\n    b \n'],
    ['keeps blanks in front matter', '---\na: b  \n---\n', '---\na: b  \n---\n'],
    ['has no blanks after a rule at the start', '---\n\n# a  \n\n---\n', '---\n\n# a\n\n---\n'],
    ['makes no hard break of a backslash', 'a\\ \nb', 'a\\ \nb\n'],
    ['of nothing is one newline', '', '\n'],
  ])('%s', (_, text, stable) => {
    expect(normalizeMarkdown(text)).toBe(stable);
  });

  it('is its own stable form', () => {
    const line = fc.array(
      fc.constantFrom('a', ' ', '  ', '\t', '- ', '> ', '```', '    ', '#', '|', '\\', '---', '<!--', '1. '),
      {
        maxLength: 5,
      },
    );
    const text = fc
      .array(
        line.map(parts => parts.join('')),
        { maxLength: 12 },
      )
      .map(lines => lines.join('\n'));
    fc.assert(
      fc.property(text, given => {
        const stable = normalizeMarkdown(given);
        expect(normalizeMarkdown(stable)).toBe(stable);
      }),
      { numRuns: 3000 },
    );
  });

  it('of a long text is the one of its parts', () => {
    const part = '# a \n\n- b  \n  c \n\n```\nd  \n```\n\n';
    expect(normalizeMarkdown(part.repeat(3000))).toBe(
      `${normalizeMarkdown(part).trimEnd()}\n\n`.repeat(3000).trimEnd().concat('\n'),
    );
  });
});
