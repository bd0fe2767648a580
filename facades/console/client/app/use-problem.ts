import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CombinedError } from 'urql';
import { type Problem, problemOf } from './errors.ts';
import { reportLate } from './late-problem.ts';

/**
 * Why something was refused, for the page or dialog that sent it. When the answer comes after the person left, the shell
 * says it: otherwise they would believe that it was done.
 */
export function useProblem(initial?: Problem) {
  const [problem, setProblem] = useState(initial);
  const { pathname, search } = useLocation();
  const to = useRef('');
  to.current = pathname + search;
  const left = useRef<{ page: string; to: string }>(undefined);
  useLayoutEffect(() => {
    left.current = undefined;
    return () => {
      left.current = { page: document.title, to: to.current };
    };
  }, []);
  /** `savedAt`: the address of the draft that was saved all the same. */
  const note = useCallback((error: CombinedError | undefined, savedAt?: string): Problem | undefined => {
    const refused = error && (savedAt ? notSubmitted(problemOf(error)) : problemOf(error));
    if (left.current === undefined) setProblem(refused);
    else if (refused) reportLate({ problem: refused, ...left.current, savedAt });
    return refused;
  }, []);
  return { problem, note };
}

const notSubmitted = ({ title, ...problem }: Problem): Problem => ({
  ...problem,
  title: `The draft is saved, but not submitted: ${title}`,
});
