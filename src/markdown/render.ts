import MarkdownIt, { type Env } from 'markdown-it';
import { createAnchors } from './anchors.ts';
import { createHighlight } from './highlight.ts';
import { indexLines, type Lines, textBetween } from './lines.ts';
import { escapeText, type Heading, type Page, printTokens, visibleControls } from './print.ts';
import { frontMatterLength, readPieces } from './structure.ts';

export type { Heading } from './print.ts';

/** The table of contents has at most `MAX_HEADINGS` of them. */
export type Rendered = { html: string; headings: Heading[] };

/** What is longer is formatted up to here. */
const MAX_TEXT = 1_048_576;
const MAX_HTML = 6_000_000;
/** A paragraph (cell, heading) that is longer is shown as plain text: some shapes need quadratic time inside of one. */
const MAX_INLINE = 20_000;
/** A link that is defined once can be used very often: this bounds what their addresses add. */
const MAX_LINK_CHARACTERS = 1_000_000;

const parser = new MarkdownIt('default', { html: false, linkify: true, maxNesting: 40 });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// Each address is judged where it is printed: an unsafe one loses its link and keeps its text, an image has no address.
parser.validateLink = () => true;
parser.core.ruler.before('inline', 'long', ({ tokens }) => {
  for (const token of tokens) if (token.type === 'inline' && token.content.length > MAX_INLINE) token.type = 'text';
});

// Task lists as elsewhere on the web, without a form control.
parser.core.ruler.after('inline', 'tasks', ({ tokens }) => {
  for (const [index, { type, children }] of tokens.entries()) {
    const first = children?.[0];
    if (type !== 'inline' || first?.type !== 'text' || tokens[index - 2]?.type !== 'list_item_open') continue;
    first.content = first.content.replace(/^\[ \] /, '☐ ').replace(/^\[[xX]\] /, '☑ ');
  }
});

const CUT =
  '<p class="cut">The formatted view ends here, because the document is very long. Its source has the rest.</p>';

/**
 * The HTML of a Markdown document, safe to show to anybody: no HTML of the author, no image, links to the web, mail and
 * headings only, no attribute but those that `print.ts` writes. Time and size are bounded for every text. Headings get
 * the ids that `nameHeading` gives them; none when it gives an empty one.
 */
export const renderMarkdown = (text: string, nameHeading = createAnchors()): Rendered => {
  const { lines, isCut } = readLines(text);
  const start = frontMatterLength(lines);
  const references: Env = {};
  const pieces = Array.from(readPieces(lines, start, references), ({ first, end, tokens }) => ({
    text: textBetween(lines, first, end),
    isReadable: tokens.length > 0,
  }));
  const page: Page = {
    headings: [],
    nameHeading,
    highlight: createHighlight(),
    linkCharacters: MAX_LINK_CHARACTERS,
  };
  const parts = start > 0 ? [printFrontMatter(textBetween(lines, 1, start - 1), page)] : [];
  let left = MAX_HTML;
  for (const piece of pieces) {
    const html = piece.isReadable ? printTokens(parser.parse(piece.text, references), page) : printUnread(piece.text);
    left -= html.length;
    if (left < 0) break;
    parts.push(html);
  }
  if (isCut || left < 0) parts.push(CUT);
  return { html: parts.join(''), headings: page.headings };
};

const readLines = (text: string): { lines: Lines; isCut: boolean } => {
  const isCut = text.length > MAX_TEXT;
  const end = isCut ? Math.max(text.lastIndexOf('\n', MAX_TEXT), 0) || MAX_TEXT : text.length;
  const plain = text
    .slice(0, end)
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .replace(/\r\n?/g, '\n');
  return { lines: indexLines(plain, plain.length + 1), isCut };
};

const printUnread = (text: string): string =>
  text.trim() === '' ? '' : `<pre><code>${escapeText(text)}</code></pre>\n`;

const printFrontMatter = (yaml: string, { highlight }: Page): string => {
  if (yaml.trim() === '') return '';
  const colored = highlight(yaml, 'yaml');
  const code = colored === null ? escapeText(yaml) : visibleControls(colored);
  return `<details><summary>Front matter</summary><pre><code>${code}</code></pre></details>\n`;
};
