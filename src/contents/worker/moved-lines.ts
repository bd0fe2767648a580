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
  const own = (marks.get(index) ?? []).filter(({ ofOne }) => ofOne.every(digest => places.get(digest)?.length === 1));
  return own.map(({ digest }) => digest);
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

/** Equal lines do not differ in indentation nor, in data, in a final comma, which JSON needs before another value. */
const plain = (line: string, kind: Kind): string => (kind === 'data' ? line.trim().replace(/,$/, '') : line.trim());

const digestOf = (...parts: string[]): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);

/** Those of the texts that few enough lines have. */
function fewEnough(lines: readonly string[], texts: readonly string[], kind: Kind): Set<string> {
  const counts = new Map(texts.map(text => [plain(text, kind), 0]));
  for (const line of lines) {
    const text = plain(line, kind);
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

/** `ofOne`: the digests that only one line must have, so that the mark tells it apart. */
type Mark = { digest: string; ofOne: string[] };

/** The marks of the lines with some texts, by index, and which lines have each digest. */
type Marked = { marks: Map<number, Mark[]>; places: Map<string, number[]> };

const MAX_NEIGHBOUR = 200;
/** Lines of an item in which its name is looked for. */
const MAX_ITEM = 8;
const MAX_ENCLOSING = 20;

function readMarks(lines: readonly string[], texts: readonly string[], kind: Kind): Marked {
  const found: Marked = { marks: new Map(), places: new Map() };
  const wanted = fewEnough(lines, texts, kind);
  if (wanted.size === 0) return found;
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : index));
  const lineAt = (nth: number) => lines[filled[nth] ?? -1] ?? '';
  const textAt = (nth: number) => plain(lineAt(nth), kind).slice(0, MAX_NEIGHBOUR);
  const enclosing = new Enclosing(kind);
  let above = 0;
  for (const [index, line] of lines.entries()) {
    const isFilled = filled[above] === index;
    const below = isFilled ? above + 1 : above;
    if (isFilled) enclosing.enter(line, nth => lineAt(below + nth));
    const text = plain(line, kind);
    if (wanted.has(text)) {
      const before = [1, 2, 3].map(distance => textAt(above - distance));
      const after = [0, 1, 2].map(distance => textAt(below + distance));
      const { parent, names, item } = enclosing;
      const outer = item[0] ?? parent;
      add(found, index, [
        markOf('inside', text, ...names),
        // The item itself would be found in any list.
        ...(item.length > 1 ? [markOf('in item', text, ...item)] : []),
        between(kind, text, [outer, ...before], [outer, ...after]),
        ...(SENTENCE.test(text.slice(0, MAX_NEIGHBOUR)) ? [markOf('sentence', text)] : []),
      ]);
    }
    above = below;
  }
  return found;
}

function markOf(...parts: string[]): Mark {
  const digest = digestOf(...parts);
  return { digest, ofOne: [digest] };
}

/**
 * What is above and below a line. In data, which repeats itself, each half must be of one line: when the line is deleted, the
 * next one may get its other half.
 */
function between(kind: Kind, text: string, above: string[], below: string[]): Mark {
  const mark = markOf('between', text, ...above, ...below);
  if (kind === 'data') mark.ofOne.push(digestOf('above', text, ...above), digestOf('below', text, ...below));
  return mark;
}

function add({ marks, places }: Marked, index: number, own: Mark[]): void {
  marks.set(index, own);
  for (const digest of own.flatMap(({ ofOne }) => ofOne)) {
    const known = places.get(digest);
    if (known === undefined) places.set(digest, [index]);
    else known.push(index);
  }
}

/** A text with so many words is the same line wherever it stands. */
const SENTENCE = /\p{L}{2,}(?:,? \p{L}{2,}){3}/u;

const FENCE = /^(?:`{3,}|~{3,})/;
const CLOSES = /^[\]}]+$/;
const IS_ITEM = /^(?:[-*+]\s|\d+[.)]\s|[[{]+$)/;
const HEADING = /^#{1,6}(?=\s)/;
const NAME = /^"?name"?:/;

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

  enter(line: string, following: (nth: number) => string): void {
    const text = plain(line, this.#kind);
    const level = this.#levelOf(text);
    // Headings are outside of all lines without indentation.
    const indent = level === undefined ? indentOf(line) : level - 7;
    if (this.#kind === 'data' && text.startsWith('#')) return;
    const isEnd = CLOSES.test(text);
    // A closing bracket stays inside of what it closes, which has the same indentation.
    this.#leave(isEnd ? indent + 1 : indent);
    this.parent = this.#open.at(-1)?.name ?? '';
    if (!isEnd && !this.#isRoot(text))
      this.#open.push({ indent, ...(level === undefined ? this.#describe(text, indent, following) : section(text)) });
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
    this.#readFence(text);
    return this.#fence === undefined ? HEADING.exec(text)?.[0].length : undefined;
  }

  /** Enters or leaves a code block (CommonMark, section 4.5). */
  #readFence(text: string): void {
    const [fence] = FENCE.exec(text) ?? [];
    if (fence === undefined) return;
    const rest = text.slice(fence.length);
    const isCodeInLine = fence.startsWith('`') && rest.includes('`');
    if (this.#fence === undefined && !isCodeInLine) this.#fence = fence;
    else if (this.#fence !== undefined && fence.startsWith(this.#fence) && rest === '') this.#fence = undefined;
  }

  /**
   * A line names what is inside of it by its key, so that it may get another value; an item of a list by its name, or else by
   * its first two lines.
   */
  #describe(text: string, indent: number, following: (nth: number) => string): Omit<Open, 'indent'> {
    const own = text.slice(0, MAX_NEIGHBOUR);
    if (!IS_ITEM.test(text)) return { name: own.slice(0, /:(?:\s|$)/.exec(own)?.index), isItem: false };
    const inside: string[] = [];
    for (let nth = 0; nth < MAX_ITEM && indentOf(following(nth)) > indent; nth++) inside.push(following(nth));
    const members = Math.min(...inside.map(indentOf));
    const texts = inside.map(line => plain(line, this.#kind).slice(0, MAX_NEIGHBOUR));
    const named = texts.find((one, nth) => indentOf(inside[nth] as string) === members && NAME.test(one));
    return { name: named ?? [own, ...texts.slice(0, own === '{' ? 2 : 1)].join('\n'), isItem: true };
  }
}

const section = (text: string): Omit<Open, 'indent'> => ({ name: text.slice(0, MAX_NEIGHBOUR), isItem: true });

const indentOf = (line: string): number => line.length - line.trimStart().length;
