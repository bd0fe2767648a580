import { Button } from '@mantine/core';
import { useAddress } from './use-address.ts';
import { useFocusInside } from './use-focus-inside.ts';
import { WithNames } from './words.tsx';

/** A completed change of a list. `made`: the id of the new row, and a search that finds it. */
export type DoneAct = { text: string; made?: { id: string; search: string } };

type Props = {
  done: DoneAct | undefined;
  /** The shown rows; undefined while they are loading. */
  rows: readonly { id: string }[] | undefined;
};

/** Confirms a change of the list below. If the new row is on another page, offers a search that shows it. */
export function Done({ done, rows }: Props) {
  const { change } = useAddress();
  const focus = useFocusInside<HTMLDivElement>();
  const made = done?.made;
  const isElsewhere = made && rows?.every(({ id }) => id !== made.id);
  return (
    <div role="status" className="row" {...focus}>
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

/** The rows of an answer; undefined while the next answer is loading. */
export const rowsOf = <Row extends { id: string }>(
  { fetching }: { fetching: boolean },
  list: { nodes: readonly Row[] } | null | undefined,
): readonly Row[] | undefined => (fetching ? undefined : list?.nodes);
