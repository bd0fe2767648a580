import type { DocumentType } from '../../generated/prisma/enums.ts';
import { parsePointer } from '../../openapi/pointer.ts';
import { unpackItems } from '../../openapi-diff/report/packed-items.ts';
import { type Excerpt, excerptOf } from '../excerpt.ts';
import { findMarked, type Kind, marksOf } from './moved-lines.ts';
import { type PackedText, parse, unpack } from './packed.ts';
import { linesOf, type PlacedText, placesIn } from './places.ts';

/** Cuts a text down to `roomBytes`. Parts that contain a word of `focus` come first. */
export const excerpt = (query: { text: PackedText; roomBytes: number; focus: readonly string[] }): Excerpt =>
  excerptOf(unpack(query.text), query.roomBytes, query.focus);

/** The text and the marks of a line, by its number from 1; null when the text has fewer lines. */
export function markedLine({
  content,
  line,
  kind,
}: {
  content: PackedText;
  line: number;
  kind: Kind;
}): MarkedLine | null {
  const lines = linesOf(unpack(content));
  const text = lines[line - 1];
  if (text === undefined) return null;
  return { text, marks: marksOf(lines, line - 1, kind) };
}

/** The current number of each line; null if it is gone. A line without marks is the nearest one with its text. */
export function findLines(wanted: { content: PackedText; lines: WantedLine[]; kind: Kind }): (number | null)[] {
  const lines = linesOf(unpack(wanted.content));
  const marked = wanted.lines.flatMap(({ text, marks }) => (text === null || marks === null ? [] : { text, marks }));
  const found = findMarked(lines, marked, wanted.kind).values();
  return wanted.lines.map(({ line, text, marks }) => {
    if (text === null || marks === null) return nearestLine(lines, text ?? lines[line - 1], line);
    const index = found.next().value ?? null;
    return index === null ? null : index + 1;
  });
}

export type MarkedLine = { text: string; marks: string[] };

/** A line to find. If its text is not known, only its number counts. */
type WantedLine = { line: number; text: string | null; marks: string[] | null };

function nearestLine(lines: readonly string[], text: string | undefined, line: number): number | null {
  if (text === undefined) return null;
  for (let distance = 0; distance <= Math.max(lines.length, line); distance += 1) {
    if (lines[line - 1 - distance] === text) return line - distance;
    if (lines[line - 1 + distance] === text) return line + distance;
  }
  return null;
}

/** Whether each JSON pointer (RFC 6901) leads to something in an OpenAPI document. */
export function findPointers({ canonical, pointers }: { canonical: PackedText; pointers: string[] }): boolean[] {
  const document = parse(canonical);
  return pointers.map(pointer => isAt(document, parsePointer(pointer)));
}

const isAt = (value: unknown, tokens: readonly string[]): boolean => valueAt(value, tokens) !== undefined;

/** The value at a pointer; undefined if there is none. */
function valueAt(value: unknown, tokens: readonly string[]): unknown {
  let found = value;
  for (const token of tokens) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, token)) return undefined;
    found = (found as Record<string, unknown>)[token];
  }
  return found;
}

/** Whether each key is that of a change. */
export function findKeys({ items, keys }: { items: PackedText; keys: string[] }): boolean[] {
  const present = new Set(unpackItems(unpack(items)).map(({ key }) => key));
  return keys.map(key => present.has(key));
}

/** The message of the change with this key; null if there is none. */
export const findMessage = ({ items, key }: { items: PackedText; key: string }): string | null =>
  unpackItems(unpack(items)).find(item => item.key === key)?.message ?? null;

/** The values at these places as indented JSON with exact numbers; null if a place does not exist. */
export function excerptsAt(query: { canonical: PackedText; pointers: string[]; mostCharacters: number }) {
  const document = parse(query.canonical);
  return query.pointers.map(pointer => {
    const value = valueAt(document, parsePointer(pointer));
    return value === undefined ? null : JSON.stringify(value, undefined, 2).slice(0, query.mostCharacters);
  });
}

/** Where these places stand in a text: lines (`/line/N`), or JSON pointers into OpenAPI. */
export const findPlaces = (query: {
  content: PackedText;
  documentType: DocumentType;
  pointers: string[];
}): PlacedText[] => placesIn(unpack(query.content), query.pointers, query.documentType);
