import { find, make } from './elements.ts';
import { at, type Lines, lineAt, readLines } from './lines.ts';
import { CHUNK_ROWS, hiddenLines, lineOfRow, textOfRow, topsOf } from './rows.ts';

const ROW_PX = 22;
/** Marks a wrapped line, so that copied text contains only its own line ends. */
const WRAP = '\u2060\n';
/** Maximum time that filling a large text blocks the page at once. */
const SLICE_MS = 12;

export type Chunk = {
  element: HTMLElement;
  numbers: HTMLElement;
  folds: HTMLElement;
  code: Text;
  /** The start of each row in `code`; -1 for a folded row. */
  places: Int32Array;
  isFilled: boolean;
  hasFolds: boolean;
};

export type View = {
  lines: Lines;
  chunks: Chunk[];
  /** The top of each chunk in rows, and one more entry: the number of shown rows. */
  tops: Uint32Array;
  folded: Set<number>;
  hidden: Uint8Array;
  /** The line whose fold has the tab stop. */
  current: number;
};

let view: View | undefined;
let source = '';
let generation = 0;

/** The current view, for modules that change its folds. */
export const currentView = (): View | undefined => view;

export const shownLines = (): Lines | undefined => view?.lines;

/** Shows a text with line numbers and folds, without blocking the page. */
export function showText(text: string): void {
  source = text;
  layOut(new Set());
  find('text').scrollTop = 0;
}

/** Repeats the layout when the width of the rows has changed. The focused fold keeps the focus. */
export function fitWidth(): boolean {
  if (view === undefined || find('viewer').hidden || view.lines.columns === columnsThatFit()) return false;
  const line = lineOfRow(view.lines, rowAtTop());
  const { folded, current } = view;
  const focused = find('text').querySelector<HTMLElement>('.fold:focus')?.dataset.line;
  layOut(folded, current);
  revealLine(line);
  if (focused !== undefined)
    find('text').querySelector<HTMLElement>(`[data-line="${focused}"]`)?.focus({ preventScroll: true });
  return true;
}

function layOut(folded: Set<number>, current = -1): void {
  const lines = readLines(source, columnsThatFit());
  const rowCount = at(lines.rows, lines.count);
  const chunks = Array.from({ length: Math.ceil(rowCount / CHUNK_ROWS) }, makeChunk);
  view = { lines, chunks, tops: new Uint32Array(0), folded, hidden: new Uint8Array(0), current };
  find('text').replaceChildren(...chunks.map(({ element }) => element));
  find('text').style.setProperty('--digits', String(String(lines.count).length));
  find('text-cut').hidden = !lines.isCut;
  applyFolds();
}

function makeChunk(): Chunk {
  const [element, numbers, folds, pre] = [make('div', 'chunk'), make('div', 'numbers'), make('div'), make('pre')];
  const code = document.createTextNode('');
  numbers.setAttribute('aria-hidden', 'true');
  pre.append(code);
  element.append(numbers, folds, pre);
  return { element, numbers, folds, code, places: new Int32Array(CHUNK_ROWS), isFilled: false, hasFolds: false };
}

function columnsThatFit(): number {
  const box = find('text');
  const probe = make('span', 'probe', '0'.repeat(100));
  box.append(probe);
  const characterPx = probe.getBoundingClientRect().width / 100;
  probe.remove();
  const gutter = String(source.length).length + 6;
  return Math.max(20, Math.floor(box.clientWidth / (characterPx || 8)) - gutter);
}

/** Updates the view after a change of folds: hidden lines, chunk heights, and the chunks, in slices. */
export function applyFolds(): void {
  if (view === undefined) return;
  const { lines, chunks, folded } = view;
  view.hidden = hiddenLines(lines, folded);
  view.tops = topsOf(lines, view.hidden, chunks.length);
  for (const [index, chunk] of chunks.entries()) {
    const rows = at(view.tops, index + 1) - at(view.tops, index);
    chunk.element.style.height = `${rows * ROW_PX}px`;
    chunk.element.hidden = rows === 0;
    chunk.isFilled = false;
    if (chunk.hasFolds) chunk.folds.replaceChildren();
    chunk.hasFolds = false;
  }
  if (view.current < 0 || view.hidden[view.current]) view.current = nextFold(view, -1, 1);
  chunksInSight();
  fillRest(0, ++generation);
}

/** The next visible line with a fold; -1 if there is none. */
export function nextFold({ lines, hidden }: View, line: number, step: 1 | -1): number {
  for (let next = line + step; next >= 0 && next < lines.count; next += step)
    if (at(lines.blockEnds, next) > 0 && !hidden[next]) return next;
  return -1;
}

function fillRest(from: number, mine: number): void {
  if (view === undefined || mine !== generation) return;
  const end = performance.now() + SLICE_MS;
  let index = from;
  while (index < view.chunks.length && performance.now() < end) fill(index++);
  find('text').toggleAttribute('data-filling', index < view.chunks.length);
  if (index < view.chunks.length) setTimeout(() => fillRest(index, mine));
}

function fill(index: number): void {
  const chunk = view?.chunks[index];
  if (view === undefined || chunk === undefined || chunk.isFilled) return;
  const { lines, hidden, folded } = view;
  let [code, numbers] = ['', ''];
  const end = Math.min((index + 1) * CHUNK_ROWS, at(lines.rows, lines.count));
  let line = lineOfRow(lines, index * CHUNK_ROWS);
  for (let row = index * CHUNK_ROWS; row < end; row++) {
    while (row >= at(lines.rows, line + 1)) line++;
    const isFirst = row === at(lines.rows, line);
    chunk.places[row % CHUNK_ROWS] = hidden[line] ? -1 : code.length;
    if (hidden[line]) continue;
    const note = isFirst && folded.has(line) ? foldedNote(lines, line) : '';
    code += `${textOfRow(lines, line, row)}${note}${row + 1 < at(lines.rows, line + 1) ? WRAP : '\n'}`;
    numbers += isFirst ? `${line + 1}\n` : '\n';
  }
  chunk.code.data = code;
  chunk.numbers.textContent = numbers;
  chunk.isFilled = true;
}

/** Creates fold buttons only for chunks on the screen, because a large text has very many. */
function showFolds(index: number): void {
  const chunk = view?.chunks[index];
  if (view === undefined || chunk === undefined || chunk.hasFolds) return;
  const { lines } = view;
  const folds: HTMLElement[] = [];
  let shown = 0;
  for (const [nth, place] of chunk.places.entries()) {
    const row = index * CHUNK_ROWS + nth;
    if (place < 0 || row >= at(lines.rows, lines.count)) continue;
    const line = lineOfRow(lines, row);
    if (row === at(lines.rows, line) && at(lines.blockEnds, line) > 0) folds.push(makeFold(view, line, shown));
    shown++;
  }
  chunk.folds.replaceChildren(...folds);
  chunk.hasFolds = true;
}

const foldedNote = ({ blockEnds }: Lines, line: number): string => ` ⋯ ${at(blockEnds, line) - line - 1} lines`;

function makeFold({ lines, folded, current }: View, line: number, row: number): HTMLElement {
  const fold = make('button', 'fold');
  fold.type = 'button';
  fold.style.top = `${row * ROW_PX}px`;
  fold.dataset.line = String(line);
  fold.tabIndex = line === current ? 0 : -1;
  fold.ariaExpanded = String(!folded.has(line));
  fold.ariaLabel = `Lines ${line + 1} to ${at(lines.blockEnds, line)}`;
  return fold;
}

/** The chunk of a shown row. Folded rows do not count. */
function chunkAt(shownRow: number): number {
  if (view === undefined) return 0;
  let [low, high] = [0, Math.max(0, view.chunks.length - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(view.tops, middle) <= shownRow) low = middle;
    else high = middle - 1;
  }
  return low;
}

const rowAtTop = (): number => Math.floor(find('text').scrollTop / ROW_PX);

/** The chunks on the screen, filled and with fold buttons. */
export function chunksInSight(): { index: number; chunk: Chunk }[] {
  if (view === undefined) return [];
  const last = chunkAt(rowAtTop() + Math.ceil(find('text').clientHeight / ROW_PX));
  const found: { index: number; chunk: Chunk }[] = [];
  for (let index = chunkAt(rowAtTop()); index <= last; index++) {
    fill(index);
    showFolds(index);
    const chunk = view.chunks[index];
    if (chunk !== undefined) found.push({ index, chunk });
  }
  return found;
}

/** The chunk of a character and its position in the text of the chunk. */
export function placeOf(offset: number): { index: number; chunk: Chunk; at: number } | undefined {
  if (view === undefined) return undefined;
  const { lines, chunks } = view;
  const line = lineAt(lines, offset);
  const column = offset - at(lines.starts, line);
  const row = at(lines.rows, line) + Math.floor(column / lines.columns);
  const index = Math.floor(row / CHUNK_ROWS);
  fill(index);
  const chunk = chunks[index];
  const place = chunk?.places[row % CHUNK_ROWS] ?? -1;
  return chunk === undefined || place < 0 ? undefined : { index, chunk, at: place + (column % lines.columns) };
}

/** The part of the text in a chunk. */
export function partOf(index: number): [number, number] {
  if (view === undefined) return [0, 0];
  const { lines, chunks } = view;
  const startOf = (row: number) => {
    const line = lineOfRow(lines, row);
    return at(lines.starts, line) + (row - at(lines.rows, line)) * lines.columns;
  };
  const end = index + 1 < chunks.length ? startOf((index + 1) * CHUNK_ROWS) : lines.text.length;
  return [startOf(index * CHUNK_ROWS), end];
}

/** Unfolds the blocks around a line and scrolls to it. */
export function revealLine(line: number, column = 0): void {
  if (view === undefined) return;
  const { lines, folded } = view;
  const hiding = [...folded].filter(start => start < line && line < at(lines.blockEnds, start));
  for (const start of hiding) folded.delete(start);
  if (hiding.length > 0) applyFolds();
  const row = at(lines.rows, line) + Math.floor(column / lines.columns);
  const index = Math.floor(row / CHUNK_ROWS);
  fill(index);
  const before = view.chunks[index]?.places.slice(0, row % CHUNK_ROWS).filter(place => place >= 0).length ?? 0;
  const box = find('text');
  const top = (at(view.tops, index) + before) * ROW_PX;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 3 * ROW_PX)
    box.scrollTop = Math.max(0, top - box.clientHeight / 3);
}

/** Copies the original text of the selection, without the line wraps. */
export function copyLines(event: ClipboardEvent): void {
  const selected = document.getSelection()?.toString() ?? '';
  if (!selected.includes(WRAP)) return;
  event.clipboardData?.setData('text/plain', selected.replaceAll(WRAP, ''));
  event.preventDefault();
}
