import { indexLines } from '../../markdown/lines.ts';
import { frontMatterLength, MAX_LINES, readPieces } from '../../markdown/structure.ts';

/** A heading from level 1 to 6. */
type Heading = { level: number; title: string };

type Line = {
  line: string;
  /** From 1. */
  number: number;
  /** The heading that begins at the line. */
  heading: Heading | undefined;
};

/** The lines of a Markdown text, with its headings outside of lists and quotes. */
export function* linesOfMarkdown(text: string): Iterable<Line> {
  const headings = headingsOf(text);
  for (const [index, line] of text.split(/\r?\n/).entries())
    yield { line, number: index + 1, heading: headings.get(index) };
}

/** As many headings as the search has entries of a document. */
const MAX_HEADINGS = 10_000;

/** The headings by their first line, from 0. */
function headingsOf(text: string): Map<number, Heading> {
  const lines = indexLines(text, MAX_LINES);
  const headings = new Map<number, Heading>();
  for (const { first, tokens } of readPieces(lines, frontMatterLength(lines))) {
    if (headings.size >= MAX_HEADINGS) break;
    for (const [at, { type, level, tag, map }] of tokens.entries())
      if (type === 'heading_open' && level === 0 && map !== null)
        headings.set(first + map[0], { level: Number(tag.slice(1)), title: inOneLine(tokens[at + 1]?.content ?? '') });
  }
  return headings;
}

const inOneLine = (title: string): string =>
  title
    .split('\n')
    .map(line => line.trim())
    .join(' ');
