import MarkdownIt, { type Env, type Token } from 'markdown-it';

/** Blocks only: what stands inside a line matters neither for the stable form nor for telling blocks apart. */
const parser = new MarkdownIt('default', { html: true });
parser.core.ruler.enableOnly(['normalize', 'block']);

class TooManyTokens extends Error {}

/** Under this name an environment says how many tokens may be made. */
const ROOM = Symbol('room');

/** A long text has millions of tokens, and those that the library makes take several times as long. */
parser.block.State = class extends parser.block.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (this.tokens.length >= (this.env[ROOM] as number)) throw new TooManyTokens();
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

/** The tokens of the blocks of a text; null when there would be more than `most`. `env` gathers the link references. */
export const parseBlocks = (text: string, env: Env, most: number): Token[] | null => {
  env[ROOM] = most;
  try {
    return parser.parse(text, env);
  } catch (error) {
    if (error instanceof TooManyTokens) return null;
    throw error;
  }
};
