import MarkdownIt, { type Env } from 'markdown-it';
import { createAnchors } from './anchors.ts';
import { createHighlight } from './highlight.ts';
import { indexLines, type Lines, textBetween } from './lines.ts';
import { limitNesting } from './nesting.ts';
import { escapeText, type Heading, type Page, printTokens, visibleControls } from './print.ts';
import { frontMatterLength, readPieces } from './structure.ts';

export type { Heading } from './print.ts';

/** `headings` has at most `MAX_HEADINGS` entries. */
export type Rendered = { html: string; headings: Heading[] };

/** Longer texts are rendered only up to here. */
const MAX_TEXT = 1_048_576;
const MAX_HTML = 6_000_000;
/** Longer paragraphs, cells and headings are shown as plain text: some inline content takes quadratic time. */
const MAX_INLINE = 20_000;
/** Limits the total length of link addresses: one definition can be used very often. */
const MAX_LINK_CHARACTERS = 1_000_000;

const parser = new MarkdownIt('default', { html: false, linkify: true });
limitNesting(parser);
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// Links are checked when they are printed: an unsafe link keeps only its text, and images are never loaded.
parser.validateLink = () => true;
const readDefinition = parser.block.ruler.__rules__.find(({ name }) => name === 'reference')?.fn;
// Footnotes keep their text: for CommonMark, those of one word define a link, and are not shown.
parser.block.ruler.at('reference', (state, line, ...rest) => {
  const start = (state.bMarks[line] as number) + (state.tShift[line] as number);
  return !state.src.startsWith('[^', start) && readDefinition?.(state, line, ...rest) === true;
});
parser.core.ruler.before('inline', 'long', ({ tokens }) => {
  for (const token of tokens) if (token.type === 'inline' && token.content.length > MAX_INLINE) token.type = 'text';
});

// Task lists as on other sites, but without form controls.
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
 * Renders a Markdown document as safe HTML: no raw HTML of the author, no images, links only to the web, mail addresses
 * and headings, and only the attributes that `print.ts` writes. Time and size are limited for every text. `nameHeading`
 * returns the id of a heading; an empty one means no id.
 */
export const renderMarkdown = (text: string, nameHeading = createAnchors()): Rendered => {
  const { lines, isCut } = readLines(text);
  const start = frontMatterLength(lines);
  const references: Env = {};
  const pieces = Array.from(readPieces(lines, start, references), ({ first, end, tokens }) => ({
    text: textBetween(lines, first, end),
    isReadable: tokens.length > 0,
  }));
  const { references: definitions = {} } = references;
  for (const label of Object.keys(definitions)) if (label.startsWith('^')) delete definitions[label];
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
