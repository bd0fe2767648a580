import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { useWhenReachable } from '../app/connection.ts';
import { type Problem, problemOf } from '../app/errors.ts';
import { passFocusOn } from '../parts/pass-focus-on.ts';
import { useAgain } from './again.ts';
import { NotFound } from './not-found.tsx';
import { ProblemAlert } from './problem.tsx';
import { Progress } from './progress.tsx';

type Result<Data> = { data?: Data | undefined; error?: CombinedError | undefined; fetching: boolean };

type Props<Data, Shown> = {
  result: Result<Data>;
  /** Returns the value to show; null or undefined if the service refused it. */
  read: (data: Data) => Shown | null | undefined;
  retry?: () => void;
  /** The noun of what is shown, such as "draft". */
  noun: string;
  children: (shown: NonNullable<Shown>) => ReactNode;
};

/**
 * Shows the result of a query, or its error. While loading it shows the previous result, such as the previous page of a
 * list; without one, a skeleton after 300 ms.
 */
export function Loaded<Data, Shown>({ result, read, retry, noun, children }: Props<Data, Shown>) {
  const { data, error, fetching } = result;
  const shown = data === undefined || data === null ? undefined : read(data);
  if (shown !== undefined && shown !== null)
    return (
      <>
        {children(shown)}
        {fetching && <Progress label="Loading" />}
      </>
    );
  if (error !== undefined) return <Failure problem={problemOf(error)} noun={noun} retry={retry} />;
  if (fetching || data === undefined) return <Skeletons />;
  return <NotFound noun={noun} />;
}

export const Skeletons = () => (
  <div className="late stack" role="status">
    <span className="sr-only">Loading</span>
    {['60%', '100%', '90%', '75%'].map(width => (
      <Skeleton key={width} height={20} width={width} />
    ))}
  </div>
);

type FailureProps = { problem: Problem; noun: string; retry?: (() => void) | undefined };

/** Shows an error with a button to try again. Also tries again when the service becomes reachable. */
export function Failure({ problem, noun, retry }: FailureProps) {
  const again = useAgain();
  const tryAgain = retry ?? again;
  useWhenReachable(tryAgain);
  if (problem.code === 'NOT_FOUND') return <NotFound noun={noun} />;
  return (
    <div className="stack">
      <ProblemAlert problem={problem} />
      {problem.code !== 'PERMISSION_DENIED' && (
        <div ref={passFocusOn}>
          <Button variant="default" onClick={() => tryAgain()}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
