import type { TextSegment } from '../openapi-diff/model.ts';
import { matchSequences } from './sequences.ts';
import { append, markWords } from './words.ts';

/** A table: header, alignments and rows, each as a list of cells, and the names of the rows. */
type Table = { lines: string[][]; names: string[] };

/** A column or row, in both tables or in only one. */
type Pair = { before?: number; after?: number };
type Sides = { old: Table; now: Table };

const HEADS = 2;

/** Marks the changed columns, rows and cells of a table in the format of `readTable`, and describes the changes. */
export const compareTables = (before: string, after: string): { segments: TextSegment[]; details: string[] } => {
  const sides: Sides = { old: parse(before), now: parse(after) };
  const { old, now } = sides;
  const columns = pairInOrder(old.lines[0] ?? [], now.lines[0] ?? [], (_from, _to, isEven) => isEven);
  nameRows(sides, columns.filter(isKept));
  const rows = pairInOrder(old.names, now.names, (a, b) => sharesCell(sides, columns, a + HEADS, b + HEADS));
  const segments: TextSegment[] = [];
  for (let line = 0; line < HEADS; line++) appendLine(segments, columns, old.lines[line], now.lines[line]);
  for (const { before, after } of rows) {
    const [was, is] = [
      before !== undefined && old.lines[before + HEADS],
      after !== undefined && now.lines[after + HEADS],
    ];
    appendLine(segments, columns, was || undefined, is || undefined);
  }
  return { segments, details: [...columnDetails(sides, columns), ...rowDetails(sides, columns, rows)] };
};

const parse = (text: string): Table => ({
  lines: text.split('\n').map(row => row.slice(2, -2).split(' | ')),
  names: [],
});

const isKept = ({ before, after }: Pair): boolean => before !== undefined && after !== undefined;

/** Names rows by their cells in the columns that both tables have: rows with equal names are the same row. */
const nameRows = ({ old, now }: Sides, kept: Pair[]): void => {
  const name = (row: string[], side: keyof Pair): string =>
    JSON.stringify(kept.map(pair => row[pair[side] ?? 0] ?? ''));
  old.names = old.lines.slice(HEADS).map(row => name(row, 'before'));
  now.names = now.lines.slice(HEADS).map(row => name(row, 'after'));
};

const sharesCell = ({ old, now }: Sides, columns: Pair[], from: number, to: number): boolean =>
  columns.some(({ before = -1, after = -1 }) => {
    const cell = old.lines[from]?.[before];
    return cell !== undefined && cell !== '' && cell === now.lines[to]?.[after];
  });

/** How many rows ahead the successor of a changed row is searched. */
const LOOK_AHEAD = 8;

/** `isEven`: as many were added as removed, so each probably became the one in its place. */
type Succeeds = (from: number, to: number, isEven: boolean) => boolean;

/** Pairs equal elements, and between them elements that succeed each other. Returns all of both sides in one order. */
const pairInOrder = (before: string[], after: string[], succeeds: Succeeds): Pair[] => {
  const partners = matchSequences(before, after);
  const pairs: Pair[] = [];
  let next = 0;
  const pairGap = (from: number, end: number, partner: number): void => {
    for (let a = from; a < end; a++) {
      const isEven = end - a === partner - next;
      const most = isEven ? next + 1 : Math.min(partner, next + LOOK_AHEAD);
      let b = next;
      while (b < most && !succeeds(a, b, isEven)) b++;
      if (b === most) pairs.push({ before: a });
      else {
        for (; next < b; next++) pairs.push({ after: next });
        pairs.push({ before: a, after: next++ });
      }
    }
    for (; next < partner; next++) pairs.push({ after: next });
  };
  let from = 0;
  for (let index = 0; index <= before.length; index++) {
    const partner = index === before.length ? after.length : (partners[index] as number);
    if (partner < 0) continue;
    pairGap(from, index, partner);
    if (index < before.length) pairs.push({ before: index, after: next++ });
    from = index + 1;
  }
  return pairs;
};

const appendLine = (segments: TextSegment[], columns: Pair[], was?: string[], is?: string[]): void => {
  const only = is === undefined ? 'REMOVED' : was === undefined ? 'ADDED' : 'KEPT';
  append(segments, only, '|');
  for (const { before, after } of columns) {
    const cell = before === undefined ? undefined : was?.[before];
    const now = after === undefined ? undefined : is?.[after];
    if (cell !== undefined && now !== undefined) {
      append(segments, 'KEPT', ' ');
      for (const { kind, text } of markWords(cell, now)) append(segments, kind, text);
      append(segments, 'KEPT', ' |');
    } else if (cell !== undefined) append(segments, 'REMOVED', ` ${cell} |`);
    else if (now !== undefined) append(segments, 'ADDED', ` ${now} |`);
  }
  append(segments, only, '\n');
};

const MAX_NAME = 40;
const MAX_RENAMED = 3;

const quote = (name: string): string => `"${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}"`;

const describe = (what: 'row' | 'column', names: string[], became: string): string[] => {
  const [name] = names;
  if (name === undefined) return [];
  return [names.length === 1 ? `${what} ${quote(name)} ${became}` : `${names.length} ${what}s ${became}`];
};

/** Names that were both removed and added count as moved. */
const sort = (removed: string[], added: string[]): { removed: string[]; added: string[]; moved: string[] } => {
  const [came, went] = [new Set(added), new Set(removed)];
  return {
    removed: removed.filter(name => !came.has(name)),
    added: added.filter(name => !went.has(name)),
    moved: added.filter(name => went.has(name)),
  };
};

const columnDetails = ({ old, now }: Sides, columns: Pair[]): string[] => {
  const [header = [], alignments = []] = old.lines;
  const [newHeader = [], newAlignments = []] = now.lines;
  const nameOf = ({ before, after }: Pair): string => newHeader[after ?? -1] ?? header[before ?? -1] ?? '';
  const removed = columns.filter(({ after }) => after === undefined).map(nameOf);
  const added = columns.filter(({ before }) => before === undefined).map(nameOf);
  const { moved, ...rest } = sort(removed, added);
  const kept = columns.filter(isKept);
  const renamed = kept.filter(({ before = 0, after = 0 }) => header[before] !== newHeader[after]);
  const aligned = kept.filter(({ before = 0, after = 0 }) => alignments[before] !== newAlignments[after]).map(nameOf);
  const describeRenamed = (pair: Pair): string =>
    `column ${quote(header[pair.before ?? 0] ?? '')} renamed to ${quote(nameOf(pair))}`;
  return [
    ...describe('column', rest.added, 'added'),
    ...describe('column', rest.removed, 'removed'),
    ...describe('column', moved, 'moved'),
    ...(renamed.length > MAX_RENAMED ? [`${renamed.length} columns renamed`] : renamed.map(describeRenamed)),
    ...describe('column', aligned, 'aligned otherwise'),
  ];
};

const rowDetails = ({ old, now }: Sides, columns: Pair[], rows: Pair[]): string[] => {
  const first = columns.find(isKept) ?? { before: 0, after: 0 };
  const title = ({ before, after }: Pair): string =>
    (after === undefined
      ? old.lines[(before ?? 0) + HEADS]?.[first.before ?? 0]
      : now.lines[after + HEADS]?.[first.after ?? 0]) ?? '';
  const changed = rows.filter(pair => isKept(pair) && old.names[pair.before ?? 0] !== now.names[pair.after ?? 0]);
  const [removed, added] = [
    rows.filter(({ after }) => after === undefined),
    rows.filter(({ before }) => before === undefined),
  ];
  const names = sort(
    removed.map(({ before = 0 }) => old.names[before] as string),
    added.map(({ after = 0 }) => now.names[after] as string),
  );
  const titles = (pairs: Pair[], side: 'before' | 'after', names: string[]): string[] => {
    const all = new Set(names);
    const table = side === 'before' ? old : now;
    return pairs.filter(pair => all.has(table.names[pair[side] ?? 0] as string)).map(title);
  };
  return [
    ...describe('row', titles(added, 'after', names.added), 'added'),
    ...describe('row', titles(removed, 'before', names.removed), 'removed'),
    ...describe('row', titles(added, 'after', names.moved), 'moved'),
    ...describe('row', changed.map(title), 'changed'),
  ];
};
