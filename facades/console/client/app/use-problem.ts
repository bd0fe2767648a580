import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CombinedError } from 'urql';
import { type Problem, problemOf } from './errors.ts';
import { reportLate } from './late-problem.ts';

/**
 * The error of a page or dialog. An error that arrives after the user left is shown by the shell: otherwise the user
 * would believe that the action succeeded.
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
  /** Shows an error, or clears it. `savedAt`: the address of the saved draft, if only its submission failed. */
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
