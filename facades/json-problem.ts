import { yieldToEventLoop } from '../src/platform/event-loop.ts';

/** Where and why a text is no JSON. */
export type JsonProblem = { readonly message: string; readonly line: number; readonly column: number };

/** What may come next: a value, a key, or what follows one of them. */
type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a key in double quotes'
  | 'a key in double quotes or }'
  | 'a colon'
  | 'more';

type Token = {
  /** Of a long text first its `part`s, each ending where the next one begins. */
  readonly kind: '{' | '}' | '[' | ']' | ':' | ',' | 'text' | 'part' | 'scalar' | 'bad';
  readonly end: number;
};

/** After so many tokens other requests get a turn: a hostile body of 40 MB has 40 million of them. */
const TURN = 50_000;
/** And after so many characters of one text. */
const PART = 1024 * 1024;

/**
 * Finds the first mistake of a text that JSON.parse refused: its own message has a position for some mistakes only.
 * Walks token by token with a list of what is open, so that no depth overflows.
 */
export async function findJsonProblem(text: string): Promise<JsonProblem> {
  const open: ('}' | ']')[] = [];
  let expected: Expected = 'a value';
  let offset = skipBlanks(text, 0);
  for (let tokens = 1; ; tokens += 1) {
    let token = readToken(text, offset);
    for (; token.kind === 'part'; token = readText(text, token.end)) await yieldToEventLoop();
    const next: Expected | undefined = token.kind === 'bad' ? undefined : step(expected, token, open);
    if (next === undefined) return problemAt(text, token.kind === 'bad' ? token.end : offset, expected, open);
    expected = next;
    offset = skipBlanks(text, token.end);
    if (tokens % TURN === 0) await yieldToEventLoop();
  }
}

function skipBlanks(text: string, from: number): number {
  let offset = from;
  while (offset < text.length && '\t\n\r '.includes(text.charAt(offset))) offset += 1;
  return offset;
}

const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** The token that starts here; of a bad one `end` is the character that cannot be. */
function readToken(text: string, start: number): Token {
  const first = text.charAt(start);
  if (first !== '' && '{}[]:,'.includes(first)) return { kind: first as '{', end: start + 1 };
  if (first === '"') return readText(text, start + 1);
  scalar.lastIndex = start;
  return scalar.test(text) ? { kind: 'scalar', end: scalar.lastIndex } : { kind: 'bad', end: start };
}

const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

function readText(text: string, from: number): Token {
  const end = Math.min(text.length, from + PART);
  let offset = from;
  for (; offset < end; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) return { kind: 'text', end: offset + 1 };
    if (code < 0x20) return { kind: 'bad', end: offset };
    if (code !== 0x5c) continue;
    escaped.lastIndex = offset;
    if (!escaped.test(text)) return { kind: 'bad', end: offset };
    offset = escaped.lastIndex - 1;
  }
  return offset < text.length ? { kind: 'part', end: offset } : { kind: 'bad', end: text.length };
}

/** What is expected after this token, or undefined when the token is not what was expected. */
function step(expected: Expected, { kind }: Token, open: ('}' | ']')[]): Expected | undefined {
  const closes = kind === open.at(-1) && (expected === 'more' || expected.endsWith(` ${kind}`));
  if (closes) {
    open.pop();
    return 'more';
  }
  if (expected === 'a value' || expected === 'a value or ]') {
    if (kind === 'text' || kind === 'scalar') return 'more';
    if (kind !== '{' && kind !== '[') return undefined;
    open.push(kind === '{' ? '}' : ']');
    return kind === '{' ? 'a key in double quotes or }' : 'a value or ]';
  }
  if (expected === 'a colon') return kind === ':' ? 'a value' : undefined;
  if (expected !== 'more') return kind === 'text' ? 'a colon' : undefined;
  if (kind !== ',' || open.length === 0) return undefined;
  return open.at(-1) === '}' ? 'a key in double quotes' : 'a value';
}

function problemAt(text: string, offset: number, expected: Expected, open: readonly string[]): JsonProblem {
  const more = open.length === 0 ? 'the end of the body' : `a comma or ${open.at(-1)}`;
  const wanted = expected === 'more' ? more : expected;
  return {
    message: `is not valid JSON: ${offset < text.length ? `expected ${wanted}` : `it ends before ${wanted}`}`,
    line: countLines(text, offset),
    column: offset - text.lastIndexOf('\n', offset - 1),
  };
}

function countLines(text: string, before: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < before; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
