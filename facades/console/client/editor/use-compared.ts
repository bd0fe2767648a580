import { useCallback, useEffect, useState } from 'react';
import { inWorker } from '../app/in-worker.ts';
import type { Part } from './compare.ts';

/**
 * Changes in one part. A merge view lays out all its changes at once; with more, opening it takes longer than a frame.
 */
const MOST_CHANGES = 250;

/** Two texts with `\n` as line end, as CodeMirror needs, and their differences. */
export type Compared = { before: string; after: string; parts: readonly Part[] };

type State = { of: readonly [string, string]; compared?: Compared; failure?: string };

/**
 * Compares two texts in the worker: in parts, or as one part if `isOnePart`. `compared` is undefined until it is done.
 */
export function useCompared(before: string, after: string, isOnePart: boolean) {
  const [state, setState] = useState<State>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the comparison.
  useEffect(() => {
    const gone = new AbortController();
    const of = [before, after] as const;
    const note = (found: Omit<State, 'of'>) => gone.signal.aborted || setState({ of, ...found });
    const texts = { before: withPlainEnds(before), after: withPlainEnds(after) };
    const compare: Parameters<typeof inWorker>[0] = {
      compare: [texts.before, texts.after, isOnePart ? Number.POSITIVE_INFINITY : MOST_CHANGES],
    };
    inWorker<Part[]>(compare, gone.signal).then(
      parts => note({ compared: { ...texts, parts } }),
      (error: Error) => note({ failure: `The texts cannot be compared now: ${error.message}` }),
    );
    return () => gone.abort();
  }, [before, after, isOnePart, tries]);
  const isPresent = state?.of[0] === before && state.of[1] === after;
  const again = useCallback(() => {
    setState(undefined);
    setTries(was => was + 1);
  }, []);
  return { compared: isPresent ? state.compared : undefined, failure: isPresent ? state.failure : undefined, again };
}

const withPlainEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
