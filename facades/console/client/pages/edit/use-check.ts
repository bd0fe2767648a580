import { useCallback, useEffect, useState } from 'react';
import { askForText } from '../../app/ask-for-text.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { Typed } from '../../app/kept.ts';
import type { ContentCheckQuery } from '../../gql/graphql.ts';

const CHECK = graphql(`
  query ContentCheck($branchId: ID!, $content: String!, $withHtml: Boolean!) {
    branch(id: $branchId) { id latestVersionId }
    contentCheck(branchId: $branchId, content: $content) {
      problems { message line column pointer }
      warnings { message line column pointer rule }
      documentFormat versionName title
      html @include(if: $withHtml)
      itemCount summary { breakingChanges warnings infos addedLines removedLines unchanged }
      items(first: 30) { key message severity location ignored { reason } }
    }
  }
`);

export type Check = NonNullable<ContentCheckQuery['contentCheck']> & {
  /** Whether the branch has no version yet. */
  isFirst: boolean;
};

type State = { check: Check | undefined; problem: Problem | undefined; isChecking: boolean };

export type CheckState = State & { again: () => void };

const checkIn = ({ contentCheck, branch }: ContentCheckQuery): Check | undefined =>
  contentCheck ? { ...contentCheck, isFirst: branch?.latestVersionId === null } : undefined;

/** Delay before a check, in milliseconds: larger texts are checked less often. */
const delayFor = (text: Typed): number => (text.length > 500_000 ? 2_000 : 500);

/** Checks a text on the service shortly after the last key press. Answers to an older text are discarded. */
export function useCheck(branchId: string, text: Typed, withHtml: boolean): CheckState {
  const [state, setState] = useState<State>({ check: undefined, problem: undefined, isChecking: false });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the check.
  useEffect(() => {
    if (branchId === '' || text.length === 0) {
      setState({ check: undefined, problem: undefined, isChecking: false });
      return;
    }
    setState(was => ({ ...was, isChecking: true }));
    const older = new AbortController();
    const timer = setTimeout(async () => {
      const { data, error } = await askForText(CHECK, { branchId, content: String(text), withHtml }, older.signal);
      if (older.signal.aborted) return;
      setState({ check: data && checkIn(data), problem: error && problemOf(error), isChecking: false });
    }, delayFor(text));
    return () => {
      clearTimeout(timer);
      older.abort();
    };
  }, [branchId, text, withHtml, tries]);
  return { ...state, again: useCallback(() => setTries(was => was + 1), []) };
}
