import type { JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_MATCHED_NAMES, MAX_PATTERN_STEPS } from '../budgets.ts';
import type { ApiDocument } from '../read/document.ts';

const MAX_PATTERN = 200;
const MAX_TEXT = 64;
/** In how many ways one text may be matched. A match cannot be interrupted. */
const MAX_WAYS_OF_TEXT = 50_000;
/** Repeated groups, back references and look-arounds, which can take unlimited time. */
const COSTLY = /\)[*+{]|\\[1-9k]|\(\?(?!:)/;
/** Escapes and classes that stand for one character, whatever signs they contain. */
const CHARACTERS = /\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/gsu;

type Compiled = { expression: RegExp; ways: Ways; isAnchored: boolean };

/** The patterns of a document. Null: an expensive or invalid pattern. */
type Matching = { compiled: Map<string, Compiled | null>; namesLeft: number; stepsLeft: number };

const matchings = new WeakMap<ApiDocument, Matching>();

const matchingOf = (document: ApiDocument): Matching => {
  let known = matchings.get(document);
  if (known === undefined) {
    known = { compiled: new Map(), namesLeft: MAX_MATCHED_NAMES, stepsLeft: MAX_PATTERN_STEPS };
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
  const ways = countFor(known, text.length);
  if (ways > MAX_WAYS_OF_TEXT || !spend(matching, ways * pattern.length)) return null;
  return isFound(known, text);
};

const spend = (matching: Matching, steps: number): boolean => {
  if (steps > matching.stepsLeft) return false;
  matching.stepsLeft -= steps;
  return true;
};

/**
 * Tries one place of the text after the other. Without the flag `y`, V8 compiles a search for the first place too, which takes
 * seconds for some patterns of 60 characters.
 */
const isFound = ({ expression, isAnchored }: Compiled, text: string): boolean => {
  for (let place = 0; place <= text.length; place += charactersAt(text, place)) {
    expression.lastIndex = place;
    if (expression.test(text)) return true;
    if (isAnchored) return false;
  }
  return false;
};

const charactersAt = (text: string, place: number): number => ((text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);

const compiledIn = (matching: Matching, pattern: string): Compiled | null => {
  let known = matching.compiled.get(pattern);
  if (known === undefined) {
    known = COSTLY.test(pattern.replace(CHARACTERS, 'a')) ? null : compile(matching, pattern);
    matching.compiled.set(pattern, known);
  }
  return known;
};

const compile = (matching: Matching, pattern: string): Compiled | null => {
  const [classes, boundaries] = [countIn(pattern, UNICODE_CLASSES), countIn(pattern, WORD_BOUNDARIES)];
  if (boundaries * Math.max(1, classes) > MAX_BOUNDARIES) return null;
  const slowness = SLOWNESS * countIn(pattern, SLOW_SIGNS) + 10 * SLOWNESS * (classes + boundaries);
  if (!spend(matching, STEPS_TO_COMPILE * (SIGNS_OF_ANY + pattern.length + slowness))) return null;
  const expression = parse(pattern);
  if (expression === null) return null;
  const alternatives = waysOf(pattern);
  const ways = either(alternatives);
  if (classes > 0 && ways.choices * 8 ** boundaries > MAX_CHOICES_OF_CLASSES) return null;
  if (boundaries > 0 && ways.choices > MAX_CHOICES_OF_BOUNDARIES) return null;
  return { expression, ways, isAnchored: pattern.startsWith('^') && alternatives.length === 1 };
};

/** V8 reads classes here, which takes up to 1 ms for each, and compiles at the first match. */
const parse = (pattern: string): RegExp | null => {
  try {
    return new RegExp(pattern, 'uy');
  } catch {
    return null;
  }
};

const countIn = (pattern: string, sign: RegExp): number => pattern.match(sign)?.length ?? 0;

/**
 * To compile one character takes V8 up to 11 µs, for texts of one and of two bytes together, and any pattern takes as long as
 * some characters. A sign for most characters takes 20 times as long, a class such as `\p{L}` or a word boundary 200 times.
 */
const STEPS_TO_COMPILE = 750;
const SIGNS_OF_ANY = 20;
const SLOWNESS = 20;
const SLOW_SIGNS = /\.|\\[sSWDB]|\[\^/g;
const UNICODE_CLASSES = /\\p/gi;
const WORD_BOUNDARIES = /\\b/gi;
/** Word boundaries take long to compile, and longer beside each class such as `\p{L}`, as choices do. */
const MAX_BOUNDARIES = 4;
const MAX_CHOICES_OF_CLASSES = 256;
const MAX_CHOICES_OF_BOUNDARIES = 16;

/**
 * In how many ways a part of a pattern can match at most: so many `choices`, and as many `loops` that share the characters of
 * the text.
 */
type Ways = { choices: number; loops: number };

/** k loops and what is left over divide n characters in C(n + k, k) ways. The place where a match begins is one more loop. */
const countFor = ({ ways: { choices, loops }, isAnchored }: Compiled, length: number): number => {
  const shares = loops + (isAnchored ? 0 : 1);
  let count = choices;
  for (let share = 1; share <= shares; share++) count *= (length + share) / share;
  return count;
};

/** The signs of a valid pattern that let one text match in several ways. Escapes and classes are skipped. */
const SIGNS = /\\.|\[(?:\\.|[^\]\\])*\]|\{(?<least>\d+),(?<most>\d*)\}|\(\?:|[*+?|()]/gsu;

/** The ways of each alternative of a pattern. */
const waysOf = (pattern: string): Ways[] => {
  /** The alternatives of the whole pattern and of each open group. */
  const open: Ways[][] = [[{ ...ONE_WAY }]];
  for (const { 0: sign, groups } of pattern.matchAll(SIGNS)) {
    if (sign.startsWith('(')) open.push([{ ...ONE_WAY }]);
    else if (sign === '|') last(open).push({ ...ONE_WAY });
    else {
      const more = sign === ')' ? either(open.pop() as Ways[]) : choicesOf(sign, groups);
      const ways = last(last(open));
      ways.choices *= more.choices;
      ways.loops += more.loops;
    }
  }
  return last(open);
};

const ONE_WAY: Ways = { choices: 1, loops: 0 };
const LOOP: Ways = { choices: 1, loops: 1 };
/** A limit that leaves more choices counts as a loop. */
const FEW_CHOICES = 8;

const choicesOf = (sign: string, bounds: Record<string, string> | undefined): Ways => {
  if (sign === '?') return { choices: 2, loops: 0 };
  if (sign === '*' || sign === '+') return LOOP;
  const { least, most } = bounds ?? {};
  if (least === undefined) return ONE_WAY;
  const choices = most ? 1 + Number(most) - Number(least) : Number.POSITIVE_INFINITY;
  return choices > FEW_CHOICES ? LOOP : { choices, loops: 0 };
};

const either = (alternatives: Ways[]): Ways => ({
  choices: alternatives.reduce((sum, { choices }) => sum + choices, 0),
  loops: Math.max(...alternatives.map(({ loops }) => loops)),
});

const last = <T>(list: T[]): T => list.at(-1) as T;

const MATCHES_ALL = new Set(['', '.*', '^.*', '.*$', '(.*)', '^', '$']);
/** Whether a pattern has one of the usual spellings that match every text. `^.*$` matches no text of several lines. */
export const matchesAll = (pattern: JsonValue | undefined): boolean =>
  typeof pattern === 'string' && MATCHES_ALL.has(pattern);

/** Whether it is known that no text matches both patterns: one of them is a name, or they begin in other ways. */
export const areApart = (document: ApiDocument, one: string, other: string): boolean => {
  const [a, b] = [beginningOf(one), beginningOf(other)];
  if (!a.letters.startsWith(b.letters) && !b.letters.startsWith(a.letters)) return true;
  if (refuses(document, one, nameOf(other)) || refuses(document, other, nameOf(one))) return true;
  return refusesNext(document, a, b) || refusesNext(document, b, a);
};

/** Whether the class behind the letters of a beginning refuses the letter that the other one has there. */
const refusesNext = (document: ApiDocument, { letters, next }: Beginning, other: Beginning): boolean =>
  next !== undefined && refuses(document, `^${next}`, [...other.letters.slice(letters.length)][0]);

const refuses = (document: ApiDocument, pattern: string, text: string | undefined): boolean =>
  text !== undefined && matches(document, pattern, text) === false;

/** A sign that stands for itself, also behind a backslash. */
const LETTERS = String.raw`(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])*`;
const BEGINNING = new RegExp(
  String.raw`^\^(?<letters>${LETTERS})(?<next>\[(?:\\.|[^\]\\])*\])?(?![*?]|\{0)[^|]*$`,
  'su',
);
const NAME = new RegExp(String.raw`^\^(?<letters>${LETTERS})\$$`, 'su');

const lettersOf = (source: string): string => source.replace(/\\(.)/gsu, '$1');

/** The letters that every matched text begins with, and the class of the next one. */
type Beginning = { letters: string; next: string | undefined };

const beginningOf = (pattern: string): Beginning => {
  const { letters = '', next } = (pattern.length <= MAX_PATTERN && BEGINNING.exec(pattern)?.groups) || {};
  return { letters: lettersOf(letters), next };
};

/** The only text that a pattern such as `^name$` matches. */
export const nameOf = (pattern: string): string | undefined => {
  const letters = NAME.exec(pattern)?.groups?.letters;
  return letters === undefined ? undefined : lettersOf(letters);
};
