import { parseDocument } from '../../openapi/document.ts';

/** The line of a place, from 1, and what stands around it: whole lines from `firstLine`. */
export type PlacedText = { line: number; firstLine: number; text: string };

/** Lines before and after the place. */
const LINES_AROUND = 150;
/** Most characters before and after the place: a minified document is one line. */
const CHARACTERS_AROUND = 64 * 1024;

/** The places of JSON pointers. A value that is not in the document has the place of its parent. */
export function placesOfPointers(text: string, pointers: string[]): PlacedText[] {
  const lines = linesOf(text);
  const positions = parseDocument(text).locateAll(pointers);
  return positions.map(({ line = 1, column = 1 }) => around(lines, line, column));
}

/** The pointers of changes of Markdown are `/line/N`. */
export function placesOfLines(text: string, pointers: string[]): PlacedText[] {
  const lines = linesOf(text);
  return pointers.map(pointer => around(lines, Number(/^\/line\/(\d+)$/.exec(pointer)?.[1] ?? 1), 1));
}

export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

function around(lines: readonly string[], wanted: number, column: number): PlacedText {
  const line = Math.min(Math.max(1, wanted), lines.length);
  const own = lines[line - 1] ?? '';
  const from = Math.max(0, column - 1 - CHARACTERS_AROUND);
  const shown = [own.slice(from, from + 2 * CHARACTERS_AROUND)];
  const before = fitting(lines.slice(Math.max(0, line - 1 - LINES_AROUND), line - 1).reverse());
  const after = fitting(lines.slice(line, line + LINES_AROUND));
  return {
    line,
    firstLine: line - before.length,
    text: [...before.reverse(), ...shown, ...after].join('\n').toWellFormed(),
  };
}

function fitting(lines: string[]): string[] {
  let left = CHARACTERS_AROUND;
  const end = lines.findIndex(line => {
    left -= line.length;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}
