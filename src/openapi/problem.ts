import { append } from './pointer.ts';

export type Problem = {
  message: string;
  pointer?: string;
  /** Both are counted from 1. The column counts UTF-16 code units. */
  line?: number;
  column?: number;
  /** Stable id of the rule that found it. */
  rule?: string;
};

export type Position = { line: number; column: number };

export const MAX_PROBLEMS = 100;
export const MAX_WARNINGS = 1000;

/** Longest pointer and longest message. */
const MAX_TEXT_CHARACTERS = 2000;

/** Longest pointers and messages of one list. A document may have one long name around a thousand problems. */
const MAX_LIST_CHARACTERS = 16 * 1024 * 1024;

/** Collects the first problems, as far as they are not too many or too long together. */
export class ProblemList {
  readonly problems: Problem[] = [];
  readonly #most: number;
  #charactersLeft = MAX_LIST_CHARACTERS;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.problems.length >= this.#most || this.#charactersLeft <= 0;
  }

  add(problem: Problem): void {
    if (this.isFull) return;
    this.#charactersLeft -= problem.message.length + (problem.pointer?.length ?? 0);
    this.problems.push(problem);
  }
}

export const shortened = (text: string): string =>
  text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text;

/** The problem as it is shown and stored. */
export const withShortTexts = ({ message, pointer, ...rest }: Problem): Problem => ({
  message: shortened(message),
  ...(pointer === undefined ? {} : { pointer: shortened(pointer) }),
  ...rest,
});

/** Like `toPointer`, but never longer than what is shown. */
export const shortPointer = (tokens: readonly string[]): string =>
  tokens.reduce((pointer, token) => shortened(append(pointer, token.slice(0, MAX_TEXT_CHARACTERS))), '');

export const byPosition = (a: Problem, b: Problem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
