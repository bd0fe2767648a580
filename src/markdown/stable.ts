import { indexLines, type Lines, lineAt } from './lines.ts';
import { frontMatterLength, MAX_LINES, readPieces } from './structure.ts';

const VERBATIM = new Set(['fence', 'code_block', 'html_block']);

/**
 * The stable form: NFC, LF, no trailing white space, one final newline. White space remains where it has a meaning: in
 * front matter, code and HTML, and as the two spaces of a hard line break.
 */
export const normalizeMarkdown = (text: string): string => {
  const plain = withLineFeeds(text.replace(/^\uFEFF/, '')).normalize('NFC');
  if (!/[ \t](\n|$)/.test(plain)) return withOneFinalNewline(plain);
  const lines = indexLines(plain, MAX_LINES);
  const treatments = treatLines(lines, frontMatterLength(lines));
  const parts: string[] = [];
  let kept = 0;
  for (let line = 0; line < lines.count; line++) {
    const given = lineAt(lines, line);
    const stable = TREATMENTS[treatments[line] as Treatment](given);
    if (stable === given) continue;
    const start = lines.starts[line] as number;
    parts.push(plain.slice(kept, start), stable);
    kept = start + given.length;
  }
  return withOneFinalNewline(parts.join('') + plain.slice(kept));
};

const PART = 65_536;

/** Works in chunks: replacing millions of line ends at once takes many times the memory of the text. */
const withLineFeeds = (text: string): string => {
  if (!text.includes('\r')) return text;
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.startsWith('\r\n', start + PART - 1) ? start + PART + 1 : start + PART;
    parts.push(text.slice(start, end).replaceAll('\r\n', '\n').replaceAll('\r', '\n'));
    start = end;
  }
  return parts.join('');
};

const withOneFinalNewline = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return `${text.slice(0, end)}\n`;
};

const PLAIN = 0;
const KEPT = 1;
/** The paragraph continues in the next line, so trailing spaces may be a hard line break. */
const CONTINUED = 2;
type Treatment = typeof PLAIN | typeof KEPT | typeof CONTINUED;

/** Decides how to treat each line. Lines beyond the reading limits stay as they are. */
const treatLines = (lines: Lines, start: number): Uint8Array => {
  const treatments = new Uint8Array(lines.count).fill(KEPT, 0, start);
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

/** Trims a line, but keeps one space after a backslash, which would otherwise become a hard line break. */
const trimBeforeNextLine = (line: string): string => {
  const trimmed = trimEnd(line);
  if (trimmed === '' || trimmed === line) return trimmed;
  if (line.endsWith('  ')) return `${trimmed}  `;
  return trimmed.endsWith('\\') ? `${trimmed} ` : trimmed;
};

const TREATMENTS: Record<Treatment, (line: string) => string> = {
  [PLAIN]: trimEnd,
  [KEPT]: line => line,
  [CONTINUED]: trimBeforeNextLine,
};
