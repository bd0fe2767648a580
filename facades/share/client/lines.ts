/** A text split into lines, and each line into rows of the screen's width. */
export type Lines = {
  text: string;
  count: number;
  /** The start of each line, and one more entry: the end of the text + 1. */
  starts: Uint32Array;
  /** The width of a row in characters. */
  columns: number;
  /** The first row of each line, and one more entry: the number of rows. */
  rows: Uint32Array;
  /** The end of the block that folds at each line, exclusive; 0 if the line has no block. */
  blockEnds: Uint32Array;
  /** The number of blocks around each line. */
  levels: Uint16Array;
  /** Whether the text is longer than the page can show. */
  isCut: boolean;
};

/** Browsers cannot place content below about 17 million pixels. */
const MAX_ROWS = 800_000;

const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

export function readLines(given: string, columns: number): Lines {
  // Replaces character by character, so that positions in the text do not move.
  const text = given.replace(DIRECTION_CONTROLS, '\uFFFD').replace(/\r(?=\n)/g, ' ');
  const { starts, count, isCut } = findStarts(text, columns);
  const rows = new Uint32Array(count + 1);
  for (let line = 0; line < count; line++) rows[line + 1] = at(rows, line) + rowsOf(lengthOf(starts, line), columns);
  return { text, count, starts, columns, rows, isCut, ...findBlocks(text, starts, count) };
}

export const at = (numbers: Uint32Array | Uint16Array, index: number): number => numbers[index] as number;

const lengthOf = (starts: Uint32Array, line: number): number => at(starts, line + 1) - at(starts, line) - 1;

const rowsOf = (length: number, columns: number): number => Math.max(1, Math.ceil(length / columns));

function findStarts(text: string, columns: number): Pick<Lines, 'starts' | 'count' | 'isCut'> {
  const starts: number[] = [0];
  let rows = 0;
  for (let start = 0; start < text.length && rows < MAX_ROWS; ) {
    const found = text.indexOf('\n', start);
    const end = Math.min(found < 0 ? text.length : found, start + (MAX_ROWS - rows) * columns);
    rows += rowsOf(end - start, columns);
    start = end + 1;
    starts.push(start);
  }
  if (starts.length === 1) starts.push(1);
  return { starts: Uint32Array.from(starts), count: starts.length - 1, isCut: (starts.at(-1) ?? 0) < text.length };
}

/** Finds blocks by indentation. Entries of a YAML list may start in the column of their key: they count as deeper. */
function findBlocks(text: string, starts: Uint32Array, count: number): Pick<Lines, 'blockEnds' | 'levels'> {
  const blockEnds = new Uint32Array(count);
  const levels = new Uint16Array(count);
  const open: { line: number; indent: number }[] = [];
  let last = -1;
  for (let line = 0; line < count; line++) {
    const indent = indentOf(text, at(starts, line), at(starts, line + 1) - 1);
    if (indent < 0) {
      levels[line] = open.length;
      continue;
    }
    for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
      const isClosed = top.indent === indent && closesBlock(text, at(starts, line) + indent / 2);
      if (last > top.line) blockEnds[top.line] = isClosed ? line + 1 : last + 1;
      open.pop();
    }
    levels[line] = open.length;
    open.push({ line, indent });
    last = line;
  }
  for (const { line } of open) if (last > line) blockEnds[line] = last + 1;
  return { blockEnds, levels };
}

/** A closing bracket belongs to the block before it. */
const closesBlock = (text: string, first: number): boolean => text[first] === '}' || text[first] === ']';

function indentOf(text: string, start: number, end: number): number {
  let first = start;
  while (first < end && text.charCodeAt(first) <= 32) first++;
  if (first === end) return -1;
  const isEntry = text.charCodeAt(first) === 45 && text.charCodeAt(first + 1) <= 32;
  return 2 * (first - start) + (isEntry ? 1 : 0);
}

/** The line at a position of the text. */
export function lineAt({ starts, count }: Lines, offset: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(starts, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
