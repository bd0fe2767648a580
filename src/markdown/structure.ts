import type { Env, Token } from 'markdown-it';
import { parseBlocks } from './block-parser.ts';
import { type Lines, lineAt, textBetween } from './lines.ts';

/** Tokens take a hundred times the memory of their text, so a text is parsed in pieces of this many lines. */
const PIECE = 4_000;
/** A single block (for example, a list) with more lines than this is not parsed. */
export const MAX_BLOCK = 16_000;
/** Most lines and tokens parsed in total, including repeated parsing. The rest is one piece without tokens. */
export const MAX_READ = 400_000;
const MAX_READ_TOKENS = 6_000_000;
/** A piece with more tokens is parsed again in smaller pieces, down to `MIN_PIECE` lines; then it is not parsed. */
const MAX_TOKENS = 200_000;
const MIN_PIECE = 250;

/** Most lines that are indexed: parsing ends before the last of them, or at the end of the text. */
export const MAX_LINES = MAX_READ + MAX_BLOCK + 1;

/**
 * Some top-level blocks with their tokens, whose lines count from `first`. Blocks that are too large have no tokens.
 */
export type Piece = { first: number; end: number; tokens: Token[]; beyond?: true };

/** Parses the lines from `start` in pieces of some top-level blocks. Adds link references to `env`. */
export function* readPieces(lines: Lines, start: number, env: Env = {}): Iterable<Piece> {
  let first = start;
  let size = PIECE;
  let tooLarge = 2 * MAX_BLOCK;
  const left = { lines: MAX_READ, tokens: MAX_READ_TOKENS };
  while (first < lines.count && left.lines > 0 && left.tokens > 0) {
    const limit = Math.min(lines.count, first + size);
    const tokens = parseBlocks(textBetween(lines, first, limit), env, MAX_TOKENS);
    left.lines -= limit - first;
    left.tokens -= tokens?.length ?? MAX_TOKENS;
    if (tokens === null) tooLarge = size;
    const whole = tokens === null ? NOTHING : limit === lines.count ? { tokens, end: size } : withoutLast(tokens);
    const other = tokens === null ? Math.max(size >> 2, MIN_PIECE) : size * 2;
    if (whole.end === 0 && other !== size && other < tooLarge) {
      size = other;
      continue;
    }
    const end = Math.min(limit, first + (whole.end || size));
    yield { first, end, tokens: whole.tokens };
    first = end;
    if (size < MAX_BLOCK) size = Math.min(size, PIECE);
  }
  if (first < lines.count) yield { first, end: lines.count, tokens: [], beyond: true };
}

type Whole = { tokens: Token[]; end: number };
const NOTHING: Whole = { tokens: [], end: 0 };

/** Drops the last block of a piece, because it may continue: it is parsed again with the next piece. */
const withoutLast = (tokens: Token[]): Whole => {
  const last = tokens.findLastIndex(({ level, nesting, map }) => level === 0 && nesting !== -1 && map !== null);
  const end = tokens[last]?.map?.[0] ?? 0;
  return end === 0 ? NOTHING : { tokens: tokens.slice(0, last), end };
};

/**
 * The number of lines of front matter at the start, including both fences; 0 if there is none. A blank line follows only a
 * thematic break.
 */
export const frontMatterLength = (lines: Lines): number => {
  if (lineAt(lines, 0).trimEnd() !== '---' || lines.count < 2 || lineAt(lines, 1).trim() === '') return 0;
  for (let line = 1; line < lines.count; line++) if (/^(---|\.\.\.)[ \t]*$/.test(lineAt(lines, line))) return line + 1;
  return 0;
};
