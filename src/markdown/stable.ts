import { frontMatterLength, readPieces } from './structure.ts';

const VERBATIM = new Set(['fence', 'code_block', 'html_block']);

/**
 * The stable form: NFC, LF, no trailing blanks, one final newline. Blanks stay where they mean something: in front
 * matter, code and HTML, and as the two spaces of a hard line break.
 */
export const normalizeMarkdown = (text: string): string => {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .normalize('NFC');
  if (!/[ \t](\n|$)/.test(plain)) return withOneFinalNewline(plain);
  const lines = plain.split('\n');
  const treatments = treatLines(lines, frontMatterLength(lines));
  const stable = lines.map((line, index) => {
    const treatment = treatments[index] ?? PLAIN;
    if (treatment === KEPT) return line;
    return treatment === CONTINUED ? trimBeforeNextLine(line) : trimEnd(line);
  });
  return withOneFinalNewline(stable.join('\n'));
};

const withOneFinalNewline = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return `${text.slice(0, end)}\n`;
};

const PLAIN = 0;
const KEPT = 1;
/** The paragraph goes on in the next line, so that blanks at the end may be a hard break. */
const CONTINUED = 2;

/** What is too long to be read stays as it is. */
const treatLines = (lines: string[], start: number): Uint8Array => {
  const treatments = new Uint8Array(lines.length).fill(KEPT, 0, start);
  for (const { first, end, tokens, beyond } of readPieces(lines, start)) {
    if (tokens.length === 0) treatments.fill(beyond ? KEPT : CONTINUED, first, end);
    for (const { type, map } of tokens) {
      if (map === null) continue;
      if (type === 'inline') treatments.fill(CONTINUED, first + map[0], first + map[1] - 1);
      else if (VERBATIM.has(type)) treatments.fill(KEPT, first + map[0], first + map[1]);
    }
  }
  return treatments;
};

const trimEnd = (line: string): string => {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
};

/** A backslash at the end would itself become a hard break when its blank goes: it keeps one. */
const trimBeforeNextLine = (line: string): string => {
  const trimmed = trimEnd(line);
  if (trimmed === '' || trimmed === line) return trimmed;
  if (line.endsWith('  ')) return `${trimmed}  `;
  return trimmed.endsWith('\\') ? `${trimmed} ` : trimmed;
};
