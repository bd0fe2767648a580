import type { DocumentType } from '../../generated/prisma/enums.ts';
import { parseDocument } from '../../openapi/document.ts';

/** The line of a place, from 1, and what stands around it: whole lines from `firstLine`. */
export type PlacedText = { line: number; firstLine: number; text: string };

/** Lines before and after the place. */
const LINES_AROUND = 150;
/** Most characters before and after the place: a minified document is one line. */
const CHARACTERS_AROUND = 64 * 1024;

/**
 * The places of lines (`/line/N`) and, in OpenAPI, of JSON pointers. A value that is not in the document has the place of its
 * parent.
 */
export function placesIn(text: string, pointers: string[], documentType: DocumentType): PlacedText[] {
  const lines = linesOf(text);
  const values = documentType === 'MARKDOWN' ? [] : pointers.filter(pointer => !LINE.test(pointer));
  const positions = values.length === 0 ? [] : parseDocument(text).locateAll(values);
  const found = new Map(values.map((pointer, index) => [pointer, positions[index]]));
  return pointers.map(pointer => {
    const { line = 1, column = 1 } = found.get(pointer) ?? { line: Number(LINE.exec(pointer)?.[1] ?? 1) };
    return around(lines, line, column);
  });
}

/** No document has a value here: an OpenAPI document has no member `line`. */
const LINE = /^\/line\/(\d+)$/;

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
