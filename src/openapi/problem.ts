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

export const byPosition = (a: Problem, b: Problem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
