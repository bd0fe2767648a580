import { type ReactNode, useState } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { Loaded } from '../../shell/loaded.tsx';
import { DraftRows, type DraftRowsProps } from './draft-rows.tsx';
import { More } from './more.tsx';
import { QueueFrame } from './queue-frame.tsx';
import { useAgainWhen } from './use-drafts.ts';

const PAGE = 25;
/** What the service gives at once. */
const MOST = 100;

type Props<Data> = {
  title: string;
  query: TypedDocumentNode<Data, { first: number }>;
  read: (data: Data) => { nodes: DraftRowsProps['drafts']; totalCount: number } | null | undefined;
  time: DraftRowsProps['time'];
  /** Another one when the list has changed. */
  token?: string;
  renderEmpty: (data: Data) => ReactNode;
};

/** One list of drafts in all projects. */
export function DraftList<Data>({ title, query, read, time, token = '', renderEmpty }: Props<Data>) {
  const [first, setFirst] = useState(PAGE);
  const [result, execute] = useQuery({ query, variables: { first } });
  useAgainWhen(token, execute);
  return (
    <QueueFrame title={title}>
      <Loaded result={result} read={read} noun="list" retry={execute}>
        {({ nodes, totalCount }) =>
          nodes.length === 0 ? (
            renderEmpty(result.data as Data)
          ) : (
            <>
              <DraftRows drafts={nodes} time={time} />
              <More
                shown={nodes.length}
                total={totalCount}
                onMore={first < MOST ? () => setFirst(first + PAGE) : undefined}
              />
            </>
          )
        }
      </Loaded>
    </QueueFrame>
  );
}
