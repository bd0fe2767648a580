import { hash } from 'node:crypto';

/** In Markdown, lines are inside their sections. In JSON and YAML, `#` begins a comment. */
export type Kind = 'markdown' | 'data';

/** Most lines with one text, and with all texts, whose marks are read: each takes some microseconds. */
const MAX_EQUAL = 100_000;
const MAX_MARKED = 300_000;

/**
 * The marks that tell a line apart from all others, the most telling first: digests of its text with lines around it. None if
 * too many lines have its text.
 */
export function marksOf(lines: readonly string[], index: number, kind: Kind): string[] {
  const { marks, places } = readMarks(lines, [lines[index] as string], kind);
  return (marks.get(index) ?? []).filter(mark => places.get(mark)?.length === 1);
}

/** Where lines are now, as indexes: that of the first mark that only one line has. Null for a line that no mark tells apart. */
export function findMarked(
  lines: readonly string[],
  wanted: readonly { text: string; marks: readonly string[] }[],
  kind: Kind,
): (number | null)[] {
  const texts = wanted.map(({ text }) => text);
  const { places } = readMarks(lines, texts, kind);
  return wanted.map(({ marks }) => {
    const only = marks.map(mark => places.get(mark)).find(found => found?.length === 1);
    return only?.[0] ?? null;
  });
}

/** Equal lines differ neither in indentation nor in a final comma, which JSON needs before another value. */
const plain = (line: string): string => line.trim().replace(/,$/, '');

const digestOf = (...parts: string[]): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);

/** Those of the texts that few enough lines have. */
function fewEnough(lines: readonly string[], texts: readonly string[]): Set<string> {
  const counts = new Map(texts.map(text => [plain(text), 0]));
  for (const line of lines) {
    const text = plain(line);
    const count = counts.get(text);
    if (count !== undefined) counts.set(text, count + 1);
  }
  const chosen = new Set<string>();
  let left = MAX_MARKED;
  for (const [text, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    left -= count;
    if (count <= MAX_EQUAL && left >= 0) chosen.add(text);
  }
  return chosen;
}

/** The marks of the lines with some texts, by index, and which lines have each mark. */
type Marked = { marks: Map<number, string[]>; places: Map<string, number[]> };

const MAX_NEIGHBOUR = 200;
const MAX_ENCLOSING = 20;

function readMarks(lines: readonly string[], texts: readonly string[], kind: Kind): Marked {
  const found: Marked = { marks: new Map(), places: new Map() };
  const wanted = fewEnough(lines, texts);
  if (wanted.size === 0) return found;
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : index));
  const lineAt = (nth: number) => lines[filled[nth] ?? -1] ?? '';
  const textAt = (nth: number) => plain(lineAt(nth)).slice(0, MAX_NEIGHBOUR);
  const enclosing = new Enclosing(kind);
  let above = 0;
  for (const [index, line] of lines.entries()) {
    const isFilled = filled[above] === index;
    const below = isFilled ? above + 1 : above;
    if (isFilled) enclosing.enter(line, [lineAt(below), lineAt(below + 1)]);
    const text = plain(line);
    if (wanted.has(text)) {
      const before = [1, 2, 3].map(distance => textAt(above - distance));
      const after = [0, 1, 2].map(distance => textAt(below + distance));
      const { parent, names, item } = enclosing;
      add(found, index, [
        digestOf('inside', text, ...names),
        ...(item.length > 0 ? [digestOf('in item', text, ...item)] : []),
        digestOf('between', text, item[0] ?? parent, ...before, ...after),
        ...(SENTENCE.test(text.slice(0, MAX_NEIGHBOUR)) ? [digestOf('sentence', text)] : []),
      ]);
    }
    above = below;
  }
  return found;
}

function add({ marks, places }: Marked, index: number, own: string[]): void {
  marks.set(index, own);
  for (const mark of own) {
    const known = places.get(mark);
    if (known === undefined) places.set(mark, [index]);
    else known.push(index);
  }
}

/** A text with so many words is the same line wherever it stands. */
const SENTENCE = /\p{L}{2,}(?:,? \p{L}{2,}){3}/u;

const FENCE = /^(?:```|~~~)/;
const CLOSES = /^[\]}]+$/;
const IS_ITEM = /^(?:[-*+]\s|\d+[.)]\s|[[{]+$)/;
const HEADING = /^#{1,6}(?=\s)/;

/** A line that others are inside of: an item of a list, a section, or another one. */
type Open = { indent: number; name: string; isItem: boolean };

/** The lines that the current line is inside of, outermost first: those before it with less indentation, and headings. */
class Enclosing {
  readonly #kind: Kind;
  readonly #open: Open[] = [];
  /** How the current code block of Markdown begins and ends. Its lines are no headings. */
  #fence: string | undefined;
  /** What the line is inside of. */
  parent = '';

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** The names of these lines, and of the line itself. */
  get names(): string[] {
    return this.#open.slice(-MAX_ENCLOSING).map(({ name }) => name);
  }

  /** The name of the innermost item, and the names inside of it. */
  get item(): string[] {
    const at = this.#open.findLastIndex(({ isItem }) => isItem);
    return this.#open
      .slice(at < 0 ? this.#open.length : at)
      .slice(0, MAX_ENCLOSING)
      .map(({ name }) => name);
  }

  enter(line: string, following: [string, string]): void {
    const text = plain(line);
    const level = this.#levelOf(text);
    // Headings are outside of all lines without indentation.
    const indent = level === undefined ? indentOf(line) : level - 7;
    if (this.#kind === 'data' && text.startsWith('#')) return;
    const isEnd = CLOSES.test(text);
    // A closing bracket stays inside of what it closes, which has the same indentation.
    this.#leave(isEnd ? indent + 1 : indent);
    this.parent = this.#open.at(-1)?.name ?? '';
    if (!isEnd && !this.#isRoot(text))
      this.#open.push({ indent, ...describe(text, indent, level !== undefined, following) });
  }

  #isRoot(text: string): boolean {
    return this.#kind === 'data' && this.#open.length === 0 && text === '{';
  }

  #leave(indent: number): void {
    while ((this.#open.at(-1)?.indent ?? Number.NEGATIVE_INFINITY) >= indent) this.#open.pop();
  }

  /** The level of a heading of Markdown. */
  #levelOf(text: string): number | undefined {
    if (this.#kind === 'data') return undefined;
    const [fence] = FENCE.exec(text) ?? [];
    if (fence !== undefined && (this.#fence ?? fence) === fence)
      this.#fence = this.#fence === undefined ? fence : undefined;
    return this.#fence === undefined ? HEADING.exec(text)?.[0].length : undefined;
  }
}

/** A line names what is inside of it by its key, so that it may get another value; an item of a list by its first two lines. */
function describe(text: string, indent: number, isHeading: boolean, following: [string, string]): Omit<Open, 'indent'> {
  const own = text.slice(0, MAX_NEIGHBOUR);
  if (isHeading) return { name: own, isItem: true };
  if (!IS_ITEM.test(text)) return { name: own.slice(0, /:(?:\s|$)/.exec(own)?.index), isItem: false };
  const inside = following.filter(line => indentOf(line) > indent).map(line => plain(line).slice(0, MAX_NEIGHBOUR));
  return { name: [own, ...inside.slice(0, own === '{' ? 2 : 1)].join('\n'), isItem: true };
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
