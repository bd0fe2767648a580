import { visitMatches } from './sequences.ts';

/** A text with the offsets of its lines: an array of all lines would take many times the memory of the text. */
export type Lines = {
  text: string;
  /** The offsets of the lines, with one more entry: the start of the line after them. */
  starts: Int32Array;
  count: number;
};

/** Indexes the first `most` lines of a text. */
export const indexLines = (text: string, most: number): Lines => {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && count <= most; at = text.indexOf('\n', at + 1)) count++;
  const indexed = Math.min(count, most);
  const starts = new Int32Array(indexed + 1);
  for (let line = 1; line <= indexed; line++) {
    const end = text.indexOf('\n', starts[line - 1]);
    starts[line] = (end < 0 ? text.length : end) + 1;
  }
  return { text, starts, count: indexed };
};

/** The lines from `first` to before `end`, without the last line break. */
export const textBetween = ({ text, starts }: Lines, first: number, end: number): string =>
  text.slice(starts[first], Math.max((starts[end] as number) - 1, starts[first] as number));

export const lineAt = (lines: Lines, line: number): string => textBetween(lines, line, line + 1);

/** Most changed lines that are compared. Further ones count as replaced. */
const MAX_COUNTED = 1_000_000;

/** Counts the lines of two texts and how many of them are common. Each line ends with a line break. */
export const countLines = (before: string, after: string): { before: number; after: number; common: number } => {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const [inStart, inEnd] = [countBreaks(before, 0, start), countBreaks(before, before.length - end, before.length)];
  const [old, now] = [before, after].map(text => {
    const changed = countBreaks(text, start, text.length - end);
    return { text, changed, counted: Math.min(changed, MAX_COUNTED) };
  }) as [ChangedLines, ChangedLines];
  const numberLines = lineNumbering(old.counted + now.counted);
  const numbers = [old, now].map(({ text, counted }) => numberLines(text, start, counted)) as [Int32Array, Int32Array];
  let common = inStart + inEnd;
  visitMatches(...numbers, numberLines.distinct(), () => common++);
  const total = inStart + inEnd;
  return { before: total + old.changed, after: total + now.changed, common };
};

type ChangedLines = { text: string; changed: number; counted: number };

const BREAK = 10;

/** The number of characters at the start that are the same lines in both texts. */
const commonStart = (before: string, after: string): number => {
  const most = Math.min(before.length, after.length);
  let start = 0;
  let at = 0;
  for (; at < most; at++) {
    const code = before.charCodeAt(at);
    if (code !== after.charCodeAt(at)) break;
    if (code === BREAK) start = at + 1;
  }
  return start;
};

/** The number of characters at the end, after `start`, that are the same lines in both texts. */
const commonEnd = (before: string, after: string, start: number): number => {
  const most = Math.min(before.length, after.length) - start;
  let end = 0;
  for (let at = 1; at <= most; at++) {
    const code = before.charCodeAt(before.length - at);
    if (code !== after.charCodeAt(after.length - at)) return end;
    // On both sides, a line starts after this break.
    if (code === BREAK) end = at - 1;
  }
  const isWhole = (text: string): boolean => text.length - most === start;
  const startsLine = (text: string): boolean => isWhole(text) || text.charCodeAt(text.length - most - 1) === BREAK;
  return startsLine(before) && startsLine(after) ? most : end;
};

const countBreaks = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

/**
 * Numbers lines by a 64-bit hash, so that equal lines get the same number. A collision among a million lines is very
 * unlikely, and the random seed prevents attackers from preparing one.
 */
const lineNumbering = (most: number) => {
  const size = 2 ** Math.ceil(Math.log2(2 * most + 2));
  const slots = new Int32Array(size);
  const [firsts, seconds] = [new Int32Array(most + 1), new Int32Array(most + 1)];
  const [seed, otherSeed] = [Math.random() * 2 ** 31, Math.random() * 2 ** 31];
  let distinct = 0;
  const numberOf = (first: number, second: number): number => {
    for (let slot = (first ^ (first >>> 15)) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const known = slots[slot] as number;
      if (known === 0) {
        slots[slot] = ++distinct;
        [firsts[distinct], seconds[distinct]] = [first, second];
        return distinct - 1;
      }
      if (firsts[known] === first && seconds[known] === second) return known - 1;
    }
  };
  const number = (text: string, start: number, count: number): Int32Array => {
    const numbers = new Int32Array(count);
    let at = start;
    for (let line = 0; line < count; line++) {
      let [first, second] = [seed | 0, otherSeed | 0];
      for (let code = text.charCodeAt(at++); code !== BREAK; code = text.charCodeAt(at++)) {
        first = Math.imul(first ^ code, 0x01000193);
        second = (Math.imul(second, 31) + code + 1) | 0;
      }
      numbers[line] = numberOf(first, second);
    }
    return numbers;
  };
  return Object.assign(number, { distinct: () => distinct });
};
