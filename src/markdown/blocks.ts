import type { Token } from 'markdown-it';
import { frontMatterLength, type Piece, readPieces } from './structure.ts';

/** A piece of a document that a reader sees as one. */
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
    | 'rest';
  /** What is compared and shown. */
  text: string;
  /** Its place among the blocks. */
  index: number;
  /** The first line, counted from 1. */
  line: number;
  /** The headings above it, outermost first. */
  section: string;
};

const LEAVES: Record<string, Block['kind']> = {
  fence: 'code block',
  code_block: 'code block',
  html_block: 'html',
  hr: 'rule',
};

/** Past so many blocks what follows is compared as one. */
const MAX_BLOCKS = 100_000;

/** Lines that are looked into; an array of all lines would weigh many times the text. */
const MAX_LINES = 400_000;

/** The blocks of a text in stable form, in order. */
export const readBlocks = (stable: string): Block[] => {
  if (stable === '') return [];
  const lines = stable.split('\n', MAX_LINES);
  const start = frontMatterLength(lines);
  const blocks: Block[] = [];
  const headings: string[] = [];
  if (start > 0) blocks.push({ ...placeOf(0, headings), kind: 'front matter', text: lines.slice(0, start).join('\n') });
  let read = start;
  for (const piece of readPieces(lines, start)) {
    if (blocks.length > MAX_BLOCKS || piece.beyond) break;
    if (piece.tokens.length > 0) readPiece(lines, piece, headings, blocks);
    else pushRest(blocks, headings, piece.first, lines.slice(piece.first, piece.end).join('\n'));
    read = piece.end;
  }
  pushRest(blocks, headings, read, stable.slice(startOfLine(stable, lines, read)));
  for (const [index, block] of blocks.entries()) block.index = index;
  return blocks;
};

const startOfLine = (text: string, lines: string[], line: number): number => {
  let start = 0;
  for (let index = 0; index < line; index++) start += (lines[index]?.length ?? 0) + 1;
  return Math.min(start, text.length);
};

const pushRest = (blocks: Block[], headings: string[], first: number, text: string): void => {
  if (text.trim() !== '') blocks.push({ ...placeOf(first, headings), kind: 'rest', text });
};

const readPiece = (lines: string[], { first: start, tokens }: Piece, headings: string[], blocks: Block[]): void => {
  const around: Token[] = [];
  let tableEnd = -1;
  for (const token of tokens) {
    if (token.nesting === 1) around.push(token);
    if (token.nesting === -1) around.pop();
    const first = (token.map?.[0] ?? 0) + start;
    if (token.type === 'table_open' && token.map !== null) {
      tableEnd = token.map[1] + start;
      blocks.push({ ...placeOf(first, headings), kind: 'table', text: lines.slice(first, tableEnd).join('\n') });
    }
    const kind = first < tableEnd ? undefined : kindOf(token, around);
    if (kind === undefined || token.map === null) continue;
    const text = textOf(token, around);
    const above = kind === 'heading' ? headings.slice(0, text.indexOf(' ') - 1) : headings;
    const block: Block = { ...placeOf(first, above), kind, text };
    if (kind === 'heading') noteHeading(headings, text);
    blocks.push(block);
  }
};

const placeOf = (first: number, headings: string[]) => ({
  index: 0,
  line: first + 1,
  section: headings.filter(Boolean).join(' › '),
});

const kindOf = (token: Token, around: Token[]): Block['kind'] | undefined => {
  if (token.type !== 'inline') return LEAVES[token.type];
  if (around.at(-1)?.type === 'heading_open') return 'heading';
  const types = around.map(({ type }) => type);
  if (types.includes('list_item_open')) return 'list item';
  return types.includes('blockquote_open') ? 'quote' : 'paragraph';
};

const textOf = (token: Token, around: Token[]): string => {
  if (token.type === 'fence') return `${token.info.trim()}\n${token.content}`;
  if (token.type !== 'inline') return token.content || token.markup;
  const holder = around.at(-1);
  if (holder?.type !== 'heading_open') return token.content;
  return `${'#'.repeat(Number(holder.tag.slice(1)))} ${token.content}`;
};

const noteHeading = (headings: string[], text: string): void => {
  const level = text.indexOf(' ');
  headings.length = Math.min(headings.length, level - 1);
  headings[level - 1] = text.slice(level + 1).slice(0, 100);
};
