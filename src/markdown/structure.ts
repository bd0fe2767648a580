import type { Env, Token } from 'markdown-it';
import { parseBlocks } from './block-parser.ts';
import { type Lines, lineAt, textBetween } from './lines.ts';

/** Tokens weigh a hundred times the text that they stand for, so that a text is read in pieces of so many lines. */
const PIECE = 4_000;
/** One block (a list, say) with more lines than this is not looked into. */
export const MAX_BLOCK = 16_000;
/** Lines and tokens read in all, those that are read again included; what follows comes as one piece without tokens. */
export const MAX_READ = 400_000;
const MAX_READ_TOKENS = 6_000_000;
/** One piece with more tokens is read in smaller ones, down to so many lines; then it is not looked into. */
const MAX_TOKENS = 200_000;
const MIN_PIECE = 250;

/** So many lines of a text are worth indexing: reading ends before the last of them, or with the text. */
export const MAX_LINES = MAX_READ + MAX_BLOCK + 1;

/** Tokens of some top-level blocks; their lines count from `first`. Too large a block comes without tokens. */
export type Piece = { first: number; end: number; tokens: Token[]; beyond?: true };

/** Reads the lines from `start` on, some top-level blocks at a time; `env` gathers the link references. */
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

/** The last block of a piece may go on after it: it is read again with the next piece. */
const withoutLast = (tokens: Token[]): Whole => {
  const last = tokens.findLastIndex(({ level, nesting, map }) => level === 0 && nesting !== -1 && map !== null);
  const end = tokens[last]?.map?.[0] ?? 0;
  return end === 0 ? NOTHING : { tokens: tokens.slice(0, last), end };
};

/** How many lines at the start are front matter, both fences included; 0 when there is none. */
export const frontMatterLength = (lines: Lines): number => {
  if (lineAt(lines, 0).trimEnd() !== '---') return 0;
  for (let line = 1; line < lines.count; line++) if (/^(---|\.\.\.)[ \t]*$/.test(lineAt(lines, line))) return line + 1;
  return 0;
};
