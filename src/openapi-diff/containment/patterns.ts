import type { JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_MATCHED_NAMES, MAX_WAYS } from '../budgets.ts';
import type { ApiDocument } from '../read/document.ts';

const MAX_PATTERN = 200;
const MAX_TEXT = 64;
/** In how many ways one text may be matched. A match cannot be interrupted. */
const MAX_WAYS_OF_TEXT = 50_000;
/** Repeated groups, back references and look-arounds, which can take unlimited time. */
const COSTLY = /\)[*+?{]|\\[1-9k]|\(\?/;

type Compiled = { expression: RegExp; waysByLength: number[] };

/** The patterns of a document. Null: an expensive or invalid pattern. */
type Matching = { compiled: Map<string, Compiled | null>; namesLeft: number; waysLeft: number };

const matchings = new WeakMap<ApiDocument, Matching>();

const matchingOf = (document: ApiDocument): Matching => {
  let known = matchings.get(document);
  if (known === undefined) {
    known = { compiled: new Map(), namesLeft: MAX_MATCHED_NAMES, waysLeft: MAX_WAYS };
    matchings.set(document, known);
  }
  return known;
};

/** Whether a text matches a pattern of the document; null if that could take long. */
export const matches = (document: ApiDocument, pattern: JsonValue, text: string): boolean | null => {
  const matching = matchingOf(document);
  if (--matching.namesLeft < 0) throw new ComparisonTooLarge(`${MAX_MATCHED_NAMES} names matched with patterns`);
  if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN || text.length > MAX_TEXT) return null;
  const known = compiledIn(matching, pattern);
  if (known === null) return null;
  known.waysByLength[text.length] ??= countWays(pattern, text.length);
  const ways = known.waysByLength[text.length] as number;
  return ways <= MAX_WAYS_OF_TEXT && spend(matching, ways - 1) ? known.expression.test(text) : null;
};

const spend = (matching: Matching, ways: number): boolean => {
  if (ways > matching.waysLeft) return false;
  matching.waysLeft -= ways;
  return true;
};

const compiledIn = (matching: Matching, pattern: string): Compiled | null => {
  let known = matching.compiled.get(pattern);
  if (known === undefined) {
    known = COSTLY.test(pattern) || !spend(matching, waysToCompile(pattern)) ? null : compile(pattern);
    matching.compiled.set(pattern, known);
  }
  return known;
};

const compile = (pattern: string): Compiled | null => {
  try {
    return { expression: new RegExp(pattern, 'u'), waysByLength: [] };
  } catch {
    return null;
  }
};

/** Compiling takes as long as matching in so many ways. A class such as `\p{L}` consists of hundreds of ranges. */
const waysToCompile = (pattern: string): number => 500 + 20_000 * (pattern.match(/\\p/gi)?.length ?? 0);

/** The signs of a valid pattern that let one text match in several ways. Escapes and classes are skipped. */
const SIGNS = /\\.|\[(?:\\.|[^\]\\])*\]|\{(?<least>\d+),(?<most>\d*)\}|[*+?|()]/gsu;

/** In how many ways a text of this length can match at most. Alternatives add up; what follows one another multiplies. */
const countWays = (pattern: string, length: number): number => {
  /** The ways of each alternative, of the whole pattern and of each open group. */
  const open = [[1]];
  for (const { 0: sign, groups } of pattern.matchAll(SIGNS)) {
    if (sign === '(') open.push([1]);
    else if (sign === '|') last(open).push(1);
    else multiply(open, sign === ')' ? sum(open.pop() as number[]) : choicesOf(sign, groups, length));
  }
  const isAnchored = pattern.startsWith('^') && last(open).length === 1;
  return sum(last(open)) * (isAnchored ? 1 : length + 1);
};

const choicesOf = (sign: string, bounds: Record<string, string> | undefined, length: number): number => {
  if (sign === '?') return 2;
  if (sign === '*' || sign === '+') return length + 1;
  const { least, most } = bounds ?? {};
  if (least === undefined) return 1;
  return 1 + (most ? Math.min(Number(most) - Number(least), length) : length);
};

const last = (lists: number[][]): number[] => lists.at(-1) as number[];
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
const multiply = (open: number[][], factor: number): void => {
  const alternatives = last(open);
  alternatives.push((alternatives.pop() as number) * factor);
};

const MATCHES_ALL = new Set(['', '.*', '^.*', '.*$', '(.*)', '^', '$']);
/** Whether a pattern has one of the usual spellings that match every text. `^.*$` matches no text of several lines. */
export const matchesAll = (pattern: JsonValue | undefined): boolean =>
  typeof pattern === 'string' && MATCHES_ALL.has(pattern);
