import { find } from './elements.ts';
import { at, lineAt } from './lines.ts';
import { chunksInSight, partOf, placeOf, revealLine, shownLines } from './viewer.ts';

const MAX_MATCHES = 10_000;
const WAIT_MS = 120;

/** The start positions of matches in the document, in order. */
let matches: number[] = [];
/** Whether there are more than MAX_MATCHES. */
let hasMore = false;
let length = 0;
let current = -1;

export function watchSearch(): void {
  const input = find<HTMLInputElement>('search');
  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => search(input.value), WAIT_MS);
  });
  input.addEventListener('keydown', event => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (matches.length === 0) search(input.value);
    else go(event.shiftKey ? -1 : 1);
  });
  find('search-next').addEventListener('click', () => go(1));
  find('search-previous').addEventListener('click', () => go(-1));
  let isPlanned = false;
  find('text').addEventListener('scroll', () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      paint();
    });
  });
}

/** Searches again in the document that is shown now. */
export function repeatSearch(): void {
  search(find<HTMLInputElement>('search').value);
}

function search(query: string): void {
  const lines = shownLines();
  matches = [];
  hasMore = false;
  current = -1;
  length = query.length;
  if (lines !== undefined && query !== '') {
    const shown = at(lines.starts, lines.count);
    for (const { index } of lines.text.matchAll(new RegExp(literally(query), 'gi'))) {
      hasMore = index < shown && matches.length === MAX_MATCHES;
      if (index >= shown || hasMore) break;
      matches.push(index);
    }
  }
  if (matches.length > 0) go(1);
  else {
    showCount(query === '' ? '' : 'Nothing found');
    paint();
  }
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function go(step: 1 | -1): void {
  const lines = shownLines();
  if (lines === undefined || matches.length === 0) return;
  current = current < 0 ? 0 : (current + step + matches.length) % matches.length;
  const offset = matches[current] as number;
  const line = lineAt(lines, offset);
  revealLine(line, offset - at(lines.starts, line));
  const count = hasMore ? `more than ${MAX_MATCHES}` : String(matches.length);
  showCount(`${current + 1} of ${count}, line ${line + 1}`);
  paint();
}

function showCount(text: string): void {
  find('search-count').textContent = text;
  for (const id of ['search-next', 'search-previous']) find<HTMLButtonElement>(id).disabled = matches.length === 0;
}

/** Highlights the matches on the screen without changing the text. */
export function paint(): void {
  const inSight = chunksInSight();
  if (!('highlights' in CSS)) return;
  const found = new Highlight();
  for (const { index } of inSight) {
    const [start, end] = partOf(index);
    for (let match = firstMatchFrom(start - length); (matches[match] ?? end) < end; match++) {
      const range = rangeOf(matches[match] as number);
      if (range !== undefined) found.add(range);
    }
  }
  CSS.highlights.set('found', found);
  const range = current < 0 ? undefined : rangeOf(matches[current] as number);
  CSS.highlights.set('current', range === undefined ? new Highlight() : new Highlight(range));
}

function firstMatchFrom(offset: number): number {
  let [low, high] = [0, matches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rangeOf(offset: number): Range | undefined {
  const [start, last] = [placeOf(offset), placeOf(offset + length - 1)];
  if (start === undefined) return undefined;
  const range = document.createRange();
  range.setStart(start.chunk.code, start.at);
  range.setEnd(start.chunk.code, last?.index === start.index ? last.at + 1 : start.chunk.code.length);
  return range;
}
