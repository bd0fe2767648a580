import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { type Problem, problemOf } from '../app/errors.ts';
import { NotFound } from './not-found.tsx';
import { ProblemAlert } from './problem.tsx';

type Result<Data> = { data?: Data | undefined; error?: CombinedError | undefined; fetching: boolean };

type Props<Data, Shown> = {
  result: Result<Data>;
  /** Reads what is shown; null or undefined when the service refused it. */
  read: (data: Data) => Shown | null | undefined;
  retry?: () => void;
  /** The noun of what is shown, such as "draft". */
  noun: string;
  children: (shown: NonNullable<Shown>) => ReactNode;
};

/** What a query gave, or why it gave nothing. A skeleton shows only when it takes longer than 300 ms. */
export function Loaded<Data, Shown>({ result, read, retry, noun, children }: Props<Data, Shown>) {
  const { data, error, fetching } = result;
  const shown = data === undefined || data === null ? undefined : read(data);
  if (shown !== undefined && shown !== null) return children(shown);
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

export function Failure({
  problem,
  noun,
  retry,
}: {
  problem: Problem;
  noun: string;
  retry?: (() => void) | undefined;
}) {
  if (problem.code === 'NOT_FOUND') return <NotFound noun={noun} />;
  return (
    <div className="stack">
      <ProblemAlert problem={problem} />
      {retry && problem.code !== 'PERMISSION_DENIED' && (
        <div>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
