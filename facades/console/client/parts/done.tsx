import './parts.css';
import { Button } from '@mantine/core';
import { useAddress } from './use-address.ts';
import { WithNames } from './words.tsx';

/** What was done to a list. `made`: the new row, and the search that finds it. */
export type DoneAct = { text: string; made?: { id: string; search: string } };

type Props = {
  done: DoneAct | undefined;
  /** The rows that are shown; undefined while they are read. */
  rows: readonly { id: string }[] | undefined;
};

/** Says what was done to the list below. A new row may stand on another page of it: then this leads there. */
export function Done({ done, rows }: Props) {
  const { change } = useAddress();
  const made = done?.made;
  const isElsewhere = made && rows?.every(({ id }) => id !== made.id);
  return (
    <div role="status" className="row done">
      {done && (
        <span>
          <WithNames text={done.text} />
        </span>
      )}
      {isElsewhere && (
        <Button variant="default" size="compact-sm" onClick={() => change({ q: made.search, page: '' })}>
          Show it
        </Button>
      )}
    </div>
  );
}

/** The rows of an answer; undefined while the next one is on its way. */
export const rowsOf = <Row extends { id: string }>(
  { fetching }: { fetching: boolean },
  list: { nodes: readonly Row[] } | null | undefined,
): readonly Row[] | undefined => (fetching ? undefined : list?.nodes);
