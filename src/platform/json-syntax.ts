/** The first syntax error of a text, with its offset in UTF-16 code units. */
export type JsonFault = { message: string; offset: number };

/** Callbacks for the parts of a JSON text, for callers who need more than the first error. */
export type JsonVisitor = {
  /** An object or array that is not empty. */
  open(isObject: boolean): void;
  /** The offsets of the key, with its quotes. */
  key(start: number, end: number): void;
  comma(): void;
  close(): void;
};

/** Values or characters after which a walk in pieces pauses. */
const PIECE_VALUES = 20_000;
const PIECE_CHARACTERS = 1024 * 1024;

const WHITESPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these inside strings
const PLAIN_STRING = /[^"\\\u0000-\u001f]{0,1048576}/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The first syntax error; undefined for valid JSON. Slow: use it only after an error of JSON.parse, often without a position. */
export function findJsonFault(text: string, visitor?: JsonVisitor): JsonFault | undefined {
  const walk = walkJson(text, visitor);
  for (;;) {
    const { done, value } = walk.next();
    if (done) return value;
  }
}

/** The same, with a pause after each piece, so that a hostile text does not block the event loop. */
export async function findJsonFaultInPieces(text: string, pause: () => Promise<void>): Promise<JsonFault | undefined> {
  const walk = walkJson(text);
  for (;;) {
    const { done, value } = walk.next();
    if (done) return value;
    await pause();
  }
}

function* walkJson(text: string, visitor?: JsonVisitor): Generator<undefined, JsonFault | undefined> {
  try {
    yield* new JsonWalk(text, visitor).walk();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxFault) return { message: error.message, offset: error.offset };
    throw error;
  }
}

class SyntaxFault extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Visits the values with its own stack, so that deep nesting cannot overflow the call stack. */
class JsonWalk {
  readonly #text: string;
  readonly #visitor: JsonVisitor | undefined;
  /** The closing bracket of each open object and array. */
  readonly #open: ('}' | ']')[] = [];
  #at = 0;

  constructor(text: string, visitor: JsonVisitor | undefined) {
    this.#text = text;
    this.#visitor = visitor;
  }

  *walk(): Generator<undefined, void> {
    let closed = yield* this.#value();
    for (let values = 1; this.#open.length > 0; values += 1) {
      if (!closed || this.#next()) {
        if (this.#open.at(-1) === '}') yield* this.#key();
        closed = yield* this.#value();
      } else {
        closed = true;
      }
      if (values % PIECE_VALUES === 0) yield;
    }
    if (this.#peek() !== '')
      throw new SyntaxFault(`Unexpected ${shown(this.#peek())} after the end of the JSON value.`, this.#at);
  }

  #peek(): string {
    this.#match(WHITESPACE);
    return this.#text.charAt(this.#at);
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const matched = pattern.test(this.#text);
    if (matched) this.#at = pattern.lastIndex;
    return matched;
  }

  /** Reads a value. Returns false if it opened a non-empty object or array. */
  *#value(): Generator<undefined, boolean> {
    const first = this.#peek();
    if (first === '"') yield* this.#string();
    else if (first === '{' || first === '[') {
      const close = first === '{' ? '}' : ']';
      this.#at++;
      if (this.#peek() !== close) {
        this.#open.push(close);
        this.#visitor?.open(first === '{');
        return false;
      }
      this.#at++;
    } else if (!this.#match(LITERAL)) throw this.#unexpected('a value');
    return true;
  }

  /** After a value inside an object or array: true at a comma, false at the end of the object or array. */
  #next(): boolean {
    const close = this.#open.at(-1) as string;
    const found = this.#peek();
    if (found === close) {
      this.#at++;
      this.#open.pop();
      this.#visitor?.close();
      return false;
    }
    if (found !== ',') throw this.#unexpected(`"," or "${close}"`);
    const comma = this.#at++;
    this.#visitor?.comma();
    if (this.#peek() === close)
      throw new SyntaxFault(`Remove the comma before "${close}": JSON allows no trailing comma.`, comma);
    return true;
  }

  *#key(): Generator<undefined, void> {
    if (this.#peek() !== '"') throw this.#unexpected('a key in double quotes');
    const start = this.#at;
    yield* this.#string();
    this.#visitor?.key(start, this.#at);
    if (this.#peek() !== ':') throw this.#unexpected('":" after the key');
    this.#at++;
  }

  *#string(): Generator<undefined, void> {
    const start = this.#at++;
    let paused = start;
    for (;;) {
      this.#match(PLAIN_STRING);
      if (this.#at - paused >= PIECE_CHARACTERS) {
        paused = this.#at;
        yield;
        continue;
      }
      const found = this.#text.charAt(this.#at);
      if (found === '"') break;
      if (found === '') throw new SyntaxFault('This string is never closed: add the missing double quote.', start);
      if (found !== '\\')
        throw new SyntaxFault('A control character inside a string must be escaped, as in \\n.', this.#at);
      if (!this.#match(ESCAPE))
        throw new SyntaxFault('This is not a valid JSON escape: write \\\\ for a backslash.', this.#at);
    }
    this.#at++;
  }

  #unexpected(expected: string): SyntaxFault {
    const found = this.#peek();
    const problem =
      found === '' ? `The text ends where ${expected} should follow.` : `Expected ${expected}, found ${shown(found)}.`;
    return new SyntaxFault(problem, this.#at);
  }
}

const shown = (character: string): string => (character === '"' ? 'a double quote' : JSON.stringify(character));
