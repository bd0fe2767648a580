import type { Token } from 'markdown-it';
import { indexLines, type Lines, textBetween } from './lines.ts';
import { frontMatterLength, MAX_LINES, type Piece, readPieces } from './structure.ts';

/** A unit of a document as readers see it, such as a paragraph or a table. */
export type Block = {
  kind:
    | 'front matter'
    | 'heading'
    | 'paragraph'
    | 'list item'
    | 'quote'
    | 'table'
    | 'code block'
    | 'html'
    | 'rule'
    | 'link definition'
    | 'rest';
  /** The text to compare and show. */
  text: string;
  /**
   * The containers around the block. One letter for each quote (q), bulleted list (b) and numbered list (n), outermost
   * first. Then: + if it continues a list item; the start number of its list if it is not the expected one; and ^ for
   * each outer item that starts with this block.
   */
  frame: string;
  /** Its position among the blocks. */
  index: number;
  /** Its first line, counted from 1. */
  line: number;
  /** The headings above it, joined, outermost first. */
  section: string;
};

/** Text after this many blocks is compared as one block. */
export const MAX_BLOCKS = 100_000;

/** Divides a text in stable form into blocks, in order. */
export const readBlocks = (stable: string): Block[] => {
  if (stable === '') return [];
  const lines = indexLines(stable, MAX_LINES);
  const start = frontMatterLength(lines);
  const page: Page = { lines, blocks: [], headings: [], section: '' };
  if (start > 0) push(page, 'front matter', 0, textBetween(lines, 0, start));
  let read = start;
  for (const piece of readPieces(lines, start)) {
    if (page.blocks.length > MAX_BLOCKS || piece.beyond) break;
    if (piece.tokens.length > 0) readPiece(page, piece);
    else pushRest(page, piece.first, textBetween(lines, piece.first, piece.end));
    read = piece.end;
  }
  pushRest(page, read, stable.slice(lines.starts[read]));
  return page.blocks;
};

type Page = { lines: Lines; blocks: Block[]; headings: string[]; section: string };

const push = (page: Page, kind: Block['kind'], line: number, text: string, frame = ''): void => {
  page.blocks.push({ kind, text, frame, index: page.blocks.length, line: line + 1, section: page.section });
};

const pushRest = (page: Page, line: number, text: string): void => {
  if (text.trim() !== '') push(page, 'rest', line, text);
};

/** The marker of all blocks of a list item except the first one. */
const CONTINUED = '+';

/** The open containers around a token. */
type Around = { frames: string[]; marks: string[] };

const readPiece = (page: Page, { first, tokens }: Piece): void => {
  const around: Around = { frames: [''], marks: [] };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const line = first + (token.map?.[0] ?? 0);
    if (token.type === 'table_open') {
      const { text, end } = readTable(tokens, at);
      push(page, 'table', line, text, takeFrame(around));
      at = end;
    } else if (token.nesting === -1) close(token, around);
    else if (token.nesting === 1) {
      open(token, startOf(tokens, at - 1), around);
      if (tokens[at + 1]?.nesting === -1) readEmpty(page, token, first, around);
    } else readLeaf(page, token, tokens[at - 1], line, around);
  }
};

const FRAMES: Record<string, string> = { blockquote: 'q', bullet_list: 'b', ordered_list: 'n' };

/** The start number of a numbered list, if a reader would not expect it: not 1, or 1 directly after another list. */
const startOf = (tokens: Token[], at: number): string => {
  const list = tokens[at];
  if (list?.type !== 'ordered_list_open') return '';
  return String(list.attrs?.[0]?.[1] ?? (tokens[at - 1]?.type === 'ordered_list_close' ? 1 : ''));
};

const open = ({ type }: Token, start: string, { frames, marks }: Around): void => {
  if (type === 'list_item_open') marks.push(start);
  else frames.push((frames.at(-1) ?? '') + (FRAMES[type.replace(/_open$/, '')] ?? ''));
};

const close = ({ type }: Token, { frames, marks }: Around): void => {
  if (type === 'list_item_close') marks.pop();
  else frames.pop();
};

const takeFrame = ({ frames, marks }: Around): string => {
  const started = marks.slice(0, -1).filter(mark => mark !== CONTINUED).length;
  const frame = (frames.at(-1) ?? '') + (marks.at(-1) ?? '') + '^'.repeat(started);
  marks.fill(CONTINUED);
  return frame;
};

/** A list item or quote without blocks. */
const readEmpty = (page: Page, { type, map }: Token, first: number, around: Around): void => {
  if (map === null) return;
  push(page, type === 'list_item_open' ? 'list item' : 'quote', first + map[0], '', takeFrame(around));
};

const readLeaf = (page: Page, token: Token, holder: Token | undefined, line: number, around: Around): void => {
  const frame = takeFrame(around);
  const isHeading = token.type === 'inline' && holder?.type === 'heading_open';
  const text = token.type === 'inline' ? withPlainAmpersands(token.content) : token.content;
  if (isHeading) pushHeading(page, `${'#'.repeat(Number(holder.tag.slice(1)))} ${text}`, line, frame);
  else if (token.type === 'inline') push(page, kindIn(frame), line, text, frame);
  else if (token.type === 'fence') push(page, 'code block', line, `${token.info.trim()}\n${token.content}`, frame);
  else if (token.type === 'code_block') push(page, 'code block', line, `\n${token.content}`, frame);
  else if (token.type === 'html_block') push(page, 'html', line, token.content, frame);
  else if (token.type === 'hr') push(page, 'rule', line, '---', frame);
  else if (token.type === 'reference_definition' && token.map !== null) {
    const raw = textBetween(page.lines, line, line + token.map[1] - token.map[0]);
    push(page, 'link definition', line, raw.slice(raw.indexOf('[')).replace(/\s+/g, ' '), frame);
  }
};

const kindIn = (frame: string): Block['kind'] =>
  /[bn]/.test(frame) ? 'list item' : frame.startsWith('q') ? 'quote' : 'paragraph';

const pushHeading = (page: Page, text: string, line: number, frame: string): void => {
  if (frame !== '') {
    push(page, 'heading', line, text, frame);
    return;
  }
  const above = text.indexOf(' ') - 1;
  page.headings.length = Math.min(page.headings.length, above);
  page.section = page.headings.filter(Boolean).join(' › ');
  push(page, 'heading', line, text);
  page.headings[above] = text.slice(above + 2).slice(0, 100);
  page.section = page.headings.filter(Boolean).join(' › ');
};

const ALIGNMENTS: Record<string, string> = {
  'text-align:left': ':--',
  'text-align:center': ':-:',
  'text-align:right': '--:',
};

const rowOf = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** Outside code `&amp;` is `&`, unless it makes a character reference of what follows. */
const withPlainAmpersands = (text: string): string => {
  if (!text.includes('&amp;')) return text;
  const closing = closingMarks(text);
  let end = 0;
  return text.replace(/`+|&amp;(?!#?\w+;)/g, (found, at: number) => {
    if (at < end) return found;
    if (found === '&amp;') return '&';
    end = closing(found.length, at);
    return found;
  });
};

/** Finds, for a mark that opens code, the end of the mark that closes it: the next one of its length. 0 if there is none. */
const closingMarks = (text: string): ((length: number, at: number) => number) => {
  const marks = Map.groupBy(text.matchAll(/`+/g), ([mark]) => mark.length);
  const read = new Map<number, number>();
  return (length, at) => {
    const same = marks.get(length) ?? [];
    let next = read.get(length) ?? 0;
    while (next < same.length && (same[next]?.index ?? 0) <= at) next++;
    read.set(length, next);
    const mark = same[next];
    return mark === undefined ? 0 : mark.index + length;
  };
};

/**
 * Reads the table whose tokens start at `start`. Writes it in a canonical form, independent of the author's spacing,
 * and returns the index of its last token.
 */
const readTable = (tokens: Token[], start: number): { text: string; end: number } => {
  const rows: string[] = [];
  let cells: string[] = [];
  let alignments: string[] | null = [];
  let end = start + 1;
  for (; end < tokens.length; end++) {
    const { type, attrs, content } = tokens[end] as Token;
    if (type === 'table_close') break;
    if (type === 'tr_open') cells = [];
    else if (type === 'th_open') alignments?.push(ALIGNMENTS[String(attrs?.[0]?.[1])] ?? '---');
    else if (type === 'inline') cells.push(withPlainAmpersands(content).replaceAll('|', '\\|'));
    else if (type === 'tr_close') {
      rows.push(rowOf(cells));
      if (alignments !== null) rows.push(rowOf(alignments));
      alignments = null;
    }
  }
  return { text: rows.join('\n'), end };
};
