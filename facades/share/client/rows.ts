import { at, type Lines } from './lines.ts';

/** Rows are laid out in chunks of this size; the browser skips chunks far from the screen. */
export const CHUNK_ROWS = 256;

/** 1 for each line that is folded. */
export function hiddenLines({ blockEnds, count }: Lines, folded: Set<number>): Uint8Array {
  const hidden = new Uint8Array(count);
  for (const start of folded) if (!hidden[start]) hidden.fill(1, start + 1, at(blockEnds, start));
  return hidden;
}

/** The number of shown rows before each chunk, and one more entry: the total. */
export function topsOf({ rows, count }: Lines, hidden: Uint8Array, chunkCount: number): Uint32Array {
  const tops = new Uint32Array(chunkCount + 1);
  for (let line = 0; line < count; line++) {
    if (hidden[line]) continue;
    for (let row = at(rows, line); row < at(rows, line + 1); ) {
      const chunk = Math.floor(row / CHUNK_ROWS);
      const end = Math.min(at(rows, line + 1), (chunk + 1) * CHUNK_ROWS);
      tops[chunk + 1] = at(tops, chunk + 1) + end - row;
      row = end;
    }
  }
  for (let chunk = 0; chunk < chunkCount; chunk++) tops[chunk + 1] = at(tops, chunk + 1) + at(tops, chunk);
  return tops;
}

/** The line of a row. */
export function lineOfRow({ rows, count }: Lines, row: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(rows, middle) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function textOfRow({ text, starts, rows, columns }: Lines, line: number, row: number): string {
  const start = at(starts, line) + (row - at(rows, line)) * columns;
  return text.slice(start, Math.min(start + columns, at(starts, line + 1) - 1));
}
