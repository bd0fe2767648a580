import { endOfString } from '../platform/json.ts';
import { append } from './pointer.ts';
import { PointerTree } from './positions.ts';

/** An error in a JSON or YAML text, at an offset. */
export type TextFault = { message: string; offset: number; pointer?: string; rule: string };

type Frame = { pointer: string; keys: Set<string> | undefined; index: number };

const WHITESPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these inside strings
const PLAIN_STRING = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Finds the first syntax error, or else every duplicate key up to a limit. Slow: run it only on a bad text. */
export function diagnoseJson(text: string, limit: number): TextFault[] {
  const reader = new JsonReader(text, limit);
  try {
    reader.read();
  } catch (error) {
    if (error instanceof SyntaxFault) return [{ message: error.message, offset: error.offset, rule: 'syntax' }];
    throw error;
  }
  return reader.duplicates;
}

class SyntaxFault extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

class JsonReader {
  readonly duplicates: TextFault[] = [];
  readonly #text: string;
  readonly #limit: number;
  readonly #frames: Frame[] = [];
  #at = 0;
  #pointer = '';

  constructor(text: string, limit: number) {
    this.#text = text;
    this.#limit = limit;
  }

  read(): void {
    let closed = this.#value();
    while (this.#frames.length > 0) {
      if (!closed || this.#next()) {
        if (this.#frame().keys) this.#key();
        else this.#pointer = append(this.#frame().pointer, this.#frame().index);
        closed = this.#value();
      } else {
        closed = true;
      }
    }
    if (this.#peek() !== '')
      throw new SyntaxFault(`Unexpected ${shown(this.#peek())} after the end of the JSON value.`, this.#at);
  }

  #frame(): Frame {
    return this.#frames[this.#frames.length - 1] as Frame;
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
  #value(): boolean {
    const first = this.#peek();
    if (first === '"') this.#string();
    else if (first === '{' || first === '[') {
      this.#at++;
      if (this.#peek() !== (first === '{' ? '}' : ']')) {
        this.#frames.push({ pointer: this.#pointer, keys: first === '{' ? new Set() : undefined, index: 0 });
        return false;
      }
      this.#at++;
    } else if (!this.#match(LITERAL)) throw this.#unexpected('a value');
    return true;
  }

  /** After a value inside an object or array: true at a comma, false at the end of the object or array. */
  #next(): boolean {
    const frame = this.#frame();
    const close = frame.keys ? '}' : ']';
    const found = this.#peek();
    if (found === close) {
      this.#at++;
      this.#frames.pop();
      return false;
    }
    if (found !== ',') throw this.#unexpected(`"," or "${close}"`);
    const comma = this.#at++;
    frame.index++;
    if (this.#peek() === close)
      throw new SyntaxFault(`Remove the comma before "${close}": JSON allows no trailing comma.`, comma);
    return true;
  }

  #key(): void {
    if (this.#peek() !== '"') throw this.#unexpected('a key in double quotes');
    const frame = this.#frame();
    const start = this.#at;
    this.#string();
    const key = JSON.parse(this.#text.slice(start, this.#at)) as string;
    this.#pointer = append(frame.pointer, key);
    if (frame.keys?.has(key) && this.duplicates.length < this.#limit) {
      this.duplicates.push({ ...duplicateKey(key), offset: start, pointer: this.#pointer });
    }
    frame.keys?.add(key);
    if (this.#peek() !== ':') throw this.#unexpected('":" after the key');
    this.#at++;
  }

  #string(): void {
    const start = this.#at++;
    for (;;) {
      this.#match(PLAIN_STRING);
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

export const duplicateKey = (key: string): { message: string; rule: string } => ({
  message: `Duplicate key ${JSON.stringify(key.slice(0, 200))}: keep only one of them.`,
  rule: 'duplicate-key',
});

const shown = (character: string): string => (character === '"' ? 'a double quote' : JSON.stringify(character));

type Place = { node: PointerTree | undefined; index: number };

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Records the offsets of the given pointers in a valid JSON text. Skips everything that is not on the way to one. */
export function locateInJson(text: string, targets: PointerTree): void {
  const places: Place[] = [];
  let open = targets.count();
  const found = (node: PointerTree | undefined, offset: number): PointerTree | undefined => {
    if (node === undefined || node.offset !== undefined) return node;
    node.offset = offset;
    open--;
    return node;
  };
  let place: Place | undefined;
  let node: PointerTree | undefined = targets;
  let isKey = false;
  for (let at = 0; at < text.length && open > 0; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) continue;
    if (!node && place && place.index >= 0 && code !== COMMA && code !== CLOSE_ARRAY) {
      node = found(place.node?.children.get(String(place.index)), at) ?? NOWHERE;
    } else if (!place) found(node, at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (isKey && place) node = found(place.node?.children.get(textOf(text, at, end)), at) ?? NOWHERE;
      isKey = false;
      at = end;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (node && node.children.size === 0) {
        at = endOfContainer(text, at);
      } else {
        place = { node, index: code === OPEN_ARRAY ? 0 : -1 };
        places.push(place);
        isKey = code === OPEN_OBJECT;
        node = undefined;
      }
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      places.pop();
      place = places[places.length - 1];
      isKey = false;
    } else if (code === COMMA && place) {
      isKey = place.index < 0;
      if (place.index >= 0) place.index++;
      node = undefined;
    }
  }
}

function textOf(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end);
  return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
}

const NOWHERE = new PointerTree();

function endOfContainer(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      while (text.charCodeAt(at + 1) <= 32) at++;
    } else if (code === QUOTE) at = endOfString(text, at);
    else if ((code | 32) === 123) depth++;
    else if ((code | 32) === 125 && --depth === 0) return at;
  }
  return text.length;
}
