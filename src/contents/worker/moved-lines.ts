import { hash } from 'node:crypto';

/**
 * What tells a line apart from others with the same text: digests of its text with lines around it, from the most to the least
 * telling, without those that another line has too. The line is number `nth` of `of` lines with the digest `inside`.
 */
export type LineMarks = { unique: string[]; inside: string; nth: number; of: number };

/** The lines with some texts, by index: their digests, and which lines have each of them. */
type Marked = { texts: Set<string>; marks: Map<number, string[]>; places: Map<string, number[]> };

/** Most lines whose marks are read: each takes some microseconds. */
const MAX_MARKED = 100_000;

/** The marks of a line; null if too many lines have its text. */
export function marksOf(lines: readonly string[], index: number): LineMarks | null {
  const { marks, places } = readMarks(lines, [lines[index] as string]);
  const own = marks.get(index);
  if (own === undefined) return null;
  const inside = own[0] as string;
  const alike = places.get(inside) as number[];
  const unique = own.filter(mark => places.get(mark)?.length === 1);
  return { unique, inside, nth: alike.indexOf(index), of: alike.length };
}

/** Where lines are now, as indexes; null for a line that is gone, undefined if too many lines have its text. */
export function findMarked(
  lines: readonly string[],
  wanted: readonly { text: string; marks: LineMarks }[],
): (number | null | undefined)[] {
  const { texts, places } = readMarks(
    lines,
    wanted.map(({ text }) => text),
  );
  return wanted.map(({ text, marks: { unique, inside, nth, of } }) => {
    if (!texts.has(plain(text))) return undefined;
    const only = unique.map(mark => places.get(mark)).find(found => found?.length === 1);
    const alike = places.get(inside) ?? [];
    return only?.[0] ?? (alike.length === of ? (alike[nth] ?? null) : null);
  });
}

/** Equal lines differ neither in indentation nor in a final comma, which JSON needs before another value. */
const plain = (line: string): string => line.trim().replace(/,$/, '');

/** The part of a line that names what is indented below it: a change of its value leaves that in its place. */
const keyOf = (text: string): string => text.slice(0, /:(?:\s|$)/.exec(text)?.index ?? text.length).slice(0, MAX_KEY);

/** Comments and brackets have nothing below them. */
const NAMES_NOTHING = /^(?:#|[[\]{}]+$)/;

const MAX_KEY = 100;
const MAX_ENCLOSING = 20;
const MAX_NEIGHBOUR = 200;

function readMarks(lines: readonly string[], texts: readonly string[]): Marked {
  const found: Marked = { texts: fewEnough(lines, new Set(texts.map(plain))), marks: new Map(), places: new Map() };
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : index));
  const neighbour = (nth: number) => plain(lines[filled[nth] ?? -1] ?? '').slice(0, MAX_NEIGHBOUR);
  const enclosing: { indent: number; key: string }[] = [];
  let above = 0;
  for (const [index, line] of lines.entries()) {
    const text = plain(line);
    const isFilled = filled[above] === index;
    const indent = line.length - line.trimStart().length;
    const isNaming = isFilled && !NAMES_NOTHING.test(text);
    while (isNaming && (enclosing.at(-1)?.indent ?? -1) >= indent) enclosing.pop();
    if (found.texts.has(text)) {
      const keys = enclosing.slice(-MAX_ENCLOSING).map(({ key }) => key);
      const before = [neighbour(above - 1), neighbour(above - 2)];
      const below = isFilled ? above + 1 : above;
      mark(found, index, { text, keys, before, after: [neighbour(below), neighbour(below + 1)] });
    }
    if (isNaming) enclosing.push({ indent, key: keyOf(text) });
    if (isFilled) above += 1;
  }
  return found;
}

/** Those of the texts that few enough lines have, together. */
function fewEnough(lines: readonly string[], texts: Set<string>): Set<string> {
  const counts = new Map([...texts].map(text => [text, 0]));
  for (const line of lines) {
    const text = plain(line);
    const count = counts.get(text);
    if (count !== undefined) counts.set(text, count + 1);
  }
  const chosen = new Set<string>();
  let left = MAX_MARKED;
  for (const [text, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    left -= count;
    if (left >= 0) chosen.add(text);
  }
  return chosen;
}

type Around = { text: string; keys: string[]; before: string[]; after: string[] };

function mark({ marks, places }: Marked, index: number, { text, keys, before, after }: Around): void {
  const parent = keys.at(-1);
  const parts = [['inside', ...keys], ['between', parent, ...before, ...after], ['above', parent, ...after], ['alone']];
  const own = parts.map(part => hash('sha256', JSON.stringify([text, ...part]), 'base64url').slice(0, 16));
  marks.set(index, own);
  for (const one of own) {
    const known = places.get(one);
    if (known === undefined) places.set(one, [index]);
    else known.push(index);
  }
}
