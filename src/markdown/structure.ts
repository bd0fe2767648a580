import MarkdownIt, { type Env, type Token } from 'markdown-it';

/** Blocks only: what stands inside a line matters neither for the stable form nor for telling blocks apart. */
const parser = new MarkdownIt('default', { html: true });
parser.core.ruler.enableOnly(['normalize', 'block']);

/** Tokens weigh a hundred times the text that they stand for, so that a text is read in pieces of so many lines. */
const PIECE = 4_000;
/** One block (a list, say) with more lines than this is not looked into. */
const MAX_BLOCK = 16_000;
/** Lines read in all, those of a block that is read again included; what follows comes as one piece without tokens. */
const MAX_READ = 400_000;

/** Tokens of some top-level blocks; their lines count from `first`. Too large a block comes without tokens. */
export type Piece = { first: number; end: number; tokens: Token[]; beyond?: true };

/** Reads the lines from `start` on, some top-level blocks at a time; `env` gathers the link references. */
export function* readPieces(lines: string[], start: number, env: Env = {}): Iterable<Piece> {
  let first = start;
  let size = PIECE;
  let read = 0;
  while (first < lines.length && read < MAX_READ) {
    const limit = Math.min(lines.length, first + size);
    read += limit - first;
    const tokens = parser.parse(lines.slice(first, limit).join('\n'), env);
    const end = limit === lines.length ? limit : first + startOfLastBlock(tokens);
    if (end > first) {
      yield { first, end, tokens: tokens.filter(({ map }) => map === null || map[0] < end - first) };
      first = end;
      if (size < MAX_BLOCK) size = PIECE;
    } else if (size < MAX_BLOCK) size *= 2;
    else {
      yield { first, end: limit, tokens: [] };
      first = limit;
    }
  }
  if (first < lines.length) yield { first, end: lines.length, tokens: [], beyond: true };
}

/** The last block of a piece may go on after it; it is read again with the next piece. */
const startOfLastBlock = (tokens: Token[]): number =>
  tokens.findLast(({ level, nesting, map }) => level === 0 && nesting !== -1 && map !== null)?.map?.[0] ?? 0;

/** How many lines at the start are front matter, both fences included; 0 when there is none. */
export const frontMatterLength = (lines: string[]): number => {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)[ \t]*$/.test(line));
  return end < 0 ? 0 : end + 1;
};
