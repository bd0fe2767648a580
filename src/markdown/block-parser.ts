import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { limitNesting } from './nesting.ts';

/** Parses blocks only: inline content matters neither for the stable form nor for the division into blocks. */
const parser = new MarkdownIt('default', { html: true });
parser.core.ruler.enableOnly(['normalize', 'block']);
limitNesting(parser);

class TooManyTokens extends Error {}

/** The key under which an environment holds the limit of tokens. */
const MAX_TOKENS = Symbol('mostTokens');

/** Makes smaller tokens than the library, and limits their number: a long text has millions of them. */
parser.block.State = class extends parser.block.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (this.tokens.length >= (this.env[MAX_TOKENS] as number)) throw new TooManyTokens();
    if (nesting < 0) this.level--;
    const token = {
      type,
      tag,
      attrs: null,
      map: null,
      nesting,
      level: this.level,
      children: null,
      content: '',
      markup: '',
      info: '',
      meta: null,
      block: true,
      hidden: false,
    } as unknown as Token;
    if (nesting > 0) this.level++;
    this.tokens.push(token);
    return token;
  }
};

/** The block tokens of a text; null if there would be more than `most`. Adds link references to `env`. */
export const parseBlocks = (text: string, env: Env, most: number): Token[] | null => {
  env[MAX_TOKENS] = most;
  try {
    return parser.parse(text, env);
  } catch (error) {
    if (error instanceof TooManyTokens) return null;
    throw error;
  }
};
